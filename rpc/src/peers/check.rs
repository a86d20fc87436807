//! What became of a check, and what all of them mean for the exit code.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::tools::Missing;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// What came is what must come.
    Passed,
    /// It is not, or nothing came.
    Failed,
    /// It was not run, because a tool is missing.
    Skipped,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Skipped => "skipped",
        })
    }
}

/// One check of one peer. As JSON it is what the scripts print, one on a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Name of the peer: `grpcio`, `grpc-js`, `h2load`, `buf`, `encode`, `load`.
    pub peer: String,
    /// The peer's version, where it says one.
    pub version: Option<String>,
    /// What was checked.
    pub check: String,
    /// How it ended.
    pub outcome: Outcome,
    /// What was seen; of a failure what was expected too, of a skip the remedy.
    pub detail: Option<String>,
}

impl Check {
    /// One that was run; an error is a failure.
    pub fn of<E: fmt::Display>(
        peer: &str,
        version: Option<&str>,
        check: &str,
        result: Result<Option<String>, E>,
    ) -> Self {
        let (outcome, detail) = match result {
            Ok(detail) => (Outcome::Passed, detail),
            Err(error) => (Outcome::Failed, Some(error.to_string())),
        };
        Check {
            peer: peer.to_owned(),
            version: version.map(str::to_owned),
            check: check.to_owned(),
            outcome,
            detail,
        }
    }

    /// One that cannot be run.
    pub fn skipped(missing: &Missing, check: &str) -> Self {
        Check {
            peer: missing.peer.name().to_owned(),
            version: None,
            check: check.to_owned(),
            outcome: Outcome::Skipped,
            detail: Some(missing.to_string()),
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<7} {}", self.outcome, self.peer)?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        write!(f, ": {}", self.check)?;
        match &self.detail {
            Some(detail) => write!(f, " ({detail})"),
            None => Ok(()),
        }
    }
}

/// Why a run of checks is a failure; empty when it is none. A failed check always is one; a skipped one is when its peer is among
/// `required`, and so is a required peer that passed nothing.
pub fn failures(checks: &[Check], required: &[String]) -> Vec<String> {
    let mut reasons = Vec::new();
    for check in checks {
        match check.outcome {
            Outcome::Failed => reasons.push(check.to_string()),
            Outcome::Skipped if required.contains(&check.peer) => {
                reasons.push(format!("{check}, and {} is required", check.peer));
            }
            Outcome::Passed | Outcome::Skipped => {}
        }
    }
    for name in required {
        if !checks.iter().any(|check| check.peer == *name) {
            reasons.push(format!(
                "{name} is required, and nothing was checked with it"
            ));
        }
    }
    reasons
}

/// `25 passed, 0 failed, 3 skipped`.
pub fn count(checks: &[Check]) -> String {
    let of = |outcome| {
        checks
            .iter()
            .filter(|check| check.outcome == outcome)
            .count()
    };
    format!(
        "{} passed, {} failed, {} skipped",
        of(Outcome::Passed),
        of(Outcome::Failed),
        of(Outcome::Skipped)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::tools::Peer;

    fn passed() -> Check {
        Check::of::<&str>("grpcio", Some("1.85.1"), "echo 1 MiB", Ok(None))
    }

    fn skipped() -> Check {
        Check::skipped(
            &Missing {
                peer: Peer::H2load,
                what: "h2load is not on the path".into(),
                remedy: "install it".into(),
            },
            "rate",
        )
    }

    #[test]
    fn a_failed_check_is_a_failure_and_a_skipped_one_only_where_it_is_required() {
        let failed = Check::of("buf", None, "curl", Err("no answer"));
        assert_eq!(failures(&[passed(), skipped()], &[]), [""; 0]);
        assert_eq!(failures(&[passed()], &["grpcio".into()]), [""; 0]);
        assert_eq!(
            failures(&[passed(), failed, skipped()], &[]),
            ["failed  buf: curl (no answer)"]
        );
        assert_eq!(
            failures(&[passed(), skipped()], &["h2load".into()]),
            [
                "skipped h2load: rate (h2load is not on the path: install it), and h2load is required"
            ]
        );
    }

    #[test]
    fn a_required_peer_that_never_came_is_a_failure() {
        assert_eq!(
            failures(&[passed()], &["buff".into()]),
            ["buff is required, and nothing was checked with it"]
        );
    }

    #[test]
    fn a_line_of_a_script_is_a_check() {
        let line = r#"{"peer": "grpcio", "version": "1.85.1", "check": "echo 1 MiB", "outcome": "passed", "detail": null}"#;
        assert_eq!(
            serde_json::from_str::<Check>(line).expect("it reads"),
            passed()
        );
        let unknown = line.replace("passed", "fine");
        assert!(serde_json::from_str::<Check>(&unknown).is_err());
        assert_eq!(passed().to_string(), "passed  grpcio 1.85.1: echo 1 MiB");
        assert_eq!(
            count(&[passed(), skipped(), passed()]),
            "2 passed, 0 failed, 1 skipped"
        );
    }
}
