//! Foreign peers: clients and servers that others wrote, in other languages, against ours.
//!
//! `rpc/peers` has their scripts and installs what they need. Here is what finds them ([`tools`]), runs them ([`run`], [`server`]), reads
//! what they say ([`script`], [`encode`], [`h2load`], [`buf`], [`load`]) and judges it ([`check`]). Addresses and paths come from the caller:
//! nothing here starts a server of ours.

pub mod buf;
pub mod check;
pub mod encode;
pub mod h2load;
pub mod load;
pub mod run;
pub mod script;
pub mod server;
pub mod table;
pub mod tools;

#[cfg(test)]
mod real_tests;
