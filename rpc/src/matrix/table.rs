//! The tables and verdicts of a matrix.

use std::fmt::Write;

use bytesize::ByteSize;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use wiretax::wrap::Wrap;

use super::{Found, Kind, Matrix, Size, Turn};
use crate::arms::{Verdict, verdict};
use crate::codec::CodecName;
use crate::drive::interrupted;

/// A table and a verdict for each size.
pub fn tables(matrix: &Matrix, sizes: &[Size]) -> String {
    let mut text = String::new();
    for size in sizes {
        text.push_str(&table(size));
    }
    let seen = sizes
        .iter()
        .flat_map(|size| &size.arms)
        .any(|found| found.shares.is_some());
    let how = match (matrix.profile, seen) {
        (true, true) => {
            "shares of the server's CPU time by `perf`, of the innermost function of each sample"
        }
        (true, false) if interrupted() => "shares were not looked for before the end",
        (true, false) => "shares are unavailable: there is no `perf` here that may look",
        (false, _) => "shares were not asked for",
    };
    let _ = writeln!(
        text,
        "Medians over rounds in which every arm had a turn of {:?} with {} requests in flight; typed client, one thread each. Beside: CPU time of \
         client and server together for each request, beside the floor's (codec `none`) or beside the same codec `raw`, of the same round; all \
         intervals of a size hold together at 95 %. {how}.",
        matrix.turn, matrix.in_flight
    );
    text
}

fn table(size: &Size) -> String {
    let mut text = String::new();
    let bytes = ByteSize(size.bytes as u64).display().iec();
    let rounds = size
        .arms
        .iter()
        .map(|found| found.turns.len())
        .min()
        .unwrap_or(0);
    let _ = writeln!(text, "\n{bytes}, {rounds} rounds");
    if rounds == 0 {
        let _ = writeln!(text, "no round was finished");
        return text;
    }
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header([
        "codec/wrap",
        "req/s",
        "client us",
        "server us",
        "codec",
        "base64",
        "copy",
        "alloc",
        "kernel",
        "other",
        "beside the floor",
        "beside raw",
    ]);
    for column in 1..10 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for found in &size.arms {
        let mut row = vec![
            found.arm.to_string(),
            format!(
                "{:.0}",
                middle(&found.turns, |turn| Some(turn.rate)).unwrap_or_default()
            ),
            number(middle(&found.turns, |turn| turn.client)),
            number(middle(&found.turns, |turn| turn.server)),
        ];
        row.extend(Kind::ALL.map(|kind| {
            let share = found.shares.as_ref().and_then(|shares| shares.of(kind));
            share.map_or("n/a".to_owned(), |share| format!("{:.0} %", share * 100.0))
        }));
        row.push(said(size, found, floor(size)));
        row.push(said(size, found, raw(size, found)));
        table.add_row(row);
    }
    let _ = writeln!(
        text,
        "{}",
        table
            .to_string()
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    );
    let _ = writeln!(text, "{}", conclusion(size));
    text
}

fn floor(size: &Size) -> Option<&Found> {
    size.arms
        .iter()
        .find(|found| found.arm.codec == CodecName::None)
}

fn raw<'a>(size: &'a Size, of: &Found) -> Option<&'a Found> {
    let same = size
        .arms
        .iter()
        .find(|found| found.arm.codec == of.arm.codec && found.arm.wrap == Wrap::Raw);
    same.filter(|_| of.arm.wrap != Wrap::Raw)
}

/// CPU time of both ends, from rounds in which both arms have it.
fn beside(size: &Size, found: &Found, base: &Found) -> Verdict {
    let both = |turn: &Turn| Some(turn.client? + turn.server?);
    let pairs = found.turns.iter().zip(&base.turns);
    let (arm, base): (Vec<f64>, Vec<f64>) = pairs
        .filter_map(|(arm, base)| Some((both(arm)?, both(base)?)))
        .unzip();
    // Each arm beside the floor, and each wrap beside raw.
    let wraps = size
        .arms
        .iter()
        .filter(|found| found.arm.wrap != Wrap::Raw)
        .count();
    verdict(&arm, &base, size.arms.len() - 1 + wraps)
}

fn failed(found: &Found) -> u64 {
    found.turns.iter().map(|turn| turn.failed).sum()
}

