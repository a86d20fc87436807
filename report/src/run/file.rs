//! The run's record on disk.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::{CellId, RaceArm, Run, Totals};
use crate::count::counted;
use crate::{Error, layout, write};

/// The version of the layout that this crate writes. It reads this one and all before it.
///
/// 1 had no samples: they were criterion's, and are only found beside it.
pub const FORMAT: u32 = 2;

/// Name of a run's record.
pub const RECORD: &str = "record.json";

/// What every version of the layout has.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

impl Run {
    /// Reads a record.
    pub fn read(path: &Path) -> Result<Run, Error> {
        let text = fs::read(path).map_err(|cause| Error::ReadRun {
            path: path.to_owned(),
            cause,
        })?;
        let malformed = |cause| Error::ParseRun {
            path: path.to_owned(),
            cause,
        };
        // The version first: another layout is to be told from a broken file.
        let Version { format } = serde_json::from_slice(&text).map_err(malformed)?;
        if !(1..=FORMAT).contains(&format) {
            return Err(Error::RunFormat {
                path: path.to_owned(),
                found: format,
                expected: FORMAT,
            });
        }
        let run: Run = serde_json::from_slice(&text).map_err(malformed)?;
        match run.damage() {
            None => Ok(run),
            Some(damage) => Err(Error::RunDamaged {
                path: path.to_owned(),
                damage,
            }),
        }
    }

    /// What of the record contradicts itself, if anything: then someone edited it, and nothing in it can be trusted.
    fn damage(&self) -> Option<String> {
        for cell in &self.cells {
            let samples = cell.nanos.len();
            let anchors = cell.anchors.len();
            if cell.iterations.len() != samples || !(anchors == 0 || anchors == samples) {
                return Some(format!(
                    "{} has {}, iterations of {} and {}",
                    cell.id,
                    counted(samples as u64, "time"),
                    counted(cell.iterations.len() as u64, "sample"),
                    counted(anchors as u64, "anchor")
                ));
            }
        }
        if let Some(odd) = self.odd_entry().or_else(|| self.odd_number()) {
            return Some(odd);
        }
        let (summed, said) = (Totals::of(&self.cells), self.totals.unwrap_or_default());
        (summed != said).then(|| {
            format!(
                "its totals are {}, {}, {} and {} ns, and its cells have {}, {}, {} and {}",
                counted(said.cells, "cell"),
                counted(said.samples, "sample"),
                counted(said.iterations, "iteration"),
                said.nanos,
                summed.cells,
                summed.samples,
                summed.iterations,
                summed.nanos
            )
        })
    }

    /// The first number that no count can be, and arms that were not dealt the same rounds.
    fn odd_number(&self) -> Option<String> {
        // Beyond these a float counts no more.
        let counts = |of: f64| (0.0..=9e15).contains(&of);
        for cell in &self.cells {
            let of = [
                ("allocations", cell.allocated.map(|of| of.count)),
                ("allocated bytes", cell.allocated.map(|of| of.bytes)),
                ("instructions", cell.instructions),
            ];
            let mut of = of.into_iter();
            if let Some((what, Some(odd))) = of.find(|(_, of)| of.is_some_and(|of| !counts(of))) {
                return Some(format!("{} has {odd} {what}", cell.id));
            }
        }
        let race = self.race.as_ref()?;
        if let Some(name) = twice(race.arms.iter().map(|arm| arm.name.as_str())) {
            return Some(format!("its race has the arm {name} twice"));
        }
        let dealt = |arm: &RaceArm| -> Vec<u64> { arm.rounds.iter().map(|of| of.count).collect() };
        let first = race.arms.first().map(dealt)?;
        let other = race.arms.iter().find(|arm| dealt(arm) != first)?;
        Some(format!(
            "the arm {} of its race has other rounds than the first",
            other.name
        ))
    }

    /// The first entry that is there twice, or that speaks of what the record does not have: reports would count it
    /// differently.
    fn odd_entry(&self) -> Option<String> {
        let cases = self.cases.iter().map(|case| case.name.as_str());
        if let Some(case) = twice(cases.clone()) {
            return Some(format!("its cases name {case} twice"));
        }
        if let Some(id) = twice(self.planned.iter()) {
            return Some(format!("{id} is planned twice"));
        }
        if let Some(id) = twice(self.cells.iter().map(|cell| &cell.id)) {
            return Some(format!("{id} is measured twice"));
        }
        let proofs = self.proofs.iter();
        let pairs = proofs.map(|proof| (proof.case.as_str(), proof.codec.as_str()));
        if let Some((case, codec)) = twice(pairs) {
            return Some(format!("its proofs have {codec} on {case} twice"));
        }
        let cases: BTreeSet<&str> = cases.collect();
        if let Some(id) = self.planned.iter().find(|id| !cases.contains(&*id.case)) {
            return Some(format!("{id} is planned, and its case is not in cases"));
        }
        let planned: BTreeSet<&CellId> = self.planned.iter().collect();
        let mut measured = self.cells.iter().map(|cell| &cell.id);
        let unasked = measured.find(|id| !planned.contains(id))?;
        Some(format!("{unasked} is measured and not planned"))
    }

