//! The codecs in order, and what base64 adds to one message, in plain numbers.

use super::super::block::Text;
use super::super::wraps;
use crate::finding::{CaseFinding, OpTable, Row, Slot, Standing};
use crate::format::number::{self, counted, thousands};
use crate::run::{BASE64, BASE64_FIELD, Case};
use crate::stats::Estimate;

/// For each op a line without base64 and one for each wrap with it, as far as they were measured.
pub(super) fn lines(of: &CaseFinding) -> Vec<Text> {
    // What a wrap is, and what goes over the wire, is the same for every op: it is said once.
    let mut told = Vec::new();
    let mut lines = Vec::new();
    for op in &of.ops {
        lines.extend(raw(of, op));
        lines.extend(base64(of, op, &mut told));
    }
    lines
}

/// The codecs, fastest first.
fn raw(of: &CaseFinding, op: &OpTable) -> Option<Text> {
    let times = sound(op).filter_map(|row| Some((row.codec.as_str(), of_slot(row.raw)?)));
    let rows = ascending(times);
    let (_, fastest) = rows.first()?;
    let listed: Vec<String> = rows
        .iter()
        .map(|(codec, time)| match time.value == fastest.value {
            true => format!("{codec} {}", number::bare_time(time)),
            false => {
                let ratio = number::plain(time.value / fastest.value);
                format!("{codec} {} ({ratio}x)", number::bare_time(time))
            }
        })
        .collect();
    let pass = match of.case.messages {
        1 => String::new(),
        many => format!(", a pass of {} messages", thousands(many)),
    };
    let (name, listed) = (&of.case.name, listed.join(", "));
    Some(Text::from(format!(
        "{name}{pass}, {}, raw: {listed}.",
        op.op
    )))
}

/// What base64 adds to one message or pass, for the message as text, then for its bytes fields.
fn base64(of: &CaseFinding, op: &OpTable, told: &mut Vec<&str>) -> Vec<Text> {
    let each = match of.case.messages {
        1 => "each message".to_owned(),
        many => format!("each pass of {} messages", thousands(many)),
    };
    let mut lines = Vec::new();
    for wrap in [BASE64, BASE64_FIELD] {
        let Some(time) = more_time(op, wrap) else {
            continue;
        };
        let first = !told.contains(&wrap);
        let (meaning, bytes) = match (first, wrap) {
            (true, BASE64) => (wraps::meaning(wrap), more_bytes(&of.case)),
            (true, _) => (wraps::meaning(wrap), String::new()),
            (false, _) => ("", String::new()),
        };
        told.push(wrap);
        let op = &op.op;
        lines.push(Text::from(format!(
            "{op}, {wrap}{meaning}: {each} takes {time}{bytes}."
        )));
    }
    lines
}

/// `1.20 us (prost) to 1.30 us (protobuf) more (1.11x to 1.23x the time)`, over the sound codecs.
fn more_time(op: &OpTable, wrap: &str) -> Option<String> {
    let slots = |row: &Row| match wrap {
        BASE64 => (row.added, row.tax),
        _ => (row.field_added, row.field_tax),
    };
    let added = sound(op).filter_map(|row| Some((row.codec.as_str(), of_slot(slots(row).0)?)));
    let added = ascending(added);
    let taxes: Vec<Estimate> = sound(op).filter_map(|row| of_slot(slots(row).1)).collect();
    let tax = match number::ratios(taxes.iter()) {
        Some(taxes) => format!("{taxes} the time"),
        None => return None,
    };
    let (fewest, most) = (added.first()?, added.last()?);
    let (low, high) = (number::bare_time(&fewest.1), number::bare_time(&most.1));
    // Two that differ in their marks alone are one number, as rough as the rougher of them.
    let alike = number::nanos(fewest.1.value) == number::nanos(most.1.value);
    Some(match added.as_slice() {
        [(codec, _)] => format!("{low} more ({codec}; {tax})"),
        _ if alike => {
            let rougher = if fewest.1.is_noisy() { low } else { high };
            format!("{rougher} more (every sound codec; {tax})")
        }
        _ => format!("{low} ({}) to {high} ({}) more ({tax})", fewest.0, most.0),
    })
}

