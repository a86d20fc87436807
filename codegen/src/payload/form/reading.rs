//! A reading: what a form yields before any message is asked.

use std::borrow::Cow;
use std::ops::Range;

use super::{Form, FormError, count, delimited, frame};

/// The first few notes are enough to see what is going on.
pub(super) const MAX_NOTES: usize = 8;

/// What the bytes inside of a form are: the likelier first, all else being equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inner {
    Wire,
    Grpc,
    Delimited,
}

/// Bytes, and where the messages are in them.
#[derive(Clone, Debug)]
pub(super) struct Reading<'a> {
    pub(super) form: Form,
    pub(super) inner: Inner,
    /// For people.
    pub(super) how: String,
    pub(super) notes: Vec<String>,
    pub(super) data: Cow<'a, [u8]>,
    pub(super) parts: Vec<Range<usize>>,
    /// Where each part comes from, when that needs a name: JSON pointers.
    pub(super) labels: Vec<String>,
    /// Of two readings that differ in nothing else, the one with the lower number is taken.
    pub(super) rank: u8,
}

/// A reading, or why there is none.
pub(super) type Trial<'a> = Result<Reading<'a>, FormError>;

impl<'a> Reading<'a> {
    pub(super) fn new(
        form: Form,
        how: impl Into<String>,
        data: impl Into<Cow<'a, [u8]>>,
        parts: Vec<Range<usize>>,
    ) -> Self {
        Self {
            form,
            inner: Inner::Wire,
            how: how.into(),
            notes: Vec::new(),
            data: data.into(),
            parts,
            labels: Vec::new(),
            rank: 0,
        }
    }

    /// The whole as one message.
    pub(super) fn wire(bytes: &'a [u8]) -> Self {
        Self::new(
            Form::Wire,
            "wire bytes of one message",
            bytes,
            std::iter::once(0..bytes.len()).collect(),
        )
    }

    pub(super) fn messages(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.iter().map(|part| &self.data[part.clone()])
    }

    /// Drops the parts that cannot be messages.
    pub(super) fn keep_parts(&mut self, is_possible: impl Fn(&[u8]) -> bool) {
        let data = &self.data;
        self.parts.retain(|part| is_possible(&data[part.clone()]));
        // They named the parts that there were.
        self.labels.clear();
    }

    /// Everything that the parts of this reading may be, this reading first. What cannot be is left out, except
    /// for frames whose head promises frames: then what is wrong with them is worth telling.
    pub(super) fn with_inner(self) -> Vec<Trial<'a>> {
        let mut trials = Vec::new();
        if self.messages().next().is_some_and(frame::looks_framed) {
            trials.push(self.split(Inner::Grpc));
        }
        if let Ok(stream) = self.split(Inner::Delimited) {
            trials.push(Ok(stream));
        }
        trials.insert(0, Ok(self));
        trials
    }

    /// The parts of this reading taken apart once more.
    fn split(&self, inner: Inner) -> Trial<'a> {
        let mut parts = Vec::new();
        let mut labels = Vec::new();
        let mut notes = self.notes.clone();
        let mut framed = 0;
        for (index, part) in self.parts.iter().enumerate() {
            let bytes = &self.data[part.clone()];
            let found = if inner == Inner::Grpc {
                let frames = frame::frames(bytes, self.form)?;
                framed += frames.count;
                // A log of a thousand calls has a thousand trailers, and they all are skipped.
                for note in frames.notes {
                    if !notes.contains(&note) && notes.len() < MAX_NOTES {
                        notes.push(note);
                    }
                }
                frames.messages
            } else {
                delimited::ranges(bytes, self.form)?
            };
            if let Some(label) = self.labels.get(index) {
                labels.extend(found.iter().map(|_| label.clone()));
            }
            parts.extend(
                found
                    .into_iter()
                    .map(|found| part.start + found.start..part.start + found.end),
            );
        }
        let how = match inner {
            Inner::Grpc => format!("{}; holds {}", self.how, count(framed, "gRPC frame")),
            _ => format!(
                "{}; holds a delimited stream of {}",
                self.how,
                count(parts.len(), "message")
            ),
        };
        Ok(Self {
            form: self.form,
            inner,
            how,
            notes,
            data: self.data.clone(),
            parts,
            labels,
            rank: self.rank,
        })
    }
}
