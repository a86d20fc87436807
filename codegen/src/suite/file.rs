//! The suite file as it is written: what serde reads, with the place of every value that can be wrong.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::payload::generate::{Bounds, Content, Numbers};

/// A list of words, each with its place.
pub(super) type Words = Vec<Spanned<String>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteFile {
    #[serde(default)]
    pub(super) defaults: Defaults,
    #[serde(default, rename = "case")]
    pub(super) cases: Vec<Spanned<CaseTable>>,
}

/// What a case measures: the part that `[defaults]` and `[[case]]` share.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Defaults {
    pub(super) include: Option<Spanned<Words>>,
    pub(super) ops: Option<Spanned<Words>>,
    pub(super) wraps: Option<Spanned<Words>>,
    pub(super) engines: Option<Spanned<Words>>,
    pub(super) codecs: Option<Words>,
    pub(super) measure: Option<Measure>,
}

/// Per op, the wraps to measure instead of `wraps`.
pub(super) type Measure = BTreeMap<Spanned<String>, Words>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseTable {
    pub(super) name: Spanned<String>,
    pub(super) schema: Spanned<String>,
    pub(super) message: Spanned<String>,
    pub(super) stresses: Spanned<String>,
    #[serde(default)]
    pub(super) tags: Words,
    pub(super) payload: Option<Spanned<String>>,
    pub(super) payloads: Option<Spanned<Vec<Spanned<PayloadTable>>>>,
    pub(super) generate: Option<Spanned<GenerateTable>>,
    pub(super) sweep: Option<Spanned<SweepTable>>,
    pub(super) include: Option<Spanned<Words>>,
    pub(super) ops: Option<Spanned<Words>>,
    pub(super) wraps: Option<Spanned<Words>>,
    pub(super) engines: Option<Spanned<Words>>,
    pub(super) codecs: Option<Words>,
    pub(super) measure: Option<Measure>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PayloadTable {
    pub(super) file: Spanned<String>,
    pub(super) weight: Option<Spanned<u64>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepTable {
    pub(super) field: Spanned<String>,
    pub(super) bytes: Vec<Spanned<u64>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GenerateTable {
    pub(super) seed: u64,
    pub(super) size: Option<u64>,
    pub(super) grow: Option<Spanned<String>>,
    pub(super) only: Option<Words>,
    pub(super) depth: Option<u32>,
    pub(super) count: Option<Bounds>,
    #[serde(default)]
    pub(super) extensions: bool,
    #[serde(default)]
    pub(super) fields: BTreeMap<Spanned<String>, RuleTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleTable {
    pub(super) count: Option<Bounds>,
    pub(super) length: Option<Bounds>,
    pub(super) chars: Option<Bounds>,
    pub(super) content: Option<Content>,
    pub(super) range: Option<Numbers>,
    pub(super) value: Option<toml::Value>,
    #[serde(default)]
    pub(super) skip: bool,
}
