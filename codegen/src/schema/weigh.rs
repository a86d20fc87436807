//! What a descriptor set would weigh in memory, told from its bytes before anything is made of them.
//!
//! Two bytes can declare a message of hundreds, and a long package name is a part of every name below it. So
//! this walks the set along the few fields that hold declarations, with a stack of its own.

use super::set::field;
use crate::limits::{MAX_DECLARATIONS, MAX_NAMES, MAX_TYPE_NESTING};

/// What the walk is in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Inside {
    Set,
    File,
    Message,
    Enum,
    Service,
    /// A field, an enum value, and what else has a name, options in the field of this number, and no more.
    Leaf(u32),
    /// Options.
    Options,
    /// An option as it is written, to be resolved by whoever reads the set.
    Written,
    /// Many parts, none with a name.
    Parts,
}

impl Inside {
    /// What the field of that number holds, when it is to be looked into.
    fn below(self, number: u32) -> Option<Self> {
        match (self, number) {
            (Self::Set, 1) => Some(Self::File),
            (Self::File, 4) | (Self::Message, 3) => Some(Self::Message),
            (Self::File, 5) | (Self::Message, 4) => Some(Self::Enum),
            (Self::File, 6) => Some(Self::Service),
            (Self::File, 7) | (Self::Message, 2 | 6) => Some(Self::Leaf(8)),
            (Self::Message, 5) | (Self::Enum, 2) => Some(Self::Leaf(3)),
            (Self::Message, 8) => Some(Self::Leaf(2)),
            (Self::Service, 2) => Some(Self::Leaf(4)),
            (Self::File, 8) | (Self::Message, 7) | (Self::Enum | Self::Service, 3) => {
                Some(Self::Options)
            }
            (Self::Leaf(options), number) if options == number => Some(Self::Options),
            (Self::Options, 999) => Some(Self::Written),
            (Self::File, 9) | (Self::Message, 9) => Some(Self::Parts),
            _ => None,
        }
    }

    /// The field that holds the name, or, for a file, the package.
    fn name(self) -> Option<u32> {
        match self {
            Self::File => Some(2),
            Self::Message | Self::Enum | Self::Service | Self::Leaf(_) => Some(1),
            Self::Set | Self::Options | Self::Written | Self::Parts => None,
        }
    }
}

/// An open declaration.
struct Frame<'a> {
    inside: Inside,
    rest: &'a [u8],
    /// The length of the name around it, in full.
    scope: u64,
    /// Messages around it.
    depth: usize,
}

/// What has been weighed so far.
#[derive(Default)]
pub(super) struct Weight {
    declarations: usize,
    names: u64,
}

impl Weight {
    /// Adds an encoded set or file; says which limit it passes, and what to do.
    pub(super) fn add(
        &mut self,
        inside: Inside,
        bytes: &[u8],
    ) -> Result<(), (String, &'static str)> {
        let mut stack = vec![Frame {
            inside,
            rest: bytes,
            scope: inside.name().map_or(0, |name| length_of(bytes, name) + 1),
            depth: 0,
        }];
        while let Some(frame) = stack.last_mut() {
            let (inside, depth, scope) = (frame.inside, frame.depth, frame.scope);
            let Some((number, value, rest)) = field(frame.rest) else {
                stack.pop();
                continue;
            };
            frame.rest = rest;
            self.declarations += 1;
            if self.declarations > MAX_DECLARATIONS {
                let what = format!("more than {MAX_DECLARATIONS} declarations");
                return Err((what, "give fewer files, or leave out source info"));
            }
            // A value in the text format, which its parser recurses into.
            if (inside, number) == (Inside::Written, 8) && nesting(value) > MAX_TYPE_NESTING {
                let what = format!("an option is nested more than {MAX_TYPE_NESTING} deep");
                return Err((what, "leave the option out"));
            }
            let Some(below) = inside.below(number) else {
                continue;
            };
            let depth = depth + usize::from(below == Inside::Message);
            if depth > MAX_TYPE_NESTING {
                let what = format!("messages are declared more than {MAX_TYPE_NESTING} deep");
                return Err((what, "declare some of them side by side"));
            }
            let mut full = scope;
            if let Some(name) = below.name() {
                full += length_of(value, name) + 1;
                self.names += full;
            }
            if self.names > MAX_NAMES {
                let what =
                    format!("more than {MAX_NAMES} bytes of names, each written out in full");
                return Err((what, "shorten the package name, or give fewer files"));
            }
            stack.push(Frame {
                inside: below,
                rest: value,
                scope: full,
                depth,
            });
        }
        Ok(())
    }
}

/// The length of the last value of a field: the last is what a decoder keeps.
fn length_of(mut bytes: &[u8], wanted: u32) -> u64 {
    let mut length = 0;
    while let Some((number, value, rest)) = field(bytes) {
        if number == wanted {
            length = value.len() as u64;
        }
        bytes = rest;
    }
    length
}

/// How deep brackets are nested at most, those in strings and comments too.
fn nesting(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut most = 0;
    for byte in text {
        match byte {
            b'{' | b'[' | b'<' => depth += 1,
            b'}' | b']' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}
