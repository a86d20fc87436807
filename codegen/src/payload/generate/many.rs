//! Lists and maps: how many elements, and keys that differ.

use std::collections::BTreeMap;

use super::constant::write_message;
use super::fill::{Fill, Spot, Stop, stream};
use super::plan::Ruled;
use super::scalar::{self, Scalar};
use super::shape::Field;
use super::{Content, GenerateError, text};

impl<'a> Fill<'a> {
    pub(super) fn list(
        &mut self,
        field: &Field,
        rule: Option<&Ruled>,
        spot: Spot<'a>,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let count = self.count(rule, spot);
        let messages = field.message().is_some();
        self.look_ahead(count, if messages { 2 } else { 1 }, messages)?;
        let mut run = Vec::new();
        for index in 0..count {
            if messages {
                self.submessage(field, spot, index, out)?;
                continue;
            }
            // A list that grows does so by its count, not by its elements, too.
            let scalar = self.scalar(field, rule, spot, index, false)?;
            self.spend(1)?;
            if field.packed {
                scalar.write_value(&mut run);
            } else {
                scalar.write(field.number, out);
            }
        }
        if !run.is_empty() {
            Scalar::Text(run).write(field.number, out);
        }
        Ok(())
    }

    pub(super) fn map(
        &mut self,
        field: &Field,
        rule: Option<&Ruled>,
        spot: Spot<'a>,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let Some(entry) = field.message() else {
            return Ok(());
        };
        let shape = self.plan.shapes.get(entry);
        let Some((key_field, value_field)) = shape.entry() else {
            return Ok(());
        };
        let key_node = spot.node.and_then(|node| node.child(1));
        let value_node = spot.node.and_then(|node| node.child(2));
        let key_rule = self.plan.rule_of(key_node, key_field);
        let value_rule = self.plan.rule_of(value_node, value_field);
        if value_field.message().is_some() && !self.fits(value_field) {
            return Ok(());
        }
        let count = self.count(rule, spot);
        let mut entries = BTreeMap::new();
        for index in 0..count {
            // Keys run out long before most counts do: whoever asks for a million bools is told that.
            if index == 256 {
                self.look_ahead(count - index, 4, true)?;
            }
            self.element()?;
            let Some(key) = self.new_key(key_field, key_rule, spot, index, &entries)? else {
                if rule.and_then(|rule| rule.count).is_none() {
                    break;
                }
                let what = format!(
                    "`{}`: only {} different keys for {count} entries",
                    field.name,
                    entries.len()
                );
                let remedy = "lower its `count`, or let the keys differ more";
                return Err(Stop::Error(GenerateError::new(what, remedy)));
            };
            let mut body = Vec::new();
            key.write(1, &mut body);
            let value_spot = Spot {
                node: value_node,
                rng: spot.rng.child(2, index),
                ..spot
            };
            if let Some(constant) = value_rule.and_then(|rule| rule.constant.as_ref()) {
                self.spend(constant.len() as u64)?;
                body.extend(constant);
            } else if value_field.message().is_some() {
                self.submessage(value_field, value_spot, 0, &mut body)?;
            } else {
                self.scalar(value_field, value_rule, value_spot, 0, false)?
                    .write(2, &mut body);
            }
            self.spend(4)?;
            entries.insert(key, body);
        }
        for body in entries.values() {
            write_message(field, body, out);
        }
        Ok(())
    }

    /// A key that is not among the entries; none when chance keeps hitting those that are.
    fn new_key(
        &mut self,
        field: &Field,
        rule: Option<&Ruled>,
        spot: Spot<'a>,
        index: u64,
        entries: &BTreeMap<Scalar, Vec<u8>>,
    ) -> Result<Option<Scalar>, Stop> {
        const ATTEMPTS: u64 = 64;
        for attempt in 0..ATTEMPTS {
            let mut rng = spot.rng.child(1, index).child(attempt, 0);
            let key = match scalar::number(field, rule, &mut rng) {
                Some(number) => number,
                None => {
                    let length = rule.and_then(|rule| rule.length).unwrap_or((4, 12));
                    let content = rule.and_then(|rule| rule.content).unwrap_or(Content::Word);
                    let length = rng.between(length.0, length.1);
                    self.spend(length)?;
                    Scalar::Text(text::of_length(content, length, &mut rng))
                }
            };
            if !entries.contains_key(&key) {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// How many elements a list or a map has.
    fn count(&mut self, rule: Option<&Ruled>, spot: Spot<'a>) -> u64 {
        if let Some((least, most)) = rule.and_then(|rule| rule.count) {
            return spot.rng.child(stream::COUNT, 0).between(least, most);
        }
        if spot.node.is_some_and(|node| node.grow) {
            self.grew = true;
            return self.knob.grow_to;
        }
        // Fewer further down: the product over the levels is what the message weighs.
        let (least, most) = self
            .plan
            .count
            .unwrap_or((1, 3_u64.saturating_sub(self.level() as u64).max(1)));
        let count = spot.rng.child(stream::COUNT, 0).between(least, most);
        self.scaled(count, spot.rng)
    }
}
