//! What it costs when something goes wrong: errors that allocate what they should, and codecs on damaged input.

#![forbid(unsafe_code)]

wiretax::runner!("failure");

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use wiretax::codec::{Codec, Fields, Fold, Prost, Read};
use wiretax::layer::failure::{PINNED, tasks};
use wiretax::layer::{Task, Way};
use wiretax::measure::CountingAllocator;
use wiretax::runner::{Arms, Suite, damaged};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const CODECS: [&str; 4] = ["prost", "prost-bytes", "protobuf", "quick-protobuf"];

fn ways<'a>(tasks: &'a [Task], name: &str) -> BTreeMap<String, &'a Way> {
    let task = tasks.iter().find(|task| task.name == name);
    let task = task.unwrap_or_else(|| panic!("there is no task {name}"));
    let named = task
        .ways
        .iter()
        .map(|way| (format!("{}/{}", way.by, way.how), way));
    named.collect()
}

/// What an op of each way allocates, so often.
fn counts(tasks: &[Task], name: &str) -> BTreeMap<String, f64> {
    let counted = ways(tasks, name).into_iter().map(|(id, way)| {
        let per_op = way.make().allocations();
        (id, per_op.expect("it counts").count)
    });
    counted.collect()
}

#[test]
fn what_may_be_measured_is_known_without_the_generated_types() {
    let tasks = damaged::tasks(&suite());
    let ids = damaged::ids();
    for task in &tasks {
        for way in &task.ways {
            let known = (task.id(way).to_string(), task.tags);
            assert!(ids.contains(&known), "{known:?}");
        }
    }
    let names: BTreeSet<&str> = tasks.iter().map(|task| task.name).collect();
    for (id, _) in &ids {
        let name = id.split('/').next().unwrap_or_default();
        assert!(names.contains(name), "{id}");
    }
}

#[test]
fn the_proofs_hold() {
    let mut seen = BTreeSet::new();
    for task in tasks().iter().chain(&damaged::tasks(&suite())) {
        for way in &task.ways {
            let id = task.id(way).to_string();
            way.prove().unwrap_or_else(|why| panic!("{id}: {why}"));
            assert!(way.make().run(2) > 0, "{id}");
            assert!(seen.insert(id.clone()), "{id} is there twice");
        }
    }
    assert_eq!(seen.len(), 2 * 8 + 5 * 8 + 3 * 4 + 6, "{seen:#?}");
}

/// The environment decides whether `anyhow` captures; each of its values is tried in a process of its own.
#[test]
fn an_environment_that_has_anyhow_capture_is_found_out() {
    let run = |variable: &str, value: &str| {
        let mut command = Command::new(std::env::current_exe().expect("it runs"));
        command.args(["--exact", "the_proofs_hold"]);
        for pinned in PINNED {
            command.env_remove(pinned);
        }
        let output = command.env(variable, value).output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), told)
    };
    for variable in PINNED {
        let (held, told) = run(variable, "1");
        assert!(!held && told.contains("anyhow/no-backtrace: "), "{told}");
        assert!(
            told.contains(&format!("unset {}", PINNED.join(" and "))),
            "{told}"
        );
    }
    let (held, told) = run(PINNED[1], "0");
    assert!(held, "{told}");
}

#[test]
fn an_error_allocates_what_it_carries() {
    let tasks = tasks();
    for depth in ["error-depth-4", "error-depth-34"] {
        let mut counts = counts(&tasks, depth);
        let captured = counts.remove("anyhow/backtrace").expect("it is there");
        let shown = counts
            .remove("anyhow/backtrace-shown")
            .expect("it is there");
        println!("{depth}: {captured} allocations, and {shown} with the text");
        assert!(2.0 < captured && captured < shown, "{captured}, {shown}");
        let expected = [
            ("anyhow/no-backtrace", 2.0),
            ("boxed/message", 2.0),
            ("code-enum/code", 0.0),
            ("ok/value", 0.0),
            ("rich-enum/message", 1.0),
            ("tonic-status/message", 2.0),
        ];
        assert_eq!(
            counts,
            expected.map(|(id, count)| (id.to_owned(), count)).into()
        );
    }
}

