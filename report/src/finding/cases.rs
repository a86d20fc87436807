//! The tables: what was measured of each case.

use super::engines::Engine;
use super::evidence::{Evidence, Standing};
use super::lead::{Lead, lead};
use crate::run::{BASE64, BASE64_FIELD, Case, CellId, Outcome, RAW};
use crate::stats::Estimate;

/// What was measured of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFinding {
    /// The case.
    pub case: Case,
    /// A table for each op.
    pub ops: Vec<OpTable>,
    /// Codecs that are not in the tables, or not ranked, and why.
    pub remarks: Vec<Remark>,
}

/// One op of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct OpTable {
    /// The op.
    pub op: String,
    /// A row for each codec.
    pub rows: Vec<Row>,
    /// The fastest of them without base64 against the next.
    pub lead: Option<Lead>,
    /// A row for each codec, wrap and engine other than the default one.
    pub engines: Vec<EngineRow>,
}

/// One codec.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the codec.
    pub codec: String,
    /// What the proof allows to be said of it.
    pub standing: Standing,
    /// Nanoseconds for a message without base64.
    pub raw: Slot,
    /// Nanoseconds for a message as base64 text.
    pub base64: Slot,
    /// Base64 over raw.
    pub tax: Slot,
    /// Base64 less raw, in nanoseconds.
    pub added: Slot,
    /// Base64 less raw, in nanoseconds for each wire byte.
    pub tax_per_byte: Slot,
    /// Nanoseconds for a message whose bytes fields are base64 text.
    pub field: Slot,
    /// That over raw.
    pub field_tax: Slot,
    /// That less raw, in nanoseconds.
    pub field_added: Slot,
    /// That less raw, in nanoseconds for each byte in bytes fields.
    pub field_tax_per_byte: Slot,
}

/// One codec under one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineRow {
    /// Name of the codec.
    pub codec: String,
    /// What the proof allows to be said of it.
    pub standing: Standing,
    /// `base64` or `base64-field`.
    pub wrap: String,
    /// Name of the engine.
    pub engine: String,
    /// Nanoseconds for a message.
    pub time: Slot,
    /// That over raw.
    pub tax: Slot,
    /// The share of the default engine's tax that it wins back.
    pub won_back: Slot,
}

/// A place in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    /// The run does not have such a cell.
    Absent,
    /// The run was to measure it and has not.
    Unmeasured,
    /// What was measured.
    Number(Estimate),
}

/// Why a codec is not in the tables of a case, or not ranked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Name of the codec.
    pub codec: String,
    /// What its proof came to; never [`Outcome::Proven`].
    pub outcome: Outcome,
}

impl CaseFinding {
    /// Whether anything of it was measured.
    pub fn measured(&self) -> bool {
        self.ops.iter().any(OpTable::measured)
    }
}

impl OpTable {
    /// Whether anything of it was measured.
    pub fn measured(&self) -> bool {
        let times = self
            .rows
            .iter()
            .flat_map(|row| [row.raw, row.base64, row.field]);
        let mut times = times.chain(self.engines.iter().map(|row| row.time));
        times.any(|slot| matches!(slot, Slot::Number(_)))
    }
}

impl Remark {
    /// Whether the codec is kept from the tables altogether.
    pub fn is_failure(&self) -> bool {
        match self.outcome {
            Outcome::Proven { .. } | Outcome::Unsound { .. } => false,
            Outcome::Refused { .. } | Outcome::Wrong { .. } | Outcome::Aborted { .. } => true,
        }
    }
}

/// Puts the tables of every case together.
pub(super) fn cases(evidence: &Evidence<'_>, engines: &[Engine]) -> Vec<CaseFinding> {
    let cases = evidence.run.cases.iter().map(|case| CaseFinding {
        case: case.clone(),
        ops: evidence
            .ops_of(&case.name)
            .into_iter()
            .map(|op| OpTable {
                op: op.to_owned(),
                rows: rows(evidence, case, op),
                lead: lead(evidence, &case.name, op),
                engines: engine_rows(evidence, case, op, engines),
            })
            .collect(),
        remarks: evidence
            .run
            .proofs
            .iter()
            .filter(|proof| proof.case == case.name)
            .filter(|proof| !matches!(proof.outcome, Outcome::Proven { .. }))
            .map(|proof| Remark {
                codec: proof.codec.clone(),
                outcome: proof.outcome.clone(),
            })
            .collect(),
    });
    // A case that the run leaves alone has nothing to show, unless a codec fails in it.
    cases
        .filter(|found| !found.ops.is_empty() || found.remarks.iter().any(Remark::is_failure))
        .collect()
}

fn rows(evidence: &Evidence<'_>, case: &Case, op: &str) -> Vec<Row> {
    let row = |codec: &str| {
        let raw = CellId::new(&case.name, op, codec, RAW);
        let base64 = raw.with_wrap(BASE64);
        let field = raw.with_wrap(BASE64_FIELD);
        let per_byte = |cell: &CellId, bytes: u64| {
            let added = evidence.difference(cell, &raw)?;
            (bytes > 0).then(|| added.scaled(1.0 / bytes as f64))
        };
        let field_tax_per_byte = match per_byte(&field, case.field_bytes) {
            // Measured, but there is no byte to share it out over.
            None if case.field_bytes == 0 => Slot::Absent,
            found => slot(evidence, &field, found),
        };
        Row {
            codec: codec.to_owned(),
            standing: evidence.standing(&case.name, codec),
            raw: slot(evidence, &raw, evidence.time(&raw)),
            base64: slot(evidence, &base64, evidence.time(&base64)),
            tax: slot(evidence, &base64, evidence.ratio(&base64, &raw)),
            added: slot(evidence, &base64, evidence.difference(&base64, &raw)),
            tax_per_byte: slot(evidence, &base64, per_byte(&base64, case.wire_bytes)),
            field: slot(evidence, &field, evidence.time(&field)),
            field_tax: slot(evidence, &field, evidence.ratio(&field, &raw)),
            field_added: slot(evidence, &field, evidence.difference(&field, &raw)),
            field_tax_per_byte,
        }
    };
    let codecs = evidence.codecs(&case.name, op);
    codecs.into_iter().map(row).collect()
}

