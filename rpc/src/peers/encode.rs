//! The original comparison in JavaScript: runs it and reads its rounds.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::run::{RunError, Running};
use super::table::Timed;

/// Where the clock of one serialization starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Start {
    /// At a message that was filled once.
    Message,
    /// At the fields, as base64 text or bytes: a new message is filled with them.
    Fields,
    /// At the event's bytes: making text of them counts where text is wanted.
    Bytes,
}

impl Start {
    /// As the script spells it.
    pub fn name(self) -> &'static str {
        match self {
            Start::Message => "message",
            Start::Fields => "fields",
            Start::Bytes => "bytes",
        }
    }
}

/// What the comparison ran on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Platform {
    /// Version of Node.
    pub node: String,
    /// Version of its engine.
    pub v8: String,
    /// The processor, where it has a name.
    pub cpu: Option<String>,
    /// How many cores it sees.
    pub cores: u32,
    /// Where the clock started.
    pub start: String,
}

/// That all arms make the same bytes. The script proves it before it times any.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Proof {
    /// Names of the arms.
    pub arms: Vec<String>,
    /// How many bytes each makes.
    pub bytes: u64,
    /// Their digest, in hexadecimal.
    pub sha256: String,
    /// `identical` to the payload, or how they differ from it.
    pub payload: String,
}

/// One arm's time in one round.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Round {
    /// Name of the arm.
    pub arm: String,
    /// From 1.
    pub round: u32,
    /// Serializations.
    pub count: u64,
    /// Of all of them.
    pub milliseconds: f64,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Platform(Platform),
    Proof(Proof),
    Round(Round),
    Failed { reason: String },
}

/// Why there is no comparison.
#[derive(Debug, Error)]
pub enum EncodeError {
    /// The script could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It says so itself.
    #[error("the comparison in JavaScript failed: {0}")]
    Failed(String),
    /// Its lines are not those that it must print.
    #[error(
        "the comparison in JavaScript printed what it may not: {0}; its script and this program are of different versions"
    )]
    Lines(String),
}

/// A comparison that ran to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoded {
    /// What it ran on.
    pub platform: Platform,
    /// That the arms are comparable.
    pub proof: Proof,
    /// All rounds of all arms, in the order in which they ran.
    pub rounds: Vec<Round>,
}

impl Encoded {
    /// Each arm with the times of its rounds, in the proof's order.
    pub fn arms(&self) -> Vec<Timed> {
        let arm = |name: &String| {
            let rounds = self.rounds.iter().filter(|round| round.arm == *name);
            Timed {
                name: name.clone(),
                count: rounds.clone().next().map_or(0, |round| round.count),
                milliseconds: rounds.map(|round| round.milliseconds).collect(),
            }
        };
        self.proof.arms.iter().map(arm).collect()
    }
}

/// Runs what [`super::tools::Tools::encode`] gives, within `limit`; `payload` is the length of the event in bytes, which every arm must make.
/// Each round is told to `each` as it comes.
pub fn run(
    command: Command,
    payload: u64,
    limit: Duration,
    mut each: impl FnMut(&Round),
) -> Result<Encoded, EncodeError> {
    let mut running = Running::start(command, limit)?;
    let (mut platform, mut proof, mut rounds) = (None, None, Vec::new());
    while let Some(text) = running.line()? {
        match serde_json::from_str(&text) {
            Ok(Line::Platform(line)) => platform = Some(line),
            Ok(Line::Proof(line)) => proof = Some(line),
            Ok(Line::Round(line)) => {
                each(&line);
                rounds.push(line);
            }
            Ok(Line::Failed { reason }) => return Err(EncodeError::Failed(reason)),
            Err(error) => return Err(EncodeError::Lines(format!("{error} in {text:?}"))),
        }
        if proof.is_none() && !rounds.is_empty() {
            return Err(EncodeError::Lines("a time before the proof".into()));
        }
    }
    let ended = running.end()?;
    if !ended.status.success() {
        let how = format!("it ended with {}{}", ended.status, ended.said);
        return Err(EncodeError::Failed(how));
    }
    let (Some(platform), Some(proof)) = (platform, proof) else {
        let how = format!("it proved nothing{}", ended.said);
        return Err(EncodeError::Failed(how));
    };
    let encoded = Encoded {
        platform,
        proof,
        rounds,
    };
    complete(&encoded, payload)?;
    Ok(encoded)
}

