//! A comparison in words and as JSON.

use serde_json::{Value, json};

use super::*;
use crate::Style;
use crate::compare::compare;
use crate::filter::Selected;
use crate::run::Totals;
use crate::testing;

fn found() -> Comparison {
    let (earlier, mut later) = (testing::measured(), testing::measured());
    for (at, cell) in later.cells.iter_mut().enumerate() {
        let stray = 1.02 + 0.001 * (at % 5) as f64;
        let factor = if cell.id.to_string() == "tree/encode/prost/raw" {
            1.5
        } else {
            stray
        };
        for nanos in &mut cell.nanos {
            *nanos = (*nanos as f64 * factor) as u64;
        }
    }
    later
        .cells
        .retain(|cell| cell.id.to_string() != "tree/decode/prost/raw");
    later.cases[0].wire_bytes = 81;
    later.environment.set("rustc", "1.99");
    later.totals = Some(Totals::of(&later.cells));
    compare(
        &Selected::whole(earlier),
        &Selected::whole(later),
        0.05,
        false,
    )
    .unwrap()
}

#[test]
fn text_names_what_changed_and_what_did_not() {
    let found = found();
    let names = ["before/record.json", "after/record.json"];
    let compare = Compare {
        found: &found,
        names,
        all: false,
    };
    let text = compare_terminal(&compare, &Style::plain(100));
    for part in [
        "- B: after/record.json, 2023-11-14 22:13 UTC\n",
        "- no difference is shown for 66 of 67 cells; all of them are the same within 10 %\n",
        "- surely slower by more than 5.0 %: 1, surely faster: 0\n",
        "- as a whole, B takes 1.022x [1.021, 1.023] of the time of A.",
        "Slower: 1\n---------\n",
        "tree/encode  prost  raw ",
        "Not compared: 24\n",
        "- append-16: not the same message: 80 wire bytes in A, 81 wire bytes in B (24 cells)\n",
        "- A: 1 cell; --all names them\n",
        "- rustc: not recorded in A, 1.99 in B\n",
        "- A has no anchors",
    ] {
        assert!(text.contains(part), "{part}\n\n{text}");
    }
    assert!(!text.contains("The same: "));
    let narrow = compare_terminal(&compare, &Style::plain(45));
    let item = "- tree/encode/prost/raw:\n  1.468x [1.43";
    assert!(narrow.contains(item), "{narrow}");
    for (width, all) in (30..=45).flat_map(|width| [(width, false), (width, true)]) {
        let compare = Compare { all, ..compare };
        for line in compare_terminal(&compare, &Style::plain(width)).lines() {
            let wide = textwrap::core::display_width(line);
            assert!(wide <= width, "{wide} of {width}: {line}");
        }
    }
    let all = compare_markdown(&Compare {
        all: true,
        ..compare
    });
    assert!(
        all.contains("## The same: 66\n") && all.contains("A: 1 cell: tree/decode/prost/raw"),
        "{all}"
    );
}

#[test]
fn json_has_every_cell() {
    let found = found();
    let text = compare_json(&Compare {
        found: &found,
        names: ["a", "b"],
        all: false,
    });
    let read: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        read["counts"],
        json!({"slower": 1, "faster": 0, "below-threshold": 0, "same": 66, "noisy": 0})
    );
    assert_eq!(read["cells"].as_array().unwrap().len(), 67);
    let slower = read["cells"]
        .as_array()
        .unwrap()
        .iter()
        .find(|cell| cell["verdict"] == "slower");
    assert_eq!(slower.unwrap()["id"], "tree/encode/prost/raw");
    assert!(slower.unwrap()["beyond_shift"]["low"].as_f64().unwrap() > 1.05);
    assert_eq!(read["only_in_a"], json!(["tree/decode/prost/raw"]));
    assert_eq!(
        read["differences"][0],
        json!({"label": "rustc", "a": null, "b": "1.99"})
    );
}
