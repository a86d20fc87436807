//! The server: the services of `proto/rpc.proto`, health and reflection, and how it begins and ends.
//!
//! Written against tonic's own parts rather than its generated code, since here the codec is what changes.
//!
//! | file | what |
//! |---|---|
//! | [`call`] | one unary call with an arm each way |
//! | [`echo`], [`append`] | in any codec, with any wrap |
//! | [`store`] | what is set and got, and errors of each sort; prost |
//! | [`run`] | listens, answers, stops |

mod append;
mod call;
mod echo;
mod run;
mod store;

pub use run::{Ready, Settings, serve};
pub use store::{Entry, Key, Refusal, Stored};
