//! The text of what is kept: JSON with a line for each cell or row, so that it can be read and compared by line.

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// How deep the lists and objects lie that are written in one line.
const FLAT: usize = 2;

/// A value as indented JSON, from the third level on in one line each.
pub(crate) fn text(value: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::new();
    let lines = Lines {
        pretty: PrettyFormatter::new(),
        depth: 0,
    };
    value.serialize(&mut Serializer::with_formatter(&mut text, lines))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(io::Error::other)
}

/// Indents outside, and is compact inside.
struct Lines {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

/// Hands a call to the pretty formatter as long as the depth allows.
macro_rules! outside {
    ($self:ident, $writer:ident, $call:ident($($word:expr),*), $flat:expr) => {
        match $self.depth <= FLAT {
            true => $self.pretty.$call($writer $(, $word)*),
            false => $flat,
        }
    };
}

fn comma<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
    if first {
        Ok(())
    } else {
        writer.write_all(b", ")
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        outside!(self, writer, begin_array(), writer.write_all(b"["))
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let done = outside!(self, writer, end_array(), writer.write_all(b"]"));
        self.depth -= 1;
        done
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        outside!(self, writer, begin_array_value(first), comma(writer, first))
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        outside!(self, writer, end_array_value(), Ok(()))
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        outside!(self, writer, begin_object(), writer.write_all(b"{"))
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let done = outside!(self, writer, end_object(), writer.write_all(b"}"));
        self.depth -= 1;
        done
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        outside!(self, writer, begin_object_key(first), comma(writer, first))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        outside!(self, writer, end_object_value(), Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn outside_it_is_indented_and_inside_flat() {
        let value = json!({"a": [{"b": [1, 2.5], "c": {}}, "x"], "d": [], "e": {"f": {"g": null}}});
        let text = super::text(&value).unwrap();
        let expected = "{\n  \"a\": [\n    {\"b\": [1, 2.5], \"c\": {}},\n    \"x\"\n  ],\n  \"d\": [],\n  \
                        \"e\": {\n    \"f\": {\"g\": null}\n  }\n}\n";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
