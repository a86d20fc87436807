//! Generates the built-in suite, or another in its place, for the runners of this package,
//! and tells the library what it is built with.

#[path = "build/facts.rs"]
mod facts;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/facts.rs");
    facts::export();
    #[cfg(feature = "suite")]
    wiretax_codegen::build_script("proto/suite.toml");
}
