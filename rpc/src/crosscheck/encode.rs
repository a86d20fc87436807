//! The original comparison in JavaScript, and the same in Rust: one event, serialized over and over, from base64 text and from bytes.

use std::io::Write;
use std::time::{Duration, Instant};

use bytes::Bytes;
use wiretax::wrap::{EngineName, Wrap};

use super::Crosscheck;
use crate::arms::turns;
use crate::codec::{Arm as _, CodecName, Family, with_family};
use crate::out::say;
use crate::payload;
use crate::peers::check::Check;
use crate::peers::encode::run;
use crate::peers::table::{Timed, table};
use crate::peers::tools::Peer;

/// The slowest arm takes some 15 s for 100,000 events here; a busy machine takes longer.
const LIMIT: Duration = Duration::from_secs(1_800);

/// Runs it, and prints the table of both.
pub fn beside(crosscheck: &Crosscheck) -> Vec<Check> {
    let found = compared(crosscheck);
    match found {
        Ok(checks) => checks,
        Err(error) => vec![Check::of(
            Peer::Encode.name(),
            None,
            "the comparison in JavaScript",
            Err(error),
        )],
    }
}

fn compared(crosscheck: &Crosscheck) -> Result<Vec<Check>, String> {
    let event = payload::proposed();
    let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    file.write_all(event).map_err(|error| error.to_string())?;
    let (count, rounds) = (crosscheck.count, crosscheck.encode_rounds);
    let command = match crosscheck
        .tools
        .encode(file.path(), count, rounds, crosscheck.start)
    {
        Ok(command) => command,
        Err(missing) => {
            return Ok(vec![Check::skipped(
                &missing,
                "the comparison in JavaScript",
            )]);
        }
    };
    let encoded = run(command, event.len() as u64, LIMIT, |round| {
        say!(
            "# round {} of {rounds}: {}: {:.0} ms",
            round.round,
            round.arm,
            round.milliseconds
        );
    })
    .map_err(|error| error.to_string())?;
    let mut arms = encoded.arms();
    arms.extend(ours(event, count, rounds)?);
    say!("\n{}", table(&arms));
    let platform = &encoded.platform;
    let said = format!(
        "Node {}, every arm makes the same {} bytes",
        platform.node, encoded.proof.bytes
    );
    let name = Peer::Encode.name();
    Ok(vec![Check::of::<String>(
        name,
        None,
        "the comparison in JavaScript",
        Ok(Some(said)),
    )])
}

/// The arms in Rust, in turns.
fn ours(event: &[u8], count: u64, rounds: u32) -> Result<Vec<Timed>, String> {
    let codecs = [
        CodecName::Prost,
        CodecName::Protobuf,
        CodecName::QuickProtobuf,
    ];
    let field = Wrap::Field(EngineName::Base64);
    let arms = codecs
        .into_iter()
        .flat_map(|codec| [(codec, field, "base64"), (codec, Wrap::Raw, "no base64")]);
    let arms: Vec<_> = arms.collect();
    let mut timed: Vec<Timed> = arms
        .iter()
        .map(|(codec, _, how)| Timed {
            name: format!("Rust {codec}, {how}"),
            count,
            milliseconds: Vec::new(),
        })
        .collect();
    for round in 0..rounds as usize {
        for at in turns(arms.len(), round) {
            let (codec, wrap, _) = arms[at];
            let time = with_family!(codec, F => serialized::<F>(wrap, event, count))?;
            timed[at].milliseconds.push(time.as_secs_f64() * 1e3);
        }
    }
    Ok(timed)
}

fn serialized<F: Family>(wrap: Wrap, event: &[u8], count: u64) -> Result<Duration, String> {
    let arm = F::proposed(wrap);
    let said = |fault: crate::codec::Fault| fault.to_string();
    let mut message = arm.read(Bytes::copy_from_slice(event)).map_err(said)?;
    let mut out = Vec::new();
    // The first one is held against the event: a map may be written in another order, which is as long.
    arm.write_again(&mut message, &mut out).map_err(said)?;
    if out.len() != event.len() {
        return Err(format!(
            "{} bytes for an event of {}",
            out.len(),
            event.len()
        ));
    }
    let began = Instant::now();
    for _ in 0..count {
        // A serializer gives a buffer of its own each time, as those in JavaScript do.
        let mut out = Vec::new();
        arm.write_again(&mut message, &mut out).map_err(said)?;
        std::hint::black_box(&out);
    }
    Ok(began.elapsed())
}
