//! Generates the messages of the server's calls in every codec, and the descriptor set that reflection tells.

use std::error::Error;
use std::path::{Path, PathBuf};

use prost::Message;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=proto/rpc.proto");
    if let Err(error) = generate() {
        println!("cargo::error={}", error.to_string().replace('\n', " "));
    }
}

fn generate() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let suite = Path::new("proto/suite.toml");
    let built = wiretax_codegen::build("rpc", suite, &out.join("wiretax"), &[])?;
    for file in built.files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let set = protox::compile(["rpc.proto"], ["proto", "../proto"])?;
    std::fs::write(out.join("rpc.binpb"), set.encode_to_vec())?;
    Ok(())
}
