//! Ctrl-C for a program that ends by itself: the first press asks for that, the second ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a shell expects of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// A signal within so long of the first is the same press: `timeout` signals a command and then its group.
const AGAIN: Duration = Duration::from_millis(500);

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Watches for Ctrl-C from here on. `first` is told of the first press; `what` is what would otherwise end at once, for the warning that it
/// does since Ctrl-C cannot be watched.
pub fn watch(what: &str, first: impl Fn() + Send + 'static) {
    let since = OnceLock::<Instant>::new();
    let handler = ctrlc::set_handler(move || {
        let again = PRESSED.swap(true, Ordering::Relaxed);
        if again && since.get_or_init(Instant::now).elapsed() > AGAIN {
            std::process::exit(INTERRUPTED.into());
        }
        if !again {
            since.get_or_init(Instant::now);
            first();
        }
    });
    if let Err(error) = handler {
        eprintln!("wiretax: Ctrl-C will end {what} at once: {error}");
    }
}

/// Whether Ctrl-C was pressed.
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
