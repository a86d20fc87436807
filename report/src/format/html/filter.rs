//! The form by which a reader looks at a part of the cells and charts.

use std::collections::BTreeMap;

use askama::Template;

use super::cells::Cells;
use super::rendered;
use super::text::json;

#[derive(Template)]
#[template(path = "filter.html")]
struct Form {
    choices: Vec<Choice>,
    cells: usize,
    charts: usize,
    tags: String,
}

/// One control.
struct Choice {
    name: &'static str,
    options: Vec<String>,
}

/// The form, hidden until the page's script runs.
pub(super) fn form(cells: &Cells<'_>, charts: usize) -> String {
    let distinct = |items: Vec<&String>| {
        let mut found: Vec<String> = Vec::new();
        for item in items {
            if !found.contains(item) {
                found.push(item.clone());
            }
        }
        found
    };
    let ids = || cells.all.iter().map(|cell| &cell.id);
    let tags = cells.cases.iter().flat_map(|case| &case.tags);
    let all = [
        ("case", distinct(ids().map(|id| &id.case).collect())),
        ("op", distinct(ids().map(|id| &id.op).collect())),
        ("codec", distinct(cells.codecs.iter().collect())),
        ("wrap", distinct(ids().map(|id| &id.wrap).collect())),
        ("tag", distinct(tags.collect())),
    ];
    let of_cases: BTreeMap<&str, &[String]> = cells
        .cases
        .iter()
        .map(|case| (case.name.as_str(), case.tags.as_slice()))
        .collect();
    rendered(&Form {
        choices: all
            .into_iter()
            .filter(|(_, options)| !options.is_empty())
            .map(|(name, options)| Choice { name, options })
            .collect(),
        cells: cells.all.len(),
        charts,
        tags: json(&of_cases),
    })
}
