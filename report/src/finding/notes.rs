//! What was seen on the way, and what went wrong without stopping the run.

use super::evidence::Evidence;
use crate::count::counted;
use crate::run::{CellId, Outcome, RAW, Run, Samples};

/// Something that was seen of codecs in the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Names of the codecs.
    pub codecs: Vec<String>,
    /// What was seen.
    pub text: String,
    /// The cases in which it was; where [`everywhere`](Self::everywhere), those of the first codec.
    pub cases: Vec<String>,
    /// Whether it was in all cases of each codec's proofs.
    pub everywhere: bool,
}

/// Gathers the notes of all proofs, so that one that recurs is said once.
pub(super) fn notes(run: &Run) -> Vec<Note> {
    let mut merged: Vec<Note> = Vec::new();
    for note in single(run) {
        let same = |known: &&mut Note| {
            known.text == note.text
                && known.everywhere == note.everywhere
                && (note.everywhere || known.cases == note.cases)
        };
        match merged.iter_mut().find(same) {
            Some(known) => known.codecs.extend(note.codecs),
            None => merged.push(note),
        }
    }
    merged
}

/// A note for each codec and text.
fn single(run: &Run) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let is_of = |note: &Note, codec: &str| note.codecs.iter().any(|name| name == codec);
    for proof in &run.proofs {
        for text in proof.outcome.notes() {
            let known = notes
                .iter_mut()
                .find(|note| is_of(note, &proof.codec) && note.text == *text);
            match known {
                Some(note) if note.cases.contains(&proof.case) => {}
                Some(note) => note.cases.push(proof.case.clone()),
                None => notes.push(Note {
                    codecs: vec![proof.codec.clone()],
                    text: text.clone(),
                    cases: vec![proof.case.clone()],
                    everywhere: false,
                }),
            }
        }
    }
    for note in &mut notes {
        note.everywhere = run
            .proofs
            .iter()
            .filter(|proof| is_of(note, &proof.codec))
            .all(|proof| note.cases.contains(&proof.case));
    }
    notes
}

/// With base64 a cell does all the work of its raw twin and more. Where it is surely faster, something
/// hit the two differently, and neither is to be believed.
fn less_than_raw(evidence: &Evidence<'_>, id: &CellId) -> Option<String> {
    let raw = id.with_wrap(RAW);
    let tax = evidence.ratio(id, &raw).filter(|_| *id != raw)?;
    (tax.interval?.high < 1.0).then(|| {
        format!(
            "{id} took less time than {raw}, whose work it contains: the machine or the heap hit them \
             differently; believe neither, and run both again"
        )
    })
}

/// A read does all the work of a decode and more.
fn less_than_decode(evidence: &Evidence<'_>, id: &CellId) -> Option<String> {
    if id.op != "read" {
        return None;
    }
    let decode = CellId::new(&id.case, "decode", &id.codec, &id.wrap);
    let ratio = evidence.ratio(id, &decode)?;
    (ratio.interval?.high < 1.0).then(|| {
        format!(
            "{id} took less time than {decode}, whose work it contains: the machine hit them differently, and for \
             longer than either was measured; compare neither with the other, and run both again"
        )
    })
}

/// That others used the machine; a run by itself keeps one core busy.
fn load(run: &Run) -> Option<String> {
    let number = |label: &str| -> Option<f64> {
        let text = run.environment.get(label)?;
        text.split_whitespace().next()?.parse().ok()
    };
    let cores = number("cores")?;
    let on = counted(cores as u64, "core");
    let (start, end) = (number("load at start")?, number("load at end"));
    let busy = start > cores / 2.0 || end.is_some_and(|end| end > 1.0 + cores / 2.0);
    let end = end.map_or(String::new(), |end| format!(" and {end} at its end"));
    busy.then(|| {
        format!(
            "others used the machine: load {start} at the start of the run{end}, on {on}; another run may differ \
             by more than the intervals say"
        )
    })
}

