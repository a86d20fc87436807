//! How far the gate is, and Ctrl-C between two steps.

use std::sync::Once;

use wiretax_session::interrupt;

use super::Trouble;
use crate::progress::Steps;

static WATCH: Once = Once::new();
/// Lines that say how far it is, where there is no bar.
const LINES: usize = 8;

/// Steps of one lane after the other.
pub struct Meter {
    steps: Option<Steps>,
    done: usize,
    total: usize,
}

impl Meter {
    /// None yet. From now on Ctrl-C is for the gate, which ends between two steps and leaves nothing behind.
    pub fn new() -> Self {
        WATCH.call_once(|| {
            interrupt::watch("the gate", || {
                eprintln!("\nwiretax: stopping; press again to stop at once");
            });
        });
        Meter {
            steps: None,
            done: 0,
            total: 0,
        }
    }

    /// Another kind of work, of so many steps.
    pub fn begin(&mut self, doing: &'static str, total: usize) {
        self.done = 0;
        self.total = total;
        self.steps = (total > 0).then(|| Steps::new(doing, total));
    }

    /// The next step begins.
    pub fn step(&mut self) -> Result<(), Trouble> {
        if interrupt::pressed() {
            return Err(Trouble::Interrupted);
        }
        let every = (self.total / LINES).max(1);
        if let Some(steps) = &self.steps
            && (steps.has_bar() || self.done.is_multiple_of(every))
        {
            steps.at(self.done, "");
        }
        self.done += 1;
        Ok(())
    }
}
