//! When requests are due: a thread that sleeps until the next one, since a runtime's timers have a grain of a millisecond.

use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::Until;

/// The times at which requests are due, each sent when it has come. Ends with the run, and when nobody listens any more.
///
/// `rate`: requests a second. The k-th is due at `began + k / rate`, however late those before it were.
pub fn due(began: Instant, rate: f64, until: Until) -> UnboundedReceiver<Instant> {
    let (send, receive) = unbounded_channel();
    thread::spawn(move || {
        for number in 0_u64.. {
            let after = Duration::from_secs_f64(number as f64 / rate);
            let over = match until {
                Until::Count(count) => number >= count,
                Until::Time(time) => after >= time,
            };
            if over {
                return;
            }
            let due = began + after;
            let wait = due.saturating_duration_since(Instant::now());
            if !wait.is_zero() {
                thread::sleep(wait);
            }
            if send.send(due).is_err() {
                return;
            }
        }
    });
    receive
}

/// How many are due in so much time after the beginning.
pub fn due_by(elapsed: Duration, rate: f64, until: Until) -> u64 {
    // Of `k / rate < time` there are so many k from 0 on.
    let before = |time: Duration| (time.as_secs_f64() * rate).ceil() as u64;
    match until {
        Until::Count(count) => before(elapsed).min(count),
        Until::Time(time) => before(elapsed.min(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_due_at_its_own_time_and_none_comes_early() {
        let began = Instant::now();
        let mut due = due(began, 2_000.0, Until::Count(50));
        let mut number = 0_u32;
        while let Some(at) = due.blocking_recv() {
            assert!(Instant::now() >= at);
            assert_eq!((at - began).as_micros(), u128::from(number * 500));
            number += 1;
        }
        assert_eq!(number, 50);
    }

    #[test]
    fn a_time_has_as_many_as_fit() {
        let mut due = due(
            Instant::now(),
            1_000.0,
            Until::Time(Duration::from_millis(20)),
        );
        assert_eq!(std::iter::from_fn(|| due.blocking_recv()).count(), 20);
        let time = Until::Time(Duration::from_millis(20));
        assert_eq!(due_by(Duration::from_secs(9), 1_000.0, time), 20);
        assert_eq!(due_by(Duration::from_micros(4_500), 1_000.0, time), 5);
        assert_eq!(due_by(Duration::from_secs(9), 1_000.0, Until::Count(7)), 7);
    }
}
