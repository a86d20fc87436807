//! Generates the built-in suite, or another in its place, for the runners of this package, the one of damaged input beside
//! it, and tells the library what it is built with.

#[path = "build/facts.rs"]
mod facts;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/facts.rs");
    facts::export();
    #[cfg(feature = "suite")]
    wiretax_codegen::build_script("proto/suite.toml");
    #[cfg(all(feature = "suite", feature = "layer"))]
    wiretax_codegen::build_failing("failure", "proto/failure.toml");
}
