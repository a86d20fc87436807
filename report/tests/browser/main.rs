//! The HTML page in a real browser, driven over its DevTools protocol.
//!
//! Where Chromium is not installed, these say so and pass; with `WIRETAX_REQUIRE_BROWSER=1`, as in CI, they fail.

mod calculator;
mod devtools;
mod filter;
mod gate;
#[path = "../made_up/mod.rs"]
mod made_up;

use wiretax_report::{Extras, Run, html, judge};

use devtools::{Browser, Page};

/// Labels of charts that lie on each other, or beyond the edge of their drawing, as a list of words.
const OVERLAPS: &str = "[...document.querySelectorAll('svg.chart')].flatMap((svg) => { \
    const boxes = [...svg.querySelectorAll('text')].map((t) => [t, t.getBoundingClientRect()]); \
    const frame = svg.getBoundingClientRect(); const found = []; \
    boxes.forEach(([a, x], i) => { \
      if (x.left < frame.left - 1 || x.right > frame.right + 1 || x.bottom > frame.bottom + 2) found.push('clipped: ' + a.textContent); \
      boxes.slice(i + 1).forEach(([b, y]) => { \
        if (x.left < y.right && y.left < x.right && x.top + 3 < y.bottom && y.top + 3 < x.bottom) found.push(a.textContent + ' on ' + b.textContent); }); }); \
    return found.map((words) => svg.querySelector('title').textContent + ': ' + words); })";

/// A run's page with everything that it can show.
fn whole(run: &Run) -> String {
    let extras = Extras {
        probes: Some(made_up::probes()),
        criterion: Some("../criterion/report/index.html".to_owned()),
    };
    html(run, &judge(run), &extras)
}

#[test]
fn it_loads_quietly_and_alone() {
    let Some(browser) = Browser::start() else {
        return;
    };
    for run in [made_up::troubled(), made_up::hostile()] {
        let address = browser.file(&whole(&run));
        let mut page = browser.page();
        page.show(&address);
        page.value("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(page.complaints(), Vec::<&serde_json::Value>::new());
        let mut asked = page.requests();
        asked.retain(|asked| *asked != "data:,");
        assert_eq!(asked, [address.as_str()]);
        assert!(page.value("window.broken === undefined").as_bool().unwrap());
        assert_eq!(page.value("document.images.length"), 0);
    }
}

#[test]
fn what_it_opens_on_is_the_answer() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::troubled()));
    assert_eq!(
        page.value("document.querySelector('main h2').textContent"),
        "In short"
    );
    assert_eq!(
        page.value("document.querySelectorAll('#cells-table tbody tr').length"),
        365
    );
    let sections = "['tax','ranked','split','cells','sizes','outcomes','probes','whole'].filter((id) => \
                    !document.getElementById(id).checkVisibility())";
    assert_eq!(page.value(sections), serde_json::json!([]));
    let unnamed = "[...document.querySelectorAll('svg.chart')].filter((svg) => \
                   svg.getAttribute('aria-labelledby').split(' ').some((id) => !document.getElementById(id)?.textContent)).length";
    assert_eq!(page.value(unnamed), 0);
    let twice = "(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); \
                 return ids.filter((id, at) => ids.indexOf(id) !== at) })()";
    assert_eq!(page.value(twice), serde_json::json!([]), "each id once");
    let dead = "[...document.querySelectorAll('a[href^=\"#\"]')].filter((a) => \
                !document.getElementById(a.hash.slice(1))).length";
    assert_eq!(page.value(dead), 0);
}

#[test]
fn everything_stands_out_in_light_and_dark() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::troubled()));
    for scheme in ["light", "dark"] {
        page.scheme(scheme);
        assert_eq!(
            page.value(include_str!("contrast.js")),
            serde_json::json!([]),
            "{scheme}"
        );
    }
    let dark = page.value("getComputedStyle(document.body).backgroundColor");
    page.scheme("light");
    assert_ne!(
        page.value("getComputedStyle(document.body).backgroundColor"),
        dark
    );
}

#[test]
fn the_page_never_scrolls_sideways() {
    let Some(browser) = Browser::start() else {
        return;
    };
    for run in [made_up::troubled(), made_up::hostile()] {
        let mut page = browser.open(&whole(&run));
        for width in [320, 360, 900, 1600] {
            page.wide(width);
            let over = page.value(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth",
            );
            assert_eq!(over, 0, "at {width} pixels");
        }
        page.wide(360);
        let wide = page.value("[...document.querySelectorAll('.scroll')].some((box) => box.scrollWidth > box.clientWidth)");
        assert_eq!(wide, true, "wide tables scroll in their own boxes");
    }
}

#[test]
fn no_label_of_a_chart_lies_on_another() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::troubled()));
    for width in [360, 1600] {
        page.wide(width);
        assert_eq!(
            page.value(OVERLAPS),
            serde_json::json!([]),
            "at {width} pixels"
        );
    }
}

