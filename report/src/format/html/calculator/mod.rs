//! What a message of the reader's own would cost: a form, and all that it computes from.
//!
//! `fit` puts a line through a sweep, `model` gathers what is known; `assets/calculator.js` computes.

mod fit;
mod model;

use askama::Template;

use super::cells::{Cells, wrap_words};
use super::rendered;
use super::text::json;
use crate::format::number;
use fit::Fit;
use model::{Check, Model};

#[derive(Template)]
#[template(path = "calculator.html")]
struct Section {
    /// Why there is no calculator.
    missing: Option<&'static str>,
    family: String,
    codecs: Vec<String>,
    ops: Vec<String>,
    /// Names of wraps, and what they are called.
    wraps: Vec<(String, String)>,
    /// Cases without bytes fields.
    rests: Vec<String>,
    rows: Vec<Row>,
    check: Check,
    sizes: (String, String),
    data: String,
}

/// A fit in words.
struct Row {
    codec: String,
    op: String,
    what: String,
    fixed: String,
    slope: String,
    typical: String,
    worst: String,
    range: String,
}

/// The whole section.
pub(super) fn section(cells: &Cells<'_>) -> String {
    rendered(&match model::model(cells) {
        Ok(model) => filled(cells, &model),
        Err(why) => empty(why),
    })
}

fn empty(why: &'static str) -> Section {
    Section {
        missing: Some(why),
        family: String::new(),
        codecs: Vec::new(),
        ops: Vec::new(),
        wraps: Vec::new(),
        rests: Vec::new(),
        rows: Vec::new(),
        check: Check::default(),
        sizes: Default::default(),
        data: String::new(),
    }
}

fn filled(cells: &Cells<'_>, model: &Model) -> Section {
    let fits = || model.fits.iter();
    let mut rows = Vec::new();
    for fitted in fits() {
        rows.push(row(
            &fitted.codec,
            &fitted.op,
            "raw, by wire bytes".to_owned(),
            &fitted.raw,
        ));
        for added in &fitted.added {
            let by = if added.fields {
                "bytes in bytes fields"
            } else {
                "wire bytes"
            };
            let mut what = format!("{} adds, by {by}", wrap_words(&added.wrap));
            if let Some(scaled) = &added.scaled {
                let factor = number::plain(scaled.factor);
                what += &format!(
                    ": {factor} times the default engine's, as at {}",
                    scaled.case
                );
            }
            rows.push(row(&fitted.codec, &fitted.op, what, &added.fit));
        }
    }
    let low = fits()
        .map(|fitted| fitted.raw.low)
        .fold(f64::INFINITY, f64::min);
    let high = fits().map(|fitted| fitted.raw.high).fold(0.0, f64::max);
    let wraps = distinct(
        fits()
            .flat_map(|fitted| &fitted.added)
            .map(|added| &added.wrap),
    );
    Section {
        missing: None,
        family: model.family.clone(),
        codecs: distinct(fits().map(|fitted| &fitted.codec)),
        ops: distinct(fits().map(|fitted| &fitted.op)),
        wraps: wraps
            .into_iter()
            .map(|wrap| (wrap.clone(), wrap_words(&wrap)))
            .collect(),
        rests: distinct(model.rests.iter().map(|rest| &rest.case)),
        rows,
        check: model.check(cells),
        sizes: (number::size(low), number::size(high)),
        data: json(model),
    }
}

fn row(codec: &str, op: &str, what: String, fit: &Fit) -> Row {
    Row {
        codec: codec.to_owned(),
        op: op.to_owned(),
        what,
        fixed: number::nanos(fit.fixed),
        slope: price(fit.slope),
        typical: number::percent(fit.typical),
        worst: format!("{:+.0} % at {}", fit.worst * 100.0, number::size(fit.at)),
        range: format!(
            "{} to {}, {} sizes",
            number::size(fit.low),
            number::size(fit.high),
            fit.sizes
        ),
    }
}

/// Nanoseconds a byte; what is next to nothing with more digits.
fn price(slope: f64) -> String {
    match slope.abs() < 0.001 {
        true => format!("{slope:.6}"),
        false => number::plain(slope),
    }
}

fn distinct<'a>(items: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for item in items {
        if !found.contains(item) {
            found.push(item.clone());
        }
    }
    found
}
