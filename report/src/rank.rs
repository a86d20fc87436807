//! An order of the codecs over many cases, for each op and wrap.
//!
//! The statistics are those of [`stats::ranking`]; here it is decided who takes
//! part: a codec counts in a case where its proof is sound and it was measured, and a codec that lacks more than half of the cases
//! is left out rather than these cases.

use crate::filter::Selected;
use crate::run::{CellId, Outcome, Run, Sample};
use crate::stats::{self, Estimate, Place, Sorted, joint_level, median};

/// The codecs under one op and one wrap.
#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// `encode`, `decode` or `read`.
    pub op: String,
    /// The wrap, with its engine where that is not the default one.
    pub wrap: String,
    /// The ranked codecs, best first.
    pub places: Vec<Ranked>,
    /// The cases that count.
    pub cases: Vec<String>,
    /// The cases that do not, each with the ranked codecs that lack it and why.
    pub left_out: Vec<(String, String)>,
    /// The codecs that are not ranked, and why.
    pub unranked: Vec<(String, String)>,
}

/// A codec in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Name of the codec.
    pub codec: String,
    /// Its score and rank.
    pub place: Place,
    /// Whether it shares its rank.
    pub tied: bool,
}

/// Ranks the codecs of a run for each of its ops and these wraps; all wraps of the run where there are none. Of a run of tasks it ranks who
/// does them, for each op and how it is done, whatever wraps are given.
pub fn rank(of: &Selected, wraps: &[&str]) -> Vec<Rank> {
    let mut groups: Vec<(&str, &str)> = Vec::new();
    for id in of.run.planned.iter().chain(of.samples.cells.keys()) {
        let group = (id.op.as_str(), id.wrap.as_str());
        let wanted = wraps.is_empty() || of.run.is_of_tasks() || wraps.contains(&group.1);
        if wanted && !groups.contains(&group) {
            groups.push(group);
        }
    }
    let ranks = groups.into_iter().map(|(op, wrap)| of_group(of, op, wrap));
    // Of tasks many ways stand alone.
    let compares =
        |rank: &Rank| !of.run.is_of_tasks() || rank.places.len() + rank.unranked.len() > 1;
    ranks.filter(compares).collect()
}

fn of_group(of: &Selected, op: &str, wrap: &str) -> Rank {
    let run = &of.run;
    let mut codecs: Vec<&str> = Vec::new();
    // Who does one task is nobody where another is done, so only those count who have anything here.
    let known = run.proofs.iter().filter(|_| !run.is_of_tasks());
    let known = known.map(|proof| proof.codec.as_str());
    let planned = run
        .planned
        .iter()
        .filter(|id| id.op == op && id.wrap == wrap);
    let known = known.chain(planned.map(|id| id.codec.as_str()));
    let sampled = of.samples.cells.keys();
    let sampled = sampled.filter(|id| !run.is_of_tasks() || (id.op == op && id.wrap == wrap));
    for codec in known.chain(sampled.map(|id| id.codec.as_str())) {
        if !codecs.contains(&codec) {
            codecs.push(codec);
        }
    }
    // The cases of which the run has anything under this op and wrap.
    let has = |case: &str| {
        let like = |id: &CellId| id.case == case && id.op == op && id.wrap == wrap;
        run.planned.iter().any(like) || of.samples.cells.keys().any(like)
    };
    let cases: Vec<&str> = run
        .cases
        .iter()
        .map(|case| case.name.as_str())
        .filter(|case| has(case))
        .collect();

    let lacks: Vec<Vec<Option<String>>> = codecs
        .iter()
        .map(|codec| {
            cases
                .iter()
                .map(|case| lack(of, &CellId::new(*case, op, *codec, wrap)))
                .collect()
        })
        .collect();
    let many = |lacks: &[Option<String>]| {
        let missing = lacks.iter().flatten().count();
        missing * 2 > cases.len() || missing == cases.len()
    };
    let mut unranked = Vec::new();
    let mut ranked: Vec<(&str, &Vec<Option<String>>)> = Vec::new();
    for (codec, lacks) in codecs.iter().zip(&lacks) {
        match many(lacks) {
            true => unranked.push(((*codec).to_owned(), reasons(&cases, lacks))),
            false => ranked.push((codec, lacks)),
        }
    }

    let level = joint_level(ranked.len() * cases.len());
    let times: Vec<Vec<Option<Estimate>>> = ranked
        .iter()
        .map(|(codec, lacks)| {
            let time = |(case, lack): (&&str, &Option<String>)| match lack {
                Some(_) => None,
                None => time(of, &CellId::new(*case, op, *codec, wrap), level),
            };
            cases.iter().zip(lacks.iter()).map(time).collect()
        })
        .collect();
    let ranking = stats::ranking(&times);
    let shared = |rank: usize| {
        ranking
            .places
            .iter()
            .filter(|place| place.rank == rank)
            .count()
            > 1
    };
    let places = ranking.places.iter().filter_map(|place| {
        let (codec, _) = ranked.get(place.contestant)?;
        Some(Ranked {
            codec: (*codec).to_owned(),
            place: *place,
            tied: shared(place.rank),
        })
    });
    let places = places.collect();
    let name = |at: &usize| cases.get(*at).map(|case| (*case).to_owned());
    let left_out = ranking.left_out.iter().filter_map(|at| {
        let lacking = ranked.iter().filter_map(|(codec, lacks)| {
            let why = lacks.get(*at)?.as_ref()?;
            Some(format!("{codec} {why}"))
        });
        Some((name(at)?, lacking.collect::<Vec<_>>().join("; ")))
    });
    let left_out = left_out.collect();
    Rank {
        op: op.to_owned(),
        wrap: wrap.to_owned(),
        places,
        cases: ranking.cases.iter().filter_map(name).collect(),
        left_out,
        unranked,
    }
}

