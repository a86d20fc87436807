//! The table of the first report, with a verdict behind each arm.

use std::fmt::Write;
use std::time::Duration;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

use super::{Found, Round};
use crate::arms::{Verdict, verdict};

/// Best and trimmed average of each arm, CPU time, and how it stands to the first one.
pub fn table(found: &Found) -> String {
    let mut text = String::new();
    let Some((first, base)) = found.arms.first().filter(|_| found.rounds > 0) else {
        return "No round was finished: there is nothing to say.\n".to_owned();
    };
    let rest = found.arms.len().saturating_sub(1);
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header([
        "arm",
        "best/s",
        "average/s",
        "client us",
        "server us",
        "time beside the first",
        "client CPU beside the first",
    ]);
    for column in 1..5 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for (at, (arm, rounds)) in found.arms.iter().enumerate() {
        let rates = rates(rounds);
        let of = |what: fn(&Round) -> Option<f64>, base: &[Round]| match at {
            _ if failed(rounds) > 0 => format!("{} FAILED", failed(rounds)),
            _ if failed(base) > 0 => "no verdict".to_owned(),
            0 => "-".to_owned(),
            _ => against(rounds, base, what, rest),
        };
        table.add_row([
            arm.to_string(),
            rates
                .iter()
                .copied()
                .reduce(f64::max)
                .map_or("n/a".to_owned(), |best| format!("{best:.0}")),
            trimmed(&rates).map_or("n/a".to_owned(), |mean| format!("{mean:.0}")),
            micros(rounds, |round| round.client_cpu),
            micros(rounds, |round| round.server_cpu),
            of(|round| Some(round.time.as_secs_f64()), base),
            of(
                |round| round.client_cpu.map(|time| time.as_secs_f64()),
                base,
            ),
        ]);
    }
    let _ = writeln!(
        text,
        "\n{}\n",
        table
            .to_string()
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    );
    let _ = writeln!(
        text,
        "{} rounds, arms in turns; us: CPU time for each write. best/s and average/s: writes a second in the best round, and the mean without the best and the worst. Beside the \
         first: how much longer a round takes than {first}'s of the same round, median and interval, all of a column together at 95 %.",
        found.rounds
    );
    let _ = writeln!(text, "\n{}", conclusion(found));
    text
}

/// What it comes to, end to end.
fn conclusion(found: &Found) -> String {
    let rest = found.arms.len().saturating_sub(1);
    let base = found.arms.first().map_or(&[][..], |(_, rounds)| rounds);
    let seconds = |rounds: &[Round]| {
        rounds
            .iter()
            .map(|round| round.time.as_secs_f64())
            .collect::<Vec<_>>()
    };
    let verdicts: Vec<(String, Verdict)> = found
        .arms
        .iter()
        .skip(1)
        .map(|(arm, rounds)| {
            (
                arm.to_string(),
                verdict(&seconds(rounds), &seconds(base), rest),
            )
        })
        .collect();
    let names = |of: fn(&Verdict) -> bool| {
        let names: Vec<&str> = verdicts
            .iter()
            .filter(|(_, verdict)| of(verdict))
            .map(|(arm, _)| arm.as_str())
            .collect();
        names.join(", ")
    };
    if let Some((arm, rounds)) = found.arms.iter().find(|(_, rounds)| failed(rounds) > 0) {
        return format!("No verdict: {} writes of {arm} failed.", failed(rounds));
    }
    if verdicts.is_empty() {
        return "One arm alone is beside nothing.".to_owned();
    }
    if let Some((_, few @ Verdict::TooFew(..))) = verdicts
        .iter()
        .find(|(_, verdict)| verdict.ratio().is_none())
    {
        return format!("{few}: ask for them with --rounds.");
    }
    let mut said = Vec::new();
    for (what, names) in [
        (
            "faster end to end",
            names(|verdict| matches!(verdict, Verdict::Faster(_))),
        ),
        (
            "slower end to end",
            names(|verdict| matches!(verdict, Verdict::Slower(_))),
        ),
        (
            "within noise end to end",
            names(|verdict| matches!(verdict, Verdict::WithinNoise(_))),
        ),
    ] {
        if !names.is_empty() {
            said.push(format!("{what}: {names}"));
        }
    }
    let first = &found.arms[0].0;
    format!("Beside {first} — {}.", said.join("; "))
}

