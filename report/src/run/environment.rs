//! Where a run took place.

use serde::{Deserialize, Serialize};

/// What may move the numbers: processor, kernel, compiler, allocator and so on, in the order
/// recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Environment {
    facts: Vec<(String, String)>,
}

impl Environment {
    /// No facts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a fact, in place of an earlier one of the same label.
    pub fn set(&mut self, label: impl Into<String>, value: impl Into<String>) {
        let (label, value) = (label.into(), value.into());
        match self.facts.iter_mut().find(|(known, _)| *known == label) {
            Some(fact) => fact.1 = value,
            None => self.facts.push((label, value)),
        }
    }

    /// The value recorded under a label.
    pub fn get(&self, label: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == label)
            .map(|(_, value)| value)
    }

    /// Labels and values, in the order recorded.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts
            .iter()
            .map(|(label, value)| (label.as_str(), value.as_str()))
    }
}

impl<L: Into<String>, V: Into<String>> FromIterator<(L, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (L, V)>>(facts: I) -> Self {
        let mut environment = Environment::new();
        for (label, value) in facts {
            environment.set(label, value);
        }
        environment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_and_the_last_value() {
        let environment: Environment = [("cpu", "one"), ("clock", "wall"), ("cpu", "two")]
            .into_iter()
            .collect();
        let facts: Vec<_> = environment.iter().collect();
        assert_eq!(facts, [("cpu", "two"), ("clock", "wall")]);
        assert_eq!(environment.get("clock"), Some("wall"));
        assert_eq!(environment.get("load"), None);
    }
}
