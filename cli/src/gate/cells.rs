//! Which cells a gate compares: those that a filter leaves, of the head, the base and the baseline.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;
use wiretax::runner::Listed;
use wiretax_report::{CellId, Filter};

use super::baseline::Baseline;
use super::lane::Cell;
use super::side::Side;
use super::{Trouble, claims};

/// `gate/gate.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The cells that matter, as a filter: what is compared where no other filter is given.
    cells: Option<String>,
}

/// What is asked for, before it is known what there is.
#[derive(Debug)]
pub struct Wanted {
    filter: Filter,
    text: Option<String>,
}

/// What is compared.
#[derive(Debug)]
pub struct Cells {
    /// Cells that the head has.
    pub cells: Vec<Cell>,
    /// Ids of cells that the base or the baseline has, and the head no more.
    pub vanished: Vec<String>,
    /// Cases and codecs of all of these.
    pub pairs: BTreeSet<(String, String)>,
    /// The filter in words.
    pub filter: Option<String>,
}

impl Wanted {
    /// The filter that was given, or that of the file.
    pub fn read(path: &Path, given: Option<&str>) -> Result<Self, Trouble> {
        let bad = |why: String| Trouble::Bad {
            path: path.to_owned(),
            why,
        };
        let file = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => File::default(),
            Err(error) => return Err(Trouble::file(path, "read", error)),
            Ok(text) => toml::from_str(&text).map_err(|error| bad(error.to_string()))?,
        };
        let filter = match (given, &file.cells) {
            (Some(given), _) => Filter::parse(given)?,
            (None, Some(own)) => Filter::parse(own).map_err(|error| bad(error.to_string()))?,
            (None, None) => Filter::parse("")?,
        };
        Ok(Wanted {
            filter,
            text: given.map(str::to_owned).or(file.cells),
        })
    }

    /// What it leaves.
    pub fn of(
        self,
        head: &Side,
        base: Option<&Side>,
        baseline: Option<&Baseline>,
    ) -> Result<Cells, Trouble> {
        let tags = |case: &str| tags(&head.listed, case);
        let every = listed(head);
        let kept = |cell: &&Cell| self.filter.keeps(&cell.id(), &tags(&cell.case));
        let cells: Vec<Cell> = every.iter().filter(kept).cloned().collect();
        let known: BTreeSet<String> = every.iter().map(|cell| cell.id().to_string()).collect();
        let of_base = base.map(listed).unwrap_or_default();
        let of_base = of_base.iter().map(|cell| cell.id().to_string());
        let of_baseline = baseline.map(|of| of.cells.keys().cloned().collect::<Vec<_>>());
        let before: BTreeSet<String> = of_base.chain(of_baseline.unwrap_or_default()).collect();
        let gone = |id: &&String| {
            let parsed: Result<CellId, _> = id.parse();
            !known.contains(*id) && parsed.is_ok_and(|id| self.filter.keeps(&id, &tags(&id.case)))
        };
        let vanished: Vec<String> = before.iter().filter(gone).cloned().collect();
        if cells.is_empty() && vanished.is_empty() {
            let ids: Vec<CellId> = every.iter().map(Cell::id).collect();
            let of = format!("suite `{}`", head.listed.suite);
            return Err(self.filter.nothing(of, &ids, "cargo wiretax list").into());
        }
        // Proofs are of pairs: those of which a cell is compared, or would be if it could be timed.
        let of_cells = cells
            .iter()
            .map(|cell| (cell.case.clone(), cell.codec.clone()));
        let mut pairs: BTreeSet<(String, String)> = of_cells.collect();
        let gone = vanished.iter().filter_map(|id| claims::cell(id).ok());
        pairs.extend(gone.map(|cell| (cell.case, cell.codec)));
        let untimed = untimed(head);
        let kept = untimed.iter().filter(kept);
        pairs.extend(kept.map(|cell| (cell.case.clone(), cell.codec.clone())));
        Ok(Cells {
            cells,
            vanished,
            pairs,
            filter: self.text,
        })
    }
}

fn tags(listed: &Listed, case: &str) -> Vec<String> {
    let mut cases = listed.cases.iter();
    let found = cases.find(|of| of.name == case);
    found.map(|of| of.tags.clone()).unwrap_or_default()
}

/// The cells of a side that can be measured.
fn listed(side: &Side) -> Vec<Cell> {
    of_codecs(side, true)
}

/// Those that its codecs' proofs do not allow.
fn untimed(side: &Side) -> Vec<Cell> {
    of_codecs(side, false)
}

fn of_codecs(side: &Side, timed: bool) -> Vec<Cell> {
    let is_timed = |case: &str, codec: &str| {
        let mut proofs = side.proofs.iter();
        proofs.any(|of| of.case == case && of.codec == codec && of.outcome.is_timed())
    };
    let mut cells = Vec::new();
    for case in &side.listed.cases {
        let codecs = case.codecs.iter();
        for codec in codecs.filter(|codec| is_timed(&case.name, codec) == timed) {
            cells.extend(case.default.iter().map(|&cell| Cell {
                case: case.name.clone(),
                codec: codec.clone(),
                cell,
            }));
        }
    }
    cells
}
