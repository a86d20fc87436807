//! Ctrl-C: the first asks for an end after the cell being measured, the second ends at once. A child is asked to end as well
//! when whoever started it is gone: nobody would see what it prints, and the next run would find it at work.

use std::io::Read;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

pub use crate::interrupt::INTERRUPTED;
use crate::{hush, interrupt, screen};

/// Whoever started this is gone, or has asked for the end.
static STOP: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// Whether Ctrl-C or whoever started this has asked for an end.
pub fn stopped() -> bool {
    interrupt::pressed() || STOP.load(Ordering::Relaxed)
}

/// Begins to watch for Ctrl-C, and in a child for the end of its parent.
pub fn watch() {
    WATCH.call_once(|| {
        if screen::is_child() {
            let parent = screen::parent_id();
            std::thread::spawn(move || with_parent(parent));
        }
        interrupt::watch("the run", || {
            eprintln!("\nwiretax: stopping after this cell; press again to stop at once");
        });
    });
}

/// Waits until the parent closes standard input, to which it writes nothing: it has been asked to end, or is gone.
fn with_parent(parent: Option<u32>) {
    let mut nothing = [0; 64];
    while std::io::stdin()
        .read(&mut nothing)
        .is_ok_and(|read| read > 0)
    {}
    STOP.store(true, Ordering::Relaxed);
    if !screen::has_parent(parent) {
        hush::forever();
    }
}
