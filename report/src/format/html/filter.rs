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
    label: &'static str,
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
    let [case, op, codec, wrap] = cells.names();
    let all = [
        ("case", case, distinct(ids().map(|id| &id.case).collect())),
        ("op", op, distinct(ids().map(|id| &id.op).collect())),
        ("codec", codec, distinct(cells.codecs.iter().collect())),
        ("wrap", wrap, distinct(ids().map(|id| &id.wrap).collect())),
        ("tag", "tag", distinct(tags.collect())),
    ];
    let of_cases: BTreeMap<&str, &[String]> = cells
        .cases
        .iter()
        .map(|case| (case.name.as_str(), case.tags.as_slice()))
        .collect();
    rendered(&Form {
        choices: all
            .into_iter()
            .filter(|(.., options)| !options.is_empty())
            .map(|(name, label, options)| Choice {
                name,
                label,
                options,
            })
            .collect(),
        cells: cells.all.len(),
        charts,
        tags: json(&of_cases),
    })
}
