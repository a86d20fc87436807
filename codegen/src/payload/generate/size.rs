//! Reaches a size, by turning one knob until the message weighs what was asked for.
//!
//! Growing never makes a message smaller and leaves the values that are there alone, so this is a search
//! on a rising curve: a guess along the line through the last two points, kept inside of what is known.

use prost_reflect::MessageDescriptor;

use super::fill::{Filled, Knob, ONE, Stop, fill};
use super::plan::Plan;
use super::{Generate, GenerateError};
use crate::limits::{MAX_ELEMENTS, MAX_PAYLOAD};

/// Sizes within this share of what was asked for are right; and within this many bytes, for small ones.
const TOLERANCE_PERCENT: u64 = 10;
const TOLERANCE_BYTES: u64 = 16;

/// Good enough to stop the search early.
const CLOSE_PERCENT: u64 = 1;

/// What a message without a size may weigh when no rule says how deep it is.
const MAX_PLAIN: u64 = 16 << 20;

/// Generates a message of the size asked for, or as it falls; when that is empty, because all its numbers came
/// out as those which go unsent, once more without these.
pub(super) fn reach(
    message: &MessageDescriptor,
    how: &Generate,
    plan: &Plan,
) -> Result<Vec<u8>, GenerateError> {
    let bytes = attempt(message, how, plan, false)?;
    if !bytes.is_empty() {
        return Ok(bytes);
    }
    attempt(message, how, plan, true)
}

fn attempt(
    message: &MessageDescriptor,
    how: &Generate,
    plan: &Plan,
    lively: bool,
) -> Result<Vec<u8>, GenerateError> {
    let knob = Knob {
        scale: ONE,
        grow_to: 0,
        pad: 0,
        salt: 0,
        depth: how.depth,
        limit: MAX_PAYLOAD,
        lively,
    };
    match how.size {
        Some(size) if size > MAX_PAYLOAD => {
            let what =
                format!("a size of {size} is more than the {MAX_PAYLOAD} bytes of a payload");
            Err(GenerateError::new(what, "ask for less"))
        }
        Some(0) => Err(GenerateError::new(
            "a size of 0",
            "ask for at least one byte",
        )),
        Some(size) => search(Search {
            message,
            plan,
            seed: how.seed,
            knob,
            size,
        }),
        None => plain(message, how, plan, knob),
    }
}

/// A message as it falls; where its schema fans out without end, less deep.
fn plain(
    message: &MessageDescriptor,
    how: &Generate,
    plan: &Plan,
    knob: Knob,
) -> Result<Vec<u8>, GenerateError> {
    let too_big = || {
        let what = format!(
            "the message grows past {MAX_PAYLOAD} bytes, or past {MAX_ELEMENTS} messages and map entries"
        );
        GenerateError::new(
            what,
            "set a lower `depth`, `count` or `length`, or list fields in `only`",
        )
    };
    // Rules may ask for much; only what they do not ask for is cut.
    for depth in how.depth.map_or_else(
        || vec![None, Some(4), Some(3), Some(2)],
        |depth| vec![Some(depth)],
    ) {
        let limit = if how.depth.is_none() && how.fields.is_empty() {
            MAX_PLAIN
        } else {
            MAX_PAYLOAD
        };
        match fill(
            message,
            plan,
            how.seed,
            Knob {
                depth,
                limit,
                ..knob
            },
        ) {
            Ok(filled) => return Ok(filled.bytes),
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::TooBig) => {}
        }
    }
    Err(too_big())
}

struct Search<'a> {
    message: &'a MessageDescriptor,
    plan: &'a Plan,
    seed: u64,
    knob: Knob,
    size: u64,
}

/// A point of the curve: where the knob stood, and the message; none when it was far too big.
type Point = (u64, Option<Filled>);

/// How a search ended.
enum End {
    /// At a message of the right size.
    Right(Vec<u8>),
    /// At one of this size, for this reason.
    Nearest(u64, &'static str),
}

/// Tries again, with other choices, when the choices made leave a gap where the size lies.
fn search(mut search: Search<'_>) -> Result<Vec<u8>, GenerateError> {
    const TRIES: u64 = 8;
    let mut nearest = (u64::MAX, "");
    for salt in 0..TRIES {
        search.knob.salt = salt;
        match search.run()? {
            End::Right(bytes) => return Ok(bytes),
            End::Nearest(size, why) => {
                if size.abs_diff(search.size) < nearest.0.abs_diff(search.size) {
                    nearest = (size, why);
                }
            }
        }
    }
    let (nearest, why) = nearest;
    let what = format!(
        "{} bytes cannot be reached, {nearest} is the nearest: {why}",
        search.size
    );
    let remedy =
        "ask for that size, or change what `grow`, `depth` and the rules of its fields say";
    Err(GenerateError::new(what, remedy))
}

impl Search<'_> {
    fn run(&self) -> Result<End, GenerateError> {
        let low = self.at(0, 0)?;
        let Some(low) = low.filter(|low| low.bytes.len() as u64 <= self.size || self.right(low))
        else {
            return Err(self.too_small(self.at_any_size()?));
        };
        if !low.grew {
            return Ok(self.end(low, "nothing in the message can grow"));
        }
        let (low, high) = self.bracket(low)?;
        let (low_at, low) = low;
        if !self.close(&low) && !self.plan.grows {
            // Steps between two scales may be wide; a single string is not.
            let missing = self.size.saturating_sub(low.bytes.len() as u64);
            if let Some(padded) = self.at(low_at, missing)?
                && padded.padded
                && self.right(&padded)
            {
                return Ok(End::Right(padded.bytes));
            }
        }
        let why = if high.0 == u64::MAX {
            "nothing in the message can grow further"
        } else {
            "the message grows in larger steps"
        };
        let best = match high.1 {
            Some(high) if self.distance(&high) < self.distance(&low) => high,
            _ => low,
        };
        Ok(self.end(best, why))
    }

