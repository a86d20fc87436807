//! Loops that send a call: closed, where each answer brings the next request, and open, where the clock does.
//!
//! | file | what |
//! |---|---|
//! | [`mod@closed`] | so many requests in flight, always |
//! | [`mod@open`] | at a rate, with latency from the intended send time |
//! | [`drain`] | waits for what is on its way at the end |
//! | [`pace`] | when requests are due |
//! | [`tally`] | what came of them |
//! | [`patience`] | how long an answer is waited for |
//! | [`stop`] | Ctrl-C |

mod closed;
mod drain;
mod open;
mod pace;
mod patience;
mod stop;
mod tally;

use std::time::Duration;

pub use closed::closed;
pub use open::open;
pub use stop::{INTERRUPTED, Stop, interrupted, watch};
pub use tally::Tally;

/// What ends a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Until {
    /// So many requests were sent.
    Count(u64),
    /// So much time is over.
    Time(Duration),
}

/// How a run goes.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// What ends it.
    pub until: Until,
    /// Requests in flight at most.
    pub in_flight: u32,
    /// A request without an answer after this long is `DeadlineExceeded`.
    pub timeout: Duration,
}
