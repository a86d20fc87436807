//! A foreign server, for our load generator.

use std::process::Command;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::run::{RunError, Running};

/// What a server says when it is ready, as one JSON object on a line. Ours says the same.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Ready {
    /// `HOST:PORT`.
    pub address: String,
    /// Its process.
    pub pid: u32,
    /// The server's version, where it tells it.
    pub version: Option<String>,
}

/// Why a server is not ready.
#[derive(Debug, Error)]
pub enum ServerError {
    /// It could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It ended.
    #[error("the server ended before it was ready: {0}")]
    Ended(String),
    /// It is another server than was meant.
    #[error("{line:?} is not what a server says when it is ready: {source}")]
    Line {
        /// What it said.
        line: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// A server that is ready. It is killed when this is dropped.
#[derive(Debug)]
pub struct Server {
    ready: Ready,
    // Kept for its end.
    _running: Running,
}

impl Server {
    /// Starts it, and waits at most so long until it is ready.
    pub fn start(command: Command, limit: Duration) -> Result<Self, ServerError> {
        let mut running = Running::start(command, limit)?;
        let Some(line) = running.line()? else {
            let ended = running.end()?;
            return Err(ServerError::Ended(format!(
                "{}{}",
                ended.status, ended.said
            )));
        };
        match serde_json::from_str(&line) {
            Ok(ready) => Ok(Server {
                ready,
                _running: running,
            }),
            Err(source) => Err(ServerError::Line { line, source }),
        }
    }

    /// What it said.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(script: &str) -> Result<Server, ServerError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Server::start(command, Duration::from_secs(60))
    }

    #[test]
    fn a_server_is_ready_when_it_says_so() {
        let said = r#"echo '{"address":"127.0.0.1:1","pid":7,"peer":"x","version":"1.0"}'; exec sleep 600"#;
        let server = start(said).expect("it is ready");
        let ready = Ready {
            address: "127.0.0.1:1".into(),
            pid: 7,
            version: Some("1.0".into()),
        };
        assert_eq!(*server.ready(), ready);
    }

    #[test]
    fn one_that_is_not_ready_says_why() {
        let ended = start("echo no port >&2; exit 4").expect_err("it ended");
        assert!(
            ended
                .to_string()
                .ends_with("exit status: 4, and said: no port"),
            "{ended}"
        );
        let other = start("echo listening").expect_err("no JSON");
        assert!(
            other.to_string().starts_with("\"listening\" is not"),
            "{other}"
        );
    }
}
