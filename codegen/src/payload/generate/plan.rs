//! Rules, matched with the schema: every path found, every rule fit for its field.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use prost_reflect::{Kind, MessageDescriptor};

use super::shape::{Field, Shapes};
use super::{Bounds, Content, Generate, GenerateError, Numbers, Rule, constant, scalar};
use crate::limits::MAX_PATH;
use crate::nearest::nearest;

/// All that decides what is generated, except the schema.
pub(super) struct Plan {
    pub(super) root: Node,
    anywhere: HashMap<String, Ruled>,
    /// Whether `only` lists the fields to fill.
    pub(super) only: bool,
    pub(super) count: Option<(u64, u64)>,
    pub(super) grows: bool,
    pub(super) shapes: Shapes,
}

/// What is said of a field and of those below it.
#[derive(Default)]
pub(super) struct Node {
    rule: Option<Ruled>,
    children: BTreeMap<u32, Node>,
    pub(super) only: bool,
    pub(super) grow: bool,
}

/// A rule, checked.
#[derive(Default)]
pub(super) struct Ruled {
    pub(super) count: Option<(u64, u64)>,
    pub(super) length: Option<(u64, u64)>,
    pub(super) chars: Option<(u64, u64)>,
    pub(super) content: Option<Content>,
    pub(super) range: Option<Numbers>,
    /// The whole field on the wire.
    pub(super) constant: Option<Vec<u8>>,
    pub(super) skip: bool,
}

impl Node {
    pub(super) fn child(&self, number: u32) -> Option<&Self> {
        self.children.get(&number)
    }

    /// Whether this field or one below it is listed in `only`.
    pub(super) fn holds_only(&self) -> bool {
        self.only || self.children.values().any(Self::holds_only)
    }

    /// Whether anything is said of this field or those below it.
    pub(super) fn says_something(&self) -> bool {
        self.rule.is_some() || self.only || self.grow || !self.children.is_empty()
    }
}

impl Plan {
    pub(super) fn new(message: &MessageDescriptor, how: &Generate) -> Result<Self, GenerateError> {
        let mut plan = Self {
            root: Node::default(),
            anywhere: HashMap::new(),
            only: how.only.is_some(),
            count: how.count.map(|count| bounds("count", count)).transpose()?,
            grows: how.grow.is_some(),
            shapes: Shapes::new(how.extensions),
        };
        for path in how.only.iter().flatten() {
            let fields = plan.path(message, path)?;
            plan.node(&fields).only = true;
        }
        for (key, rule) in &how.fields {
            plan.rule(message, key, rule)
                .map_err(|error| error.at(rule.at.as_ref()))?;
        }
        if let Some(path) = &how.grow {
            let fields = plan.path(message, path)?;
            plan.grow(path, &fields)?;
            if how.size.is_none() {
                let remedy = "add the `size` to reach, or remove `grow`";
                return Err(GenerateError::new("`grow` without `size`", remedy));
            }
        }
        Ok(plan)
    }

