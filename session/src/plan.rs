//! Which cells this run measures, in the order in which it does.

use wiretax::layer::Id;
use wiretax::runner::{Listed, ListedCase, ListedTask, Lost, OpWrap, Proof, Remote};
use wiretax::wrap::Op;
use wiretax_report::CellId;
use wiretax_report::filter::FilterError;

use crate::args::{Args, Mode};

/// Environment variable that asks for every cell, `WIRETAX_CELLS=all`.
const CELLS: &str = "WIRETAX_CELLS";

/// The cells to measure.
pub struct Plan {
    /// In order: a codec's wraps stand side by side, since their ratio is what matters.
    pub cells: Vec<Planned>,
}

/// One cell to measure.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Name of its case, or of its task.
    pub name: String,
    /// Its codec, or who does the task.
    pub codec: String,
    /// What is done.
    pub what: What,
    /// Bytes that one op goes through.
    pub bytes: u64,
    /// What filters can ask for.
    tags: Vec<String>,
}

/// What a cell does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A codec's work.
    Cell(OpWrap),
    /// One way to do a task: what is done, and how.
    Way(String, String),
}

impl What {
    /// The op.
    pub fn op(&self) -> &str {
        match self {
            What::Cell(cell) => cell.op.name(),
            What::Way(op, _) => op,
        }
    }

    /// Its wrap, or how the task is done.
    pub fn wrap(&self) -> String {
        match self {
            What::Cell(cell) => cell.wrap.to_string(),
            What::Way(_, how) => how.clone(),
        }
    }
}

impl Planned {
    /// `case/op`, a criterion group.
    pub fn group(&self) -> String {
        format!("{}/{}", self.name, self.what.op())
    }

    /// `codec/wrap`, the function in the group.
    pub fn function(&self) -> String {
        format!("{}/{}", self.codec, self.what.wrap())
    }

    /// `case/op/codec/wrap`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.group(), self.function())
    }

    /// The same, as a record names it.
    pub fn cell_id(&self) -> CellId {
        CellId::new(&self.name, self.what.op(), &self.codec, self.what.wrap())
    }

    /// Has a runner make it and keep it under a number, with buffers placed as if so many runs had gone before.
    pub fn open(&self, runs: usize, remote: &mut Remote, slot: usize) -> Result<(), Lost> {
        match &self.what {
            What::Cell(cell) => remote.open_after(runs, slot, &self.name, &self.codec, *cell),
            What::Way(op, how) => {
                let id = Id {
                    name: &self.name,
                    op,
                    by: &self.codec,
                    how,
                };
                remote.open_way(runs, slot, id)
            }
        }
    }
}

/// The cells that the suite asks for, the filter leaves, and the proofs allow; a list needs no proofs.
pub fn plan(suite: &Listed, args: &Args, proofs: &[Proof]) -> Plan {
    let timed = |case: &str, codec: &str| {
        args.mode() == Mode::List
            || proofs
                .iter()
                .any(|p| p.case == case && p.codec == codec && p.outcome.is_timed())
    };
    let cells = every(suite)
        .filter(|planned| kept(args, planned) && timed(&planned.name, &planned.codec))
        .collect();
    Plan { cells }
}

fn kept(args: &Args, planned: &Planned) -> bool {
    args.keeps(&planned.cell_id(), &planned.tags)
}

/// Whether every cell is asked for; a value that means nothing is an error, not a default run.
pub fn all_cells() -> Result<bool, String> {
    match std::env::var(CELLS).as_deref() {
        Err(_) | Ok("") => Ok(false),
        Ok("all") => Ok(true),
        Ok(other) => Err(format!(
            "{CELLS}={other} means nothing; give `all`, or leave it out"
        )),
    }
}

fn every(suite: &Listed) -> impl Iterator<Item = Planned> {
    let all = all_cells().unwrap_or(false);
    let cases = suite.cases.iter().flat_map(move |case| of_case(case, all));
    cases.chain(suite.tasks.iter().flat_map(of_task))
}

fn of_task(task: &ListedTask) -> impl Iterator<Item = Planned> {
    task.ways.iter().map(|(by, how)| Planned {
        name: task.name.clone(),
        codec: by.clone(),
        what: What::Way(task.op.clone(), how.clone()),
        bytes: task.bytes,
        tags: task.tags.clone(),
    })
}

fn of_case(case: &ListedCase, all: bool) -> Vec<Planned> {
    let plan = if all { &case.cells } else { &case.default };
    let mut cells = Vec::new();
    for op in Op::ALL {
        for codec in &case.codecs {
            cells.extend(
                plan.iter()
                    .filter(|cell| cell.op == op)
                    .map(|&cell| Planned {
                        name: case.name.clone(),
                        codec: codec.clone(),
                        what: What::Cell(cell),
                        bytes: case.wire_bytes,
                        tags: case.tags.clone(),
                    }),
            );
        }
    }
    cells
}

/// Whether the filter asks for any of these ids, each with its tags.
pub fn asks(args: &Args, ids: &[(String, &[&str])]) -> bool {
    ids.iter().any(|(id, tags)| {
        let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
        id.parse().is_ok_and(|id| args.keeps(&id, &tags))
    })
}