#[test]
fn every_codec_finds_every_damage_but_one() {
    let suite = suite();
    let tasks = damaged::tasks(&suite);
    let expected = |hows: &[&str]| -> BTreeSet<String> {
        let ids = CODECS
            .iter()
            .flat_map(|codec| hows.iter().map(move |how| format!("{codec}/{how}")));
        ids.collect()
    };
    for task in &tasks {
        let text = task.name.starts_with("bad-base64");
        let hows: &[&str] = if text {
            &["base64"]
        } else {
            &["raw", "base64"]
        };
        let mut expected = expected(hows);
        let mut free: &[_] = &[];
        // It passes over unknown fields, and number 0 is one to it.
        if task.name == "zero-tag" {
            expected.retain(|id| !id.starts_with("quick-protobuf/"));
            free = &[
                ("quick-protobuf", "takes the damaged message: nothing fails"),
                (
                    "quick-protobuf",
                    "takes the damaged message from base64 text: nothing fails",
                ),
            ];
        }
        let found: BTreeSet<String> = ways(&tasks, task.name).into_keys().collect();
        assert_eq!(found, expected, "{}: {:?}", task.name, task.free);
        assert_eq!(task.free, free, "{}", task.name);
    }
    let names: Vec<_> = tasks.iter().map(|task| task.name).collect();
    assert_eq!(
        names,
        [
            "intact",
            "bad-tag",
            "zero-tag",
            "bad-utf8-early",
            "bad-utf8-late",
            "truncated",
            "bad-base64-first",
            "bad-base64-late",
            "bad-base64-length",
        ]
    );
    let wire = suite.cases()[0].declared().wire_bytes();
    assert!((1_024..4_096).contains(&wire), "{wire} bytes");
}

/// What is found late has been decoded for nothing, and was allocated for nothing.
#[test]
fn damage_at_the_end_costs_the_allocations_before_it() {
    let tasks = damaged::tasks(&suite());
    let (intact, early) = (counts(&tasks, "intact"), counts(&tasks, "bad-utf8-early"));
    let late = counts(&tasks, "bad-utf8-late");
    for codec in ["prost", "prost-bytes", "protobuf"] {
        let id = format!("{codec}/raw");
        assert!(
            early[&id] < late[&id],
            "{id}: {} and {}",
            early[&id],
            late[&id]
        );
        assert!(
            late[&id] + 1.0 >= intact[&id],
            "{id}: {} of {}",
            late[&id],
            intact[&id]
        );
    }
    // A bad text never reaches a codec that reads from a reused buffer, and its error is a plain value.
    let text = counts(&tasks, "bad-base64-late");
    for codec in ["prost", "protobuf", "quick-protobuf"] {
        assert_eq!(text[&format!("{codec}/base64")], 0.0, "{codec}");
    }
}

/// A codec that does with damaged input what none of the real ones does.
struct Odd(fn() -> Result<String, String>);

impl Codec for Odd {
    type Input = [u8];
    type Scratch = ();
    type Error = String;
    type Msg<'a> = String;

    fn decode<'a>(&'a self, _: &'a [u8], _: &'a mut ()) -> Result<String, String> {
        (self.0)()
    }

    fn encode(&self, _: &String, _: &mut Vec<u8>) -> Result<(), String> {
        Ok(())
    }
}

impl Read for Odd {
    fn fold(&self, _: &String, _: &mut Fold) {}
}

#[test]
fn what_a_codec_does_instead_of_failing_is_told() {
    fn arms(arms: &mut Arms) {
        arms.add_failing("takes-all", || Odd(|| Ok(String::new())));
        arms.add_failing("panics", || Odd(|| panic!("as it was told to")));
        arms.add_failing("says-little", || Odd(|| Err("no".to_owned())));
        arms.add("not-failing", || Odd(|| Err("no".to_owned())));
        arms.refused("refused", "suite", "it has to be");
    }
    let mut odd = Suite::new("odd");
    odd.case(suite().cases()[0].declared().clone(), arms);
    let tasks = damaged::tasks(&odd);
    let utf8 = tasks
        .iter()
        .find(|task| task.name == "bad-utf8-late")
        .expect("it is there");
    assert_eq!(
        utf8.free,
        [
            ("takes-all", "takes the damaged message: nothing fails"),
            (
                "takes-all",
                "takes the damaged message from base64 text: nothing fails"
            ),
            ("panics", "panics"),
            ("panics", "panics"),
            ("not-failing", "was registered without loops over failures"),
            ("not-failing", "was registered without loops over failures"),
            ("refused", "its generator refused the message type"),
        ]
    );
    // It fails, and not for what it was given.
    let way = &utf8.ways[0];
    assert_eq!((way.by, way.how), ("says-little", "raw"));
    let why = way.prove().expect_err("the error says nothing of UTF-8");
    assert_eq!(why, "the error should say `utf-8`: no");
    // And none of them carries the value of the intact message.
    let intact = &tasks[0];
    assert!(
        intact
            .ways
            .iter()
            .filter(|way| way.by != "panics")
            .all(|way| way.prove().is_err())
    );
}

#[test]
#[should_panic(expected = "case `mix`: it is a mix")]
fn a_mix_is_refused() {
    let mut declared = suite().cases()[0].declared().clone();
    declared.name = "mix";
    declared.wires = &[(b"\x0a\x01a", 1), (b"\x0a\x01b", 2)];
    let mut mix = Suite::new("mix");
    mix.case(declared, |arms| {
        arms.add_failing("prost", Prost::<Text>::new)
    });
    damaged::tasks(&mix);
}

/// A message without any field.
#[derive(Clone, PartialEq, prost::Message)]
struct Text {}

impl Fields for Text {
    fn fold(&self, _: &mut Fold) {}
}
