//! From the values of both sides to a verdict. Of what is counted, not timed.

use super::Verdict;

/// Instructions may grow by this share and no more, unless they grow by fewer than [`FEW_INSTRUCTIONS`].
pub const DEARER: f64 = 0.01;
/// Growth by fewer instructions than these is a warning at most: in a cell of a few hundred, 1 % is nothing.
pub const FEW_INSTRUCTIONS: f64 = 50.0;
/// Growth of instructions that is worth a look.
pub const WORTH_A_LOOK: f64 = 0.002;
/// Fewer instructions by this share are worth accepting, so that the gain cannot be lost unseen.
pub const CHEAPER: f64 = -0.01;
/// Since the last release, all accepted steps together may not exceed this share.
pub const RATCHET: f64 = 0.03;

/// Of what must not change at all, such as digests and encoded sizes.
pub fn equal<T: PartialEq>(base: &T, head: &T) -> Verdict {
    match base == head {
        true => Verdict::Pass,
        false => Verdict::Unaccepted,
    }
}

/// Of allocations, in calls or bytes per op: any change. They are means over a few ops, so a difference that is no more than
/// the rounding of a mean is none.
pub fn allocations(base: f64, head: f64) -> Verdict {
    match (head - base).abs() <= 1e-9 * base.abs().max(1.0) {
        true => Verdict::Pass,
        false => Verdict::Unaccepted,
    }
}

/// Of instructions per op.
pub fn instructions(base: f64, head: f64) -> Verdict {
    let more = head - base;
    let share = match base > 0.0 {
        true => more / base,
        false if more > 0.0 => f64::INFINITY,
        false => 0.0,
    };
    if share > DEARER && more > FEW_INSTRUCTIONS {
        Verdict::Regression
    } else if !(CHEAPER..=WORTH_A_LOOK).contains(&share) {
        Verdict::Warning
    } else {
        Verdict::Pass
    }
}

/// Of instructions per op against those at the last release.
pub fn ratchet(released: f64, head: f64) -> Verdict {
    match head > released * (1.0 + RATCHET) && head - released > FEW_INSTRUCTIONS {
        true => Verdict::Regression,
        false => Verdict::Pass,
    }
}

/// The threshold of [`instructions`] in words.
pub fn instructions_threshold() -> String {
    format!(
        "more than +{:.0} % and {FEW_INSTRUCTIONS:.0} instructions",
        DEARER * 100.0
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn instructions_fail_above_a_share_and_a_number() {
        use Verdict::{Pass, Regression, Warning};
        for (base, head, verdict) in [
            (10_000.0, 10_000.0, Pass),
            (10_000.0, 10_020.0, Pass),
            (10_000.0, 10_021.0, Warning),
            (10_000.0, 10_100.0, Warning),
            (10_000.0, 10_101.0, Regression),
            (1_000.0, 1_050.0, Warning),
            (1_000.0, 1_051.0, Regression),
            (10_000.0, 9_950.0, Pass),
            (10_000.0, 9_899.0, Warning),
            (0.0, 0.0, Pass),
            (0.0, 51.0, Regression),
        ] {
            assert_eq!(instructions(base, head), verdict, "{base} to {head}");
        }
    }

    #[test]
    fn any_other_number_of_allocations_is_unaccepted() {
        assert_eq!(allocations(10.0, 10.0), Verdict::Pass);
        assert_eq!(allocations(0.0, 0.0), Verdict::Pass);
        for head in [9.0, 10.125, 11.0] {
            assert_eq!(allocations(10.0, head), Verdict::Unaccepted);
        }
        assert_eq!(allocations(0.0, 0.125), Verdict::Unaccepted);
        assert_eq!(equal(&"a", &"b"), Verdict::Unaccepted);
        assert_eq!(equal(&3, &3), Verdict::Pass);
    }

    proptest! {
        #[test]
        fn small_steps_add_up_to_the_ratchet(base in 10_000.0..1e9f64, steps in 1..20_u32) {
            let head = base * 1.005_f64.powi(steps as i32);
            prop_assert!(!instructions(base, base * 1.005).fails());
            prop_assert_eq!(ratchet(base, head).fails(), head > base * 1.03);
        }

        #[test]
        fn the_same_is_never_flagged(value in 0.0..1e12f64) {
            prop_assert_eq!(instructions(value, value), Verdict::Pass);
            prop_assert_eq!(allocations(value, value), Verdict::Pass);
            prop_assert_eq!(ratchet(value, value), Verdict::Pass);
        }

        #[test]
        fn more_is_never_better(base in 1.0..1e9f64, less in 0.0..1e6f64, more in 0.0..1e6f64) {
            let (a, b) = (base + less, base + less + more);
            prop_assert!(instructions(base, a) <= instructions(base, b));
        }
    }
}
