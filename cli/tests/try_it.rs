//! `wiretax try` from the outside, from a schema of several files and a payload in several forms to the finding.
//!
//! One test, whose steps share schema, message and so the runner. Its times are of a dev build and mean nothing;
//! that there are any is what counts.

#![cfg(unix)]
#![forbid(unsafe_code)]

mod place;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use place::{Answer, Place};

/// Imports from its own root, from another, and a type that everyone has. `Refund` is as plausible as `Order`.
const ORDERS: &str = r#"syntax = "proto3"; package shop.v1;
import "shop/v1/item.proto"; import "common/money.proto"; import "google/protobuf/timestamp.proto";
message Order {
  string id = 1; google.protobuf.Timestamp placed = 2; repeated Item items = 3; common.Money total = 4; bytes note = 5;
}
message Refund {
  string id = 1; google.protobuf.Timestamp placed = 2; repeated Item items = 3; common.Money total = 4; bytes note = 5;
}
"#;
const ITEM: &str =
    r#"syntax = "proto3"; package shop.v1; message Item { string sku = 1; uint32 count = 2; }"#;
const MONEY: &str =
    r#"syntax = "proto3"; package common; message Money { string currency = 1; int64 units = 2; }"#;

/// One order, three times.
const WIRE: &[u8] = b"\x0a\x05first\x12\x06\x08\x80\xe2\xcf\xaa\x06\x1a\x08\x0a\x04bolt\x10\x02\
    \x22\x07\x0a\x03EUR\x10\x0c\x2a\x03\x01\x02\x03";
const BASE64: &str = "CgVmaXJzdBIGCIDiz6oGGggKBGJvbHQQAiIHCgNFVVIQDCoDAQID";
const JSON: &str = r#"{"id": "first", "placed": "2023-11-14T22:13:20Z", "items": [{"sku": "bolt", "count": 2}],
"total": {"currency": "EUR", "units": "12"}, "note": "AQID"}"#;

const SCHEMA: [&str; 6] = [
    "--schema",
    "protos/shop/v1/orders.proto",
    "--include",
    "protos",
    "--include",
    "vendor",
];

/// Runs `wiretax try` on the schema of both roots.
fn brought(place: &Place, arguments: &[&str]) -> Answer {
    let fixed = ["try", "--profile", "dev", "--quick"];
    place.wiretax(&[&fixed, &SCHEMA[..], arguments].concat())
}

#[test]
fn a_message_of_ones_own_becomes_a_finding() {
    let place = Place::new("try");
    place.write("protos/shop/v1/orders.proto", ORDERS);
    place.write("protos/shop/v1/item.proto", ITEM);
    place.write("vendor/common/money.proto", MONEY);
    // The top of the repository, as far as roots are looked for.
    place.write(".git/HEAD", "");
    place.write("order.bin", WIRE);
    place.write("order.txt", format!("{BASE64}\n"));
    place.write("order.json", JSON);

    several_plausible_messages_are_offered(&place);
    bad_input_is_one_error(&place);
    a_wire_payload_is_measured(&place);
    a_text_is_read_and_how_is_said(&place);
    what_is_kept_is_a_suite_of_its_own(&place);
    a_kept_suite_is_measured_again(&place);
    what_nobody_used_for_long_is_removed(&place);
    its_generated_code_can_be_weighed(&place);
    a_payload_can_be_made(&place);
    place.assert_no_protoc();
}

/// The finding is printed, and what it says is there is there, and of this run.
#[track_caller]
fn assert_found(answer: &Answer, began: u64) -> PathBuf {
    let Answer { stdout, stderr, .. } = answer;
    assert_eq!(answer.code, Some(0), "{stdout}{stderr}");
    let after = |words: &str| {
        let line = stdout.lines().find_map(|line| line.strip_prefix(words));
        PathBuf::from(line.unwrap_or_else(|| panic!("no line begins with {words:?}: {stdout}")))
    };
    let finding = after("The whole finding is above, and in ");
    let pages = after("Criterion's pages begin at ");
    assert!(
        finding.ends_with("report/finding.md"),
        "{}",
        finding.display()
    );
    assert!(pages.ends_with("report/index.html"), "{}", pages.display());
    assert!(pages.is_file(), "{}", pages.display());
    let text = std::fs::read_to_string(&finding).expect("the finding is there");
    assert!(text.contains("order"), "{text}");
    let record =
        std::fs::read_to_string(finding.with_file_name("record.json")).expect("so is the record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("it is JSON");
    assert_eq!(record["complete"], true);
    assert!(
        record["started"].as_u64() >= Some(began),
        "it is of this run"
    );
    assert!(
        record["planned"]
            .as_array()
            .is_some_and(|cells| !cells.is_empty())
    );
    finding
}

/// Seconds since the epoch.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("it is later than 1970").as_secs()
}

