//! Kinds of errors: each is made at the bottom of a call stack, handed up with `?`, looked at and dropped.
//!
//! | file | what |
//! |---|---|
//! | `stack` | the call stack, and what is asked at its bottom |
//! | `kind` | what all kinds have, and the kinds themselves |
//! | `trace` | the kinds that capture a backtrace, and how its frames are counted |
//!
//! All of them mean the same. Those that carry a text own a copy of the same one, which none of them formats: that would be the same
//! work for each, and more than some errors cost.

mod kind;
mod stack;
mod trace;

use std::error::Error;
use std::hint::black_box;

use self::kind::{Code, Kind, Rich};
use self::stack::{Ask, FITS, TOO_LARGE, descend};
use self::trace::{Captured, Shown};
use crate::layer::{Task, Way};
use crate::measure::{Loop, allocated, timed};

/// How deep the stacks are, in frames.
const SHALLOW: u32 = 4;
const DEEP: u32 = 34;

pub fn tasks() -> Vec<Task> {
    vec![task("error-depth-4", SHALLOW), task("error-depth-34", DEEP)]
}

fn task(name: &'static str, frames: u32) -> Task {
    Task {
        name,
        op: "fail",
        tags: &["failure", "error"],
        what: format!(
            "an error made {frames} frames below the caller, handed up with `?`, its code looked at, dropped; `ok` is the same call \
             without an error"
        ),
        bytes: 0,
        ways: vec![
            floor(frames),
            way::<Code>("code-enum", "code", frames),
            way::<Rich>("rich-enum", "message", frames),
            way::<Box<dyn Error + Send + Sync>>("boxed", "message", frames),
            way::<anyhow::Error>("anyhow", "no-backtrace", frames),
            way::<Captured>("anyhow", "backtrace", frames),
            way::<Shown>("anyhow", "backtrace-shown", frames),
            way::<tonic::Status>("tonic-status", "message", frames),
        ],
        free: Vec::new(),
    }
}

/// The calls alone: what they give where nothing goes wrong.
fn floor(frames: u32) -> Way {
    let prove = move || {
        succeeds::<Code>(frames)?;
        allocates("the calls", Some(0), || step::<Code>(frames, &FITS))
    };
    Way::new("ok", "value", prove, move || looped::<Code>(frames, &FITS))
}

fn way<K: Kind>(by: &'static str, how: &'static str, frames: u32) -> Way {
    let prove = move || prove::<K>(frames);
    Way::new(by, how, prove, move || looped::<K>(frames, &TOO_LARGE))
}

fn looped<K: Kind>(frames: u32, ask: &'static Ask) -> Loop {
    Loop::new(move |iterations, place| {
        // There is no input; what an error allocates lies elsewhere in each run.
        let _pad = place.pad(0);
        // The first backtrace of a process loads the symbols, which all others have.
        step::<K>(frames, ask);
        timed(iterations, || step::<K>(frames, ask))
    })
}

/// One op: a caller that asks, and looks at what it gets.
#[inline(always)]
fn step<K: Kind>(frames: u32, ask: &Ask) {
    match descend::<K>(black_box(frames), black_box(ask)) {
        Ok(value) => {
            black_box(value);
        }
        Err(error) => black_box(&error).look(),
    }
}

/// The call fails with the right error where it should, and only there.
fn prove<K: Kind>(frames: u32) -> Result<(), String> {
    succeeds::<K>(frames)?;
    let error = match descend::<K>(frames, &TOO_LARGE) {
        Ok(value) => return Err(format!("expected an error, and got the value {value}")),
        Err(error) => error,
    };
    let (found, expected) = (error.code(), Code::InvalidArgument as i32);
    if found != expected {
        return Err(format!("expected the code {expected}, and got {found}"));
    }
    error.check(&TOO_LARGE, frames)?;
    drop(error);
    allocates("the error", K::ALLOCATIONS, || {
        step::<K>(frames, &TOO_LARGE)
    })
}

/// Each frame on the way up adds one: so many were there.
fn succeeds<K: Kind>(frames: u32) -> Result<(), String> {
    let expected = FITS.size + u64::from(frames) - 1;
    match descend::<K>(frames, &FITS) {
        Ok(value) if value == expected => Ok(()),
        Ok(value) => Err(format!(
            "{frames} frames make {expected} of {}, and it gave {value}",
            FITS.size
        )),
        Err(error) => Err(format!(
            "expected the value {expected}, and got an error with the code {}",
            error.code()
        )),
    }
}

/// A step allocates so often, where anything is expected and the executable counts.
fn allocates(what: &str, expected: Option<u64>, step: impl FnOnce()) -> Result<(), String> {
    let ((), counted) = allocated(step);
    match (expected, counted) {
        (Some(expected), Some(counted)) if counted.count != expected => Err(format!(
            "{what} should take {expected} allocations, and took {}",
            counted.count
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Carries the wrong code.
    struct Wrong;

    impl Kind for Wrong {
        const ALLOCATIONS: Option<u64> = None;

        fn too_large(_: &Ask) -> Self {
            Wrong
        }

        fn code(&self) -> i32 {
            Code::NotFound as i32
        }

        fn check(&self, _: &Ask, _: u32) -> Result<(), String> {
            Ok(())
        }
    }

    #[test]
    fn a_kind_with_the_wrong_code_is_found_out() {
        let why = prove::<Wrong>(SHALLOW).expect_err("the code is wrong");
        assert_eq!(why, "expected the code 3, and got 5");
    }

    #[test]
    fn what_is_within_the_limit_is_no_error_and_what_is_beyond_is_one() {
        let at_limit = Ask {
            size: TOO_LARGE.limit,
            ..TOO_LARGE
        };
        assert_eq!(descend::<Code>(1, &at_limit), Ok(TOO_LARGE.limit));
        let beyond = Ask {
            size: TOO_LARGE.limit + 1,
            ..TOO_LARGE
        };
        assert_eq!(descend::<Code>(1, &beyond), Err(Code::InvalidArgument));
    }
}
