//! Work, and the ways to do it.

use std::fmt;

use crate::measure::Loop;

/// Work that can be done in several ways: what is ranked together.
#[derive(Debug)]
pub struct Task {
    /// What is worked on, such as `large-chunked`; the first part of an id.
    pub name: &'static str,
    /// What is done with it, such as `deframe`; the second part.
    pub op: &'static str,
    /// The layer, such as `framing`, and whatever else filters can ask for.
    pub tags: &'static [&'static str],
    /// What is timed, in a line for people.
    pub what: String,
    /// Bytes that one op goes through.
    pub bytes: u64,
    /// The ways, each of which is measured.
    pub ways: Vec<Way>,
    /// Ways of which there is no time to measure, by whom and why, such as a move that the compiler removes, or a damaged message that a
    /// codec takes: told and not measured.
    pub free: Vec<(&'static str, &'static str)>,
}

/// One way to do it.
pub struct Way {
    /// Who does it, such as `naive-vec` or `tonic`; the third part of an id.
    pub by: &'static str,
    /// How, such as `fresh` or `reused`; the fourth part.
    pub how: &'static str,
    prove: Box<dyn Fn() -> Result<(), String>>,
    make: Box<dyn Fn() -> Loop>,
}

/// The four parts of a name, as cells of a suite have them too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Id<'a> {
    /// [`Task::name`].
    pub name: &'a str,
    /// [`Task::op`].
    pub op: &'a str,
    /// [`Way::by`].
    pub by: &'a str,
    /// [`Way::how`].
    pub how: &'a str,
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.name, self.op, self.by, self.how)
    }
}

impl Way {
    /// A way with its proof, which fails in a line that says what is wrong, and its loop, made anew for every process
    /// that measures it.
    pub fn new(
        by: &'static str,
        how: &'static str,
        prove: impl Fn() -> Result<(), String> + 'static,
        make: impl Fn() -> Loop + 'static,
    ) -> Self {
        Way {
            by,
            how,
            prove: Box::new(prove),
            make: Box::new(make),
        }
    }

    /// Proves it.
    ///
    /// # Errors
    /// Where it does not give what it should: what it gives, and what it should give.
    pub fn prove(&self) -> Result<(), String> {
        (self.prove)()
    }

    /// Its loop.
    pub fn make(&self) -> Loop {
        (self.make)()
    }
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Way({}/{})", self.by, self.how)
    }
}

impl Task {
    /// The id of one of its ways.
    pub fn id<'a>(&'a self, way: &'a Way) -> Id<'a> {
        Id {
            name: self.name,
            op: self.op,
            by: way.by,
            how: way.how,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_way_of_every_task_has_a_name_of_its_own_and_is_proven() {
        let mut seen = BTreeSet::new();
        for task in crate::layer::tasks() {
            for way in &task.ways {
                let id = task.id(way).to_string();
                assert_eq!(id.split('/').count(), 4, "{id}");
                way.prove().unwrap_or_else(|why| panic!("{id}: {why}"));
                assert!(way.make().run(2) > 0, "{id}");
                assert!(seen.insert(id.clone()), "{id} is there twice");
            }
        }
    }
}
