//! Whether the message of a case can be used: it has fields, what it reaches is bounded, and everything that it
//! reaches could have been written in a `.proto` file.
//!
//! The descriptors below us are checked for names and numbers, not for sense: a descriptor set, which any
//! program can write, may call any message a map entry or a group. What passes here can be flattened.

use std::collections::{BTreeMap, BTreeSet};

use prost_reflect::{Cardinality, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor};

use crate::limits::{MAX_MEMBERS, MAX_MESSAGES, MAX_TYPE_NESTING};

/// Why a message cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct Unusable {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
}

/// Checks a message and everything that it reaches.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(root: &MessageDescriptor) -> Result<(), Unusable> {
    if root.fields().len() == 0 && root.extensions().len() == 0 {
        return Err(unusable(
            format!(
                "message `{}` has no fields: nothing to measure",
                root.full_name()
            ),
            "name a message with at least one field",
        ));
    }
    let mut walk = Walk::default();
    walk.todo(root);
    while let Some(message) = walk.todo.pop() {
        walk.message(&message)?;
        if walk.seen.len() > MAX_MESSAGES {
            return Err(too_much(root, &format!("{MAX_MESSAGES} messages")));
        }
        if walk.members > MAX_MEMBERS {
            return Err(too_much(
                root,
                &format!("{MAX_MEMBERS} fields and enum values"),
            ));
        }
    }
    walk.groups()
}

fn unusable(what: String, remedy: &str) -> Unusable {
    Unusable {
        what,
        remedy: remedy.to_owned(),
    }
}

fn too_much(root: &MessageDescriptor, most: &str) -> Unusable {
    unusable(
        format!("message `{}` reaches more than {most}", root.full_name()),
        "name a smaller message",
    )
}

/// What no `.proto` file can say.
fn senseless(what: String) -> Unusable {
    unusable(
        what,
        "no .proto file can say that: write the descriptor set again with protoc or buf",
    )
}

#[derive(Default)]
struct Walk {
    seen: BTreeSet<String>,
    enums: BTreeSet<String>,
    todo: Vec<MessageDescriptor>,
    members: usize,
    /// The type of each group, and the message that has the field of it.
    homes: BTreeMap<String, String>,
}

/// What fields and extensions have in common.
struct Member<'a> {
    name: &'a str,
    full_name: &'a str,
    kind: Kind,
    group: bool,
    list: bool,
    /// The message around the declaration, which is not the one that an extension extends.
    scope: Option<MessageDescriptor>,
    package: &'a str,
}

impl Walk {
    fn todo(&mut self, message: &MessageDescriptor) {
        if self.seen.insert(message.full_name().to_owned()) {
            self.todo.push(message.clone());
        }
    }

    fn message(&mut self, message: &MessageDescriptor) -> Result<(), Unusable> {
        let options = message.descriptor_proto().options.as_ref();
        if options.is_some_and(|options| options.message_set_wire_format()) {
            return Err(unusable(
                format!("message `{}` is a message set", message.full_name()),
                "no codec here writes that form: name a message that reaches none",
            ));
        }
        for field in message.fields() {
            self.oneof(&field)?;
            let scope = Some(message.clone());
            self.member(
                message,
                &Member {
                    name: field.name(),
                    full_name: field.full_name(),
                    kind: field.kind(),
                    group: field.is_group(),
                    list: field.cardinality() == Cardinality::Repeated,
                    scope,
                    package: message.package_name(),
                },
            )?;
        }
        for oneof in message.oneofs() {
            if oneof.fields().len() == 0 {
                return Err(senseless(format!(
                    "oneof `{}` has no fields",
                    oneof.full_name()
                )));
            }
        }
        for extension in message.extensions() {
            self.extension(message, &extension)?;
        }
        Ok(())
    }

    fn extension(
        &mut self,
        message: &MessageDescriptor,
        field: &ExtensionDescriptor,
    ) -> Result<(), Unusable> {
        if field.is_map() || field.cardinality() == Cardinality::Required {
            let what = format!("extension `{}` is a map or required", field.full_name());
            return Err(senseless(what));
        }
        self.member(
            message,
            &Member {
                name: field.name(),
                full_name: field.full_name(),
                kind: field.kind(),
                group: field.is_group(),
                list: false,
                scope: field.parent_message(),
                package: field.package_name(),
            },
        )
    }

    fn oneof(&self, field: &FieldDescriptor) -> Result<(), Unusable> {
        if field.containing_oneof().is_some() && field.cardinality() != Cardinality::Optional {
            let what = format!(
                "`{}` is repeated or required, and in a oneof",
                field.full_name()
            );
            return Err(senseless(what));
        }
        Ok(())
    }

    fn member(&mut self, message: &MessageDescriptor, field: &Member<'_>) -> Result<(), Unusable> {
        self.members += 1;
        match &field.kind {
            Kind::Enum(list) if self.enums.insert(list.full_name().to_owned()) => {
                self.members += list.values().len();
            }
            Kind::Message(inner) => {
                if inner.is_map_entry() && field.list {
                    check_entry(field, inner)?;
                }
                if field.group {
                    check_group(field, inner)?;
                    let home = message.full_name().to_owned();
                    self.homes.insert(inner.full_name().to_owned(), home);
                }
                self.todo(inner);
            }
            _ => {}
        }
        Ok(())
    }

    /// A group is declared inside of the message that has it, so these must not run in a circle: groups that
    /// extend one another do, although each could be written.
    fn groups(&self) -> Result<(), Unusable> {
        for group in self.homes.keys() {
            let mut depth = 0;
            let mut at = group;
            while let Some(home) = self.homes.get(at) {
                depth += 1;
                if depth > MAX_TYPE_NESTING {
                    return Err(unusable(
                        format!(
                            "group `{group}` lies in more than {MAX_TYPE_NESTING} others, or in itself"
                        ),
                        "name a message that does not reach it",
                    ));
                }
                at = home;
            }
        }
        Ok(())
    }
}

/// A map's entry has a key, of a type that can be one, and a value.
fn check_entry(field: &Member<'_>, entry: &MessageDescriptor) -> Result<(), Unusable> {
    let plain = |number| {
        let field: FieldDescriptor = entry.get_field(number)?;
        let plain = field.cardinality() == Cardinality::Optional
            && !field.is_group()
            && field.containing_oneof().is_none();
        plain.then(|| field.kind())
    };
    let key = plain(1).filter(|kind| {
        !matches!(
            kind,
            Kind::Float | Kind::Double | Kind::Bytes | Kind::Message(_) | Kind::Enum(_)
        )
    });
    if entry.fields().len() != 2 || key.is_none() || plain(2).is_none() || field.group {
        let what = format!(
            "the entries of map `{}` are no key and value",
            field.full_name
        );
        return Err(senseless(what));
    }
    Ok(())
}

/// A group declares its type, beside itself and of its name, so that no two groups share one.
fn check_group(field: &Member<'_>, group: &MessageDescriptor) -> Result<(), Unusable> {
    let beside = match (&field.scope, group.parent_message()) {
        (Some(scope), Some(parent)) => *scope == parent,
        (None, None) => field.package == group.package_name(),
        _ => false,
    };
    if !beside || group.name().to_lowercase() != field.name {
        let what = format!(
            "`{}` is a group of type `{}`, which is not its own",
            field.full_name,
            group.full_name()
        );
        return Err(senseless(what));
    }
    Ok(())
}
