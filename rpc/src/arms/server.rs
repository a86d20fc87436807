//! A server as a process of its own, for as long as this lives.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::Arm;
use crate::client::Target;
use crate::server::{Ready, Refusal};

/// Longest message where nothing depends on the limit, in bytes.
pub const AMPLE: u64 = 64 << 20;

/// How long it may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The process cannot be started.
    #[error("cannot start a server: {0}")]
    Start(#[from] std::io::Error),
    /// It said something else than that it is ready.
    #[error("the server `serve {arguments}` did not begin: it said {said:?}")]
    NotReady {
        /// What it was called with.
        arguments: String,
        /// What it said in place of a line of JSON.
        said: String,
    },
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    ready: Ready,
    /// It ends when this closes, even where this process is killed.
    _life: Option<ChildStdin>,
}

impl Server {
    /// Starts one, which takes messages of at most `limit` bytes.
    ///
    /// # Errors
    /// When it does not begin to listen.
    pub fn start(
        arm: Arm,
        threads: u16,
        refusal: Option<Refusal>,
        limit: u64,
    ) -> Result<Self, ServerError> {
        let mut arguments = vec![
            "--codec".to_owned(),
            arm.codec.to_string(),
            "--wrap".to_owned(),
            arm.wrap.to_string(),
            "--threads".to_owned(),
            threads.to_string(),
            format!("--max-message={limit}"),
            "--with-parent".to_owned(),
        ];
        if let Some(refusal) = refusal {
            arguments.extend(["--refuse".to_owned(), refusal.to_string()]);
        }
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .args(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for this process, which then prints what it has.
            .process_group(0)
            .spawn()?;
        let mut said = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut said)?;
        }
        match serde_json::from_str(&said) {
            Ok(ready) => Ok(Server {
                _life: child.stdin.take(),
                child,
                ready,
            }),
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                let arguments = arguments.join(" ");
                Err(ServerError::NotReady { arguments, said })
            }
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.ready.address
    }

    /// The same, as something to load.
    pub fn target(&self) -> Target {
        Target::own(self.ready.address)
    }

    /// The process.
    pub fn pid(&self) -> u32 {
        self.ready.pid
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
