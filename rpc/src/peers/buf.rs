//! `buf curl`: a client that knows of our services only what reflection tells it.

use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;

use super::check::Check;
use super::run::{self, Ended, RunError};
use super::tools::{Missing, Peer, Tools};

/// Services that the server must list.
const SERVICES: [&str; 5] = [
    "wiretax.rpc.Echo",
    "wiretax.rpc.Append",
    "wiretax.rpc.Store",
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
];

/// Why a check with `buf` failed.
#[derive(Debug, Error)]
pub enum BufError {
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It is not there any more.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// It ended badly.
    #[error("buf ended with {0}")]
    Ended(String),
    /// What it printed is not JSON.
    #[error("buf printed {text:?}, which is no JSON: {source}")]
    Json {
        /// What it printed.
        text: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// Another answer.
    #[error("the answer is {found} instead of {expected}")]
    Answer {
        /// What came.
        found: Value,
        /// What must come.
        expected: Value,
    },
    /// Services that are not listed.
    #[error("{missing:?} are missing from {found:?}")]
    Services {
        /// Those that must be there.
        missing: Vec<&'static str>,
        /// Those that are.
        found: Vec<String>,
    },
    /// A call that must fail.
    #[error("a method that there is not was called: {0}")]
    Called(String),
}

/// All checks with `buf` against the server at `address`, each within `limit`.
pub fn checks(tools: &Tools, address: &str, limit: Duration) -> Vec<Check> {
    if let Err(missing) = tools.buf() {
        return vec![Check::skipped(&missing, "all")];
    }
    let buf = Buf {
        tools,
        address,
        limit,
    };
    let version = match buf.run(&["--version"], "") {
        Ok((text, _)) => Some(text.trim().to_owned()),
        Err(_) => None,
    };
    let check = |name: &str, result| Check::of(Peer::Buf.name(), version.as_deref(), name, result);
    vec![
        check("reflection lists the services", buf.lists()),
        check("echo through reflection", buf.echo()),
        check("hello through reflection", buf.hello()),
        check("unknown method", buf.unknown()),
    ]
}

struct Buf<'a> {
    tools: &'a Tools,
    address: &'a str,
    limit: Duration,
}

type Seen = Result<Option<String>, BufError>;

impl Buf<'_> {
    fn run(&self, arguments: &[&str], path: &str) -> Result<(String, Ended), BufError> {
        let mut command: Command = self.tools.buf()?;
        command.args(arguments);
        if arguments[0] == "curl" {
            command.args(["--protocol", "grpc", "--http2-prior-knowledge"]);
            command.arg(format!("http://{}{path}", self.address));
        }
        Ok(run::output(command, self.limit)?)
    }

    fn call(&self, path: &str, message: &Value) -> Result<Value, BufError> {
        let message = message.to_string();
        let (text, ended) = self.run(&["curl", "--data", &message], path)?;
        well(&ended)?;
        answer(&text)
    }

    fn lists(&self) -> Seen {
        let (text, ended) = self.run(&["curl", "--list-services"], "")?;
        well(&ended)?;
        listed(&text)
    }

    fn echo(&self) -> Seen {
        let note = json!({"subject": "naïve 🦀", "body": "AAECA/8="});
        same(self.call("/wiretax.rpc.Echo/Echo", &note)?, note)
    }

    fn hello(&self) -> Seen {
        let note = json!({"body": "AAECA/8="});
        let answer = self.call("/wiretax.rpc.Echo/Hello", &note)?;
        same(answer, json!({"subject": "hello"}))
    }

    /// That the schema came from the server: it knows which methods there are.
    fn unknown(&self) -> Seen {
        let (text, ended) = self.run(&["curl", "--data", "{}"], "/wiretax.rpc.Echo/Nothing")?;
        refused(&text, &ended)
    }
}

fn well(ended: &Ended) -> Result<(), BufError> {
    if ended.status.success() {
        return Ok(());
    }
    Err(BufError::Ended(format!("{}{}", ended.status, ended.said)))
}

fn answer(text: &str) -> Result<Value, BufError> {
    serde_json::from_str(text).map_err(|source| BufError::Json {
        text: text.to_owned(),
        source,
    })
}

fn same(found: Value, expected: Value) -> Seen {
    if found == expected {
        return Ok(None);
    }
    Err(BufError::Answer { found, expected })
}

fn listed(text: &str) -> Seen {
    let found: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
    let missing: Vec<_> = SERVICES
        .into_iter()
        .filter(|name| !found.iter().any(|it| it == name))
        .collect();
    if !missing.is_empty() {
        return Err(BufError::Services { missing, found });
    }
    Ok(Some(found.join(", ")))
}

fn refused(text: &str, ended: &Ended) -> Seen {
    if ended.status.success() {
        return Err(BufError::Called(text.to_owned()));
    }
    if !ended.said.0.contains("no such method") {
        return well(ended).map(|()| None);
    }
    Ok(Some(ended.said.0.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::run::Said;

    const LISTED: &str = "grpc.health.v1.Health\ngrpc.reflection.v1.ServerReflection\nwiretax.rpc.Append\nwiretax.rpc.Echo\nwiretax.rpc.Store\n";

    fn ended(code: i32, said: &str) -> Ended {
        let status = Command::new("sh")
            .args(["-c", &format!("exit {code}")])
            .status()
            .expect("it runs");
        Ended {
            status,
            said: Said(said.into()),
        }
    }

    #[test]
    fn all_services_must_be_listed() {
        listed(LISTED).expect("all are there");
        let said = listed(&LISTED.replace("wiretax.rpc.Echo", "wiretax.rpc.Echoes"))
            .expect_err("one is missing")
            .to_string();
        assert!(
            said.starts_with("[\"wiretax.rpc.Echo\"] are missing"),
            "{said}"
        );
        assert!(listed("").is_err());
    }

    #[test]
    fn answers_are_compared_as_json() {
        let text = "{\n  \"subject\": \"naïve\",\n  \"body\": \"AAEC\"\n}\n";
        let found = answer(text).expect("it is JSON");
        same(found.clone(), json!({"body": "AAEC", "subject": "naïve"})).expect("it is the same");
        let said = same(found, json!({"body": "AAEC"})).expect_err("it is not");
        assert!(
            said.to_string().ends_with("instead of {\"body\":\"AAEC\"}"),
            "{said}"
        );
        assert!(matches!(answer(""), Err(BufError::Json { .. })));
        let failed = ended(40, "{\"code\": \"not_found\"}");
        let said = well(&failed).expect_err("it failed").to_string();
        assert!(
            said.contains("exit status: 40, and said: {\"code\""),
            "{said}"
        );
    }

    #[test]
    fn only_a_schema_from_the_server_refuses_a_method() {
        let known = "Failure: URL indicates method name \"Nothing\", but service \"wiretax.rpc.Echo\" contains no such method";
        refused("", &ended(1, known)).expect("it is refused as it must be");
        assert!(refused("{}", &ended(0, "")).is_err());
        let down = refused("", &ended(1, "Failure: connection refused"));
        assert!(matches!(down, Err(BufError::Ended(_))));
    }
}
