//! Fills a message: which fields, which member of a oneof, how large each.

use std::rc::Rc;

use prost_reflect::{Kind, MessageDescriptor};

use super::constant::write_message;
use super::plan::{Node, Plan, Ruled};
use super::rng::Rng;
use super::scalar::{self, Scalar};
use super::shape::{Field, Shape};
use super::{Content, GenerateError, text, well_known};
use crate::limits::MAX_ELEMENTS;

/// One, in the fixed point of `Knob::scale`.
pub(super) const ONE: u64 = 1 << 16;

/// Messages nested deeper than this are refused by most codecs.
const MAX_LEVEL: usize = 90;

/// Messages below the root without `depth`, and how often a type may then lie in itself.
const DEFAULT_DEPTH: usize = 8;
const DEFAULT_RECURSION: usize = 2;

/// What `size` turns to reach a size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knob {
    /// How large all that has no rule is, against how it falls by itself: counts, lengths, and, below
    /// `ONE`, whether a field is there at all.
    pub(super) scale: u64,
    /// The count or length of the field that grows.
    pub(super) grow_to: u64,
    /// Bytes to add to the first string or bytes field that has no rule.
    pub(super) pad: u64,
    /// Which chances decide on members of oneofs and on fields left out: another try at an odd size.
    pub(super) salt: u64,
    /// Messages below the root; none for the default.
    pub(super) depth: Option<u32>,
    /// The most bytes to write.
    pub(super) limit: u64,
    /// Whether a number without a rule is never the one that goes unsent: for messages that would be empty.
    pub(super) lively: bool,
}

/// A filled message.
pub(super) struct Filled {
    pub(super) bytes: Vec<u8>,
    /// Whether the knob made a difference anywhere.
    pub(super) grew: bool,
    /// Whether the padding found a place.
    pub(super) padded: bool,
}

/// Why filling stopped.
pub(super) enum Stop {
    /// The limit is passed.
    TooBig,
    /// A rule cannot be kept.
    Error(GenerateError),
}

/// Where the filling is.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    /// What the plan says of it and below.
    pub(super) node: Option<&'a Node>,
    /// Whether all fields are filled, rather than those listed in `only`.
    pub(super) all: bool,
    pub(super) rng: Rng,
}

/// Streams apart from those of the values: above all field numbers.
pub(super) mod stream {
    pub(in super::super) const COUNT: u64 = 1 << 40;
    pub(in super::super) const LENGTH: u64 = 2 << 40;
    pub(in super::super) const THIN: u64 = 3 << 40;
    pub(in super::super) const ROUND: u64 = 4 << 40;
    pub(in super::super) const ONEOF: u64 = 5 << 40;
}

pub(super) struct Fill<'a> {
    pub(super) plan: &'a Plan,
    pub(super) knob: Knob,
    spent: u64,
    /// Messages and map entries so far.
    elements: u64,
    pub(super) grew: bool,
    padded: bool,
    /// The messages that are open, outermost first.
    open: Vec<Rc<Shape>>,
}

/// Fills a message as the knob stands.
pub(super) fn fill(
    message: &MessageDescriptor,
    plan: &Plan,
    seed: u64,
    knob: Knob,
) -> Result<Filled, Stop> {
    let mut fill = Fill {
        plan,
        knob,
        spent: 0,
        elements: 0,
        grew: false,
        padded: false,
        open: Vec::new(),
    };
    let mut bytes = Vec::new();
    let spot = Spot {
        node: Some(&plan.root),
        all: !plan.only,
        rng: Rng::new(seed),
    };
    fill.message(&plan.shapes.get(message), spot, &mut bytes)?;
    Ok(Filled {
        bytes,
        grew: fill.grew,
        padded: fill.padded,
    })
}