    fn end(&self, filled: Filled, why: &'static str) -> End {
        if self.right(&filled) {
            End::Right(filled.bytes)
        } else {
            End::Nearest(filled.bytes.len() as u64, why)
        }
    }

    /// The last point below the size and the first one above it, or a close point and any other.
    fn bracket(&self, low: Filled) -> Result<((u64, Filled), Point), GenerateError> {
        const ROUNDS: u32 = 96;
        let mut before: (u64, u64) = (0, low.bytes.len() as u64);
        let mut low = (0, low);
        let mut high: Point = (u64::MAX, None);
        let mut guess = if self.plan.grows { 1 } else { ONE };
        for round in 0..ROUNDS {
            if self.close(&low.1) || high.0 - low.0 <= 1 {
                break;
            }
            let at = guess.clamp(low.0 + 1, high.0 - 1);
            match self.at(at, 0)? {
                Some(filled) if filled.bytes.len() as u64 <= self.size => {
                    before = (low.0, low.1.bytes.len() as u64);
                    low = (at, filled);
                }
                filled => {
                    let close = filled.as_ref().is_some_and(|filled| self.close(filled));
                    high = (at, filled);
                    if close {
                        break;
                    }
                }
            }
            guess = self.guess(round, before, &low, &high);
            if low.0 > 1 << 48 {
                break;
            }
        }
        Ok((low, high))
    }

    /// Where the curve may meet the size: along the line through two points, or in the middle.
    fn guess(&self, round: u32, before: (u64, u64), low: &(u64, Filled), high: &Point) -> u64 {
        let (low_at, low_size) = (low.0, low.1.bytes.len() as u64);
        let along = |(from_at, from): (u64, u64), (to_at, to): (u64, u64)| {
            let rise = to.saturating_sub(from).max(1);
            let run = to_at.saturating_sub(from_at);
            let more = u128::from(self.size - low_size) * u128::from(run) / u128::from(rise);
            low_at.saturating_add(u64::try_from(more).unwrap_or(u64::MAX))
        };
        match high {
            (u64::MAX, _) => {
                let line = along(before, (low_at, low_size));
                line.clamp(low_at.saturating_add(1), low_at.saturating_mul(16).max(16))
            }
            // Every third step halves, so that a bent curve cannot hold the search up.
            (high_at, Some(filled)) if round % 3 != 2 => {
                along((low_at, low_size), (*high_at, filled.bytes.len() as u64))
            }
            (high_at, _) => low_at + (high_at - low_at) / 2,
        }
    }

    /// The message at a stand of the knob; none when it is far too big.
    fn at(&self, at: u64, pad: u64) -> Result<Option<Filled>, GenerateError> {
        let limit = self.size.saturating_mul(4).saturating_add(1 << 12);
        let knob = if self.plan.grows {
            Knob {
                grow_to: at,
                limit,
                ..self.knob
            }
        } else {
            Knob {
                scale: at,
                pad,
                limit,
                ..self.knob
            }
        };
        match fill(self.message, self.plan, self.seed, knob) {
            Ok(filled) => Ok(Some(filled)),
            Err(Stop::TooBig) => Ok(None),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    /// The smallest message, whatever it weighs.
    fn at_any_size(&self) -> Result<Option<Filled>, GenerateError> {
        match fill(
            self.message,
            self.plan,
            self.seed,
            Knob {
                scale: 0,
                ..self.knob
            },
        ) {
            Ok(filled) => Ok(Some(filled)),
            Err(Stop::TooBig) => Ok(None),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    fn too_small(&self, smallest: Option<Filled>) -> GenerateError {
        let least = smallest.map_or_else(
            || format!("more than {MAX_PAYLOAD}"),
            |smallest| smallest.bytes.len().to_string(),
        );
        let what = format!(
            "{} bytes cannot be reached: required fields and fields with rules take {least}",
            self.size
        );
        GenerateError::new(what, "ask for more, or loosen the rules")
    }

    fn distance(&self, filled: &Filled) -> u64 {
        self.size.abs_diff(filled.bytes.len() as u64)
    }

    fn close(&self, filled: &Filled) -> bool {
        self.distance(filled) <= self.size * CLOSE_PERCENT / 100
    }

    fn right(&self, filled: &Filled) -> bool {
        self.distance(filled) <= (self.size * TOLERANCE_PERCENT / 100).max(TOLERANCE_BYTES)
    }
}
