//! From a suite file to Rust: every case's message, in every codec, with the glue that drives it.
//!
//! The way through the house:
//!
//! 1. [`suite`] reads the TOML, [`schema`] parses each schema once, [`load`] has the bytes made or checked
//!    by [`payload`].
//! 2. [`flat`] reduces a schema to its wire-equivalent form: one file, invented names, the same bytes.
//! 3. [`generate`] feeds that form to every codec's own generator. What one refuses is a result.
//! 4. [`glue`] prints the Rust that registers all of it with the `wiretax` library.
//!
//! [`bring`] makes a suite file of a schema and captured payloads.
//! [`contents`] lists what was generated.
//! [`build()`] does all of this; [`build_script`] and [`build_failing`] do it from a `build.rs`.

#![forbid(unsafe_code)]

pub mod bring;
pub mod build;
pub mod contents;
pub mod error;
pub mod flat;
pub mod generate;
pub mod glue;
pub mod limits;
pub mod load;
mod nearest;
pub mod payload;
mod read;
pub mod schema;
pub mod suite;

pub use build::{Denied, build, build_failing, build_script};
