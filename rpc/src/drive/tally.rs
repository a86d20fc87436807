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
    /// The end of the run, where time ended it: nothing that came in between may make it look shorter.
    end: Option<Instant>,
    /// Since when every answer has been a broken connection.
    broken_since: Option<Instant>,
    /// `OK`s, which need no search.
    ok: u64,
}

/// A server that has been gone for so long does not come back.
const GONE: Duration = Duration::from_secs(10);

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
        match answer.broken {
            true => self.broken_since = self.broken_since.or(Some(now)),
            false => self.broken_since = None,
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

    /// The run is over; `end` is when it was to end.
    pub fn ended(&mut self, end: Option<Instant>) {
        let now = Instant::now();
        // Where requests are still on their way, the time in which they were not answered counts.
        let waited = (self.unanswered() > 0).then_some(now);
        self.end = end.map(|end| end.min(now)).max(waited);
    }

    /// Whether the server has been gone for so long that it will not come back.
    pub fn is_lost(&self) -> bool {
        self.broken_since
            .is_some_and(|since| since.elapsed() > GONE)
    }

    /// From `began` to the last answer, or to the end where that came later.
    pub fn elapsed(&self, began: Instant) -> Duration {
        let end = self.last.max(self.end);
        end.map_or(Duration::ZERO, |end| end.saturating_duration_since(began))
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
        // What is not answered makes the run no shorter.
        let later = sent + Duration::from_millis(1);
        std::thread::sleep(Duration::from_millis(2));
        tally.ended(Some(later));
        assert!(tally.elapsed(sent) >= Duration::from_millis(2));
        assert!(!tally.is_lost());
    }
}
