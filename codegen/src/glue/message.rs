//! How each message's fields are visited: once to read them all, once to reach the bytes fields.

use std::fmt::Write;

use crate::flat::{Field, Flat, Kind, Label, Scalar, field_name};
use crate::generate::{Generated, Generator};

/// Impls of `Fields` and `BytesFields` for every message, and of `Leaf` for every enum type.
pub fn visits(generator: &dyn Generator, flat: &Flat, generated: &Generated) -> String {
    let reaching = flat.reaching_bytes();
    let mut text = String::new();
    for index in 0..flat.messages.len() {
        let path = format!("generated::{}", generator.message(flat, index));
        let (intro, path) = if generated.borrows[index] {
            ("impl<'a>", format!("{path}<'a>"))
        } else {
            ("impl", path)
        };
        let printer = Printer {
            generator,
            flat,
            reaching: &reaching,
            message: index,
        };
        let _ = writeln!(text, "{intro} ::wiretax::codec::Fields for {path} {{");
        let _ = writeln!(
            text,
            "    fn fold(&self, fold: &mut ::wiretax::codec::Fold) {{"
        );
        printer.fold(&mut text);
        let _ = writeln!(text, "    }}\n}}");
        if reaching[index] {
            let _ = writeln!(text, "{intro} ::wiretax::codec::BytesFields for {path} {{");
            let _ = writeln!(
                text,
                "    fn each_bytes<V: ::wiretax::codec::EachBytes>(&mut self, each: &mut V) \
                 -> Result<(), V::Error> {{"
            );
            printer.each_bytes(&mut text);
            let _ = writeln!(text, "        Ok(())\n    }}\n}}");
        }
    }
    if generator.enums_are_types() {
        for index in 0..flat.enums.len() {
            let _ = writeln!(
                text,
                "impl ::wiretax::codec::Leaf for generated::Enum{index} {{"
            );
            let _ = writeln!(
                text,
                "    fn leaf(&self) -> u64 {{ ::wiretax::codec::Leaf::leaf(&(*self as i32)) }}"
            );
            let _ = writeln!(text, "}}");
        }
    }
    text
}

struct Printer<'a> {
    generator: &'a dyn Generator,
    flat: &'a Flat,
    reaching: &'a [bool],
    message: usize,
}

impl Printer<'_> {
    fn fields(&self) -> &[Field] {
        &self.flat.messages[self.message].fields
    }

    fn fold(&self, text: &mut String) {
        for field in self.fields() {
            let (name, number) = (field_name(field), field.number);
            let message = field.kind.message().is_some();
            let one = match message {
                true => format!("fold.enter({number}); v.fold(fold);"),
                false => format!("fold.value({number}, v);"),
            };
            let _ = match field.label {
                Label::Oneof(_) => continue,
                Label::Required if message => writeln!(text, "{{ let v = &self.{name}; {one} }}"),
                Label::Implicit | Label::Required => {
                    writeln!(text, "fold.value({number}, &self.{name});")
                }
                Label::Explicit => {
                    writeln!(text, "if let Some(v) = self.{name}.as_ref() {{ {one} }}")
                }
                Label::Repeated { .. } if message => {
                    writeln!(text, "for v in self.{name}.iter() {{ {one} }}")
                }
                Label::Repeated { .. } => {
                    writeln!(
                        text,
                        "for v in self.{name}.iter() {{ fold.element({number}, v); }}"
                    )
                }
                Label::Map { .. } => {
                    let value = if message {
                        "fold.enter(2); v.fold(fold);"
                    } else {
                        "fold.element(2, v);"
                    };
                    writeln!(
                        text,
                        "fold.entries({number}, self.{name}.iter(), |fold, (k, v)| {{ fold.element(1, k); {value} }});"
                    )
                }
            };
        }
        for oneof in 0..self.flat.messages[self.message].oneofs {
            self.oneof(text, oneof, "&", |field| {
                Some(match field.kind.message() {
                    Some(_) => format!("fold.enter({}); v.fold(fold);", field.number),
                    None => format!("fold.element({}, v);", field.number),
                })
            });
        }
    }

    fn each_bytes(&self, text: &mut String) {
        for field in self.fields() {
            let name = field_name(field);
            let Some(visit) = self.bytes_visit(field) else {
                continue;
            };
            // A singular message may be an Option or a box of the codec's own; `as_mut` serves both.
            let _ = match field.label {
                Label::Oneof(_) => continue,
                Label::Implicit | Label::Required => {
                    writeln!(text, "{{ let v = &mut self.{name}; {visit} }}")
                }
                Label::Explicit => {
                    writeln!(text, "if let Some(v) = self.{name}.as_mut() {{ {visit} }}")
                }
                Label::Repeated { .. } => {
                    writeln!(text, "for v in self.{name}.iter_mut() {{ {visit} }}")
                }
                Label::Map { .. } => {
                    writeln!(text, "for v in self.{name}.values_mut() {{ {visit} }}")
                }
            };
        }
        for oneof in 0..self.flat.messages[self.message].oneofs {
            let members = self
                .fields()
                .iter()
                .filter(|field| field.label == Label::Oneof(oneof));
            if members
                .clone()
                .any(|field| self.bytes_visit(field).is_some())
            {
                self.oneof(text, oneof, "&mut ", |field| self.bytes_visit(field));
            }
        }
    }

    fn bytes_visit(&self, field: &Field) -> Option<String> {
        match field.kind {
            Kind::Scalar(Scalar::Bytes) => Some("each.field(v)?;".to_owned()),
            Kind::Message(child) | Kind::Group(child) if self.reaching[child] => {
                Some("v.each_bytes(each)?;".to_owned())
            }
            _ => None,
        }
    }

    /// A match over one oneof; `visit` says what is done with a member bound to `v`.
    fn oneof(
        &self,
        text: &mut String,
        oneof: usize,
        borrow: &str,
        visit: impl Fn(&Field) -> Option<String>,
    ) {
        let path = format!(
            "generated::{}",
            self.generator.oneof(self.flat, self.message, oneof)
        );
        let wrap = |pattern: String| match self.generator.oneof_is_option() {
            true => format!("Some({pattern})"),
            false => pattern,
        };
        let _ = writeln!(text, "match {borrow}self.o{oneof} {{");
        for field in self
            .fields()
            .iter()
            .filter(|field| field.label == Label::Oneof(oneof))
        {
            let variant = self.generator.variant(&field_name(field));
            if let Some(visit) = visit(field) {
                let _ = writeln!(
                    text,
                    "{} => {{ {visit} }}",
                    wrap(format!("{path}::{variant}(v)"))
                );
            }
        }
        let _ = writeln!(text, "_ => {{}}\n}}");
    }
}