fn several_plausible_messages_are_offered(place: &Place) {
    for (arguments, head) in [
        (&["order.bin"][..], "plausible as several messages"),
        (&["--generate", "1KiB"], "Which message?"),
    ] {
        let answer = brought(place, arguments);
        assert_eq!(answer.code, Some(2), "{}", answer.stderr);
        assert_eq!(answer.stdout, "");
        for words in [head, "shop.v1.Order", "shop.v1.Refund", "--message "] {
            assert!(answer.stderr.contains(words), "{}", answer.stderr);
        }
        assert!(!answer.stderr.contains("error: "), "{}", answer.stderr);
    }
}

fn bad_input_is_one_error(place: &Place) {
    place.write("junk.bin", [0xff; 40]);
    place.write("empty.bin", "");
    let order = ["--message", "Order"];
    let one = |arguments: &[&str], contains: &[&str]| {
        let answer = place.wiretax(&[&["try", "--profile", "dev", "--quick"], arguments].concat());
        assert_one_error(&answer, contains);
    };
    one(
        &["--schema", "absent.proto", "order.bin"],
        &[
            "absent.proto: cannot read this schema",
            "give a .proto file",
        ],
    );
    one(
        &["--schema", SCHEMA[1], "--include", "nowhere", "order.bin"],
        &["nowhere: cannot read this proto root", "--include"],
    );
    // One of the two roots is missing.
    one(
        &[&SCHEMA[..4], &order, &["order.bin"]].concat(),
        &["orders.proto:2:", "common/money.proto", "--include"],
    );
    for (arguments, contains) in [
        (
            &["--message", "Order", "junk.bin"][..],
            &["junk.bin: no form of `shop.v1.Order` is recognised"][..],
        ),
        (&["junk.bin"], &["junk.bin: no message of ", "is plausible"]),
        (
            &["--message", "Order", "empty.bin"],
            &["empty.bin: ", "nothing to measure"],
        ),
        (
            &["--message", "Order", "absent.bin"],
            &["absent.bin: cannot read this payload"],
        ),
        (&["--message", "Order"], &["no payload", "--generate"]),
        (
            &["--message", "Oder", "order.bin"],
            &["no message `Oder`", "did you mean `shop.v1.Order`"],
        ),
        (
            &["--message", "Order", "--weights", "1,2", "order.bin"],
            &["2 weights for 1 payload", "one for each"],
        ),
        (
            &["--message", "Order", "--weights", "0", "order.bin"],
            &["weight 0 for order.bin"],
        ),
        (
            &["--message", "Order", "--format", "grpc", "order.bin"],
            &["order.bin: as grpc: "],
        ),
        (
            &["--message", "Order", "--generate", "1KiB", "order.bin"],
            &["a payload and `--generate`: keep one of them"],
        ),
        (
            &["--message", "Order", "--codecs", "postr", "order.bin"],
            &["postr", "did you mean `prost`?"],
        ),
    ] {
        assert_one_error(&brought(place, arguments), contains);
    }
}

/// Exit code 2 and one line of error; before it, only what was found out so far.
#[track_caller]
fn assert_one_error(answer: &Answer, contains: &[&str]) {
    let said = &answer.stderr;
    assert_eq!(answer.code, Some(2), "{said}");
    assert_eq!(answer.stdout, "", "{said}");
    let [error] = answer.errors()[..] else {
        panic!("not one line: {said}");
    };
    assert!(error.starts_with("error: "), "{error}");
    for words in contains {
        assert!(error.contains(words), "{words:?} is not in: {error}");
    }
}

