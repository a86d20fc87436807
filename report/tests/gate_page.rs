//! The page of a gate as text: whole, safe, the same every time.

mod made_up;

use wiretax_report::gate::{Gate, Lane, LaneResult, Verdict};
use wiretax_report::{gate_html, gate_markdown};

/// What stands between the first `from` and the next `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let at = text.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    let end = text[at..]
        .find(to)
        .unwrap_or_else(|| panic!("no {to} behind {from}"));
    &text[at..at + end]
}

#[test]
fn nothing_is_fetched_and_nothing_is_run() {
    for gate in [made_up::gate(), made_up::hostile_gate()] {
        let page = gate_html(&gate);
        for reference in [
            "http://",
            "https://",
            "@import",
            "url(\"",
            "<script",
            "</script",
            "<img",
            "<iframe",
            " src=\"",
            " style=\"",
            " onclick=",
            " onerror=\"",
            "\u{202e}",
        ] {
            assert!(!page.contains(reference), "{reference}");
        }
        assert_eq!(page.matches("<link ").count(), 1);
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        assert!(
            policy.starts_with("default-src &#39;none&#39;;"),
            "{policy}"
        );
        assert!(policy.contains("script-src &#39;none&#39;;"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }
    assert_eq!(gate_html(&made_up::gate()), gate_html(&made_up::gate()));
}

#[test]
fn the_made_up_gate_has_every_verdict() {
    use Verdict::{Inconclusive, Pass, Regression, Unaccepted, Violated, Warning};
    let gate = made_up::gate();
    for verdict in [
        Pass,
        Warning,
        Inconclusive,
        Unaccepted,
        Violated,
        Regression,
    ] {
        let mut checks = gate.lanes.iter().flat_map(|lane| &lane.checks);
        assert!(checks.any(|of| of.verdict == verdict), "{verdict:?}");
    }
}

#[test]
fn the_verdict_comes_first_and_in_words() {
    let page = gate_html(&made_up::gate());
    let said = page
        .find("It does not pass: something became dearer.")
        .unwrap();
    assert!(said < page.find("<dl").unwrap() && said < page.find("<nav").unwrap());
    assert!(page.contains("<h1>Gate: regression</h1>"));
    let (passed, failed) = made_up::gate().counts();
    assert_eq!(failed, 8);
    let counts = format!("<p>1,{} passed, {failed} failed</p>", passed - 1_000);
    assert!(page.contains(&counts), "{counts}");
}

#[test]
fn each_check_that_is_not_green_has_its_commands() {
    let gate = made_up::gate();
    let page = gate_html(&gate);
    let table = between(&page, "<table class=\"checks\">", "</table>");
    let all = gate.lanes.iter().flat_map(|lane| &lane.checks);
    let open: Vec<_> = all.filter(|of| of.verdict != Verdict::Pass).collect();
    assert_eq!(table.matches("<tbody>").count(), open.len());
    for check in open {
        assert!(table.contains(&check.of), "{}", check.of);
        assert!(table.contains(&format!("Again: <code>{}</code>", check.reproduce)));
    }
    assert_eq!(table.matches("To accept: <code>").count(), 8);
    let verdicts: Vec<_> = table.split("<tbody><tr><td class=\"").skip(1).collect();
    assert!(verdicts[0].starts_with("fails\">regression"));
    assert!(verdicts[verdicts.len() - 1].starts_with("open-question\">warning"));
    let accepted = between(&page, "<section id=\"notes\"", "</section>");
    assert!(accepted.contains("accepted: fields are written in the order of their numbers"));
}

#[test]
fn every_cell_with_a_time_has_a_row_with_its_launches_and_its_words() {
    let gate = made_up::gate();
    let page = gate_html(&gate);
    let times = between(&page, "<section id=\"times\"", "</section>");
    let timed = gate.lanes[3].checks.len();
    assert_eq!(times.matches("class=\"launch\"").count(), timed);
    assert_eq!(times.matches("class=\"row\"").count(), timed);
    let launches: usize = gate.lanes[3]
        .checks
        .iter()
        .map(|of| of.launches.len())
        .sum();
    assert_eq!(times.matches("h0").count(), launches);
    assert_eq!(times.matches("launches: 40, ").count(), 3);
    assert_eq!(
        times.matches("class=\"dot bad hollow\"").count(),
        1,
        "+70 %"
    );
    let claims = between(&page, "<section id=\"claims\"", "</section>");
    assert_eq!(claims.matches("class=\"launch\"").count(), 3);
    assert_eq!(claims.matches("class=\"crossover\"").count(), 4);
    assert!(claims.contains("wanted at most 1.3, violated"));
}

#[test]
fn functions_and_tallies_are_tables() {
    let page = gate_html(&made_up::gate());
    let functions = between(&page, "<section id=\"functions\"", "</section>");
    assert_eq!(functions.matches("<table").count(), 2);
    assert_eq!(functions.matches("class=\"added\"").count(), 2);
    assert_eq!(functions.matches("class=\"less\"").count(), 2);
    assert!(functions.contains("<td class=\"n\">+600</td>") && functions.contains(">-140</td>"));
    let tallies = between(&page, "<section id=\"tallies\"", "</section>");
    for cell in [">1</td>", ">41</td>", "0.1 to 12.9 %", "0.0 to 8.8 %"] {
        assert!(tallies.contains(cell), "{cell}: {tallies}");
    }
}

#[test]
fn a_lane_that_was_wrong_says_so_wherever_it_speaks() {
    let page = gate_html(&made_up::hostile_gate());
    assert!(page.contains("nothing that it says counts"));
    assert!(page.contains("so this decides nothing"));
    assert!(page.contains("time: inconclusive, it was wrong"));
    assert!(page.contains("allocations: inconclusive, it was not measured"));
}

#[test]
fn what_is_missing_is_left_out_and_nothing_breaks() {
    let gate = Gate {
        lanes: Vec::new(),
        tallies: Vec::new(),
        ..made_up::gate()
    };
    let page = gate_html(&gate);
    assert!(page.contains("<h1>Gate: inconclusive</h1>"));
    for id in ["checks", "notes", "times", "claims", "functions", "tallies"] {
        assert!(!page.contains(&format!("id=\"{id}\"")), "{id}");
        assert!(!page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    let mut green = LaneResult::unavailable(Lane::Bytes, "");
    green.trouble = None;
    let gate = Gate {
        lanes: vec![green],
        ..gate
    };
    assert!(gate_html(&gate).contains("It passes: nothing is wrong."));
}

#[test]
fn it_says_of_each_lane_what_markdown_says() {
    let gate = made_up::gate();
    let (page, text) = (gate_html(&gate), gate_markdown(&gate));
    let said = text.lines().filter(|line| line.contains("self-test, "));
    let said: Vec<_> = said.map(|line| line.trim_start_matches("- ")).collect();
    assert_eq!(said.len(), 4);
    for line in said {
        assert!(page.contains(line), "{line}");
    }
}
