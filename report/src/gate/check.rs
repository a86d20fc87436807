//! One cell or claim in one lane.

use serde::{Deserialize, Serialize};

use super::Verdict;
use crate::stats::Estimate;

/// What a quantity is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Allocations per op.
    Allocations,
    /// Instructions per op.
    Instructions,
    /// Nanoseconds per op; shown, and never kept or compared across runs.
    Nanoseconds,
    /// One number over another.
    Ratio,
}

/// A value of one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// A number.
    Number(f64, Unit),
    /// Something that has no size: a digest, an outcome.
    Word(String),
    /// There is none on this side.
    Missing,
}

/// A function whose instructions changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Its name, without hashes.
    pub name: String,
    /// Instructions per op in it, callees not counted, on the side of the base.
    pub base: f64,
    /// The same on the side of the head.
    pub head: f64,
}

/// One cell, or one claim, in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Id of the cell, `case/codec` of what is proven, or name of the claim.
    pub of: String,
    /// What was compared, such as `encoded bytes`.
    pub what: String,
    /// On the side of the base, or what the baseline or a claim wants.
    pub base: Quantity,
    /// On the side of the head.
    pub head: Quantity,
    /// Head over base less one, or the value of a claim, with its interval where there is one.
    pub change: Option<Estimate>,
    /// The lower and the upper bound of a claim, where it has them.
    #[serde(default)]
    pub bounds: [Option<f64>; 2],
    /// What would have failed, in words.
    pub threshold: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, where the values do not say it.
    pub note: Option<String>,
    /// The command that shows it again.
    pub reproduce: String,
    /// The command that accepts it, where that can be.
    pub accept: Option<String>,
    /// Head over base in each launch, in order, of the lane of times and of claims.
    pub launches: Vec<f64>,
    /// The functions that changed most, of the lane of instructions.
    pub functions: Vec<Function>,
}

impl Check {
    /// A check of which nothing is known but a verdict.
    pub fn named(of: impl Into<String>, verdict: Verdict) -> Self {
        Check {
            of: of.into(),
            what: String::new(),
            base: Quantity::Missing,
            head: Quantity::Missing,
            change: None,
            bounds: [None; 2],
            threshold: String::new(),
            verdict,
            note: None,
            reproduce: String::new(),
            accept: None,
            launches: Vec::new(),
            functions: Vec::new(),
        }
    }
}
