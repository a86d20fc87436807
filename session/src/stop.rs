//! Ctrl-C: the first asks for an end after the cell being measured, the second ends at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell expects of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

static STOP: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// Whether Ctrl-C has asked for an end.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Begins to watch for Ctrl-C.
pub fn watch() {
    WATCH.call_once(|| {
        let handler = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
            eprintln!("\nwiretax: stopping after this cell; press again to stop at once");
        });
        if let Err(error) = handler {
            eprintln!("wiretax: Ctrl-C will end the run at once: {error}");
        }
    });
}
