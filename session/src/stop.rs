//! Ctrl-C: the first asks for an end after the cell being measured, the second ends at once. A child is asked to end as well
//! when whoever started it is gone: nobody would see what it prints, and the next run would find it at work.

use std::io::Read;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{hush, screen};

/// What a shell expects of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

static STOP: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// Whether Ctrl-C has asked for an end.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Begins to watch for Ctrl-C, and in a child for the end of its parent.
pub fn watch() {
    WATCH.call_once(|| {
        if screen::is_child() {
            let parent = screen::parent_id();
            std::thread::spawn(move || with_parent(parent));
        }
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