/// The warnings of the samples, and what does not fit together in the run.
pub(super) fn warnings(evidence: &Evidence<'_>, samples: &Samples) -> Vec<String> {
    let run = evidence.run;
    let mut warnings = samples.warnings.clone();
    let known = |name: &str| run.cases.iter().any(|case| case.name == name);
    let foreign: Vec<_> = samples
        .cells
        .keys()
        .filter(|id| !known(&id.case))
        .map(ToString::to_string)
        .collect();
    warnings.extend(load(run));
    warnings.extend(
        run.planned
            .iter()
            .filter_map(|id| less_than_raw(evidence, id)),
    );
    warnings.extend(
        run.planned
            .iter()
            .filter_map(|id| less_than_decode(evidence, id)),
    );
    if !foreign.is_empty() {
        let list = foreign.join(", ");
        warnings.push(format!(
            "measured, but of no case of this run, and left out: {list}"
        ));
    }
    let empty: Vec<_> = samples
        .cells
        .keys()
        .filter(|id| evidence.times(id).is_none())
        .map(ToString::to_string)
        .collect();
    if !empty.is_empty() {
        warnings.push(format!(
            "measured without a usable sample: {}",
            empty.join(", ")
        ));
    }
    for case in &run.cases {
        for op in evidence.ops_of(&case.name) {
            for codec in evidence.codecs(&case.name, op) {
                let timed = |id: &CellId| id.codec == codec && evidence.times(id).is_some();
                if !evidence.cells_of(&case.name, op).any(timed) {
                    continue;
                }
                let reason = match evidence.outcome(&case.name, codec) {
                    None => "was never proven",
                    Some(
                        Outcome::Refused { .. } | Outcome::Wrong { .. } | Outcome::Aborted { .. },
                    ) => "failed its proof",
                    Some(Outcome::Proven { .. } | Outcome::Unsound { .. }) => continue,
                };
                warnings.push(format!(
                    "{codec} was timed in {}/{op} but {reason}: it is not ranked",
                    case.name
                ));
            }
        }
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_read_that_is_faster_than_its_decode_is_warned_of() {
        let (mut run, mut samples) = (testing::run(), testing::samples());
        let read = |nanos: f64, run: &mut Run, samples: &mut Samples| {
            let id: CellId = "tree/read/prost/raw".parse().unwrap();
            run.planned.retain(|known| *known != id);
            run.planned.push(id.clone());
            samples.cells.insert(id, testing::sample(nanos));
            let warnings = crate::finding(run, samples).warnings;
            let about = |text: &&String| text.contains("than tree/decode/prost/raw");
            warnings.iter().filter(about).count()
        };
        assert_eq!(read(10.0, &mut run, &mut samples), 1);
        assert_eq!(read(1e9, &mut run, &mut samples), 0);
    }

    #[test]
    fn a_busy_machine_is_warned_of() {
        let warned = |start: &str, end: &str| {
            let mut run = testing::run();
            run.environment.set("cores", "2");
            run.environment.set("load at start", start);
            run.environment.set("load at end", end);
            load(&run).is_some()
        };
        // The run itself keeps a core busy at its end.
        assert!(!warned("0.4 0.2 0.1", "1.3 0.9 0.5"));
        assert!(warned("1.4 0.2 0.1", "1.3 0.9 0.5"));
        assert!(warned("0.4 0.2 0.1", "2.6 0.9 0.5"));
        assert!(!warned("unknown", "2.6"));
    }

    #[test]
    fn one_note_for_all_cases_and_codecs() {
        let mut run = testing::run();
        for proof in &mut run.proofs {
            if let Outcome::Proven { notes } = &mut proof.outcome {
                let case = (proof.case.as_str(), proof.codec.as_str());
                if matches!(
                    case,
                    ("append-16", "prost" | "protobuf") | ("packed", "prost")
                ) {
                    notes.push("encodes it otherwise".into());
                }
                if proof.case == "tree" {
                    notes.push("is slow".into());
                }
            }
        }
        let said: Vec<_> = notes(&run)
            .into_iter()
            .map(|note| {
                (
                    note.codecs.join("+"),
                    note.text,
                    note.cases.len(),
                    note.everywhere,
                )
            })
            .collect();
        let note = |codecs: &str, text: &str, cases, everywhere| {
            (codecs.to_owned(), text.to_owned(), cases, everywhere)
        };
        assert_eq!(
            said,
            [
                note("prost+quick-protobuf", "drops unknown fields", 5, true),
                // Seen in other cases of each codec: no one sentence.
                note("prost", "encodes it otherwise", 2, false),
                note("protobuf", "encodes it otherwise", 1, false),
                note("prost+quick-protobuf", "is slow", 1, false),
            ]
        );
    }

    #[test]
    fn warns_of_a_cell_that_takes_less_than_the_work_it_contains() {
        let (run, mut samples) = (testing::run(), testing::samples());
        let id = CellId::new("tree", "decode", "prost", "base64");
        samples.cells.insert(id, testing::sample(1.0));
        let warned = warnings(&Evidence::new(&run, &samples), &samples);
        let about =
            |text: &String| text.starts_with("tree/decode/prost/base64 took less time than");
        assert!(warned.iter().any(about), "{warned:?}");
        assert_eq!(
            warnings(
                &Evidence::new(&run, &testing::samples()),
                &testing::samples()
            ),
            [""; 0]
        );
    }

    #[test]
    fn warns_of_what_does_not_fit() {
        let (mut run, mut samples) = (testing::run(), testing::samples());
        run.proofs
            .retain(|proof| !(proof.case == "packed" && proof.codec == "prost"));
        samples.warnings.push("a file was passed over".into());
        samples.cells.insert(
            CellId::new("old", "encode", "prost", "raw"),
            testing::sample(1.0),
        );
        samples.cells.insert(
            CellId::new("tree", "encode", "prost", "raw"),
            Default::default(),
        );
        let evidence = Evidence::new(&run, &samples);
        assert_eq!(
            warnings(&evidence, &samples),
            [
                "a file was passed over",
                "measured, but of no case of this run, and left out: old/encode/prost/raw",
                "measured without a usable sample: tree/encode/prost/raw",
                "prost was timed in packed/encode but was never proven: it is not ranked",
                "prost was timed in packed/decode but was never proven: it is not ranked",
            ]
        );
    }
}
