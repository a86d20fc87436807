//! The filter: what it leaves, what it says, and that a view can be linked.

use serde_json::json;

use crate::devtools::{Browser, Page};
use crate::{made_up, whole};

/// Chooses a value as a reader does.
fn choose(page: &mut Page, name: &str, value: &str) {
    page.value(&format!(
        "(() => {{ const select = document.getElementById('filter-{name}'); select.value = {value:?}; \
         select.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
    ));
}

fn count(page: &mut Page) -> String {
    page.value("document.getElementById('filter-count').textContent")
        .as_str()
        .unwrap()
        .to_owned()
}

/// The ids of the cells that are shown.
fn shown(page: &mut Page) -> Vec<String> {
    let rows = page.value(
        "[...document.querySelectorAll('#cells-table tbody tr')].filter((row) => row.checkVisibility()).map((row) => \
         [row.dataset.case, row.dataset.op, row.dataset.codec, row.dataset.wrap].join('/'))",
    );
    rows.as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn it_leaves_what_was_asked_for() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let run = made_up::run();
    let mut page = browser.open(&whole(&run));
    assert!(
        count(&mut page).starts_with("380 of 380 cells"),
        "{}",
        count(&mut page)
    );
    let all = shown(&mut page);
    assert_eq!(all.len(), 380);
    choose(&mut page, "op", "decode");
    choose(&mut page, "codec", "prost");
    let of = |id: &&String| id.contains("/decode/prost/");
    assert_eq!(
        shown(&mut page),
        all.iter().filter(of).cloned().collect::<Vec<_>>()
    );
    choose(&mut page, "tag", "packed");
    let packed = shown(&mut page);
    assert_eq!(packed.len(), 4, "{packed:?}");
    assert!(
        packed.iter().all(|id| id.starts_with("packed-")),
        "{packed:?}"
    );
    let words = count(&mut page);
    let charts = page.value("[...document.querySelectorAll('#look figure')].filter((figure) => figure.checkVisibility()).length");
    assert_eq!(words, format!("4 of 380 cells, {charts} of 61 charts"));
    assert_eq!(charts, 4, "two cases, ranked and split");
    let rows = page.value(
        "[...document.querySelectorAll('#look figure g.row')].filter((row) => getComputedStyle(row).display !== 'none' && row.closest('figure').checkVisibility()).map((row) => row.dataset.codec)",
    );
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|codec| codec == "prost"),
        "{rows}"
    );
    assert_eq!(
        rows.as_array().unwrap().len(),
        6,
        "two and one in each case"
    );
    page.value("document.querySelector('#filter button').click()");
    assert_eq!(shown(&mut page).len(), 380);
    assert_eq!(page.value("location.hash"), "");
}

#[test]
fn charts_close_up_and_open_again() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::run()));
    let drawn = "[...document.querySelectorAll('#look svg.chart')].map((svg) => [svg.getAttribute('viewBox'), \
                 ...[...svg.querySelectorAll('g[data-h]')].map((g) => g.getAttribute('transform') + g.style.display)].join())";
    let before = page.value(drawn);
    choose(&mut page, "wrap", "raw");
    choose(&mut page, "codec", "protobuf");
    let overlaps = "[...document.querySelectorAll('#ranked figure svg')].flatMap((svg) => { \
                    const tops = [...svg.querySelectorAll('g[data-h]')].filter((g) => getComputedStyle(g).display !== 'none').map((g) => g.getAttribute('transform')); \
                    return tops.length === 2 && tops[0] !== tops[1] ? [] : [tops.join()] })";
    let visible = "[...document.querySelectorAll('#ranked figure')].filter((f) => f.checkVisibility()).length";
    assert_eq!(page.value(visible), 43);
    assert_eq!(
        page.value(overlaps),
        json!([]),
        "a heading and one row each"
    );
    choose(&mut page, "wrap", "");
    choose(&mut page, "codec", "");
    let after = page.value(drawn);
    assert_eq!(before, after);
}

#[test]
fn a_view_is_an_address() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let address = browser.file(&whole(&made_up::run()));
    let mut page = browser.page();
    page.show(&format!(
        "{address}#case=append&wrap=base64%40base64-simd&op=encode"
    ));
    let restored = shown(&mut page);
    assert_eq!(restored.len(), 4, "{restored:?}");
    assert!(
        restored
            .iter()
            .all(|id| id.ends_with("/base64@base64-simd")),
        "{restored:?}"
    );
    choose(&mut page, "codec", "prost");
    let hash = page.value("location.hash").as_str().unwrap().to_owned();
    assert!(
        hash.contains("codec=prost") && hash.contains("case=append"),
        "{hash}"
    );
    // A place in the page does not lose the view.
    page.value("document.querySelector('nav a[href=\"#cells\"]').click(); new Promise((done) => setTimeout(done, 100))");
    assert_eq!(shown(&mut page), ["append/encode/prost/base64@base64-simd"]);
    let hash = page.value("location.hash").as_str().unwrap().to_owned();
    assert!(
        hash.contains("at=cells") && hash.contains("codec=prost"),
        "{hash}"
    );
    let mut again = browser.page();
    again.show(&format!("{address}{hash}"));
    assert_eq!(
        shown(&mut again),
        ["append/encode/prost/base64@base64-simd"]
    );
    assert!(
        again.value("scrollY").as_f64().unwrap() > 500.0,
        "it starts at the place"
    );
    // What an address asks for and a run does not have is passed over.
    page.show("about:blank");
    page.show(&format!("{address}#case=nobody&op=%3Cscript%3E&other=1"));
    assert_eq!(shown(&mut page).len(), 380);
    assert_eq!(page.complaints(), Vec::<&serde_json::Value>::new());
}

#[test]
fn an_empty_result_says_so() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::run()));
    let said = "document.getElementById('filter-none').checkVisibility()";
    assert_eq!(page.value(said), false);
    choose(&mut page, "case", "tree");
    choose(&mut page, "wrap", "base64-field");
    assert_eq!(page.value(said), true);
    assert!(
        count(&mut page).starts_with("0 of 380 cells, 0 of "),
        "{}",
        count(&mut page)
    );
    choose(&mut page, "wrap", "");
    assert_eq!(page.value(said), false);
}
