//! Every measured cell with what was found of it: what formats for other programs print.

use super::evidence::{Evidence, Standing};
use crate::run::{Allocated, Case, CellId, Measured, RAW, Run, Samples};
use crate::stats::{Estimate, Interval};

/// A measured cell. One op goes through all messages of its case: of a mix a pass, otherwise one.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSummary {
    /// Which cell.
    pub id: CellId,
    /// Its case.
    pub case: Case,
    /// What the proof allows to be said of it.
    pub standing: Standing,
    /// How many samples count.
    pub samples: usize,
    /// Nanoseconds of one op at the machine's typical speed: the median with its 95 % interval.
    pub time: Estimate,
    /// That over the same codec's raw time; `None` for raw cells, and where raw was not measured.
    pub tax: Option<Estimate>,
    /// What one op allocates, where that was counted.
    pub allocated: Option<Allocated>,
    /// Instructions of one op, where they were counted.
    pub instructions: Option<f64>,
}

impl CellSummary {
    /// Ops a second; the interval is the image of that of the time.
    pub fn ops(&self) -> Estimate {
        let each = |nanos: f64| 1e9 / nanos;
        let Estimate { value, interval } = self.time;
        Estimate {
            value: each(value),
            interval: interval.filter(|i| i.low > 0.0).map(|i| Interval {
                low: each(i.high),
                high: each(i.low),
            }),
        }
    }

    /// Nanoseconds for each byte that the op goes through, of a message those on the wire; `None` where it goes through none.
    pub fn nanos_per_byte(&self) -> Option<f64> {
        let bytes = self.case.bytes(&self.id.op);
        (bytes > 0).then(|| self.time.value / bytes as f64)
    }
}

/// The cells that were measured and mean something, in the order of the run. A codec that is refused, wrong or aborted in
/// a case has none.
pub fn summaries(run: &Run, samples: &Samples) -> Vec<CellSummary> {
    let evidence = Evidence::new(run, samples);
    let summary = |id: &CellId| {
        let standing = evidence.standing(&id.case, &id.codec);
        if standing == Standing::Out {
            return None;
        }
        let case = run.cases.iter().find(|case| case.name == id.case)?;
        let measured = run.cells.iter().find(|cell| cell.id == *id);
        let raw = id.with_wrap(RAW);
        Some(CellSummary {
            id: id.clone(),
            case: case.clone(),
            standing,
            samples: evidence.times(id)?.len(),
            // A time of nothing has no rate.
            time: evidence.time(id).filter(|time| time.value > 0.0)?,
            tax: (id.wrap != RAW).then(|| evidence.ratio(id, &raw)).flatten(),
            allocated: measured.and_then(|cell: &Measured| cell.allocated),
            instructions: measured.and_then(|cell| cell.instructions),
        })
    };
    evidence.all().filter_map(summary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_cell_has_its_time_rate_and_tax() {
        let mut run = testing::measured();
        run.cells[1].instructions = Some(1_234.0);
        let cells = summaries(&run, &run.samples());
        assert_eq!(cells.len(), run.cells.len());
        let (raw, text) = (&cells[0], &cells[1]);
        assert_eq!(raw.id.to_string(), "append-16/encode/prost/raw");
        assert_eq!((raw.tax, raw.instructions, raw.samples), (None, None, 50));
        assert_eq!(text.instructions, Some(1_234.0));
        let tax = text.tax.unwrap().value;
        assert!((tax - text.time.value / raw.time.value).abs() < 1e-9);
        assert!((raw.ops().value * raw.time.value - 1e9).abs() < 1e-3);
        let ends = raw.ops().interval.unwrap();
        assert!(ends.low < raw.ops().value && raw.ops().value < ends.high);
        let per_byte = raw.nanos_per_byte().unwrap();
        assert!((per_byte * 80.0 - raw.time.value).abs() < 1e-9);
    }

    #[test]
    fn an_op_of_a_task_has_bytes_of_its_own() {
        let run = testing::of_tasks(&[
            ("small/deframe/tonic/fresh", Some(640.0)),
            ("small/frame/tonic/fresh", Some(640.0)),
        ]);
        let cells = summaries(&run, &run.samples());
        let each = cells.iter().map(|cell| cell.nanos_per_byte().unwrap());
        let each: Vec<_> = each.map(|nanos| nanos.round()).collect();
        assert_eq!(each, [10.0, 5.0]);
        assert_eq!(cells[1].case.about("frame"), "frame of small");
        for (form, part) in [
            (crate::csv(&cells), "frame of small"),
            (crate::github_action_benchmark(&cells), "128 bytes"),
        ] {
            assert!(form.contains(part), "{part}: {form}");
        }
    }

    #[test]
    fn what_failed_its_proof_is_left_out() {
        let mut run = testing::measured();
        let before = summaries(&run, &run.samples()).len();
        for proof in run.proofs.iter_mut().filter(|proof| proof.codec == "prost") {
            proof.outcome = crate::Outcome::Aborted { how: "died".into() };
        }
        let after = summaries(&run, &run.samples());
        assert!(after.len() < before && after.iter().all(|cell| cell.id.codec != "prost"));
        let unsound = after
            .iter()
            .filter(|cell| cell.standing == Standing::Unsound);
        assert!(unsound.count() > 0);
    }
}