    /// The rule of a field: that of its path, or else that of its name.
    pub(super) fn rule_of<'a>(
        &'a self,
        node: Option<&'a Node>,
        field: &Field,
    ) -> Option<&'a Ruled> {
        node.and_then(|node| node.rule.as_ref()).or_else(|| {
            // Most plans have none, and the look-up would hash a name for every value.
            if self.anywhere.is_empty() {
                None
            } else {
                self.anywhere.get(&field.full_name)
            }
        })
    }

    fn node(&mut self, fields: &[Field]) -> &mut Node {
        let mut node = &mut self.root;
        for field in fields {
            node = node.children.entry(field.number).or_default();
        }
        node
    }

    fn rule(
        &mut self,
        message: &MessageDescriptor,
        key: &str,
        rule: &Rule,
    ) -> Result<(), GenerateError> {
        match self.path(message, key) {
            Ok(fields) => {
                let Some(field) = fields.last() else {
                    return Ok(());
                };
                let ruled = self.ruled(key, field, rule)?;
                self.node(&fields).rule = Some(ruled);
            }
            Err(error) => {
                let found = self.named(message, key);
                match found.as_slice() {
                    [] => return Err(error),
                    [field] => {
                        let ruled = self.ruled(key, field, rule)?;
                        self.anywhere.insert(field.full_name.clone(), ruled);
                    }
                    [one, other, ..] => {
                        let what =
                            format!("`{key}` is both {} and {}", one.full_name, other.full_name);
                        return Err(GenerateError::new(what, "write more of the name"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The fields along a path: names with dots between, `key` and `value` inside of a map, and
    /// `[package.extension]` for an extension.
    fn path(&self, message: &MessageDescriptor, path: &str) -> Result<Vec<Field>, GenerateError> {
        let mut inside = Some(message.clone());
        let mut fields: Vec<Field> = Vec::new();
        let parts = parts(path);
        if parts.len() > MAX_PATH {
            let what = format!("a path of {} parts, more than {MAX_PATH}", parts.len());
            return Err(GenerateError::new(
                what,
                "write the rule by `Message.field`",
            ));
        }
        for part in parts {
            let Some(message) = inside else {
                let what = format!(
                    "`{path}`: nothing lies below `{}`",
                    fields[fields.len() - 1].name
                );
                return Err(GenerateError::new(what, "shorten the path"));
            };
            let shape = self.shapes.get(&message);
            let Some(field) = shape.fields.iter().find(|field| field.name == part) else {
                let names: Vec<&str> = shape
                    .fields
                    .iter()
                    .map(|field| field.name.as_str())
                    .collect();
                let near = nearest(part, names.iter().copied(), 3);
                let remedy = match (near.is_empty(), names.is_empty()) {
                    (false, _) => format!("did you mean `{}`?", near.join("` or `")),
                    (_, true) => "it has no fields".to_owned(),
                    _ => format!(
                        "it has {}",
                        names
                            .iter()
                            .take(12)
                            .copied()
                            .collect::<Vec<_>>()
                            .join(", ")
                    ),
                };
                let what = format!("`{path}`: {} has no field `{part}`", message.full_name());
                return Err(GenerateError::new(what, remedy));
            };
            inside = field.message().cloned();
            fields.push(field.clone());
        }
        Ok(fields)
    }

    /// The fields named `key`, or whose full names end in it, in all messages that `message` can hold.
    fn named(&self, message: &MessageDescriptor, key: &str) -> Vec<Field> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![message.clone()];
        while let Some(message) = todo.pop() {
            if !seen.insert(message.full_name().to_owned()) {
                continue;
            }
            for field in &self.shapes.get(&message).fields {
                let rest = field.full_name.strip_suffix(key);
                // A bare field name would be too easy to hit by accident.
                if key.contains('.')
                    && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                {
                    found.push(field.clone());
                }
                todo.extend(field.message().cloned());
            }
        }
        found
    }

    fn grow(&mut self, path: &str, fields: &[Field]) -> Result<(), GenerateError> {
        let Some(field) = fields.last() else {
            return Ok(());
        };
        let text = matches!(field.kind, Kind::String | Kind::Bytes);
        if !(field.list || field.map || text) {
            let what = format!(
                "`grow`: `{path}` has type {}, which cannot grow",
                field.type_name()
            );
            return Err(GenerateError::new(
                what,
                "name a list, a map, a string or bytes",
            ));
        }
        let node = self.node(fields);
        node.grow = true;
        let rule = node.rule.as_ref();
        let taken = rule.is_some_and(|rule| {
            let fixed = if field.list || field.map {
                rule.count.is_some()
            } else {
                rule.length.is_some() || rule.chars.is_some() || rule.content == Some(Content::Uuid)
            };
            fixed || rule.constant.is_some() || rule.skip
        });
        if taken {
            let what = format!("`grow`: the rule of `{path}` fixes what is to grow");
            return Err(GenerateError::new(what, "remove one of them"));
        }
        Ok(())
    }

    /// Checks that a rule fits its field.
    fn ruled(&self, key: &str, field: &Field, rule: &Rule) -> Result<Ruled, GenerateError> {
        let unfit = |what: &str, remedy: &str| {
            let what = format!(
                "`{key}` has type {}, which takes no `{what}`",
                field.type_name()
            );
            Err(GenerateError::new(what, remedy))
        };
        let text = matches!(field.kind, Kind::String | Kind::Bytes);
        let others = rule.count.is_some()
            || rule.length.is_some()
            || rule.chars.is_some()
            || rule.content.is_some()
            || rule.range.is_some();
        if (rule.value.is_some() && (others || rule.skip)) || (rule.skip && others) {
            let what = format!("`{key}`: `value` and `skip` leave nothing for other rules to say");
            return Err(GenerateError::new(what, "keep one of them"));
        }
        if rule.skip && field.required {
            return Err(GenerateError::new(
                format!("`{key}` is required"),
                "remove its `skip`",
            ));
        }
        if rule.count.is_some() && !(field.list || field.map) {
            return unfit("count", "give it to a list or a map");
        }
        if (rule.length.is_some() || rule.content.is_some() || rule.chars.is_some()) && !text {
            return unfit(
                "length`, `chars` or `content",
                "give them to strings and bytes",
            );
        }
        if rule.content == Some(Content::Random) && field.kind == Kind::String {
            let what = format!("`{key}` is a string, which random bytes are not");
            return Err(GenerateError::new(what, "take `ascii`, or another content"));
        }
        if rule.content == Some(Content::Uuid) && rule.length.is_some() {
            let what = format!("`{key}`: a UUID has its own length");
            return Err(GenerateError::new(what, "remove `length`"));
        }
        if rule.chars.is_some() && (rule.content != Some(Content::Json) || rule.length.is_some()) {
            let what = format!("`{key}`: `chars` is for content = \"json\", without `length`");
            return Err(GenerateError::new(
                what,
                "take `length`, the bytes in the message",
            ));
        }
        if let Some(range) = rule.range {
            scalar::check_range(key, field, range)?;
        }
        let constant = match &rule.value {
            Some(value) => Some(constant::encode(key, field, value, &self.shapes)?),
            None => None,
        };
        let bounds =
            |name: &str, given: Option<Bounds>| given.map(|given| bounds(name, given)).transpose();
        Ok(Ruled {
            count: bounds("count", rule.count)?,
            length: bounds("length", rule.length)?,
            chars: bounds("chars", rule.chars)?,
            content: rule.content,
            range: rule.range,
            constant,
            skip: rule.skip,
        })
    }
}

fn bounds(name: &str, bounds: Bounds) -> Result<(u64, u64), GenerateError> {
    let (least, most) = bounds.ends();
    if least > most {
        let what = format!("`{name}` = [{least}, {most}] is empty");
        return Err(GenerateError::new(what, "put the least first"));
    }
    Ok((least, most))
}

/// The parts of a path; dots inside of brackets do not count.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = path;
    loop {
        let from = if rest.starts_with('[') {
            rest.find(']').unwrap_or(0)
        } else {
            0
        };
        match rest[from..].find('.') {
            Some(dot) => {
                parts.push(&rest[..from + dot]);
                rest = &rest[from + dot + 1..];
            }
            None => {
                parts.push(rest);
                return parts;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn paths_come_apart() {
        assert_eq!(parts("a"), ["a"]);
        assert_eq!(parts("a.b.c"), ["a", "b", "c"]);
        assert_eq!(parts("[x.y].b"), ["[x.y]", "b"]);
        assert_eq!(parts("a.[x.y]"), ["a", "[x.y]"]);
        assert_eq!(parts("[x.y"), ["[x", "y"]);
    }
}
