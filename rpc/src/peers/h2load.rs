//! `h2load`: a load generator of HTTP/2 that knows nothing of gRPC.
//!
//! It counts an answer as a success by its HTTP status, which is 200 for a failed call too: the error is in the trailers, which it does not
//! read. A failed call has no message, though, so the bytes of data tell: [`Found::judge`] wants exactly those of all answers.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use thiserror::Error;

use super::run::{self, RunError};

/// What is asked of it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// `HOST:PORT`.
    pub address: &'a str,
    /// `wiretax.rpc.Echo/Echo`.
    pub call: &'a str,
    /// A file that holds the request as it travels: [`frame`] makes it.
    pub frame: &'a Path,
    /// Requests in all.
    pub requests: u64,
    /// Connections.
    pub connections: u32,
    /// Streams at once on each connection.
    pub streams: u32,
}

/// What it found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// From its start to its last answer.
    pub elapsed: Duration,
    /// Requests a second.
    pub rate: f64,
    /// Requests that were to be sent.
    pub total: u64,
    /// Answers with a whole body and a status of 2xx or 3xx.
    pub succeeded: u64,
    /// Those without, or with another status.
    pub failed: u64,
    /// Of them those whose stream or connection broke.
    pub errored: u64,
    /// Those that came too late.
    pub timeout: u64,
    /// Answers by HTTP status: 2xx, 3xx, 4xx, 5xx.
    pub statuses: [u64; 4],
    /// Bytes of the answers' bodies: for gRPC five of each message and the message.
    pub data: u64,
    /// Mean time of a request.
    pub mean: Duration,
}

/// Why there is no result of `h2load`, or none that counts.
#[derive(Debug, Error)]
pub enum H2loadError {
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It ended badly.
    #[error("h2load ended with {0}")]
    Ended(String),
    /// Its report has no such line.
    #[error(
        "h2load's report cannot be read: {line:?} is missing or in another form; this reads the report of nghttp2 1.40 to 1.6x"
    )]
    Report {
        /// How the line starts.
        line: &'static str,
    },
    /// Requests failed.
    #[error(
        "of {total} requests {failed} failed ({errored} broke, {timeout} were too late), and {other} answers have another status than 2xx"
    )]
    Failed {
        /// Requests.
        total: u64,
        /// Failed.
        failed: u64,
        /// Broken.
        errored: u64,
        /// Late.
        timeout: u64,
        /// Answers of another status.
        other: u64,
    },
    /// Calls failed although their HTTP status is 200.
    #[error(
        "{data} bytes of data came instead of {expected}: calls failed although h2load counts them as successes, or they were answered with other messages"
    )]
    Data {
        /// What came.
        data: u64,
        /// What `requests` good answers are.
        expected: u64,
    },
}

/// A message as it travels in gRPC: not compressed, its length, itself.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    [&[0], &length.to_be_bytes()[..], message].concat()
}

/// Runs what [`super::tools::Tools::h2load`] gives, within `limit`, on one thread.
pub fn run(mut command: Command, asked: Asked, limit: Duration) -> Result<Found, H2loadError> {
    command.args(["-n", &asked.requests.to_string()]);
    command.args(["-c", &asked.connections.to_string()]);
    command.args(["-m", &asked.streams.to_string()]);
    command.args(["-t", "1", "-d"]).arg(asked.frame);
    command.args(["-H", "content-type: application/grpc", "-H", "te: trailers"]);
    command.arg(format!("http://{}/{}", asked.address, asked.call));
    let (report, ended) = run::output(command, limit)?;
    if !ended.status.success() {
        let how = format!("{}{}", ended.status, ended.said);
        return Err(H2loadError::Ended(how));
    }
    parse(&report)
}

impl Found {
    /// Whether each of so many requests was answered with a message of so many bytes.
    pub fn judge(&self, requests: u64, answer: u64) -> Result<(), H2loadError> {
        let [ok, other @ ..] = self.statuses;
        if self.succeeded != requests || ok != requests || self.failed > 0 {
            return Err(H2loadError::Failed {
                total: requests,
                failed: self.failed,
                errored: self.errored,
                timeout: self.timeout,
                other: other.iter().sum(),
            });
        }
        let expected = requests.saturating_mul(answer.saturating_add(5));
        if self.data != expected {
            let data = self.data;
            return Err(H2loadError::Data { data, expected });
        }
        Ok(())
    }
}

/// Reads its report.
pub fn parse(report: &str) -> Result<Found, H2loadError> {
    let finished = line(report, "finished in ")?;
    let requests = line(report, "requests: ")?;
    let statuses = line(report, "status codes: ")?;
    let traffic = line(report, "traffic: ")?;
    let request = line(report, "time for request: ")?;
    let read = || {
        let (elapsed, rest) = finished.split_once(", ")?;
        let (rate, _) = rest.split_once(" req/s")?;
        let data = traffic.split_once("headers")?.1;
        let data = data.strip_suffix(") data")?.rsplit_once('(')?.1;
        Some((duration(elapsed)?, rate.parse().ok()?, data.parse().ok()?))
    };
    let (elapsed, rate, data) = read().ok_or(H2loadError::Report {
        line: "finished in | traffic:",
    })?;
    let count = |name| counted(requests, name).ok_or(H2loadError::Report { line: "requests:" });
    let status = |name| {
        counted(statuses, name).ok_or(H2loadError::Report {
            line: "status codes:",
        })
    };
    // min, max, mean, sd, share within one sd.
    let mean = request.split_whitespace().nth(2).and_then(duration);
    Ok(Found {
        elapsed,
        rate,
        total: count("total")?,
        succeeded: count("succeeded")?,
        failed: count("failed")?,
        errored: count("errored")?,
        timeout: count("timeout")?,
        statuses: [
            status("2xx")?,
            status("3xx")?,
            status("4xx")?,
            status("5xx")?,
        ],
        data,
        mean: mean.ok_or(H2loadError::Report {
            line: "time for request:",
        })?,
    })
}

/// The rest of the line that starts so.
fn line<'a>(report: &'a str, start: &'static str) -> Result<&'a str, H2loadError> {
    let mut rests = report.lines().filter_map(|line| line.strip_prefix(start));
    rests
        .next()
        .map(str::trim)
        .ok_or(H2loadError::Report { line: start })
}

/// `20` of `20 total, 0 started`, by name.
fn counted(list: &str, name: &str) -> Option<u64> {
    let mut parts = list.split(", ").filter_map(|part| part.split_once(' '));
    parts.find(|(_, it)| *it == name)?.0.parse().ok()
}

/// `111.85ms`.
fn duration(text: &str) -> Option<Duration> {
    let at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(at);
    let scale = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale).ok()
}

#[cfg(test)]
#[path = "h2load_tests.rs"]
mod tests;
