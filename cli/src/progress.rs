//! How far long work is, on standard error: a bar where that is a terminal, or else lines.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Between two lines of a build.
const PAUSE: Duration = Duration::from_secs(15);
/// Between two pictures of a bar, for the clock in it.
const TICK: Duration = Duration::from_millis(250);

/// Steps whose number is known. Their lines are those of a run that measures.
pub struct Steps {
    doing: &'static str,
    total: usize,
    start: Instant,
    bar: Option<ProgressBar>,
}

impl Steps {
    /// None done yet; `doing` says in a word what will be.
    pub fn new(doing: &'static str, total: usize) -> Self {
        let template = "{prefix} {bar:24} {pos}/{len}, {eta} left  {wide_msg}";
        let bar = bar(template).inspect(|bar| {
            bar.set_length(total as u64);
            bar.set_prefix(doing);
        });
        Steps {
            doing,
            total,
            start: Instant::now(),
            bar,
        }
    }

    /// Whether they are shown as a bar, which takes any number of them.
    pub fn has_bar(&self) -> bool {
        self.bar.is_some()
    }

    /// The step behind `done` others begins.
    pub fn at(&self, done: usize, at: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.set_message(at.to_owned());
            return;
        }
        eprintln!("{}", self.line(done, at, self.start.elapsed()));
    }

    fn line(&self, done: usize, at: &str, elapsed: Duration) -> String {
        let left = match done {
            0 => String::new(),
            _ => {
                let left = self.total.saturating_sub(done) as f64 / done as f64;
                format!(", {} left", time(elapsed.mul_f64(left)))
            }
        };
        format!("[{} {}/{}{left}] {at}", self.doing, done, self.total)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        clear(&self.bar);
    }
}

/// A build, of which nobody knows how many crates it will have.
pub struct Building {
    compiled: u64,
    start: Instant,
    said: Instant,
    bar: Option<ProgressBar>,
}

impl Building {
    /// Nothing compiled yet; where nothing has to be, nothing is said.
    pub fn new() -> Self {
        let now = Instant::now();
        Building {
            compiled: 0,
            start: now,
            said: now,
            bar: bar("building {spinner} {elapsed}, {pos} compiled  {wide_msg}"),
        }
    }

    /// A crate is compiled.
    pub fn compiled(&mut self, name: &str) {
        self.compiled += 1;
        if let Some(bar) = &self.bar {
            bar.set_position(self.compiled);
            bar.set_message(format!("{name} done"));
        } else if self.said.elapsed() >= PAUSE {
            self.said = Instant::now();
            eprintln!("{}", self.line(name, self.start.elapsed()));
        }
    }

    fn line(&self, name: &str, elapsed: Duration) -> String {
        let (compiled, elapsed) = (self.compiled, time(elapsed));
        format!("wiretax: building for {elapsed}, {compiled} compiled, {name} done")
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        clear(&self.bar);
    }
}

/// A bar, where standard error is a terminal.
fn bar(template: &str) -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
    }
    bar.enable_steady_tick(TICK);
    Some(bar)
}

fn clear(bar: &Option<ProgressBar>) {
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=90 => format!("{seconds} s"),
        seconds => format!("{:.1} min", seconds as f64 / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_how_far_it_is_and_how_long_it_takes() {
        let steps = Steps::new("probing", 40);
        let line = |done, seconds| steps.line(done, "utf-8", Duration::from_secs(seconds));
        assert_eq!(line(0, 0), "[probing 0/40] utf-8");
        assert_eq!(line(10, 5), "[probing 10/40, 15 s left] utf-8");
        assert_eq!(line(10, 50), "[probing 10/40, 2.5 min left] utf-8");
        let mut building = Building::new();
        building.compiled("prost");
        let line = building.line("prost", Duration::from_secs(120));
        assert_eq!(
            line,
            "wiretax: building for 2.0 min, 1 compiled, prost done"
        );
    }
}
