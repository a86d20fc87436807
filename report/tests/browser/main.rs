//! The HTML page in a real browser, driven over its DevTools protocol.
//!
//! Where Chromium is not installed, these say so and pass; with `WIRETAX_REQUIRE_BROWSER=1`, as in CI, they fail.

mod devtools;
#[path = "../made_up/mod.rs"]
mod made_up;

use wiretax_report::{Extras, Run, html, judge};

use devtools::{Browser, Page};

/// A run's page with everything that it can show.
fn whole(run: &Run) -> String {
    let extras = Extras {
        probes: Some(made_up::probes()),
        criterion: Some("../criterion/report/index.html".to_owned()),
    };
    html(run, &judge(run), &extras)
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
