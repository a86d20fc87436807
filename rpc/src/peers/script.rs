//! A script that prints one check on a line.

use std::process::Command;
use std::time::Duration;

use super::check::{Check, Outcome};
use super::run::{RunError, Running};
use super::tools::{Missing, Peer};

/// Runs a script of checks, as [`super::tools::Tools`] gives it, and tells each check to `each` as it comes. What the script does wrong itself is
/// a failed check too: a line that is none, an end that does not fit its checks, no end within `limit`.
pub fn checks(
    peer: Peer,
    script: Result<Command, Missing>,
    limit: Duration,
    mut each: impl FnMut(&Check),
) -> Vec<Check> {
    let mut found = Vec::new();
    let mut tell = |check: Check| {
        each(&check);
        found.push(check);
    };
    match script {
        Err(missing) => tell(Check::skipped(&missing, "all")),
        Ok(command) => {
            if let Err(problem) = read(peer, command, limit, &mut tell) {
                tell(Check::of(
                    peer.name(),
                    None,
                    "the script itself",
                    Err(problem),
                ));
            }
        }
    }
    found
}

fn read(
    peer: Peer,
    command: Command,
    limit: Duration,
    tell: &mut impl FnMut(Check),
) -> Result<(), String> {
    let said = |error: RunError| error.to_string();
    let mut running = Running::start(command, limit).map_err(said)?;
    let (mut passed, mut failed) = (0, 0);
    while let Some(line) = running.line().map_err(said)? {
        let check: Check = serde_json::from_str(&line)
            .map_err(|error| format!("a line is no check: {error} in {line:?}"))?;
        if check.peer != peer.name() {
            return Err(format!("it calls itself {:?}", check.peer));
        }
        match check.outcome {
            Outcome::Passed => passed += 1,
            Outcome::Failed => failed += 1,
            Outcome::Skipped => {}
        }
        tell(check);
    }
    let ended = running.end().map_err(said)?;
    match ended.status.code() {
        Some(0) if failed > 0 => Err("it ended well although a check failed".into()),
        Some(0) if passed == 0 => Err(format!("it checked nothing{}", ended.said)),
        Some(0) => Ok(()),
        Some(1) if failed > 0 => Ok(()),
        _ => Err(format!("it ended with {}{}", ended.status, ended.said)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::check::failures;

    fn run(script: &str) -> Vec<String> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let mut seen = Vec::new();
        let found = checks(Peer::Buf, Ok(command), Duration::from_secs(60), |check| {
            seen.push(check.clone());
        });
        assert_eq!(found, seen);
        failures(&found, &[])
    }

    fn line(outcome: &str) -> String {
        format!(
            "echo '{{\"peer\":\"buf\",\"version\":null,\"check\":\"one\",\"outcome\":\"{outcome}\",\"detail\":null}}'"
        )
    }

    #[test]
    fn a_script_passes_by_its_checks_and_its_end() {
        assert_eq!(run(&line("passed")), [""; 0]);
        let failed = run(&format!("{}; exit 1", line("failed")));
        assert_eq!(failed, ["failed  buf: one"]);
    }

    #[test]
    fn an_end_that_does_not_fit_the_checks_is_a_failure() {
        let own = |said: &str| format!("failed  buf: the script itself ({said})");
        assert_eq!(
            run("true"),
            [own("it checked nothing, and said nothing of it")]
        );
        let died = run(&format!("{}; echo lost >&2; exit 1", line("passed")));
        assert_eq!(died, [own("it ended with exit status: 1, and said: lost")]);
        assert_eq!(
            run(&line("failed"))[1],
            own("it ended well although a check failed")
        );
        let killed = run(&format!("{}; kill -9 $$", line("failed")));
        assert!(killed[1].contains("signal: 9"), "{killed:?}");
    }

    #[test]
    fn what_is_no_check_is_a_failure() {
        let said = run(&format!("{}; echo all fine", line("passed")));
        assert!(
            said.len() == 1 && said[0].contains("a line is no check"),
            "{said:?}"
        );
        let other = run(&line("passed").replace("buf", "grpcio"));
        assert!(other[0].contains("calls itself"), "{other:?}");
    }

    #[test]
    fn a_missing_peer_is_skipped() {
        let missing = Missing {
            peer: Peer::Buf,
            what: "there is none".into(),
            remedy: "install it".into(),
        };
        let found = checks(Peer::Buf, Err(missing), Duration::from_secs(1), |_| ());
        assert_eq!(
            found[0].to_string(),
            "skipped buf: all (there is none: install it)"
        );
        assert_eq!(found[0].outcome, Outcome::Skipped);
    }
}
