//! Ctrl-C, seen by every loop.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// How long Ctrl-C may go unseen.
const GRAIN: Duration = Duration::from_millis(20);

/// A second signal within so long of the first is the same.
const AGAIN: Duration = Duration::from_millis(500);

/// Exit code after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Takes Ctrl-C down from here on, so that what was found until then is printed; pressed again, it ends the program.
pub fn watch() {
    // It fails where it is already watched, which is as well.
    let first = std::sync::OnceLock::<Instant>::new();
    let _ = ctrlc::set_handler(move || {
        // What signals a command and then its group, as `timeout` does, is no second press.
        let again = PRESSED.swap(true, Ordering::Relaxed)
            && first.get_or_init(Instant::now).elapsed() > AGAIN;
        first.get_or_init(Instant::now);
        if again {
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Whether the run is to end; clones are the same one.
#[derive(Debug, Clone, Default)]
pub struct Stop(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    asked: Cell<bool>,
    lost: Cell<bool>,
    notify: Notify,
}

impl Stop {
    /// Ends when Ctrl-C was pressed, be it before. Must be made within a `LocalSet`.
    pub fn at_interrupt() -> Self {
        let stop = Stop::default();
        let watched = stop.clone();
        tokio::task::spawn_local(async move {
            while !interrupted() {
                tokio::time::sleep(GRAIN).await;
            }
            watched.ask();
        });
        stop
    }

    /// Asks for the end.
    pub fn ask(&self) {
        self.0.asked.set(true);
        self.0.notify.notify_waiters();
    }

    /// Asks for the end since the server is gone.
    pub fn ask_lost(&self) {
        self.0.lost.set(true);
        self.ask();
    }

    /// Whether that is why.
    pub fn is_lost(&self) -> bool {
        self.0.lost.get()
    }

    /// Whether it was asked for.
    pub fn asked(&self) -> bool {
        self.0.asked.get()
    }

    /// Waits until it is.
    pub async fn wait(&self) {
        let notified = self.0.notify.notified();
        if !self.asked() {
            notified.await;
        }
    }
}
