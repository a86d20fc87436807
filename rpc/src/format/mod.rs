//! What a run of `load` found, in the forms that people and other programs read, one file a form. Nothing is measured here.
//!
//! - `text`: for a terminal, laid out as the report of ghz;
//! - `json`: the fields of ghz's JSON, and ours beside them;
//! - `csv`: a long table, a row a figure;
//! - `html`: one page that loads nothing (`templates/load.html`);
//! - `prometheus`: the text exposition format;
//! - `hdr`: a log that the tools of HdrHistogram read.
//!
//! They share `bins` (histograms in which every answer is), `figures` (what processes used), `words` (what text and page
//! both say) and `number` (how numbers are written).

mod bins;
mod csv;
#[cfg(test)]
mod expected;
mod figures;
mod hdr;
mod html;
mod json;
mod number;
mod prometheus;
#[cfg(test)]
mod testing;
mod text;
mod words;

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use hdrhistogram::serialization::V2DeflateSerializeError;
use hdrhistogram::serialization::interval_log::IntervalLogWriterError;
use thiserror::Error;

use crate::outcome::Outcome;

/// A form of the report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, laid out as ghz does
    #[default]
    Text,
    /// The fields of ghz's JSON, and more
    Json,
    /// A table of metric, unit and value
    Csv,
    /// One page that loads nothing
    Html,
    /// Prometheus' text exposition format
    Prometheus,
    /// An interval log of HdrHistogram
    Hdr,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().ok_or(fmt::Error)?;
        f.write_str(value.get_name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        <Format as ValueEnum>::from_str(name, false).map_err(|_| Error::Unknown {
            name: name.to_owned(),
        })
    }
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum Error {
    /// No format has the name.
    #[error("no format is called {name:?}; there are {}", names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The JSON could not be written.
    #[error("the report cannot be written as JSON: {0}; take another format")]
    Json(#[from] serde_json::Error),
    /// The table could not be written.
    #[error("the report cannot be written as CSV: {0}; take another format")]
    Csv(#[from] ::csv::Error),
    /// The page could not be written.
    #[error("the report cannot be written as HTML: {0}; take another format")]
    Html(#[from] askama::Error),
    /// The metrics could not be written.
    #[error("the report cannot be written for Prometheus: {0}; take another format")]
    Prometheus(#[from] ::prometheus::Error),
    /// The log could not be written.
    #[error("the report cannot be written as a log of HdrHistogram: {0}; take another format")]
    Hdr(#[from] IntervalLogWriterError<V2DeflateSerializeError>),
    /// The log's header could not be written.
    #[error("the report cannot be written into memory: {0}; take another format")]
    Memory(#[from] std::io::Error),
}

fn names() -> String {
    let names: Vec<_> = Format::value_variants()
        .iter()
        .map(Format::to_string)
        .collect();
    names.join(", ")
}

/// The report in one form, ending with a line end.
pub fn render(outcome: &Outcome, format: Format) -> Result<String, Error> {
    match format {
        Format::Text => Ok(text::text(outcome)),
        Format::Json => json::json(outcome),
        Format::Csv => csv::csv(outcome),
        Format::Html => html::html(outcome),
        Format::Prometheus => prometheus::prometheus(outcome),
        Format::Hdr => hdr::hdr(outcome),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::value_variants() {
            assert_eq!(format.to_string().parse::<Format>().ok(), Some(*format));
        }
        let error = "xml".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "no format is called \"xml\"; there are text, json, csv, html, prometheus, hdr"
        );
    }

    #[test]
    fn every_format_takes_what_little_there_is() {
        for outcome in [testing::empty(), testing::one(), testing::same()] {
            for format in Format::value_variants() {
                let text = render(&outcome, *format).unwrap();
                assert!(text.ends_with('\n'), "{format}");
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|word| word == "NaN" || word == "inf"), "{text}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn every_format_takes_every_outcome(nanos in prop::collection::vec(testing::nanos(), 0..50)) {
            let outcome = testing::open_of(&nanos);
            for format in Format::value_variants() {
                prop_assert!(render(&outcome, *format).is_ok());
            }
        }
    }
}
