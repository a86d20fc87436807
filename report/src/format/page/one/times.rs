//! The codecs in order, and what base64 adds to one message, in plain numbers.

use super::super::block::Text;
use super::super::wraps;
use crate::finding::{CaseFinding, Lead, OpTable, Row, Slot, Standing};
use crate::format::number::{self, counted, thousands};
use crate::run::{BASE64, BASE64_FIELD, Case};
use crate::stats::Estimate;

/// For each op a line without base64 and one for each wrap with it, as far as they were measured.
pub(super) fn lines(of: &CaseFinding) -> Vec<Text> {
    // What a wrap is, and what goes over the wire, is the same for every op: it is said once.
    let mut told = Vec::new();
    let mut lines = Vec::new();
    for op in &of.ops {
        let raw = raw(of, op);
        let meaning = if raw.is_some() { "" } else { meaning(&op.op) };
        lines.extend(raw);
        lines.extend(base64(of, op, meaning, &mut told));
    }
    lines
}

/// What an op does, to stand behind its name on its first line; nothing where the name says it.
fn meaning(op: &str) -> &'static str {
    match op {
        "read" => " (decode, then visit every field)",
        _ => "",
    }
}

/// The codecs, fastest first, and whether the first is told apart from the second.
fn raw(of: &CaseFinding, op: &OpTable) -> Option<Text> {
    let times = sound(op).filter_map(|row| Some((row.codec.as_str(), of_slot(row.raw)?)));
    let rows = ascending(times);
    let (_, fastest) = rows.first()?;
    let listed: Vec<String> = rows
        .iter()
        .map(|(codec, time)| {
            let behind = match &op.lead {
                Some(lead) if lead.next == *codec => format!(" ({})", told_apart(lead)),
                _ if time.value == fastest.value => String::new(),
                _ => format!(" ({}x)", number::plain(time.value / fastest.value)),
            };
            format!("{codec} {}{behind}", number::bare_time(time))
        })
        .collect();
    let pass = match of.case.messages {
        1 => String::new(),
        many => format!(", a pass of {} messages", thousands(many)),
    };
    let (name, listed) = (&of.case.name, listed.join(", "));
    Some(Text::from(format!(
        "{name}{pass}, {}{}, raw: {listed}.",
        op.op,
        meaning(&op.op)
    )))
}

/// `1.08x [1.05, 1.11], surely slower`.
fn told_apart(lead: &Lead) -> String {
    let apart = match lead.is_sure() {
        true => "surely slower",
        false => "not told apart",
    };
    format!("{}, {apart}", number::ratio(&lead.ratio))
}

/// What base64 adds to one message or pass, for the message as text, then for its bytes fields.
fn base64(of: &CaseFinding, op: &OpTable, mut op_meaning: &str, told: &mut Vec<&str>) -> Vec<Text> {
    let each = match of.case.messages {
        1 => "each message".to_owned(),
        many => format!("each pass of {} messages", thousands(many)),
    };
    let mut lines = Vec::new();
    for wrap in [BASE64, BASE64_FIELD] {
        let added = Added::of(op, wrap);
        if added.is_empty() {
            continue;
        }
        let first = !told.contains(&wrap);
        let meaning = if first { wraps::meaning(wrap) } else { "" };
        let bytes = (first && wrap == BASE64).then(|| more_bytes(&of.case));
        told.push(wrap);
        let (op, more) = (&op.op, more(added, bytes, &each));
        lines.push(Text::from(format!(
            "{op}{op_meaning}, {wrap}{meaning}: {more}."
        )));
        op_meaning = "";
    }
    lines
}

/// What base64 adds to a codec.
struct Added<'a> {
    codec: &'a str,
    nanos: Estimate,
    tax: Estimate,
}

impl<'a> Added<'a> {
    /// To the sound codecs, the least first.
    fn of(op: &'a OpTable, wrap: &str) -> Vec<Self> {
        let added = sound(op).filter_map(|row| {
            let (nanos, tax) = match wrap {
                BASE64 => (row.added, row.tax),
                _ => (row.field_added, row.field_tax),
            };
            Some(Added {
                codec: &row.codec,
                nanos: of_slot(nanos)?,
                tax: of_slot(tax)?,
            })
        });
        let mut added: Vec<_> = added.collect();
        added.sort_by(|a, b| a.nanos.value.total_cmp(&b.nanos.value));
        added
    }

