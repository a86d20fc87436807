//! The report as one page that loads nothing and runs nothing: `templates/load.html`, filled in. What others wrote is
//! escaped by the template.

use askama::Template;

use super::bins::{self, Bin};
use super::figures::{self, Row};
use super::words::{self, Line};
use super::{Error, number};
use crate::outcome::Outcome;

/// The page.
pub(super) fn html(outcome: &Outcome) -> Result<String, Error> {
    let columns = words::columns(outcome);
    let page = Page {
        title: words::line(outcome.asked.name.as_ref().unwrap_or(&outcome.asked.call)),
        call: words::line(&outcome.asked.call),
        address: words::line(&outcome.asked.address),
        date: number::date(outcome.began),
        notices: words::notices(outcome),
        summary: words::summary(outcome),
        histograms: [
            Histogram {
                title: "Response times, in equal steps",
                bars: bars(&bins::linear(&outcome.latency)),
            },
            Histogram {
                title: "Response times, five marks a decade",
                bars: bars(&bins::logarithmic(&outcome.latency)),
            },
        ],
        columns: columns.iter().map(|(name, _)| *name).collect(),
        percentiles: number::percents()
            .map(|percent| Percentile {
                percent,
                times: columns
                    .iter()
                    .map(|(_, latency)| {
                        number::known(latency.percentile(percent).map(number::time))
                    })
                    .collect(),
            })
            .collect(),
        corrected: outcome.uncorrected.as_ref().map(|_| words::CORRECTED),
        open_loop: words::open_loop(outcome),
        codes: named(&words::by_count(&outcome.codes)),
        errors: named(&words::by_count(&outcome.errors)),
        roles: outcome
            .processes
            .iter()
            .map(|process| process.role)
            .collect(),
        figures: figures::rows(outcome),
        asked: words::asked(outcome),
    };
    Ok(page.render()? + "\n")
}

#[derive(Template)]
#[template(path = "load.html")]
struct Page<'a> {
    title: String,
    call: String,
    address: String,
    date: String,
    notices: Vec<String>,
    summary: Vec<Line>,
    histograms: [Histogram; 2],
    columns: Vec<&'a str>,
    percentiles: Vec<Percentile>,
    corrected: Option<&'a str>,
    open_loop: Vec<Line>,
    codes: Vec<(String, u64)>,
    errors: Vec<(String, u64)>,
    roles: Vec<&'a str>,
    figures: Vec<Row>,
    asked: Vec<Line>,
}

struct Histogram {
    title: &'static str,
    bars: Vec<Bar>,
}

struct Bar {
    mark: String,
    count: u64,
    /// Of a hundred, of the longest.
    width: String,
}

struct Percentile {
    percent: f64,
    times: Vec<String>,
}

fn bars(bins: &[Bin]) -> Vec<Bar> {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    number::marks(bins)
        .into_iter()
        .zip(bins)
        .map(|(mark, bin)| {
            let width = bin.count as f64 * 100.0 / most as f64;
            // One answer among millions is still to be seen.
            let least = if bin.count > 0 { 0.4 } else { 0.0 };
            Bar {
                mark,
                count: bin.count,
                width: format!("{:.2}", width.max(least)),
            }
        })
        .collect()
}

fn named(counts: &[(&str, u64)]) -> Vec<(String, u64)> {
    counts
        .iter()
        .map(|&(name, count)| (words::line(name), count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing;

    #[test]
    fn words_of_others_are_escaped() {
        let mut outcome = testing::open_with_errors();
        outcome.asked.name = Some("</title><script>alert(1)</script>".into());
        let page = html(&outcome).unwrap();
        assert!(
            !page.contains("<script") && !page.contains("<b> &"),
            "{page}"
        );
        assert!(page.contains("&#60;b&#62; &#38; a line"), "{page}");
    }

    #[test]
    fn nothing_is_loaded_and_nothing_runs() {
        let page = html(&testing::open_with_errors()).unwrap();
        assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'"));
        for loads in ["src=", "http:", "https:", "@import", "url(", "<link"] {
            assert!(!page.contains(loads), "{loads}");
        }
    }

    #[test]
    fn all_that_the_text_says_is_there() {
        let outcome = testing::open_with_errors();
        let page = html(&outcome).unwrap();
        let lines = [words::summary, words::open_loop, words::asked];
        for (label, value) in lines.iter().flat_map(|lines| lines(&outcome)) {
            assert!(
                page.contains(&format!("<dt>{label}</dt><dd>{value}</dd>")),
                "{label}: {page}"
            );
        }
        for notice in words::notices(&outcome) {
            assert!(page.contains(&notice), "{notice}");
        }
        for row in figures::rows(&outcome) {
            assert!(page.contains(&format!("<th scope=\"row\">{}</th>", row.label)));
        }
        let bars = page.matches("class=\"bar\"").count();
        let all = bins::linear(&outcome.latency).len() + bins::logarithmic(&outcome.latency).len();
        assert_eq!(bars, all);
        assert!(
            page.contains("<td class=\"n\">2</td><td class=\"said\">rpc error: code = Unavailable")
        );
    }

    #[test]
    fn where_there_is_nothing_the_page_says_so() {
        let page = html(&testing::empty()).unwrap();
        assert_eq!(page.matches("No answer.").count(), 3, "{page}");
        for absent in ["Error distribution", "Open loop", "uncorrected"] {
            assert!(!page.contains(absent), "{absent}");
        }
    }
}
