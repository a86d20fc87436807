//! Instructions per op by callgrind, each side and cell in a process of its own.

use wiretax_report::gate::{Check, Function, Quantity, Trial, Unit, Verdict, rules};
use wiretax_report::stats::Estimate;
use wiretax_session::callgrind::{Counted, Counter, Subject, Uncounted};

use super::Cell;

/// Rounds planted in the canary: 1 %.
const PLANTED: (u32, f64) = (10, 0.01);
/// How many of the functions that changed are told.
const TOLD: usize = 5;

/// Counts a cell in a fresh process.
pub fn count(counter: &mut Counter, cell: &Cell) -> Result<Counted, Uncounted> {
    fresh(counter, Subject::Cell(&cell.case, &cell.codec, cell.cell))
}

/// Counts a canary with so many rounds more, in a fresh process.
pub fn canary(counter: &mut Counter, more: u32) -> Result<Counted, Uncounted> {
    fresh(counter, Subject::Canary(more))
}

fn fresh(counter: &mut Counter, subject: Subject<'_>) -> Result<Counted, Uncounted> {
    counter.forget();
    let counted = counter.count(subject);
    counter.forget();
    counted
}

/// The check of a cell.
pub fn check(cell: &Cell, base: &Counted, head: &Counted) -> Check {
    let number = |count: &Counted| Quantity::Number(count.total, Unit::Instructions);
    let verdict = rules::instructions(base.total, head.total);
    let share = head.total / base.total - 1.0;
    Check {
        what: "instructions".to_owned(),
        base: number(base),
        head: number(head),
        change: share.is_finite().then_some(Estimate::bare(share)),
        threshold: rules::instructions_threshold(),
        note: (share < rules::CHEAPER).then(|| {
            "it became cheaper: accept it, so that the gain is not lost unseen".to_owned()
        }),
        functions: match verdict {
            Verdict::Pass => Vec::new(),
            _ => changed(base, head),
        },
        ..Check::named(cell.id().to_string(), verdict)
    }
}

/// The functions that changed most.
fn changed(base: &Counted, head: &Counted) -> Vec<Function> {
    let names = base.functions.keys().chain(head.functions.keys());
    let mut names: Vec<&String> = names.collect();
    names.sort();
    names.dedup();
    let of = |counted: &Counted, name: &str| counted.functions.get(name).copied();
    let mut functions: Vec<Function> = names
        .into_iter()
        .map(|name| Function {
            name: name.clone(),
            base: of(base, name).unwrap_or(0.0),
            head: of(head, name).unwrap_or(0.0),
        })
        .filter(|of| of.base != of.head)
        .collect();
    let most = |of: &Function| (of.head - of.base).abs();
    functions.sort_by(|a, b| most(b).total_cmp(&most(a)));
    functions.truncate(TOLD);
    functions
}

/// The lane's own trial: two canaries alike, and one with 1 % more.
pub fn trials(base: &mut Counter, head: &mut Counter) -> Result<Vec<Trial>, Uncounted> {
    let plain = fresh(base, Subject::Canary(0))?;
    let mut trial = |more: u32, planted: f64| -> Result<Trial, Uncounted> {
        let found = fresh(head, Subject::Canary(more))?;
        Ok(Trial {
            planted,
            found: Some(found.total / plain.total - 1.0),
            // 1 % is not more than 1 %: what must be seen is that there is something to look at.
            flagged: rules::instructions(plain.total, found.total) >= Verdict::Warning,
        })
    };
    Ok(vec![trial(0, 0.0)?, trial(PLANTED.0, PLANTED.1)?])
}

/// A cell that could not be counted.
pub fn lost(cell: &Cell, why: &Uncounted) -> Check {
    Check {
        what: "instructions".to_owned(),
        note: Some(why.to_string()),
        ..Check::named(cell.id().to_string(), Verdict::Inconclusive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(functions: &[(&str, f64)]) -> Counted {
        Counted {
            total: functions.iter().map(|(_, of)| of).sum(),
            functions: functions
                .iter()
                .map(|(name, of)| (name.to_string(), *of))
                .collect(),
        }
    }

    #[test]
    fn the_functions_that_changed_are_told() {
        let cell = Cell {
            case: "append".to_owned(),
            codec: "prost".to_owned(),
            cell: "decode/raw".to_owned().try_into().unwrap(),
        };
        let base = counted(&[("merge", 9_000.0), ("malloc", 1_000.0), ("gone", 10.0)]);
        let head = counted(&[("merge", 9_500.0), ("malloc", 1_000.0), ("new", 20.0)]);
        let found = check(&cell, &base, &head);
        assert_eq!(found.verdict, Verdict::Regression);
        assert_eq!(found.of, "append/decode/prost/raw");
        let names: Vec<&str> = found.functions.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(names, ["merge", "new", "gone"]);
        assert!(check(&cell, &base, &base).functions.is_empty());
    }
}
