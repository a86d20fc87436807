//! Where each peer is. A missing one is told by name, with the remedy.

use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

/// What others wrote and ours is checked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    /// gRPC for Python: a client and a server.
    Grpcio,
    /// gRPC in JavaScript: a client.
    GrpcJs,
    /// A load generator.
    H2load,
    /// A client that knows nothing of a service but what reflection tells.
    Buf,
    /// google-protobuf and protobufjs: the original comparison.
    Encode,
}

impl Peer {
    /// All of them.
    pub const ALL: [Peer; 5] = [
        Peer::Grpcio,
        Peer::GrpcJs,
        Peer::H2load,
        Peer::Buf,
        Peer::Encode,
    ];

    /// Its name in checks and in `--require`.
    pub fn name(self) -> &'static str {
        match self {
            Peer::Grpcio => "grpcio",
            Peer::GrpcJs => "grpc-js",
            Peer::H2load => "h2load",
            Peer::Buf => "buf",
            Peer::Encode => "encode",
        }
    }
}

/// A peer that is not on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{what}: {remedy}")]
pub struct Missing {
    /// Which.
    pub peer: Peer,
    /// What was looked for and where.
    pub what: String,
    /// What to do.
    pub remedy: String,
}

/// Where scripts and what they need are.
#[derive(Debug, Clone)]
pub struct Tools {
    scripts: PathBuf,
    folder: PathBuf,
}

impl Tools {
    /// `scripts` is `rpc/peers` of the repository; `folder` what was given to `rpc/peers/install`, `target/peers` if nothing was.
    pub fn new(scripts: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        Tools {
            scripts: scripts.into(),
            folder: folder.into(),
        }
    }

    /// The grpcio client against the server at `address`, which takes messages of at most `limit` bytes.
    pub fn grpcio_client(&self, address: &str, limit: u64) -> Result<Command, Missing> {
        let mut command = self.python("client.py")?;
        command.arg(address).args(["--limit", &limit.to_string()]);
        Ok(command)
    }

    /// A grpcio server on a free port of the loopback, for [`super::server::Server::start`].
    pub fn grpcio_server(&self) -> Result<Command, Missing> {
        self.python("server.py")
    }

    /// The grpc-js client, as [`Tools::grpcio_client`].
    pub fn grpc_js_client(&self, address: &str, limit: u64) -> Result<Command, Missing> {
        let mut command = self.node(Peer::GrpcJs, "client.mjs", &["@grpc/grpc-js"])?;
        command.arg(address).args(["--limit", &limit.to_string()]);
        Ok(command)
    }

    /// A grpc-js server, as [`Tools::grpcio_server`]: its echo alone.
    pub fn grpc_js_server(&self) -> Result<Command, Missing> {
        self.node(Peer::GrpcJs, "server.mjs", &["@grpc/grpc-js"])
    }

    /// The original comparison over the event whose wire bytes are in `payload`, for [`super::encode::run`].
    pub fn encode(
        &self,
        payload: &Path,
        count: u64,
        rounds: u32,
        start: super::encode::Start,
    ) -> Result<Command, Missing> {
        let packages = [
            "google-protobuf-old",
            "google-protobuf-new",
            "protobufjs-old",
            "protobufjs-new",
        ];
        let mut command = self.node(Peer::Encode, "encode.mjs", &packages)?;
        let code = self.folder.join("node-generated/append_pb.js");
        self.there(Peer::Encode, &code)?;
        command.arg("--payload").arg(payload);
        command.args(["--count", &count.to_string()]);
        command.args(["--rounds", &rounds.to_string()]);
        command.args(["--start", start.name()]);
        Ok(command)
    }

    /// `h2load`, without arguments.
    pub fn h2load(&self) -> Result<Command, Missing> {
        let remedy = "run rpc/peers/install as root, or install nghttp2-client";
        on_path(Peer::H2load, "h2load", remedy).map(Command::new)
    }