/// Writes that failed make an arm something else than the others.
fn failed(rounds: &[Round]) -> u64 {
    rounds.iter().map(|round| round.failed).sum()
}

fn against(
    rounds: &[Round],
    base: &[Round],
    what: fn(&Round) -> Option<f64>,
    together: usize,
) -> String {
    // Rounds stay in their pairs.
    let pairs = rounds
        .iter()
        .zip(base)
        .filter_map(|(round, base)| Some((what(round)?, what(base)?)));
    let (arm, base): (Vec<f64>, Vec<f64>) = pairs.unzip();
    match arm.is_empty() {
        true => "n/a".to_owned(),
        false => verdict(&arm, &base, together).brief(),
    }
}

fn rates(rounds: &[Round]) -> Vec<f64> {
    let mut rates: Vec<f64> = rounds
        .iter()
        .filter(|round| !round.time.is_zero())
        .map(|round| round.written as f64 / round.time.as_secs_f64())
        .collect();
    rates.sort_by(f64::total_cmp);
    rates
}

/// The mean without the least and the largest, as the original's table has it; of fewer than three, of all.
fn trimmed(sorted: &[f64]) -> Option<f64> {
    let inner = if sorted.len() > 2 {
        &sorted[1..sorted.len() - 1]
    } else {
        sorted
    };
    (!inner.is_empty()).then(|| inner.iter().sum::<f64>() / inner.len() as f64)
}

/// The median round's.
fn micros(rounds: &[Round], what: fn(&Round) -> Option<Duration>) -> String {
    let mut times: Vec<Duration> = rounds.iter().filter_map(what).collect();
    times.sort_unstable();
    match times.get(times.len() / 2) {
        Some(time) => format!("{:.1}", time.as_secs_f64() * 1e6),
        None => "n/a".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arms::Arm;

    fn round(millis: u64, failed: u64) -> Round {
        Round {
            time: Duration::from_millis(millis),
            written: 20_000,
            failed,
            client_cpu: Some(Duration::from_micros(millis / 10)),
            server_cpu: None,
        }
    }

    fn found(arms: &[(&str, u64)]) -> Found {
        let rounds = |millis: u64| (0..8).map(|at| round(millis + at % 3, 0)).collect();
        Found {
            arms: arms
                .iter()
                .map(|&(arm, millis)| (arm.parse::<Arm>().expect("it is an arm"), rounds(millis)))
                .collect(),
            rounds: 8,
        }
    }

    #[test]
    fn slower_faster_and_alike_are_told_apart() {
        let text = table(&found(&[
            ("prost/raw", 1_000),
            ("protobuf/raw", 1_500),
            ("none/raw", 500),
            ("prost-bytes/raw", 1_000),
        ]));
        assert!(text.contains("slower end to end: protobuf/raw"), "{text}");
        assert!(text.contains("faster end to end: none/raw"), "{text}");
        assert!(
            text.contains("within noise end to end: prost-bytes/raw"),
            "{text}"
        );
        assert!(text.contains("n/a"), "{text}");
    }

    #[test]
    fn without_rounds_nothing_is_said() {
        let mut none = found(&[("prost/raw", 1_000)]);
        none.rounds = 0;
        assert!(table(&none).contains("nothing to say") && none.failed());
        let mut bad = found(&[("prost/raw", 1_000)]);
        assert!(!bad.failed());
        bad.arms[0].1[3].failed = 1;
        assert!(bad.failed() && table(&bad).contains("No verdict: 1 writes of prost/raw failed"));
    }

    #[test]
    fn best_and_worst_are_left_out_of_the_average() {
        assert_eq!(trimmed(&[1.0, 2.0, 3.0, 4.0, 100.0]), Some(3.0));
        assert_eq!(trimmed(&[1.0, 2.0]), Some(1.5));
        assert_eq!(trimmed(&[]), None);
    }
}