fn time(of: &Selected, id: &CellId, level: f64) -> Option<Estimate> {
    let times = of.samples.cells.get(id).map(Sample::per_iteration)?;
    median(&Sorted::new(times), level).filter(|time| time.value > 0.0)
}

/// Why a cell does not count, if that is so: `is unsound (...)`.
fn lack(of: &Selected, id: &CellId) -> Option<String> {
    match outcome(&of.run, id) {
        Some(Outcome::Proven { .. }) => {}
        Some(Outcome::Unsound { why, .. }) => return Some(format!("is unsound ({why})")),
        Some(Outcome::Refused { stage, reason }) => {
            return Some(format!("is refused ({stage}: {reason})"));
        }
        Some(Outcome::Wrong { path, detail }) => {
            return Some(format!("is wrong ({path}: {detail})"));
        }
        Some(Outcome::Aborted { how }) => return Some(format!("aborted ({how})")),
        None if of.run.is_of_tasks() => return Some("has no such way".to_owned()),
        None => return Some("was not proven".to_owned()),
    }
    match time(of, id, stats::LEVEL) {
        Some(_) => None,
        None if of.run.is_of_tasks() && !of.run.planned.contains(id) => {
            Some("has no such way".to_owned())
        }
        None => Some("was not measured".to_owned()),
    }
}

fn outcome<'a>(run: &'a Run, id: &CellId) -> Option<&'a Outcome> {
    let mut of = run
        .proofs
        .iter()
        .filter(|proof| proof.case == id.case && proof.codec == id.codec);
    of.next().map(|proof| &proof.outcome)
}