fn engine_rows(
    evidence: &Evidence<'_>,
    case: &Case,
    op: &str,
    engines: &[Engine],
) -> Vec<EngineRow> {
    let row = |id: &CellId| {
        let (wrap, engine) = id.wrap_and_engine();
        let engine = engine?;
        let share = engines
            .iter()
            .filter(|found| found.name == engine)
            .flat_map(|found| &found.shares)
            .find(|s| s.case == id.case && s.op == id.op && s.codec == id.codec && s.wrap == wrap);
        Some(EngineRow {
            codec: id.codec.clone(),
            standing: evidence.standing(&case.name, &id.codec),
            wrap: wrap.to_owned(),
            engine: engine.to_owned(),
            time: slot(evidence, id, evidence.time(id)),
            tax: slot(evidence, id, evidence.ratio(id, &id.with_wrap(RAW))),
            won_back: share
                .and_then(|share| share.share)
                .map_or(Slot::Absent, Slot::Number),
        })
    };
    let mut rows: Vec<EngineRow> = evidence.cells_of(&case.name, op).filter_map(row).collect();
    // By engine, so that codecs stand below each other.
    rows.sort_by_key(|row| {
        let engine = engines.iter().position(|engine| engine.name == row.engine);
        (engine, evidence.place(&row.codec))
    });
    rows
}

fn slot(evidence: &Evidence<'_>, cell: &CellId, estimate: Option<Estimate>) -> Slot {
    match estimate {
        Some(estimate) => Slot::Number(estimate),
        None if evidence.expects(cell) => Slot::Unmeasured,
        None => Slot::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::engines::engines;
    use crate::run::Samples;
    use crate::testing;

    fn tables(samples: &Samples) -> Vec<CaseFinding> {
        let run = testing::run();
        let evidence = Evidence::new(&run, samples);
        let engines = engines(&evidence);
        cases(&evidence, &engines)
    }

    fn number(slot: Slot) -> f64 {
        match slot {
            Slot::Number(estimate) => estimate.value,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_row_says_what_base64_adds() {
        let found = tables(&testing::samples());
        let row = &found[1].ops[0].rows[0];
        assert_eq!(
            (row.codec.as_str(), row.standing),
            ("prost", Standing::Sound)
        );
        let added = number(row.base64) - number(row.raw);
        assert!((number(row.added) - added).abs() < 1e-9);
        assert!((number(row.tax_per_byte) * 4_160.0 - added).abs() < 1e-6);
        assert!((number(row.tax) - number(row.base64) / number(row.raw)).abs() < 1e-9);
        let added = number(row.field) - number(row.raw);
        assert!((number(row.field_added) - added).abs() < 1e-9);
        assert!((number(row.field_tax_per_byte) * 4_140.0 - added).abs() < 1e-6);
    }

    #[test]
    fn absent_and_unmeasured_are_told_apart() {
        let mut samples = testing::samples();
        samples
            .cells
            .remove(&"tree/encode/prost/base64".parse().unwrap());
        let found = tables(&samples);
        let row = &found[3].ops[0].rows[0];
        assert_eq!(
            (row.base64, row.tax, row.field),
            (Slot::Unmeasured, Slot::Unmeasured, Slot::Absent)
        );
    }

    #[test]
    fn no_bytes_fields_no_price() {
        let mut run = testing::run();
        run.cases[0].field_bytes = 0;
        let samples = testing::samples();
        let found = cases(&Evidence::new(&run, &samples), &[]);
        assert_eq!(found[0].ops[0].rows[0].field_tax_per_byte, Slot::Absent);
    }

    #[test]
    fn a_case_without_cells_is_there_for_its_failures_alone() {
        let mut run = testing::run();
        run.planned.retain(|id| id.case == "append-16");
        let samples = Samples::default();
        let found = cases(&Evidence::new(&run, &samples), &[]);
        let names: Vec<_> = found.iter().map(|found| found.case.name.as_str()).collect();
        assert_eq!(names, ["append-16", "tree"]);
        assert!(!found[0].measured() && found[1].ops.is_empty());
        assert!(tables(&testing::samples())[0].measured());
    }

    #[test]
    fn what_is_not_proven_is_remarked_on() {
        let found = tables(&testing::samples());
        let codecs = |case: &CaseFinding| -> Vec<String> {
            case.remarks
                .iter()
                .map(|remark| remark.codec.clone())
                .collect()
        };
        assert_eq!(codecs(&found[3]), ["protobuf"]);
        assert_eq!(codecs(&found[4]), ["quick-protobuf"]);
        assert_eq!(found[4].ops[0].rows[2].standing, Standing::Unsound);
    }
}
