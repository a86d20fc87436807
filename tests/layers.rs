//! The tasks of layers, as a report knows them.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;

#[test]
fn every_cell_that_a_claim_names_is_there() {
    let tasks = wiretax::layer::tasks();
    let ids = tasks
        .iter()
        .flat_map(|task| task.ways.iter().map(|way| task.id(way).to_string()));
    let ids: BTreeSet<String> = ids.collect();
    for id in wiretax_report::finding::claimed() {
        assert!(ids.contains(&id), "{id}");
    }
}