    /// `buf`, without arguments.
    pub fn buf(&self) -> Result<Command, Missing> {
        // The program itself: what the package calls `buf` is a script that starts it, and would leave it running when killed.
        let system = match std::env::consts::OS {
            "macos" => "darwin",
            other => other,
        };
        let machine = match (system, std::env::consts::ARCH) {
            (_, "x86_64") => "x64",
            ("darwin", "aarch64") => "arm64",
            (_, other) => other,
        };
        let path = format!("node/node_modules/@bufbuild/buf-{system}-{machine}/bin/buf");
        let path = self.folder.join(path);
        self.there(Peer::Buf, &path)?;
        let mut command = Command::new(path);
        command.env("BUF_CACHE_DIR", self.folder.join("buf-cache"));
        Ok(command)
    }

    fn python(&self, script: &str) -> Result<Command, Missing> {
        let python = self.folder.join("python/bin/python");
        self.there(Peer::Grpcio, &python)?;
        let script = self.scripts.join("python").join(script);
        self.there(Peer::Grpcio, &script)?;
        let mut command = Command::new(python);
        // Nothing is written beside the source.
        command.arg("-B").arg(script);
        Ok(command)
    }

    fn node(&self, peer: Peer, script: &str, packages: &[&str]) -> Result<Command, Missing> {
        let node = on_path(peer, "node", "install Node 18 or newer")?;
        for package in packages {
            let package = self.folder.join("node/node_modules").join(package);
            self.there(peer, &package.join("package.json"))?;
        }
        let script = self.scripts.join("node").join(script);
        self.there(peer, &script)?;
        let mut command = Command::new(node);
        command.arg(script).env("WIRETAX_PEERS", &self.folder);
        Ok(command)
    }

    fn there(&self, peer: Peer, path: &Path) -> Result<(), Missing> {
        if path.is_file() {
            return Ok(());
        }
        let (what, remedy) = if path.starts_with(&self.folder) {
            let install = format!("run rpc/peers/install {}", self.folder.display());
            (format!("{} is not there", path.display()), install)
        } else {
            let remedy = "name the folder rpc/peers of the repository".to_owned();
            (format!("there is no script {}", path.display()), remedy)
        };
        Err(Missing { peer, what, remedy })
    }
}

fn on_path(peer: Peer, program: &str, remedy: &str) -> Result<PathBuf, Missing> {
    which::which(program).map_err(|_| Missing {
        peer,
        what: format!("{program} is not on the path"),
        remedy: remedy.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::encode::Start;

    #[test]
    fn what_is_not_installed_is_missing_by_name_with_a_remedy() {
        let folder = tempfile::tempdir().expect("a folder");
        let tools = Tools::new(concat!(env!("CARGO_MANIFEST_DIR"), "/peers"), folder.path());
        let missing = tools.grpcio_server().expect_err("it is not installed");
        assert_eq!(missing.peer, Peer::Grpcio);
        let said = missing.to_string();
        let install = format!("run rpc/peers/install {}", folder.path().display());
        assert!(
            said.contains("python/bin/python is not there") && said.ends_with(&install),
            "{said}"
        );
        for (peer, found) in [
            (Peer::Buf, tools.buf()),
            (Peer::GrpcJs, tools.grpc_js_client("127.0.0.1:1", 1)),
            (
                Peer::Encode,
                tools.encode(Path::new("event"), 1, 1, Start::Fields),
            ),
        ] {
            assert_eq!(found.expect_err("it is not installed").peer, peer);
        }
    }

    #[test]
    fn a_wrong_folder_of_scripts_is_not_what_install_mends() {
        let folder = tempfile::tempdir().expect("a folder");
        let bin = folder.path().join("installed/python/bin");
        std::fs::create_dir_all(&bin).expect("it can be made");
        std::fs::write(bin.join("python"), "").expect("it can be written");
        let tools = Tools::new(folder.path(), folder.path().join("installed"));
        let said = tools
            .grpcio_server()
            .expect_err("no script is there")
            .to_string();
        assert!(said.starts_with("there is no script"), "{said}");
    }

    #[test]
    fn a_program_that_is_not_on_the_path_is_missing() {
        let said = on_path(Peer::H2load, "wiretax-no-such-program", "install it")
            .expect_err("there is none");
        assert_eq!(
            said.to_string(),
            "wiretax-no-such-program is not on the path: install it"
        );
    }
}