    /// Whether it is more than nothing: surely so where there is an interval.
    fn is_visible(&self) -> bool {
        let least = self.nanos.interval.map_or(f64::INFINITY, |i| i.low);
        self.nanos.value.min(least) > 0.0
    }
}

/// `each message takes 2.10 us more (prost; 4.51x the time) and 1,388 bytes more on the wire`. Codecs
/// that base64 does not surely slow down have a clause of their own, which never says "more".
fn more(added: Vec<Added<'_>>, bytes: Option<String>, each: &str) -> String {
    let (slower, others): (Vec<_>, Vec<_>) = added.into_iter().partition(Added::is_visible);
    let slower_time =
        more_time(&slower, others.is_empty()).map(|time| format!("{each} takes {time}"));
    let listed: Vec<String> = others
        .iter()
        .map(|Added { codec, nanos, tax }| {
            let (nanos, tax) = (number::bare_time(nanos), number::bare_ratio(tax));
            format!("{codec}: {nanos}, {tax} the time")
        })
        .collect();
    let listed = listed.join("; ");
    let time = match slower_time {
        Some(time) if others.is_empty() => {
            return format!(
                "{time}{}",
                bytes.map_or(String::new(), |b| format!(" and {b}"))
            );
        }
        Some(time) => format!("{time}; for others no added time is visible ({listed})"),
        None => format!("no added time is visible ({listed})"),
    };
    let bytes = bytes.map(|bytes| format!("; {each} takes {bytes}"));
    time + &bytes.unwrap_or_default()
}