/// Says why there is nothing to do.
///
/// # Errors
/// When the filter matches no cell, with what is nearest. Not where cells are only listed or run once: `cargo test` hands
/// every bench the filter that is meant for some test.
pub fn nothing(suite: &Listed, args: &Args) -> Result<(), FilterError> {
    let filter = args.filter().unwrap_or_default();
    if every(suite).any(|planned| kept(args, &planned)) {
        let cells = match filter {
            "" => "any case of this suite".to_owned(),
            filter => format!("a case that `{filter}` matches"),
        };
        println!("wiretax: no codec takes {cells}; `cargo wiretax verify` says why");
        return Ok(());
    }
    let ids: Vec<CellId> = every(suite).map(|planned| planned.cell_id()).collect();
    let of = format!("suite `{}`", suite.suite);
    // With `--exact` the words of the filter are none.
    let error = match args.read().is_empty() {
        true => FilterError::Nothing {
            of,
            filter: filter.to_owned(),
            near: nearest(filter, &ids),
            list: LIST.to_owned(),
        },
        false => args.read().nothing(of, &ids, LIST),
    };
    match args.mode() {
        Mode::List | Mode::Test => {
            println!("wiretax: {error}");
            Ok(())
        }
        Mode::Measure | Mode::Reanalyse => Err(error),
    }
}

/// The command that shows every id of a suite.
const LIST: &str = "cargo bench -- --list";

fn nearest(id: &str, ids: &[CellId]) -> String {
    let like = |other: &CellId| strsim::jaro_winkler(&other.to_string(), id);
    let near = ids.iter().max_by(|a, b| like(a).total_cmp(&like(b)));
    near.map_or("there is none".to_owned(), |near| format!("`{near}`"))
}

#[cfg(test)]
mod tests {
    use wiretax::runner::OpWrap;

    use super::*;
    use crate::args::tests::args;

    fn suite() -> Listed {
        let cells: Vec<OpWrap> = ["encode/raw", "encode/base64", "decode/raw"]
            .map(|cell| OpWrap::try_from(cell.to_owned()).unwrap())
            .into();
        let case = |name: &str| ListedCase {
            name: name.to_owned(),
            stresses: String::new(),
            tags: vec![if name == "tree" { "nested" } else { "bytes" }.to_owned()],
            message: "a.M".to_owned(),
            messages: 1,
            wire_bytes: 3,
            base64_bytes: 4,
            field_bytes: 0,
            sweep: None,
            codecs: ["prost", "protobuf"].map(str::to_owned).into(),
            default: cells.clone(),
            cells: cells.clone(),
        };
        Listed {
            suite: "made up".to_owned(),
            environment: Vec::new(),
            cases: ["append", "tree"].map(case).into(),
            tasks: Vec::new(),
        }
    }

    #[test]
    fn a_filter_that_matches_nothing_fails_a_run_and_no_list_or_test() {
        let said = nothing(&suite(), &args(&["--bench", "case:apend wrap:raw"]));
        let said = said.unwrap_err().to_string();
        assert!(said.contains("no cell of suite `made up`"), "{said}");
        assert!(said.contains("`append/encode/prost/raw`"), "{said}");
        assert!(said.contains("--list"), "{said}");
        let exact = nothing(
            &suite(),
            &args(&["--bench", "--exact", "tree/encode/prost"]),
        );
        let exact = exact.unwrap_err().to_string();
        assert!(exact.contains("`tree/encode/prost/raw`"), "{exact}");
        for mode in [["--bench", "--list"], ["--bench", "--test"]] {
            let words = [&mode[..], &["nobody"]].concat();
            assert!(nothing(&suite(), &args(&words)).is_ok(), "{mode:?}");
        }
    }

    #[test]
    fn what_another_bench_measures_is_asked_for_by_id_and_tag() {
        let ids = [("small/deframe/tonic/fresh".to_owned(), &["framing"][..])];
        let asked = |filter: &str| asks(&args(&["--bench", filter]), &ids);
        assert!(asked("tag:framing") && asked("case:small") && asked("^small/"));
        assert!(!asked("tag:metadata") && !asked("apend"));
    }

    #[test]
    fn cells_that_no_codec_takes_are_no_fault_of_the_filter() {
        let args = args(&["--bench", "tree"]);
        assert!(plan(&suite(), &args, &[]).cells.is_empty());
        assert!(nothing(&suite(), &args).is_ok());
    }

    #[test]
    fn a_plan_holds_what_the_filter_leaves() {
        let args = args(&["--bench", "--list", "op:encode codec:prost !base64"]);
        let plan = plan(&suite(), &args, &[]);
        let ids: Vec<String> = plan.cells.iter().map(Planned::id).collect();
        assert_eq!(ids, ["append/encode/prost/raw", "tree/encode/prost/raw"]);
        assert_eq!(plan.cells[0].cell_id().to_string(), ids[0]);
    }

    #[test]
    fn tags_are_those_of_the_suite() {
        let plan = plan(&suite(), &args(&["--bench", "--list", "tag:nested"]), &[]);
        assert!(plan.cells.len() == 6 && plan.cells.iter().all(|of| of.name == "tree"));
    }
}
