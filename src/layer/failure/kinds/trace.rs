//! Errors with a backtrace, captured whatever the environment says.
//!
//! Capturing walks the stack and keeps an address a frame. The addresses are *resolved* to names when the backtrace is first printed, which
//! reads the executable's symbols and debug information; what that takes depends on how it was built.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::error::Error;
use std::fmt;
use std::hint::black_box;

use super::kind::{Kind, Rich, captures_nothing};
use super::stack::Ask;

/// What stands between the message and the frames where `anyhow` prints an error for people.
const HEAD: &str = "\n\nStack backtrace:\n";

/// A [`Rich`] with the backtrace of where it was made. Not by `thiserror`, which needs nightly Rust for a backtrace.
#[derive(Debug)]
struct Traced {
    rich: Rich,
    backtrace: Backtrace,
}

impl fmt::Display for Traced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rich.fmt(f)
    }
}

impl Error for Traced {}

/// An error of `anyhow` that holds a backtrace, which is not resolved.
pub struct Captured(anyhow::Error);

impl Captured {
    fn traced(&self) -> Option<&Traced> {
        self.0.downcast_ref()
    }

    /// The text that `{:?}` gives for an error with which `anyhow` captured the backtrace itself.
    fn shown(&self) -> String {
        match self.traced() {
            Some(traced) => format!("{:?}{HEAD}{}", self.0, traced.backtrace),
            None => String::new(),
        }
    }
}

impl Kind for Captured {
    /// It depends on the stack.
    const ALLOCATIONS: Option<u64> = None;

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        Captured(anyhow::Error::new(Traced {
            rich: Rich::too_large(ask),
            backtrace: Backtrace::force_capture(),
        }))
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        self.traced().map_or(0, |traced| traced.rich.code())
    }

    fn check(&self, ask: &Ask, frames: u32) -> Result<(), String> {
        // Two backtraces would be captured otherwise.
        captures_nothing(&self.0)?;
        let traced = self.traced().ok_or("anyhow holds another error")?;
        traced.rich.compare(ask)?;
        match traced.backtrace.status() {
            BacktraceStatus::Captured => {}
            other => return Err(format!("no backtrace was captured: {other:?}")),
        }
        Frames::of(&traced.backtrace.to_string()).check(frames)
    }
}

/// The same, and the caller writes it with its backtrace into a log.
pub struct Shown(Captured);

impl Kind for Shown {
    const ALLOCATIONS: Option<u64> = None;

    #[inline(always)]
    fn too_large(ask: &Ask) -> Self {
        Shown(Captured::too_large(ask))
    }

    #[inline(always)]
    fn code(&self) -> i32 {
        self.0.code()
    }

    #[inline(always)]
    fn look(&self) {
        self.0.look();
        black_box(self.0.shown());
    }

    fn check(&self, ask: &Ask, frames: u32) -> Result<(), String> {
        self.0.check(ask, frames)?;
        let shown = self.0.shown();
        match shown.split_once(HEAD) {
            Some((said, trace)) if said == Rich::too_large(ask).to_string() => {
                Frames::of(trace).check(frames)
            }
            _ => Err(format!(
                "the text is not message and backtrace: {shown:.200}"
            )),
        }
    }
}

/// What a printed backtrace has: the standard library shows frames in no other way.
#[derive(Debug, Default, PartialEq, Eq)]
struct Frames {
    all: usize,
    /// Those named as functions of this crate, of which a stripped executable has none.
    ours: usize,
    /// Those of the recursion.
    recursion: usize,
}

impl Frames {
    /// Counts the lines that begin with a number; others say where a frame is, or what was inlined into it.
    fn of(printed: &str) -> Frames {
        let mut frames = Frames::default();
        for line in printed.lines() {
            let Some((number, name)) = line.trim_start().split_once(": ") else {
                continue;
            };
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            frames.all += 1;
            frames.ours += usize::from(name.contains("wiretax"));
            frames.recursion += usize::from(function(name) == "descend");
        }
        frames
    }

    /// Whether the recursion is in it as deep as it is said to be.
    fn check(&self, depth: u32) -> Result<(), String> {
        let depth = depth as usize;
        if self.all < depth {
            return Err(format!(
                "the backtrace should have {depth} frames or more, and has {}",
                self.all
            ));
        }
        if self.ours > 0 && self.recursion != depth {
            let found = self.recursion;
            return Err(format!(
                "the recursion should be {depth} frames deep, and the backtrace shows {found}"
            ));
        }
        Ok(())
    }
}

/// The name of a function without its path, which debug information of line tables alone leaves out, and without type arguments.
fn function(name: &str) -> &str {
    let path = name.split('<').next().unwrap_or(name);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "   0: wiretax::layer::failure::kinds::stack::descend\n             at ./src/a.rs:35:17\n   \
                           1: wiretax::layer::failure::kinds::stack::descend\n   2: main\n";

    #[test]
    fn frames_are_counted_by_their_numbers() {
        let frames = Frames::of(PRINTED);
        assert_eq!((frames.all, frames.ours, frames.recursion), (3, 2, 2));
        assert_eq!(Frames::of("disabled backtrace"), Frames::default());
        let stripped = Frames::of("   0: <unknown>\n   1: __libc_start_main\n");
        assert_eq!((stripped.all, stripped.ours), (2, 0));
        assert_eq!(stripped.check(2), Ok(()));
        let short = Frames::of(
            "   0: descend<wiretax::layer::failure::kinds::trace::Captured>\n   1: descend\n   2: descends\n",
        );
        assert_eq!((short.all, short.recursion), (3, 2));
    }

    #[test]
    fn a_stack_of_another_depth_is_found_out() {
        assert_eq!(Frames::of(PRINTED).check(2), Ok(()));
        for depth in [1, 3] {
            let why = Frames::of(PRINTED)
                .check(depth)
                .expect_err("it is two deep");
            assert!(why.contains("shows 2"), "{why}");
        }
        let why = Frames::of(PRINTED)
            .check(4)
            .expect_err("three frames in all");
        assert!(why.contains("has 3"), "{why}");
    }

    #[test]
    fn what_is_captured_is_as_deep_as_the_stack() {
        for frames in [1, 4, 34] {
            let error = super::super::descend::<Captured>(frames, &super::super::TOO_LARGE);
            let error = error.expect_err("it fails");
            let traced = error.traced().expect("it is ours");
            let found = Frames::of(&traced.backtrace.to_string());
            assert_eq!(found.recursion, frames as usize);
            assert!(found.all > found.recursion, "{found:?}");
        }
    }
}
