//! Whether the answer is right, before anything is timed.

use std::time::Duration;

use bytes::Bytes;

use super::Error;
use crate::client::{Answer, Call, CallName, Engine, code_name};

/// Sends the call once over each of `connections`. An echo must come back as it went; another answer must be a message of some bytes.
///
/// Whose answer has come knows the server's settings too: before them, a client sends more streams at once than the server may allow, and
/// has them refused.
///
/// A server that answers with an error can be measured all the same, and every answer is then counted as one: that is said unless `quiet`, not refused.
pub async fn prove<E: Engine>(
    engine: &E,
    call: &Call,
    connections: u32,
    timeout: Duration,
    quiet: bool,
) -> Result<(), Error> {
    for number in 0..connections.max(1) as usize {
        prove_one(engine, call, number, timeout, quiet || number > 0).await?;
    }
    Ok(())
}

async fn prove_one<E: Engine>(
    engine: &E,
    call: &Call,
    number: usize,
    timeout: Duration,
    quiet: bool,
) -> Result<(), Error> {
    let mut slot = engine.slot(number);
    let once = tokio::time::timeout(timeout, engine.once(&mut slot)).await;
    let (answer, message) = once.map_err(|_| Error::Silent(timeout))?;
    if answer.broken {
        return Err(Error::Broken(answer.said));
    }
    if answer.code != tonic::Code::Ok {
        if !quiet {
            eprintln!(
                "wiretax-rpc: the first answer is {}: {}",
                code_name(answer.code),
                answer.said
            );
        }
        return Ok(());
    }
    check(call, &answer, &message).map_err(Error::Unlike)
}

fn check(call: &Call, answer: &Answer, message: &Bytes) -> Result<(), String> {
    match call.name {
        CallName::Echo if *message == call.message => Ok(()),
        CallName::Echo => {
            let (sent, came) = (call.message.len(), message.len());
            let at = call
                .message
                .iter()
                .zip(message)
                .take_while(|(one, other)| one == other)
                .count();
            Err(format!(
                "{sent} bytes went and {came} came, which differ from byte {at} on"
            ))
        }
        _ if answer.bytes > 0 => Ok(()),
        _ => Err("it is an empty message".to_owned()),
    }
}