/// ` and 1,365 bytes more on the wire (4,096 -> 5,461, +33 %)`.
fn more_bytes(case: &Case) -> String {
    let (wire, text) = (case.wire_bytes, case.base64_bytes);
    let more = text.saturating_sub(wire);
    let share = match wire {
        0 => String::new(),
        _ => format!(", +{}", number::percent(more as f64 / wire as f64)),
    };
    format!(
        " and {} more on the wire ({} -> {}{share})",
        counted(more, "byte"),
        thousands(wire),
        thousands(text)
    )
}

fn sound(op: &OpTable) -> impl Iterator<Item = &Row> {
    op.rows.iter().filter(|row| row.standing == Standing::Sound)
}

fn of_slot(slot: Slot) -> Option<Estimate> {
    match slot {
        Slot::Number(estimate) => Some(estimate),
        Slot::Absent | Slot::Unmeasured => None,
    }
}

fn ascending<'a>(estimates: impl Iterator<Item = (&'a str, Estimate)>) -> Vec<(&'a str, Estimate)> {
    let mut sorted: Vec<_> = estimates.collect();
    sorted.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{CellId, Run, Samples};
    use crate::testing;

    fn said(run: &Run, samples: &Samples) -> Vec<String> {
        let finding = crate::finding(run, samples);
        lines(&finding.cases[0]).iter().map(Text::words).collect()
    }

    #[test]
    fn codecs_go_in_order_and_base64_adds_time_and_bytes() {
        let mut run = testing::one("tree");
        assert_eq!(
            said(&run, &testing::samples()),
            [
                "tree, encode, raw: quick-protobuf 4.02 us, prost 6.08 us (1.51x).",
                "encode, base64 (the whole message as base64 text): each message takes ~425 ns \
                 more (every sound codec; 1.07x to 1.11x the time) and 268 bytes more on the wire \
                 (800 -> 1,068, +34 %).",
                "tree, decode, raw: quick-protobuf 12.0 us, prost 18.1 us (1.50x).",
                "decode, base64: each message takes ~425 ns more (every sound codec; 1.02x to \
                 1.04x the time).",
            ]
        );
        run.cases[0].messages = 40;
        let said = said(&run, &testing::samples());
        assert!(said[0].starts_with("tree, a pass of 40 messages, encode, raw: "));
        assert!(said[1].contains(": each pass of 40 messages takes ~425 ns"));
    }

    #[test]
    fn the_two_wraps_are_told_apart() {
        let run = testing::one("append-4Ki");
        let mut samples = testing::samples();
        for (codec, nanos) in [("prost", 1_000.0), ("protobuf", 1_200.0)] {
            let id = CellId::new("append-4Ki", "encode", codec, BASE64_FIELD);
            samples.cells.insert(id, testing::sample(nanos));
        }
        let said = said(&run, &samples);
        assert_eq!(
            said[1..3],
            [
                "encode, base64 (the whole message as base64 text): each message takes 2.10 us more \
             (every sound codec; 4.51x to 18.1x the time) and 1,388 bytes more on the wire \
             (4,160 -> 5,548, +33 %).",
                "encode, base64-field (bytes fields held as base64 text inside the object, wire bytes \
             unchanged): each message takes 524 ns (prost) to 2.10 us (quick-protobuf) more (2.00x to \
             18.1x the time)."
            ]
        );
    }

    #[test]
    fn one_codec_and_one_byte() {
        let mut run = testing::one("tree");
        run.planned.retain(|id| id.codec == "prost");
        (run.cases[0].wire_bytes, run.cases[0].base64_bytes) = (3, 4);
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| id.codec == "prost");
        let id = CellId::new("tree", "encode", "prost", "base64");
        samples.cells.insert(id, testing::sample(20_000.0));
        let said = said(&run, &samples);
        assert!(
            said[1].contains("13.9 us more (prost; 3.29x the time)"),
            "{said:?}"
        );
        assert!(
            said[1].contains("and 1 byte more on the wire (3 -> 4, +33 %)"),
            "{said:?}"
        );
        run.cases[0].wire_bytes = 0;
        let wide = |row: &mut Row, nanos| row.added = Slot::Number(Estimate::bare(nanos));
        let mut finding = crate::finding(&testing::one("tree"), &testing::samples());
        let op = &mut finding.cases[0].ops[0];
        wide(&mut op.rows[0], 500.0);
        let differing = "425 ns (quick-protobuf) to ~500 ns (prost) more (1.07x to 1.11x the time)";
        assert_eq!(more_time(op, BASE64).as_deref(), Some(differing));
        assert!(!more_bytes(&run.cases[0]).contains('%'));
    }
}
