//! The call stack that an error comes up.

use std::hint::black_box;

use super::kind::Kind;

/// What is asked at the bottom: to take a value of a size, where there is a limit.
#[derive(Debug, Clone, Copy)]
pub struct Ask {
    /// What is said where it is too large.
    pub text: &'static str,
    /// Size of the value, in bytes.
    pub size: u64,
    /// The largest size that is taken, in bytes.
    pub limit: u64,
}

/// Fails.
pub static TOO_LARGE: Ask = Ask {
    text: "the value is larger than this server takes",
    size: 4_097,
    limit: 4_096,
};

/// Does not.
pub static FITS: Ask = Ask {
    size: 1_000,
    ..TOO_LARGE
};

/// So many frames, this one included; the innermost asks, and each of the others adds one to what it gets.
///
/// Adding behind the call makes a frame of each: a call that is the last thing done would become a jump, and the recursion a loop.
/// What is added to and how deep it goes on are hidden from the compiler, which could add all of them up otherwise.
#[inline(never)]
pub fn descend<K: Kind>(frames: u32, ask: &Ask) -> Result<u64, K> {
    if frames <= 1 {
        return bottom(ask);
    }
    let below = descend::<K>(black_box(frames - 1), ask)?;
    Ok(black_box(below) + 1)
}

#[inline(always)]
fn bottom<K: Kind>(ask: &Ask) -> Result<u64, K> {
    match ask.size > ask.limit {
        true => Err(K::too_large(ask)),
        false => Ok(ask.size),
    }
}