fn said(size: &Size, found: &Found, base: Option<&Found>) -> String {
    match base {
        _ if failed(found) > 0 => format!("{} FAILED", failed(found)),
        Some(base) if failed(base) > 0 => "no verdict".to_owned(),
        Some(base) if base.arm != found.arm => beside(size, found, base).brief(),
        _ => String::new(),
    }
}

/// Does the codec matter at this size, and does base64?
fn conclusion(size: &Size) -> String {
    let failures: u64 = size.arms.iter().map(failed).sum();
    if failures > 0 {
        return format!("no verdict: {failures} requests failed");
    }
    let mut parts = Vec::new();
    let codecs: Vec<(&Found, Verdict)> = floor(size)
        .map(|floor| {
            let raws = size
                .arms
                .iter()
                .filter(|found| found.arm.wrap == Wrap::Raw && found.arm != floor.arm);
            raws.map(|found| (found, beside(size, found, floor)))
                .collect()
        })
        .unwrap_or_default();
    if let Some(said) = span("a codec costs the request", &codecs) {
        parts.push(said);
    }
    let mut wraps: Vec<Wrap> = size
        .arms
        .iter()
        .map(|found| found.arm.wrap)
        .filter(|&wrap| wrap != Wrap::Raw)
        .collect();
    wraps.dedup();
    wraps.sort();
    wraps.dedup();
    for wrap in wraps {
        let arms = size.arms.iter().filter(|found| found.arm.wrap == wrap);
        let with: Vec<(&Found, Verdict)> = arms
            .filter_map(|found| Some((found, beside(size, found, raw(size, found)?))))
            .collect();
        if let Some(said) = span(&format!("{wrap} costs it"), &with) {
            parts.push(said);
        }
    }
    match parts.is_empty() {
        true => "no verdict: too few rounds".to_owned(),
        false => format!("-> {}", parts.join("; ")),
    }
}

/// From the least to the most of what is certain; what is within noise is counted as such.
fn span(what: &str, verdicts: &[(&Found, Verdict)]) -> Option<String> {
    let ratios: Vec<f64> = verdicts
        .iter()
        .filter_map(|(_, verdict)| Some(verdict.ratio()?.value))
        .collect();
    let low = ratios.iter().copied().reduce(f64::min)?;
    let high = ratios.iter().copied().reduce(f64::max)?;
    let noise = verdicts
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::WithinNoise(_)))
        .count();
    let noise = match noise {
        0 => String::new(),
        all if all == verdicts.len() => ", all within noise".to_owned(),
        some => format!(", {some} of {} within noise", verdicts.len()),
    };
    Some(match ratios.len() {
        1 => format!("{what} {low:.2}x{noise}"),
        _ => format!("{what} {low:.2}x to {high:.2}x{noise}"),
    })
}

/// The middle of the rounds.
fn middle(turns: &[Turn], what: fn(&Turn) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = turns.iter().filter_map(what).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn number(value: Option<f64>) -> String {
    value.map_or("n/a".to_owned(), |value| format!("{value:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(arm: &str, micros: f64) -> Found {
        let turns = (0..14).map(|round| Turn {
            rate: 1e6 / micros,
            client: Some(micros + f64::from(round % 3) * 0.1),
            server: Some(micros),
            failed: 0,
        });
        Found {
            arm: arm.parse().expect("an arm"),
            turns: turns.collect(),
            shares: None,
        }
    }

    #[test]
    fn codec_and_base64_are_told_apart() {
        let size = Size {
            bytes: 16_384,
            arms: vec![
                found("none/raw", 20.0),
                found("prost/raw", 22.0),
                found("prost/base64", 44.0),
            ],
        };
        let text = table(&size);
        assert!(text.contains("a codec costs the request 1.10x"), "{text}");
        assert!(text.contains("base64 costs it 2.00x"), "{text}");
        assert!(text.contains("n/a"), "{text}");
    }

    #[test]
    fn what_fails_has_no_verdict() {
        let mut bad = found("prost/raw", 22.0);
        bad.turns[2].failed = 3;
        let size = Size {
            bytes: 16,
            arms: vec![found("none/raw", 20.0), bad],
        };
        let text = table(&size);
        assert!(
            text.contains("3 FAILED") && text.contains("no verdict: 3 requests failed"),
            "{text}"
        );
    }

    #[test]
    fn a_size_without_a_round_says_so() {
        let mut none = found("none/raw", 20.0);
        none.turns.clear();
        let size = Size {
            bytes: 16,
            arms: vec![none],
        };
        assert!(table(&size).contains("no round was finished") && size.failed());
    }
}
