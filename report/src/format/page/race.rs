//! The race, printed as the report that this project started from printed its own.

use super::block::{Block, Page, Text};
use super::wraps;
use crate::finding::{Arm, RaceFinding, Standing};
use crate::format::number::{self, sizes, thousands};
use crate::run::RAW;

/// Why a time of the race differs from that of the same cell.
const NOT_ANCHORED: &str = ", and their times are not put at the machine's typical speed, so they may \
                            differ from those of the tables";

pub(super) fn absent(race: Option<&RaceFinding>) -> Option<String> {
    let why = match race.map(|race| (&race.claim, race.arms.is_empty())) {
        None => "no race was run",
        Some((_, true)) => "no arm has run",
        Some((Err(why), false)) => why,
        Some((Ok(_), false)) => return None,
    };
    Some(format!("the slowest client ({why})"))
}

/// `anchored` says that the times of the tables were put at the machine's typical speed.
pub(super) fn write(page: &mut Vec<Block>, race: Option<&RaceFinding>, anchored: bool) {
    let Some(race) = race.filter(|race| !race.arms.is_empty()) else {
        return;
    };
    page.heading(2, "Is base64 the hidden cost of the slowest client?");
    page.paragraph(format!(
        "{}, {}, {} in every arm; the arms ran side by side, round by round{}.{}",
        race.case,
        race.op,
        sizes(race.messages, race.wire_bytes),
        if anchored { NOT_ANCHORED } else { "" },
        wrap(&race.arms)
    ));
    page.extend(lines(race));
    let text =
        Text::from("Dropping base64 from the slowest client gains more than changing its codec: ");
    page.paragraph(match &race.claim {
        Ok(claim) => text.verdict(claim.verdict).say(format!(
            ". From {}, dropping gains {}, changing to {} gains {}; dropping over changing: {}.",
            quoted(&claim.incumbent),
            number::ratio(&claim.drop),
            quoted(&claim.rival),
            number::ratio(&claim.change),
            number::ratio(&claim.margin),
        )),
        Err(why) => text.say(format!("not judged: {why}.")),
    });
}

/// A line for each arm.
pub(super) fn lines(race: &RaceFinding) -> Option<Block> {
    (!race.arms.is_empty()).then(|| Block::Lines(race.arms.iter().map(line).collect()))
}

/// What the arms' names mean by base64, where all mean the same.
fn wrap(arms: &[Arm]) -> String {
    let mut wraps = arms.iter().map(|arm| arm.wrap.as_str());
    let mut wraps = wraps.by_ref().filter(|wrap| *wrap != RAW);
    match wraps.next() {
        Some(first) if wraps.all(|wrap| wrap == first) => {
            format!(" Here base64 stands for {first}{}.", wraps::meaning(first))
        }
        _ => String::new(),
    }
}

pub(super) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// `name: N in M ms (R/s) (~Kx faster)`.
fn line(arm: &Arm) -> String {
    let mark = match arm.standing {
        Standing::Sound => "",
        Standing::Unsound => " (unsound)",
        Standing::Out => " (not proven)",
    };
    // Below ten milliseconds a whole number says too little.
    let millis = if arm.millis < 9.995 {
        number::plain(arm.millis)
    } else {
        thousands(arm.millis.round() as u64)
    };
    let faster = arm
        .faster
        .map(|faster| format!(" ({} faster)", number::times_faster(faster)))
        .unwrap_or_default();
    format!(
        "{}{mark}: {} in {millis} ms ({}/s){faster}",
        arm.name,
        thousands(arm.count),
        thousands(arm.rate.round() as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn arm(millis: f64, faster: Option<f64>) -> Arm {
        Arm {
            name: "protobuf, base64".into(),
            wrap: "base64-field".into(),
            count: 100_000,
            millis,
            rate: 1e8 / millis,
            faster,
            standing: Standing::Sound,
        }
    }

    #[test]
    fn times_that_may_differ_from_the_tables_are_said_to() {
        let finding = crate::finding(&testing::run(), &testing::samples());
        let said = |anchored| {
            let mut page = Vec::new();
            write(&mut page, finding.race.as_ref(), anchored);
            match page.swap_remove(1) {
                Block::Paragraph(text) => text.words(),
                other => panic!("{other:?}"),
            }
        };
        let clause = "round by round, and their times are not put at the machine's typical speed, so \
                      they may differ from those of the tables. Here base64";
        assert!(said(true).contains(clause), "{}", said(true));
        assert!(said(false).contains("round by round. Here base64"));
    }

    #[test]
    fn lines_read_as_the_seed_printed_them() {
        assert_eq!(
            line(&arm(5_413.0, None)),
            "protobuf, base64: 100,000 in 5,413 ms (18,474/s)"
        );
        assert_eq!(
            line(&arm(1_879.0, Some(5_413.0 / 1_879.0))),
            "protobuf, base64: 100,000 in 1,879 ms (53,220/s) (~3x faster)"
        );
        let unsound = Arm {
            standing: Standing::Unsound,
            ..arm(4.0, None)
        };
        assert_eq!(
            line(&unsound),
            "protobuf, base64 (unsound): 100,000 in 4.00 ms (25,000,000/s)"
        );
    }
}
