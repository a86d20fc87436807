//! What the anchor took around each sample, noted while criterion measures.

use wiretax::runner::{Lost, Remote};
use wiretax_report::Anchored;

/// Runs a cell for criterion and notes the anchor's time around each sample.
pub struct Watch {
    anchored: bool,
    noted: Anchored,
    last: u64,
    pace: Option<f64>,
}

impl Watch {
    /// For the samples of one cell.
    pub fn new(id: String, anchored: bool) -> Self {
        Watch {
            anchored,
            noted: Anchored::new(id),
            last: 0,
            pace: None,
        }
    }

    /// One sample of the cell that is open as number `slot`. Warm-up doubles the iterations from call to
    /// call and is left alone; samples in flat mode repeat them, so that all but the first are recognised.
    pub fn run(&mut self, remote: &mut Remote, slot: usize, iterations: u64) -> Result<u64, Lost> {
        let repeated = iterations == std::mem::replace(&mut self.last, iterations);
        let timed = remote.run(slot, iterations, self.anchored && repeated)?;
        self.pace = Some(timed.nanos as f64 / iterations.max(1) as f64);
        if let Some(anchor) = timed.anchor {
            self.noted.push(timed.nanos, anchor);
        }
        Ok(timed.nanos)
    }

    /// Nanoseconds of one iteration in the last sample, about; `None` where there was none.
    pub fn pace(&self) -> Option<f64> {
        self.pace
    }

    /// What was noted.
    pub fn finish(self) -> Anchored {
        self.noted
    }
}
