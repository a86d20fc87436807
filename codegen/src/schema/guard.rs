//! Runs code of others that may panic, quietly: a panic becomes a text.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls `work`; a panic inside becomes its message, and prints nothing.
///
/// The panic hook is process-wide, so it is replaced once by one that keeps silent on a thread that is in
/// here, and calls the former hook for every other panic.
///
/// # Errors
/// The message of the panic.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let former = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                former(info);
            }
        }));
    });
    let outer = QUIET.replace(true);
    // What `work` leaves behind after a panic is dropped with it: no caller keeps a half-built value.
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(outer);
    result.map_err(|panic| crate::error::one_line(&message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a message".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(quietly(|| 1), Ok(1));
        assert_eq!(
            quietly(|| panic!("oh\nno")),
            Err::<(), _>("oh; no".to_owned())
        );
        assert_eq!(quietly(|| panic!("{}", 7)), Err::<(), _>("7".to_owned()));
    }
}