fn a_wire_payload_is_measured(place: &Place) {
    let began = now();
    let alone = ["try", "--profile", "dev", "--quick", "--schema", SCHEMA[1]];
    let payload = ["--message", "shop.v1.Order", "order.bin"];
    let answer = place.wiretax(&[&alone[..], &payload].concat());
    let finding = assert_found(&answer, began);
    assert!(
        answer.stderr.contains("proto roots, found around"),
        "{}",
        answer.stderr
    );
    let again = place.wiretax(&["finding"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(answer.stdout.contains(&again.stdout), "{}", again.stdout);
    assert!(
        answer.stderr.contains("order.bin: wire bytes"),
        "{}",
        answer.stderr
    );
    let text = std::fs::read_to_string(finding).expect("it was there a moment ago");
    for codec in ["prost", "prost-bytes", "protobuf", "quick-protobuf"] {
        assert!(text.contains(codec), "{codec}: {text}");
    }
    // Criterion's times are not at the machine's typical speed, and the finding's are.
    let criterion = |line: &str| line.starts_with("test ") && line.contains(" bench:");
    assert!(!answer.stdout.lines().any(criterion), "{}", answer.stdout);
}

fn a_text_is_read_and_how_is_said(place: &Place) {
    let began = now();
    let answer = brought(
        place,
        &["--message", "Order", "--codecs", "prost", "order.txt"],
    );
    assert_found(&answer, began);
    let said = "wiretax: order.txt: base64, ";
    assert!(answer.stderr.contains(said), "{}", answer.stderr);
}

fn what_is_kept_is_a_suite_of_its_own(place: &Place) {
    let arguments = [
        "--message",
        "Order",
        "--codecs",
        "prost",
        "--keep",
        "kept",
        "order.json",
    ];
    let began = now();
    let answer = brought(place, &arguments);
    assert_found(&answer, began);
    assert!(
        answer.stderr.contains("order.json: JSON"),
        "{}",
        answer.stderr
    );
    let again = "`cargo wiretax bench --suite kept/suite.toml` measures it again";
    assert!(answer.stderr.contains(again), "{}", answer.stderr);
    let kept = std::fs::read(place.path("kept/payload.bin")).expect("the payload is kept");
    assert_eq!(kept, WIRE, "JSON and wire bytes say the same");

    assert_one_error(
        &brought(place, &arguments),
        &["kept/suite.toml: cannot write", "give another folder"],
    );

    // Nothing of it points to where it came from.
    let moved = |from: &str, to: &str| {
        std::fs::rename(place.path(from), place.path(to)).expect("the folder can be written");
    };
    moved("protos", "elsewhere");
    let answer = place.verify(&["--suite", "kept/suite.toml", "--json"]);
    moved("elsewhere", "protos");
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let proofs = answer.proofs();
    let [(case, codec, outcome)] = &proofs[..] else {
        panic!("one codec was asked for: {proofs:?}");
    };
    assert_eq!((&**case, &**codec), ("order", "prost"));
    assert_eq!(outcome["is"], "proven", "{outcome}");
    let copied = place.path("kept/proto/vendor/common/money.proto");
    assert!(copied.is_file(), "{}", copied.display());
}

/// Without and with what criterion prints of each cell.
fn a_kept_suite_is_measured_again(place: &Place) {
    let suite = ["bench", "--suite", "kept/suite.toml", "--profile", "dev"];
    let bench = |more: &[&str]| {
        let began = now();
        let answer = place.wiretax(&[&suite[..], &["--quick"], more].concat());
        let finding = assert_found(&answer, began);
        assert!(answer.stderr.contains("[measuring 1/"), "{}", answer.stderr);
        (answer.stdout, finding)
    };
    let (silent, finding) = bench(&["op:encode"]);
    assert!(!silent.contains("order/encode/prost/raw"), "{silent}");
    let record = std::fs::read_to_string(finding.with_file_name("record.json"));
    let record: serde_json::Value =
        serde_json::from_str(&record.expect("it is there")).expect("it is JSON");
    let planned = record["planned"]
        .as_array()
        .expect("the cells of the filter");
    assert!(
        planned
            .iter()
            .all(|cell| cell.to_string().contains("encode")),
        "{planned:?}"
    );

    let (verbose, _) = bench(&["--verbose", "wrap:raw op:encode"]);
    assert!(verbose.contains("order/encode/prost/raw"), "{verbose}");

    let absent = place.wiretax(&["bench", "--suite", "absent.toml", "--profile", "dev"]);
    assert_one_error(&absent, &["absent.toml: cannot read this suite file"]);
}

fn what_nobody_used_for_long_is_removed(place: &Place) {
    let old = place::target().join("wiretax/wiretax-suite-nobodys");
    std::fs::create_dir_all(&old).expect("the folder can be written");
    let lock = std::fs::File::create(old.join("lock")).expect("the folder can be written");
    lock.set_modified(UNIX_EPOCH).expect("the file is ours");
    let suite = ["build", "--suite", "kept/suite.toml", "--profile", "dev"];
    let answer = place.wiretax(&suite);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    assert!(!old.exists());
    let said = "that nobody used for 30 days";
    assert!(answer.stderr.contains(said), "{}", answer.stderr);
    let again = place.wiretax(&suite);
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
}

fn its_generated_code_can_be_weighed(place: &Place) {
    let cost = |more: &[&str]| {
        let suite = ["cost", "--suite", "kept/suite.toml", "--profile", "dev"];
        place.wiretax(&[&suite[..], more].concat())
    };
    let answer = cost(&["--json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let costs: Vec<serde_json::Value> = answer
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a document a line"))
        .collect();
    assert_eq!(costs.len(), 4, "{costs:?}");
    for cost in &costs {
        assert_eq!(cost["messages"], 1, "{cost}");
        assert!(cost["lines"].as_u64() > Some(10), "{cost}");
        assert!(cost["compiled_bytes"].as_u64() > Some(1_000), "{cost}");
    }
    let absent = cost(&["--case", "ordr"]);
    assert_one_error(&absent, &["no case `ordr`; it has order"]);
}

fn a_payload_can_be_made(place: &Place) {
    let began = now();
    let answer = brought(
        place,
        &[
            "--message",
            "Order",
            "--codecs",
            "protobuf",
            "--generate",
            "2KiB",
        ],
    );
    let finding = assert_found(&answer, began);
    let record =
        std::fs::read_to_string(finding.with_file_name("record.json")).expect("it is there");
    let record: serde_json::Value = serde_json::from_str(&record).expect("it is JSON");
    let bytes = record["cases"][0]["wire_bytes"].as_u64().unwrap_or(0);
    assert!((1_900..2_200).contains(&bytes), "{bytes}");
}
