//! What two sorts of error, or two runs, come to.

use std::fmt::Write;

use wiretax_report::stats::{Sorted, ratio};

use super::{Line, Saved, Turn};
use crate::arms::verdict;

/// Of one run: what each sort of error costs beside the plain one, from rounds that ran side by side.
pub fn verdicts(saved: &Saved) -> String {
    let mut text = String::new();
    let plain = |line: &&Line| line.refusal.as_deref() == Some("plain");
    let others: Vec<&Line> = saved
        .lines
        .iter()
        .filter(|line| line.refusal.is_some() && !plain(line))
        .collect();
    for line in &others {
        let base = saved.lines.iter().filter(plain).find(|base| {
            (&base.call, &base.size, base.depth) == (&line.call, &line.size, line.depth)
        });
        let Some(base) = base else { continue };
        let of = |what: fn(&Turn) -> Option<f64>| {
            let pairs = line.rounds.iter().zip(&base.rounds);
            let (arm, base): (Vec<f64>, Vec<f64>) = pairs
                .filter_map(|(arm, base)| Some((what(arm)?, what(base)?)))
                .unzip();
            verdict(&arm, &base, others.len())
        };
        let (time, cpu) = (of(|turn| Some(turn.total)), of(|turn| turn.server_us));
        let _ = writeln!(
            text,
            "{}: beside a plain error, total {time}; server CPU {cpu}",
            line.name()
        );
    }
    if !text.is_empty() {
        text.insert_str(
            0,
            "\nMedians of the rounds' ratios, with intervals that hold together at 95 %:\n",
        );
    }
    text
}

/// Of two runs: their medians, line by line. They did not run side by side, so what changed on the machine between them
/// is in it.
pub fn compare(before: &Saved, after: &Saved) -> String {
    let mut text = String::new();
    for line in &after.lines {
        let Some(base) = before.lines.iter().find(|base| base.is_like(line)) else {
            let _ = writeln!(text, "{}: only in the run after", line.name());
            continue;
        };
        let rates = |line: &Line| Sorted::new(line.rounds.iter().map(Turn::rate));
        let said = match ratio(&rates(line), &rates(base)) {
            None => "no rounds".to_owned(),
            Some(ratio) => {
                let change = format!("{:+.1} % ops/sec", (ratio.value - 1.0) * 100.0);
                match ratio.interval {
                    None => format!(
                        "{change}; no verdict: {} and {} rounds are too few for an interval",
                        base.rounds.len(),
                        line.rounds.len()
                    ),
                    Some(ends) if ends.low > 1.0 || ends.high < 1.0 => {
                        format!(
                            "{change} ({:+.1} to {:+.1} %)",
                            (ends.low - 1.0) * 100.0,
                            (ends.high - 1.0) * 100.0
                        )
                    }
                    Some(ends) => format!(
                        "within noise ({:+.1} to {:+.1} %)",
                        (ends.low - 1.0) * 100.0,
                        (ends.high - 1.0) * 100.0
                    ),
                }
            }
        };
        let _ = writeln!(text, "{}: {said}", line.name());
    }
    for line in &before.lines {
        if !after.lines.iter().any(|after| after.is_like(line)) {
            let _ = writeln!(text, "{}: only in the run before", line.name());
        }
    }
    if text.is_empty() {
        return "Neither run has a line.\n".to_owned();
    }
    text.push_str("\nThe runs were not side by side: what changed on the machine between them is in these figures.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(totals: &[f64], refusal: Option<&str>) -> Saved {
        let rounds = totals.iter().map(|&total| Turn {
            total,
            answered: 20_000,
            failed: 0,
            min: 1.0,
            max: 2.0,
            avg: 1.5,
            p95: 1.9,
            server_us: None,
        });
        Saved {
            lines: vec![Line {
                call: "SET".to_owned(),
                size: "4KiB".to_owned(),
                depth: 10_000,
                refusal: refusal.map(str::to_owned),
                rounds: rounds.collect(),
            }],
        }
    }

    const BEFORE: [f64; 10] = [
        7_200.0, 7_210.0, 7_190.0, 7_205.0, 7_220.0, 7_195.0, 7_201.0, 7_207.0, 7_199.0, 7_204.0,
    ];

    #[test]
    fn a_gain_is_told_and_the_same_is_within_noise() {
        let after = BEFORE.map(|total| total / 1.2);
        let text = compare(&run(&BEFORE, None), &run(&after, None));
        assert!(text.contains("SET 4KiB, depth 10000: +20."), "{text}");
        let text = compare(&run(&BEFORE, None), &run(&BEFORE, None));
        assert!(text.contains("within noise"), "{text}");
        let text = compare(&run(&BEFORE[..3], None), &run(&after[..3], None));
        assert!(text.contains("too few"), "{text}");
    }

    #[test]
    fn a_dearer_error_stands_beside_the_plain_one() {
        let mut both = run(&BEFORE, Some("plain"));
        both.lines
            .extend(run(&BEFORE.map(|total| total * 1.5), Some("backtrace")).lines);
        let text = verdicts(&both);
        assert!(
            text.contains(
                "SET 4KiB backtrace error, depth 10000: beside a plain error, total slower by 50"
            ),
            "{text}"
        );
        assert_eq!(verdicts(&run(&BEFORE, None)), "");
    }
}
