//! SET and GET of values with many requests in flight, as the third report has it: what do errors cost a server?

mod compare;
mod run;
mod saved;

pub use compare::{compare, verdicts};
pub use run::run;
pub use saved::{Line, Saved, Turn};

/// What to run.
#[derive(Debug, Clone)]
pub struct Multi {
    /// Connections.
    pub clients: u32,
    /// Requests of a round.
    pub requests: u64,
    /// Rounds.
    pub rounds: u32,
    /// Lengths of a value, in bytes.
    pub sizes: Vec<u64>,
    /// Requests in flight.
    pub depths: Vec<u32>,
    /// Every call is refused, in each sort of error.
    pub bad: bool,
}