#[test]
fn it_reads_without_script() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let address = browser.file(&whole(&made_up::troubled()));
    let mut page = browser.page();
    page.call(
        "Emulation.setScriptExecutionDisabled",
        serde_json::json!({"value": true}),
    );
    page.show(&address);
    let seen = |what: &str| {
        format!(
            "[...document.querySelectorAll({what:?})].filter((e) => e.checkVisibility()).length"
        )
    };
    assert_eq!(page.value(&seen("#cells-table tbody tr")), 365);
    assert_eq!(
        page.value(&seen("form, input, select, button")),
        0,
        "controls that do nothing stay away"
    );
    assert_eq!(page.value(&seen(".without-script")), 1);
    let figures = page.value("document.querySelectorAll('figure').length");
    assert_eq!(page.value(&seen("figure svg.chart")), figures);
    let fits = page.value(&seen("#calculate table tbody tr")).as_u64();
    assert!(fits > Some(10), "{fits:?}");
}

#[test]
fn every_control_is_reached_by_keyboard_in_order_and_in_sight() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let run = made_up::troubled();
    let mut page = browser.open(&html(&run, &judge(&run), &Extras::default()));
    page.wide(1600);
    let mut reached: Vec<(i64, String)> = Vec::new();
    for _ in 0..300 {
        page.press("Tab", 9);
        let at = page.value(
            "(() => { const at = document.activeElement; if (at === document.body) return null; \
             const box = at.getBoundingClientRect(); const style = getComputedStyle(at); \
             return [[...document.querySelectorAll('*')].indexOf(at), at.id || at.textContent.trim().slice(0, 30), \
             style.outlineStyle !== 'none' && box.width > 0 && box.bottom > 0 && box.top < innerHeight] })()",
        );
        if at.is_null() {
            break;
        }
        let name = at[1].as_str().unwrap().to_owned();
        assert_eq!(at[2], true, "{name} shows that it has the focus");
        reached.push((at[0].as_i64().unwrap(), name));
    }
    assert_eq!(reached[0].1, "Skip to the finding");
    assert!(reached.is_sorted(), "in the order of the page: {reached:?}");
    let controls = page.value("[...document.querySelectorAll('input, select, button, a')].map((e) => e.id || e.textContent.trim().slice(0, 30))");
    for control in controls.as_array().unwrap() {
        let control = control.as_str().unwrap();
        assert!(
            reached.iter().any(|(_, name)| name == control),
            "{control} is out of reach"
        );
    }
    let unlabelled = "[...document.querySelectorAll('input, select')].filter((e) => e.labels.length !== 1).length";
    assert_eq!(page.value(unlabelled), 0);
}

#[test]
fn charts_are_drawings_of_their_own() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let run = made_up::hostile();
    for (at, (name, svg)) in wiretax_report::charts(&run, &judge(&run))
        .iter()
        .enumerate()
        .filter(|(at, _)| at % 6 == 0)
    {
        let path = std::path::PathBuf::from(browser.file("").trim_start_matches("file://"))
            .with_extension(format!("{at}.svg"));
        std::fs::write(&path, svg).unwrap();
        let mut page = browser.page();
        page.show(&format!("file://{}", path.display()));
        assert_eq!(
            page.value("document.documentElement.tagName"),
            "svg",
            "{name}"
        );
        assert_eq!(
            page.value("document.querySelector('parsererror') === null"),
            true,
            "{name}"
        );
        assert!(
            page.complaints().is_empty(),
            "{name}: {:?}",
            page.complaints()
        );
        let fill =
            |page: &mut Page| page.value("getComputedStyle(document.querySelector('text')).fill");
        page.scheme("light");
        let light = fill(&mut page);
        page.scheme("dark");
        assert_ne!(fill(&mut page), light, "{name}");
    }
}

/// Pictures for the eye, in the folder that `PICTURES` names: `cargo test -p wiretax-report --test browser -- --ignored`.
#[test]
#[ignore = "takes pictures for the eye"]
fn pictures() {
    let Some(folder) = std::env::var_os("PICTURES").map(std::path::PathBuf::from) else {
        return;
    };
    let Some(browser) = Browser::start() else {
        return;
    };
    let named = std::env::var_os("PAGE").map(|path| std::fs::read_to_string(path).unwrap());
    let mut page: Page = browser.open(&named.unwrap_or_else(|| whole(&made_up::troubled())));
    let places = std::env::var("PLACES").unwrap_or(
        "header,#short,#calculate,#tax,#ranked,#split,#cells,#sizes,#outcomes,#probes".into(),
    );
    if let Ok(fragment) = std::env::var("VIEW") {
        page.wide(1200);
        page.value(&format!(
            "location.hash = {fragment:?}; new Promise((done) => setTimeout(done, 200))"
        ));
        return page.view(&folder.join("view.png"));
    }
    let widths = std::env::var("WIDTHS").unwrap_or("360,900,1600".into());
    for width in widths.split(',').filter_map(|width| width.parse().ok()) {
        page.wide(width);
        for scheme in ["light", "dark"] {
            page.scheme(scheme);
            for place in places.split(',') {
                let name = format!("{width}-{scheme}-{}.png", place.trim_matches('#'));
                page.picture(place, &folder.join(name));
            }
        }
    }
}
