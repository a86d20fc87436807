//! What came of requests, as they are answered.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tonic::Code;

use crate::client::{Answer, code_name};
use crate::outcome::Latency;

/// More texts of errors than these are counted together: a server may put a number into each.
const TEXTS: usize = 20;

/// Counts.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// From the intended send time where there is one, or else from the real one.
    pub latency: Latency,
    /// Only those with the code `OK`.
    pub latency_ok: Latency,
    /// From the real send time, where that is another one.
    pub uncorrected: Latency,
    /// From the intended send time to the real one.
    pub lateness: Latency,
    /// Answers by code.
    pub codes: BTreeMap<String, u64>,
    /// Errors by what was said.
    pub errors: BTreeMap<String, u64>,
    /// Bytes of the answers' messages.
    pub received: u64,
    /// Requests that were sent.
    pub sent: u64,
    /// Requests that were due and not sent.
    pub dropped: u64,
    /// When the last answer came.
    pub last: Option<Instant>,
    /// `OK`s, which need no search.
    ok: u64,
}

impl Tally {
    /// Counts an answer to a request that was sent at `sent`.
    pub fn answered(&mut self, intended: Option<Instant>, sent: Instant, answer: &Answer) {
        let now = Instant::now();
        let time = now - intended.unwrap_or(sent);
        self.latency.record(time);
        if let Some(intended) = intended {
            self.uncorrected.record(now - sent);
            self.lateness
                .record(sent.saturating_duration_since(intended));
        }
        self.received += answer.bytes;
        self.last = Some(now);
        if answer.code == Code::Ok {
            self.ok += 1;
            self.latency_ok.record(time);
            return;
        }
        let code = code_name(answer.code);
        let text = format!("rpc error: code = {code} desc = {}", answer.said);
        *self.codes.entry(code).or_default() += 1;
        let known = self.errors.len() < TEXTS || self.errors.contains_key(&text);
        let text = if known { text } else { "(others)".to_owned() };
        *self.errors.entry(text).or_default() += 1;
    }

    /// Requests that were sent and not answered.
    pub fn unanswered(&self) -> u64 {
        self.sent - self.latency.count()
    }

    /// Answers by code, `OK` included.
    pub fn by_code(&self) -> BTreeMap<String, u64> {
        let mut codes = self.codes.clone();
        if self.ok > 0 {
            codes.insert(code_name(Code::Ok), self.ok);
        }
        codes
    }

    /// From `began` to the last answer.
    pub fn elapsed(&self, began: Instant) -> Duration {
        self.last
            .map_or(Duration::ZERO, |last| last.saturating_duration_since(began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_is_not_ok_is_an_error_with_its_text() {
        let mut tally = Tally::default();
        let sent = Instant::now();
        for number in 0..100 {
            tally.sent += 1;
            let said = format!("number {number}");
            tally.answered(None, sent, &Answer::error(Code::Unavailable, said));
        }
        tally.sent += 2;
        tally.answered(None, sent, &Answer::ok(7));
        assert_eq!(
            tally.by_code(),
            BTreeMap::from([("OK".to_owned(), 1), ("Unavailable".to_owned(), 100)])
        );
        assert_eq!(tally.errors.values().sum::<u64>(), 100);
        assert_eq!(tally.errors.len(), TEXTS + 1);
        assert_eq!((tally.unanswered(), tally.received), (1, 7));
        assert_eq!((tally.latency.count(), tally.latency_ok.count()), (101, 1));
        assert_eq!(tally.uncorrected.count(), 0);
    }
}