/// Every arm of the proof ran in every round, as many times, and made the payload's bytes.
fn complete(encoded: &Encoded, payload: u64) -> Result<(), EncodeError> {
    let Encoded { proof, rounds, .. } = encoded;
    if proof.bytes != payload {
        let how = format!("{} bytes for an event of {payload}", proof.bytes);
        return Err(EncodeError::Lines(how));
    }
    let mut times: BTreeMap<(&str, u32), u64> = BTreeMap::new();
    for round in rounds {
        if !(round.milliseconds.is_finite() && round.milliseconds > 0.0) || round.count == 0 {
            let how = format!("{} in {} ms", round.count, round.milliseconds);
            return Err(EncodeError::Lines(how));
        }
        times.insert((&round.arm, round.round), round.count);
    }
    let last = rounds.iter().map(|round| round.round).max().unwrap_or(0);
    let count = rounds.first().map_or(0, |round| round.count);
    for arm in &proof.arms {
        for round in 1..=last.max(1) {
            if times.get(&(arm.as_str(), round)) != Some(&count) {
                let how = format!("no time of {arm} in round {round} for {count} serializations");
                return Err(EncodeError::Lines(how));
            }
        }
    }
    let all = proof.arms.len() * last as usize;
    if times.len() != all || rounds.len() != all {
        let how = format!("{} times instead of {all}", rounds.len());
        return Err(EncodeError::Lines(how));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLATFORM: &str = r#"{"kind":"platform","node":"v20.20.2","v8":"11.3.244.8-node.38","cpu":"AMD EPYC","cores":2,"start":"fields"}"#;
    const PROOF: &str = r#"{"kind":"proof","arms":["google-protobuf 3.15.8, base64","protobufjs 8.8.1, no base64"],"bytes":3135,"sha256":"7a1f","payload":"identical"}"#;
    const SLOW: [&str; 2] = [
        r#"{"kind":"round","arm":"google-protobuf 3.15.8, base64","library":"google-protobuf","holds":"base64","round":1,"count":5000,"milliseconds":522.957074}"#,
        r#"{"kind":"round","arm":"google-protobuf 3.15.8, base64","library":"google-protobuf","holds":"base64","round":2,"count":5000,"milliseconds":490.457743}"#,
    ];
    const FAST: [&str; 2] = [
        r#"{"kind":"round","arm":"protobufjs 8.8.1, no base64","library":"protobufjs","holds":"bytes","round":1,"count":5000,"milliseconds":105.060322}"#,
        r#"{"kind":"round","arm":"protobufjs 8.8.1, no base64","library":"protobufjs","holds":"bytes","round":2,"count":5000,"milliseconds":33.170429}"#,
    ];

    fn read(lines: &[&str], end: &str) -> Result<Encoded, EncodeError> {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("printf '%s\\n' \"$@\"; {end}"), "sh"]);
        command.args(lines);
        run(command, 3135, Duration::from_secs(60), |_| ())
    }

    fn refused(lines: &[&str], end: &str) -> String {
        read(lines, end).expect_err("it is refused").to_string()
    }

    #[test]
    fn rounds_are_kept_by_arm() {
        let lines = [PLATFORM, PROOF, SLOW[0], FAST[0], FAST[1], SLOW[1]];
        let arms = read(&lines, "exit 0").expect("it is complete").arms();
        let names: Vec<_> = arms.iter().map(|arm| arm.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "google-protobuf 3.15.8, base64",
                "protobufjs 8.8.1, no base64"
            ]
        );
        assert_eq!(arms[0].milliseconds, [522.957074, 490.457743]);
        assert_eq!((arms[1].count, arms[1].milliseconds[1]), (5000, 33.170429));
    }

    #[test]
    fn what_is_not_proved_or_not_complete_is_refused() {
        let unproved = refused(&[PLATFORM, SLOW[0], PROOF, FAST[0]], "exit 0");
        assert!(unproved.contains("a time before the proof"), "{unproved}");
        let nothing = refused(&[PLATFORM], "exit 0");
        assert!(nothing.contains("it proved nothing"), "{nothing}");
        let untimed = refused(&[PLATFORM, PROOF], "exit 0");
        assert!(untimed.contains("no time of google-protobuf"), "{untimed}");
        let half = refused(&[PLATFORM, PROOF, SLOW[0], FAST[0], SLOW[1]], "exit 0");
        assert!(
            half.contains("no time of protobufjs 8.8.1, no base64 in round 2"),
            "{half}"
        );
        let twice = refused(&[PLATFORM, PROOF, SLOW[0], FAST[0], FAST[0]], "exit 0");
        assert!(twice.contains("3 times instead of 2"), "{twice}");
        let fewer = FAST[0].replace("5000", "500");
        let fewer = refused(&[PLATFORM, PROOF, SLOW[0], &fewer], "exit 0");
        assert!(fewer.contains("for 5000 serializations"), "{fewer}");
        let other = PROOF.replace("3135", "3134");
        let other = refused(&[PLATFORM, &other, SLOW[0], FAST[0]], "exit 0");
        assert!(other.contains("3134 bytes for an event of 3135"), "{other}");
    }

    #[test]
    fn what_the_script_says_of_itself_comes_through() {
        let failed = r#"{"kind":"failed","reason":"protobufjs makes 7 bytes"}"#;
        let said = refused(&[PLATFORM, failed], "exit 1");
        assert!(said.ends_with("failed: protobufjs makes 7 bytes"), "{said}");
        let died = refused(
            &[PLATFORM, PROOF, SLOW[0], FAST[0]],
            "echo lost >&2; exit 7",
        );
        assert!(died.contains("exit status: 7, and said: lost"), "{died}");
        let other = refused(&["Segmentation fault"], "exit 0");
        assert!(other.contains("Segmentation fault"), "{other}");
    }
}
