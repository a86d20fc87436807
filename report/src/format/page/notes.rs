//! What was seen on the way.

use super::block::{Block, Page, Text};
use crate::finding::Note;

pub(super) fn write(page: &mut Vec<Block>, notes: &[Note], warnings: &[String]) {
    if !notes.is_empty() {
        page.heading(2, "Notes");
        page.list(notes.iter().map(note).collect());
    }
    if !warnings.is_empty() {
        page.heading(2, "Warnings");
        page.list(
            warnings
                .iter()
                .map(|text| Text::from(text.as_str()))
                .collect(),
        );
    }
}

fn note(note: &Note) -> Text {
    let scope = if note.everywhere {
        String::new()
    } else {
        format!("{}: ", note.cases.join(", "))
    };
    Text::from(format!("{scope}{}: {}", note.codecs.join(", "), note.text))
}