impl<'a> Fill<'a> {
    fn message(
        &mut self,
        shape: &Rc<Shape>,
        spot: Spot<'a>,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        if self.open.len() > MAX_LEVEL {
            let what = format!("{} is nested more than {MAX_LEVEL} deep", shape.name);
            let remedy = "set a lower `depth`; required fields that contain themselves have no end";
            return Err(Stop::Error(GenerateError::new(what, remedy)));
        }
        self.spend(2)?;
        self.element()?;
        self.open.push(Rc::clone(shape));
        let chosen = self.members(shape, spot);
        for (index, field) in shape.fields.iter().enumerate() {
            if field.oneof.is_some() && !chosen.contains(&index) {
                continue;
            }
            if let Some(spot) = self.wanted(field, spot) {
                self.field(field, spot, out)?;
            }
        }
        self.open.pop();
        Ok(())
    }

    /// The spot of a field, if it is to be filled at all.
    fn wanted(&self, field: &Field, outer: Spot<'a>) -> Option<Spot<'a>> {
        let node = outer.node.and_then(|node| node.child(field.number));
        let all = outer.all || node.is_some_and(|node| node.only);
        let spot = Spot {
            node,
            all,
            rng: outer.rng.child(u64::from(field.number), 0),
        };
        if field.required {
            return Some(spot);
        }
        let listed = all || node.is_some_and(Node::holds_only);
        let skipped = self.plan.rule_of(node, field).is_some_and(|rule| rule.skip);
        (listed && !skipped && self.fits(field)).then_some(spot)
    }

    /// Whether a message may be opened here.
    pub(super) fn fits(&self, field: &Field) -> bool {
        let Some(message) = field.message().filter(|_| !field.map) else {
            // The values of a map are asked when their entry is open.
            return true;
        };
        let name = message.full_name();
        match self.knob.depth {
            Some(depth) => self.level() < depth as usize,
            None => {
                self.level() < DEFAULT_DEPTH
                    && self.open.iter().filter(|shape| shape.name == name).count()
                        < DEFAULT_RECURSION
            }
        }
    }

    /// How many messages are around the innermost open one. Map entries do not count: nobody nested them.
    pub(super) fn level(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    /// The chosen member of every oneof: one of those that the plan speaks of, or else any.
    fn members(&self, shape: &Shape, spot: Spot<'a>) -> Vec<usize> {
        let mut chosen = Vec::new();
        for (number, members) in &shape.oneofs {
            let possible: Vec<usize> = members
                .iter()
                .copied()
                .filter(|&index| self.wanted(&shape.fields[index], spot).is_some())
                .collect();
            let told = |&index: &usize| {
                let field = &shape.fields[index];
                let node = spot.node.and_then(|node| node.child(field.number));
                node.is_some_and(Node::says_something) || self.plan.rule_of(node, field).is_some()
            };
            let told: Vec<usize> = possible.iter().copied().filter(told).collect();
            let from = if told.is_empty() { &possible } else { &told };
            if !from.is_empty() {
                let chance = spot.rng.child(stream::ONEOF, u64::from(*number));
                chosen.push(*chance.child(0, self.knob.salt).pick(from));
            }
        }
        chosen
    }

    pub(super) fn field(
        &mut self,
        field: &Field,
        spot: Spot<'a>,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let rule = self.plan.rule_of(spot.node, field);
        if let Some(constant) = rule.and_then(|rule| rule.constant.as_ref()) {
            self.spend(constant.len() as u64)?;
            out.extend(constant);
            return Ok(());
        }
        if field.map {
            return self.map(field, rule, spot, out);
        }
        if field.list {
            return self.list(field, rule, spot, out);
        }
        if !field.required && rule.is_none() && self.thinned(spot) {
            return Ok(());
        }
        if field.message().is_some() {
            return self.submessage(field, spot, 0, out);
        }
        let scalar = self.scalar(field, rule, spot, 0, true)?;
        if field.presence || !scalar.is_default() {
            self.spend(2)?;
            scalar.write(field.number, out);
        }
        Ok(())
    }

    /// Whether a field is left out because the message is to be smaller than it falls.
    fn thinned(&mut self, spot: Spot<'a>) -> bool {
        if self.plan.grows || self.knob.lively || spot.node.is_some_and(Node::says_something) {
            return false;
        }
        self.grew = true;
        spot.rng.child(stream::THIN, self.knob.salt).below(ONE) >= self.knob.scale
    }

    pub(super) fn submessage(
        &mut self,
        field: &Field,
        spot: Spot<'a>,
        index: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let Some(message) = field.message() else {
            return Ok(());
        };
        let mut rng = spot.rng.child(0, index);
        let mut body = Vec::new();
        let told = spot.node.is_some_and(Node::says_something);
        let shape = self.plan.shapes.get(message);
        match well_known::body(&shape, &mut rng).filter(|_| spot.all && !told) {
            Some(known) => {
                self.spend(known.len() as u64)?;
                body = known;
            }
            None => self.message(&shape, Spot { rng, ..spot }, &mut body)?,
        }
        write_message(field, &body, out);
        Ok(())
    }

    /// A number that has no rule, larger or smaller as the knob says. What is cut off of it rounds up as often
    /// as it is large, by a chance that stays the same: so a larger scale never makes a smaller message.
    pub(super) fn scaled(&mut self, value: u64, rng: Rng) -> u64 {
        if self.plan.grows {
            return value;
        }
        self.grew = true;
        let chance = rng.child(stream::ROUND, 0).below(ONE);
        let scaled = u128::from(value) * u128::from(self.knob.scale) + u128::from(chance);
        u64::try_from(scaled / u128::from(ONE)).unwrap_or(u64::MAX)
    }

    /// The value of a scalar field, or of an element of a list of them.
    pub(super) fn scalar(
        &mut self,
        field: &Field,
        rule: Option<&Ruled>,
        spot: Spot<'a>,
        index: u64,
        own_growth: bool,
    ) -> Result<Scalar, Stop> {
        let rng = spot.rng.child(0, index);
        if let Some(number) = scalar::number(field, rule, &mut rng.child(0, 0)) {
            self.spend(1)?;
            let free = rule.is_none_or(|rule| rule.range.is_none());
            if self.knob.lively && free && number.is_default() {
                return Ok(scalar::not_default(field).unwrap_or(number));
            }
            return Ok(number);
        }
        let default = if field.kind == Kind::Bytes {
            Content::Random
        } else {
            Content::Words
        };
        let content = rule.and_then(|rule| rule.content).unwrap_or(default);
        let mut lengths = rng.child(stream::LENGTH, 0);
        let mut content_rng = rng.child(0, 0);
        if let Some((least, most)) = rule.and_then(|rule| rule.chars) {
            let chars = lengths.between(least, most);
            self.spend(chars.saturating_mul(2))?;
            return Ok(Scalar::Text(text::json_of_chars(chars, &mut content_rng)));
        }
        let length = if let Some((least, most)) = rule.and_then(|rule| rule.length) {
            lengths.between(least, most)
        } else if content == Content::Uuid {
            36
        } else if own_growth && spot.node.is_some_and(|node| node.grow) {
            self.grew = true;
            self.knob.grow_to
        } else {
            let (least, most) = if field.kind == Kind::Bytes {
                (8, 32)
            } else {
                (4, 20)
            };
            let length = lengths.between(least, most);
            self.scaled(length, rng).saturating_add(self.padding())
        };
        self.spend(length)?;
        Ok(Scalar::Text(text::of_length(
            content,
            length,
            &mut content_rng,
        )))
    }

    fn padding(&mut self) -> u64 {
        if self.padded || self.plan.grows {
            return 0;
        }
        self.padded = true;
        self.knob.pad
    }

    /// Stops before many elements of at least so many bytes are made, when not even these have room.
    pub(super) fn look_ahead(&self, count: u64, least: u64, elements: bool) -> Result<(), Stop> {
        let bytes = count.saturating_mul(least).saturating_add(self.spent);
        let many = elements && count.saturating_add(self.elements) > MAX_ELEMENTS;
        if bytes > self.knob.limit || many {
            return Err(Stop::TooBig);
        }
        Ok(())
    }

    /// Counts a message or a map entry.
    pub(super) fn element(&mut self) -> Result<(), Stop> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(Stop::TooBig);
        }
        Ok(())
    }

    pub(super) fn spend(&mut self, bytes: u64) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent > self.knob.limit {
            Err(Stop::TooBig)
        } else {
            Ok(())
        }
    }
}