/// The reasons why a codec lacks cases, each once: `is refused (...) in a, b; was not measured in c`.
fn reasons(cases: &[&str], lacks: &[Option<String>]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (case, lack) in cases.iter().zip(lacks) {
        let Some(why) = lack else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| known == why) {
            Some((_, cases)) => cases.push(case),
            None => groups.push((why, vec![case])),
        }
    }
    let said = groups.iter().map(
        |(why, of)| match of.len() == cases.len() && cases.len() > 1 {
            true => format!("{why} in every case"),
            false => format!("{why} in {}", of.join(", ")),
        },
    );
    said.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;
    use crate::testing;

    fn ranks(change: impl Fn(&mut Run), filter: &str, wraps: &[&str]) -> Vec<Rank> {
        let mut run = testing::measured();
        change(&mut run);
        let filter = Filter::parse(filter).unwrap();
        rank(&Selected::whole(run).part(&filter, "it").unwrap(), wraps)
    }

    fn order(rank: &Rank) -> Vec<(&str, usize)> {
        rank.places
            .iter()
            .map(|of| (of.codec.as_str(), of.place.rank))
            .collect()
    }

    #[test]
    fn codecs_are_ranked_over_the_cases_that_all_have() {
        let ranks = ranks(|_| {}, "", &["raw", "base64"]);
        let groups: Vec<_> = ranks
            .iter()
            .map(|rank| (rank.op.as_str(), rank.wrap.as_str()))
            .collect();
        assert_eq!(
            groups,
            [
                ("encode", "raw"),
                ("encode", "base64"),
                ("decode", "raw"),
                ("decode", "base64")
            ]
        );
        let raw = &ranks[0];
        assert_eq!(
            order(raw),
            [("quick-protobuf", 1), ("prost", 2), ("protobuf", 3)]
        );
        assert_eq!(raw.cases, ["append-16", "append-4Ki", "append-64Ki"]);
        assert_eq!(raw.places[0].place.score.value, 1.0);
        assert!(raw.places.iter().all(|of| !of.tied) && raw.unranked.is_empty());
        assert_eq!(
            raw.left_out,
            [
                (
                    "tree".to_owned(),
                    "protobuf is refused (codegen: does not know | this)".to_owned()
                ),
                (
                    "packed".to_owned(),
                    "quick-protobuf is unsound (builds an unaligned slice)".to_owned()
                ),
            ]
        );
    }

    #[test]
    fn who_lacks_more_than_half_is_left_out_instead() {
        let change = |run: &mut Run| {
            for proof in &mut run.proofs {
                if proof.codec == "protobuf" && proof.case != "packed" {
                    proof.outcome = Outcome::Wrong {
                        path: "a.b".into(),
                        detail: "differs".into(),
                    };
                }
            }
            run.cells
                .retain(|cell| cell.id.codec != "prost" || cell.id.case != "append-16");
        };
        let ranks = ranks(change, "op:encode wrap:raw", &[]);
        let [rank] = &ranks[..] else {
            panic!("{ranks:?}")
        };
        assert_eq!(order(rank), [("quick-protobuf", 1), ("prost", 2)]);
        let (codec, why) = &rank.unranked[0];
        assert_eq!(codec, "protobuf");
        assert_eq!(
            why,
            "is wrong (a.b: differs) in append-16, append-4Ki, append-64Ki, tree"
        );
        assert_eq!(rank.cases, ["append-4Ki", "append-64Ki", "tree"]);
        assert_eq!(
            rank.left_out[0],
            ("append-16".into(), "prost was not measured".into())
        );
    }

    #[test]
    fn overlapping_codecs_share_a_rank() {
        let change = |run: &mut Run| {
            let of = |codec: &str| {
                let id = format!("tree/encode/{codec}/raw");
                run.cells
                    .iter()
                    .position(|cell| cell.id.to_string() == id)
                    .unwrap()
            };
            let (from, to) = (of("prost"), of("quick-protobuf"));
            run.cells[to].nanos = run.cells[from].nanos.clone();
        };
        let ranks = ranks(change, "case:tree op:encode wrap:raw", &[]);
        assert_eq!(order(&ranks[0]), [("prost", 1), ("quick-protobuf", 1)]);
        assert!(ranks[0].places.iter().all(|of| of.tied));
        assert_eq!(
            ranks[0].unranked[0].1,
            "is refused (codegen: does not know | this) in tree"
        );
    }

    #[test]
    fn who_does_tasks_is_ranked_among_those_who_do_the_same() {
        let mut cells = Vec::new();
        for task in ["small", "large"] {
            for (by, nanos) in [("zero-copy", 10.0), ("tonic", 30.0)] {
                cells.push((format!("{task}/deframe/{by}/fresh"), Some(nanos)));
            }
        }
        cells.push(("small/frame/tonic/fresh".to_owned(), Some(5.0)));
        cells.push(("value-16/set/bin/tonic".to_owned(), Some(5.0)));
        let cells: Vec<_> = cells.iter().map(|(id, of)| (id.as_str(), *of)).collect();
        let of = Selected::whole(testing::of_tasks(&cells));
        let ranks = rank(&of, &["raw", "base64"]);
        let [rank] = &ranks[..] else {
            panic!("{ranks:?}")
        };
        assert_eq!((rank.op.as_str(), rank.wrap.as_str()), ("deframe", "fresh"));
        assert_eq!(order(rank), [("zero-copy", 1), ("tonic", 2)]);
        assert_eq!(rank.cases, ["small", "large"]);
        assert!(rank.unranked.is_empty() && rank.left_out.is_empty());
        let text = crate::rank_markdown(&of.run, &ranks);
        assert!(
            text.contains("The ways in order") && text.contains("| rank | way |"),
            "{text}"
        );
    }

    #[test]
    fn a_filter_picks_the_wraps() {
        let ranks = ranks(|_| {}, "op:decode engine:base64-simd", &[]);
        assert_eq!(
            (ranks.len(), ranks[0].wrap.as_str()),
            (1, "base64@base64-simd")
        );
    }
}