/// `1.20 us (prost) to 1.30 us (protobuf) more (1.11x to 1.23x the time)`, over codecs of which none
/// takes less; `all` are all sound ones.
fn more_time(added: &[Added<'_>], all: bool) -> Option<String> {
    let taxes = number::ratios(added.iter().map(|added| &added.tax))?;
    let tax = format!("{taxes} the time");
    let (fewest, most) = (added.first()?, added.last()?);
    let (low, high) = (
        number::bare_time(&fewest.nanos),
        number::bare_time(&most.nanos),
    );
    // Two that differ in their marks alone are one number, as rough as the rougher of them.
    let alike = number::nanos(fewest.nanos.value) == number::nanos(most.nanos.value);
    let codecs: Vec<&str> = added.iter().map(|added| added.codec).collect();
    Some(match added {
        [only] => format!("{low} more ({}; {tax})", only.codec),
        _ if alike => {
            let rougher = if fewest.nanos.is_noisy() { low } else { high };
            let codecs = match all {
                true => "every sound codec".to_owned(),
                false => codecs.join(", "),
            };
            format!("{rougher} more ({codecs}; {tax})")
        }
        _ => format!(
            "{low} ({}) to {high} ({}) more ({tax})",
            fewest.codec, most.codec
        ),
    })
}

/// `1,365 bytes more on the wire (4,096 -> 5,461, +33 %)`.
fn more_bytes(case: &Case) -> String {
    let (wire, text) = (case.wire_bytes, case.base64_bytes);
    let more = text.saturating_sub(wire);
    let share = match wire {
        0 => String::new(),
        _ => format!(", +{}", number::percent(more as f64 / wire as f64)),
    };
    format!(
        "{} more on the wire ({} -> {}{share})",
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
                "tree, encode, raw: quick-protobuf 4.02 us, prost 6.08 us (1.51x [1.51, 1.52], \
                 surely slower).",
                "encode, base64 (the whole message as base64 text): each message takes 425 ns \
                 more (every sound codec; 1.07x to 1.11x the time) and 268 bytes more on the wire \
                 (800 -> 1,068, +34 %).",
                "tree, decode, raw: quick-protobuf 12.0 us, prost 18.1 us (1.50x [1.50, 1.51], \
                 surely slower).",
                "decode, base64: each message takes ~425 ns more (every sound codec; 1.02x to \
                 1.04x the time).",
            ]
        );
        run.cases[0].messages = 40;
        let said = said(&run, &testing::samples());
        assert!(said[0].starts_with("tree, a pass of 40 messages, encode, raw: "));
        assert!(said[1].contains(": each pass of 40 messages takes 425 ns"));
    }

    #[test]
    fn the_fastest_is_told_apart_from_the_next_or_not() {
        let mut finding = crate::finding(&testing::one("append-4Ki"), &testing::samples());
        let mut said = |low, high| {
            let lead = finding.cases[0].ops[0].lead.as_mut().unwrap();
            lead.ratio = Estimate::within(1.02, low, high);
            lines(&finding.cases[0])[0].words()
        };
        let sure = "prost 476 ns (1.02x [1.01, 1.03], surely slower), protobuf 599 ns (4.86x).";
        assert!(said(1.01, 1.03).ends_with(sure), "{}", said(1.01, 1.03));
        let unsure = "prost 476 ns (1.02x [0.99, 1.05], not told apart), protobuf 599 ns (4.86x).";
        assert!(said(0.99, 1.05).ends_with(unsure), "{}", said(0.99, 1.05));
    }

    #[test]
    fn what_read_does_is_said_once() {
        let mut finding = crate::finding(&testing::one("append-4Ki"), &testing::samples());
        let of = &mut finding.cases[0];
        of.ops[1].op = "read".into();
        let starts = |of: &CaseFinding| -> Vec<String> {
            let words = lines(of).into_iter().map(|line| line.words());
            let words = words.filter(|line| line.contains("read"));
            words
                .map(|line| line.split_once(": ").unwrap().0.to_owned())
                .collect()
        };
        let with_base64 = ["read, base64", "read, base64-field"];
        let raw = "append-4Ki, read (decode, then visit every field), raw";
        assert_eq!(starts(of), [&[raw][..], &with_base64].concat());
        for row in &mut of.ops[1].rows {
            row.raw = Slot::Unmeasured;
        }
        let first = "read (decode, then visit every field), base64";
        assert_eq!(starts(of), [first, with_base64[1]]);
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
        let added = Added::of(op, BASE64);
        assert_eq!(more_time(&added, true).as_deref(), Some(differing));
        assert!(!more_bytes(&run.cases[0]).contains('%'));
    }

    /// Sets what base64 adds to the codecs of an op: nanoseconds, within 30, and over 1,000.
    fn adding(nanos: &[f64]) -> Vec<String> {
        let mut finding = crate::finding(&testing::one("append-4Ki"), &testing::samples());
        let of = &mut finding.cases[0];
        of.ops.truncate(1);
        for (row, nanos) in of.ops[0].rows.iter_mut().zip(nanos) {
            row.added = Slot::Number(Estimate::within(*nanos, nanos - 30.0, nanos + 30.0));
            row.tax = Slot::Number(Estimate::bare((nanos + 1_000.0) / 1_000.0));
        }
        of.ops[0].rows.truncate(nanos.len());
        lines(of).iter().map(Text::words).collect()
    }

    #[test]
    fn what_may_be_no_time_is_not_more() {
        let bytes = "each message takes 1,388 bytes more on the wire (4,160 -> 5,548, +33 %).";
        let lead = "encode, base64 (the whole message as base64 text): ";
        let one = "no added time is visible (prost: -347 ns, ~0.653x the time)";
        assert_eq!(adding(&[-347.0])[1], format!("{lead}{one}; {bytes}"));
        let none = "no added time is visible (prost: -347 ns, ~0.653x the time; protobuf: ~20.0 ns, \
                    ~1.02x the time)";
        assert_eq!(adding(&[-347.0, 20.0])[1], format!("{lead}{none}; {bytes}"));
        let some = "each message takes ~40.0 ns more (protobuf, quick-protobuf; ~1.04x the time); for \
                    others no added time is visible (prost: -347 ns, ~0.653x the time)";
        assert_eq!(
            adding(&[-347.0, 40.0, 40.0])[1],
            format!("{lead}{some}; {bytes}")
        );
    }
}
