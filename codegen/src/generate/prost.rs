//! `prost` and `prost-bytes`: prost-build, with bytes fields as `Vec<u8>` or as `bytes::Bytes`.

use std::path::Path;

use super::{Generated, Generator, Job, Refusal};
use crate::schema::guard::quietly;

/// prost-build.
pub struct Prost {
    /// Bytes fields are `bytes::Bytes`, which share the input instead of copying it.
    pub bytes: bool,
}

const STAGE: &str = "prost-build";

impl Generator for Prost {
    fn codec(&self) -> &'static str {
        if self.bytes { "prost-bytes" } else { "prost" }
    }

    fn generate(&self, job: &Job<'_>) -> Result<Generated, Refusal> {
        let folder = job.proto.parent().unwrap_or(Path::new("."));
        let set = protox::compile([job.proto], [folder])
            .map_err(|error| Refusal::new("protox", error))?;
        let mut config = prost_build::Config::new();
        // Not prost's HashMap: its seeds differ from run to run, and so would the times.
        config
            .out_dir(job.out)
            .btree_map(["."])
            .default_package_filename("flat");
        if self.bytes {
            config.bytes(["."]);
        }
        quietly(|| config.compile_fds(set))
            .map_err(|panic| Refusal::new(STAGE, panic))?
            .map_err(|error| Refusal::new(STAGE, error))?;
        Ok(Generated {
            file: job.out.join("flat.rs"),
            borrows: vec![false; job.flat.messages.len()],
        })
    }

    fn adapter(&self, root: &str) -> String {
        let adapter = if self.bytes { "ProstBytes" } else { "Prost" };
        format!("::wiretax::codec::{adapter}::<{root}>::new()")
    }
}
