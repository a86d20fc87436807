//! The page of a gate, which has no script.

use serde_json::{Value, json};
use wiretax_report::gate_html;

use super::devtools::Browser;
use super::{OVERLAPS, made_up};

#[test]
fn it_loads_quietly_and_alone() {
    let Some(browser) = Browser::start() else {
        return;
    };
    for gate in [made_up::gate(), made_up::hostile_gate()] {
        let address = browser.file(&gate_html(&gate));
        let mut page = browser.page();
        page.show(&address);
        page.value("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(page.complaints(), Vec::<&Value>::new());
        let mut asked = page.requests();
        asked.retain(|asked| *asked != "data:,");
        assert_eq!(asked, [address.as_str()]);
        assert_eq!(page.value("window.broken === undefined"), true);
        assert_eq!(page.value("document.scripts.length"), 0);
        assert_eq!(page.value("document.images.length"), 0);
    }
}

#[test]
fn every_part_is_there_and_named() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&gate_html(&made_up::gate()));
    let hidden = "['lanes','checks','notes','times','claims','functions','tallies','where'].filter((id) => \
                  !document.getElementById(id).checkVisibility())";
    assert_eq!(page.value(hidden), json!([]));
    let unnamed = "[...document.querySelectorAll('svg.chart[role=img]')].filter((svg) => \
                   svg.getAttribute('aria-labelledby').split(' ').some((id) => !document.getElementById(id)?.textContent)).length";
    assert_eq!(page.value(unnamed), 0);
    let twice = "(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); \
                 return ids.filter((id, at) => ids.indexOf(id) !== at) })()";
    assert_eq!(page.value(twice), json!([]), "each id once");
    let dead = "[...document.querySelectorAll('a[href^=\"#\"]')].filter((a) => \
                !document.getElementById(a.hash.slice(1))).length";
    assert_eq!(page.value(dead), 0);
}

#[test]
fn everything_stands_out_in_light_and_dark() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&gate_html(&made_up::gate()));
    for scheme in ["light", "dark"] {
        page.scheme(scheme);
        let found = page.value(include_str!("contrast.js"));
        assert_eq!(found, json!([]), "{scheme}");
    }
}

#[test]
fn the_page_never_scrolls_sideways_and_no_label_lies_on_another() {
    let Some(browser) = Browser::start() else {
        return;
    };
    for gate in [made_up::gate(), made_up::hostile_gate()] {
        let mut page = browser.open(&gate_html(&gate));
        for width in [320, 360, 1000, 1600] {
            page.wide(width);
            let over = page.value(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth",
            );
            assert_eq!(over, 0, "at {width} pixels");
        }
    }
    let mut page = browser.open(&gate_html(&made_up::gate()));
    for width in [360, 1600] {
        page.wide(width);
        assert_eq!(page.value(OVERLAPS), json!([]), "at {width} pixels");
    }
    page.wide(360);
    let cut = "[...document.querySelectorAll('.checks')].some((table) => \
               table.parentElement.scrollWidth > table.parentElement.clientWidth)";
    assert_eq!(
        page.value(cut),
        false,
        "checks are read on a phone without scrolling"
    );
}
