//! The HTML page and its charts as text: whole, safe, small, the same every time.

mod made_up;

use wiretax_report::{Extras, Run, Work, charts, html, judge, markdown};

/// The most that a page of the default suite may take, in bytes.
const MOST: usize = 1_000_000;

fn page(run: &Run) -> String {
    let extras = Extras {
        probes: Some(made_up::probes()),
        criterion: Some("../criterion/report/index.html".to_owned()),
    };
    html(run, &judge(run), &extras)
}

/// What stands between the first `from` and the next `to`.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text
        .split_once(from)
        .unwrap_or_else(|| panic!("no {from}"))
        .1;
    rest.split_once(to)
        .unwrap_or_else(|| panic!("no {to} behind {from}"))
        .0
}

#[test]
fn the_default_suite_fits_a_megabyte() {
    let run = made_up::run();
    assert_eq!(run.cells.len(), 380);
    let page = page(&run);
    assert!(page.len() < MOST, "{} bytes", page.len());
}

#[test]
fn a_run_of_tasks_has_the_words_and_sections_of_tasks_alone() {
    let words = |page: &str| {
        [
            "What would it cost you?",
            "Tax against size",
            "Sizes of the cases",
            "Where a decode of base64 text goes",
        ]
        .map(|words| page.contains(words))
    };
    let mut run = made_up::run();
    assert_eq!(words(&page(&run)), [true; 4]);
    for case in &mut run.cases {
        case.works = vec![Work {
            op: "encode".to_owned(),
            what: "what is done".to_owned(),
            bytes: 80,
            free: Vec::new(),
        }];
    }
    let page = page(&run);
    assert_eq!(words(&page), [false; 4]);
    for words in [
        "<th scope=\"col\">by</th>",
        "Ways in order, task by task",
        "for=\"filter-wrap\">how</label>",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn nothing_is_fetched() {
    for run in [made_up::run(), made_up::troubled(), made_up::hostile()] {
        let page = page(&run);
        for reference in [
            "http://",
            "https://",
            "//cdn",
            "@import",
            "url(\"",
            "<link rel=\"style",
            "<iframe",
            " src=\"",
        ] {
            assert!(!page.contains(reference), "{reference}");
        }
        assert_eq!(page.matches("<link ").count(), 1);
        assert!(page.contains("<link rel=\"icon\" href=\"data:,\">"));
        let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
        assert!(
            policy.starts_with("default-src &#39;none&#39;;")
                || policy.starts_with("default-src 'none';"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
    }
    for (name, svg) in charts(&made_up::run(), &judge(&made_up::run())) {
        assert_eq!(
            svg.matches("://").count(),
            1,
            "{name} names its namespace and nothing else"
        );
    }
}

#[test]
fn no_handler_and_no_style_stands_in_an_attribute() {
    let page = page(&made_up::troubled());
    for attribute in [
        " onclick=",
        " onchange=",
        " onload=",
        " onerror=",
        " style=\"",
    ] {
        assert!(!page.contains(attribute), "{attribute}");
    }
}

#[test]
fn hostile_records_stay_text() {
    let run = made_up::hostile();
    let page = page(&run);
    assert!(!page.contains("<img"), "an image got in");
    assert!(!page.contains("window.broken=1</script>"));
    // Two blocks of data and one script of our own; each is closed by us alone.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script").count(), 3);
    assert!(!page.contains("<script>window"));
    for id in ["calc-data", "filter-tags"] {
        let data = between(&page, &format!("id=\"{id}\">"), "</script>");
        let value: serde_json::Value =
            serde_json::from_str(data).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(
            value.to_string().contains("<script>"),
            "{id} says what the record said"
        );
    }
    for (name, svg) in charts(&run, &judge(&run)) {
        assert!(!svg.contains("<script") && !svg.contains("<img"), "{name}");
        assert!(
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)),
            "{name}"
        );
    }
}

#[test]
fn a_record_gives_the_same_page_every_time() {
    let run = made_up::troubled();
    assert_eq!(page(&run), page(&run.clone()));
    assert_eq!(charts(&run, &judge(&run)), charts(&run, &judge(&run)));
}

#[test]
fn the_page_says_what_markdown_says() {
    let run = made_up::troubled();
    let (page, text) = (page(&run), markdown(&judge(&run)));
    let plain = |html: &str| {
        let mut words = String::new();
        let mut inside = false;
        for character in html.chars() {
            match character {
                '<' => inside = true,
                '>' => inside = false,
                other if !inside => words.push(other),
                _ => {}
            }
        }
        let entities = [
            ("&#39;", "'"),
            ("&quot;", "\""),
            ("&#34;", "\""),
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&amp;", "&"),
        ];
        entities.iter().fold(words, |words, (entity, character)| {
            words.replace(entity, character)
        })
    };
    let said = plain(&page);
    let sentences = text
        .lines()
        .filter(|line| line.starts_with("- ") || line.ends_with('.'));
    let mut seen = 0;
    for line in sentences {
        let line = line
            .trim_start_matches("- ")
            .replace("**", "")
            .replace(['\\', '`'], "");
        assert!(said.contains(&line), "{line}");
        seen += 1;
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn the_answer_comes_first_and_once() {
    for run in [made_up::run(), made_up::only("logs")] {
        let page = page(&run);
        assert_eq!(page.matches("In short</h2>").count(), 1);
        assert!(!page.contains("In short, again"));
        let first = between(
            &page,
            "<section id=\"short\" class=\"prose\">",
            "</section>",
        );
        let line = between(first, "<li>", "</li>");
        assert_eq!(page.matches(line).count(), 1, "{line}");
    }
}

#[test]
fn every_cell_and_what_was_not_counted_is_there() {
    let run = made_up::run();
    let page = page(&run);
    let table = between(&page, "<table id=\"cells-table\">", "</table>");
    assert_eq!(table.matches("<tr data-case=").count(), 380);
    // Of four codecs one has no allocations, which are two columns, and three no instructions.
    assert_eq!(table.matches("not counted").count(), 95 * 2 + 95 * 3);
    assert!(table.contains("criterion/append_decode/prost_base64@base64-simd/report/index.html"));
    assert_eq!(
        page.matches("not tried").count(),
        4,
        "map was not compressed"
    );
}

#[test]
fn a_cell_that_was_not_measured_says_so() {
    let mut run = made_up::run();
    let gone = run.cells.remove(100);
    let page = page(&run);
    let table = between(&page, "<table id=\"cells-table\">", "</table>");
    assert_eq!(table.matches("<tr data-case=").count(), 380);
    assert_eq!(table.matches("not measured").count(), 1, "{}", gone.id);
}

#[test]
fn what_a_run_lacks_is_said_and_nothing_breaks() {
    let mut run = made_up::run();
    run.cases.retain(|case| case.sweep.is_none());
    run.planned
        .retain(|id| run.cases.iter().any(|case| case.name == id.case));
    run.cells.retain(|cell| run.planned.contains(&cell.id));
    let without_sweep = html(&run, &judge(&run), &Extras::default());
    assert!(without_sweep.contains("There is no calculator here: this run has no sweep"));
    assert!(without_sweep.contains("No chart: the run has no case in several sizes"));
    run.planned.retain(|id| id.op != "decode");
    run.cells.retain(|cell| cell.id.op != "decode");
    let without_decode = html(&run, &judge(&run), &Extras::default());
    assert!(without_decode.contains("No chart: no decode was measured"));
    run.cells.clear();
    run.planned.clear();
    run.proofs.clear();
    run.cases.clear();
    run.race = None;
    let nothing = html(&run, &judge(&run), &Extras::default());
    assert!(nothing.contains("<h1>") && !nothing.contains("id=\"filter\""));
    assert!(charts(&run, &judge(&run)).is_empty());
}

#[test]
fn every_chart_tells_what_it_shows_in_words() {
    let run = made_up::troubled();
    let all = charts(&run, &judge(&run));
    assert!(all.len() > 40, "{}", all.len());
    let mut names: Vec<_> = all.iter().map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all.len(), "each has a name of its own");
    for (name, svg) in &all {
        assert!(
            between(svg, "<desc id=\"d\">", "</desc>").len() > 60,
            "{name}"
        );
        assert!(svg.contains("prefers-color-scheme:dark"), "{name}");
        assert!(
            !svg.contains("class=\"ground\""),
            "{name} lies on whatever is behind it"
        );
    }
    let (_, tax) = all
        .iter()
        .find(|(name, _)| name == "tax-append-decode.svg")
        .unwrap();
    assert!(tax.contains("class=\"crossover\"") && tax.contains("class=\"interval\""));
}
