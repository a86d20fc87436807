//! Generates the built-in suite, or the one that `WIRETAX_SUITE` names, for the runners of this package.

fn main() {
    wiretax_codegen::build_script("proto/suite.toml");
}