    /// Writes the record, and its directory where that is missing. Readers see the old record or
    /// the new one, never half of one.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        self.write_whole(path).map_err(|cause| Error::WriteRun {
            path: path.to_owned(),
            cause,
        })
    }

    fn write_whole(&self, path: &Path) -> io::Result<()> {
        write::replace(path, layout::text(self)?.as_bytes())
    }
}

/// The first that has been there before.
fn twice<T: Ord + Copy>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let mut seen = BTreeSet::new();
    items.find(|item| !seen.insert(*item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn reads_what_it_writes_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("latest").join(RECORD);
        let run = testing::run();
        run.write(&path).unwrap();
        run.write(&path).unwrap();
        assert_eq!(Run::read(&path).unwrap(), run);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_record_keeps_every_sample() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(RECORD);
        let run = testing::measured();
        run.write(&path).unwrap();
        let read = Run::read(&path).unwrap();
        assert_eq!(read, run);
        assert_eq!(crate::judge(&read), crate::judge(&run));
        let lines = fs::read_to_string(&path).unwrap();
        let of_cell = format!("{{\"id\": \"{}\", ", run.cells[0].id);
        assert!(lines.lines().any(|line| line.trim().starts_with(&of_cell)));
    }

    #[test]
    fn every_layout_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
        for layout in 1..=FORMAT {
            let run = Run::read(&folder.join(format!("layout-{layout}.json"))).unwrap();
            assert_eq!(run.format, layout);
            assert_eq!(run.planned.len(), 2, "layout {layout}");
            assert_eq!(run.cases[0].messages, 1);
            assert_eq!(run.cells.len(), if layout == 1 { 0 } else { 2 });
        }
    }

    #[test]
    fn a_record_that_was_edited_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(RECORD);
        let refused = |change: &dyn Fn(&mut Run)| {
            let mut run = testing::measured();
            change(&mut run);
            run.write(&path).unwrap();
            let said = Run::read(&path).unwrap_err().to_string();
            assert!(said.contains("was changed after it was written"), "{said}");
            assert!(
                said.contains(RECORD) && said.contains("cargo bench"),
                "{said}"
            );
        };
        refused(&|run| run.cells[0].nanos[0] += 1);
        refused(&|run| run.cells[0].iterations[0] += 1);
        refused(&|run| run.cells.truncate(3));
        refused(&|run| run.totals = None);
        refused(&|run| run.cells[1].id = run.cells[0].id.clone());
        refused(&|run| run.cells[0].nanos.truncate(7));
        refused(&|run| run.cells[0].anchors.push(1.0));
        refused(&|run| run.cells[0].instructions = Some(-1.0));
        refused(&|run| run.cells[0].instructions = Some(1e308));
        let race = |run: &mut Run| run.race.clone().unwrap();
        refused(&|run| {
            let mut race = race(run);
            race.arms.push(race.arms[0].clone());
            run.race = Some(race);
        });
        refused(&|run| {
            let mut race = race(run);
            race.arms[1].rounds.truncate(5);
            run.race = Some(race);
        });
    }

    #[test]
    fn an_entry_that_would_be_counted_differently_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(RECORD);
        let said = |change: &dyn Fn(&mut Run)| {
            let mut run = testing::measured();
            change(&mut run);
            run.totals = Some(Totals::of(&run.cells));
            run.write(&path).unwrap();
            Run::read(&path).unwrap_err().to_string()
        };
        let id = testing::run().planned[0].to_string();
        type Damage<'a> = (&'a dyn Fn(&mut Run), &'a str);
        let damages: [Damage<'_>; 6] = [
            (
                &|run| run.cases.push(run.cases[3].clone()),
                "its cases name tree twice",
            ),
            (
                &|run| run.planned.push(run.planned[0].clone()),
                &format!("{id} is planned twice"),
            ),
            (
                &|run| run.cells.push(run.cells[0].clone()),
                &format!("{id} is measured twice"),
            ),
            (
                &|run| run.proofs.push(run.proofs[0].clone()),
                "its proofs have prost on append-16 twice",
            ),
            (
                &|run| drop(run.cases.remove(0)),
                &format!("{id} is planned, and its case is not in cases"),
            ),
            (
                &|run| drop(run.planned.remove(0)),
                &format!("{id} is measured and not planned"),
            ),
        ];
        for (change, damage) in damages {
            let said = said(change);
            let expected = format!("{RECORD} was changed after it was written: {damage};");
            assert!(said.contains(&expected), "{said}");
        }
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(RECORD);
        let missing = Run::read(&path).unwrap_err().to_string();
        assert!(
            missing.contains(RECORD) && missing.contains("cargo bench"),
            "{missing}"
        );

        fs::write(&path, r#"{"format": 1, "suite": "#).unwrap();
        let broken = Run::read(&path).unwrap_err().to_string();
        assert!(
            broken.contains("line 1") && broken.contains("cargo bench"),
            "{broken}"
        );

        fs::write(&path, r#"{"format": 9, "other": true}"#).unwrap();
        let other = Run::read(&path).unwrap_err().to_string();
        assert!(
            other.contains("layout 9") && other.contains("layouts 1 to 2"),
            "{other}"
        );

        fs::write(dir.path().join("file"), "").unwrap();
        let below_a_file = dir.path().join("file").join(RECORD);
        let unwritable = testing::run().write(&below_a_file).unwrap_err().to_string();
        assert!(unwritable.contains("cannot write"), "{unwritable}");
    }
}
