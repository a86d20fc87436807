//! What the calculator computes from: lines over a sweep, and the price of other data.

use serde::Serialize;

use super::fit::{Fit, fit};
use crate::finding::Standing;
use crate::format::html::cells::{Cell, Cells};
use crate::run::{BASE64, CellId, RAW};

/// The sweep that is taken where a run has several.
const FAMILY: &str = "append";
/// Cases with at least this share of their bytes in bytes fields, and at most the rest of it, are mixed.
const MIXED: f64 = 0.05;

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Model {
    /// The family of sizes.
    pub family: String,
    /// A fit for each codec and op.
    pub fits: Vec<CodecFit>,
    /// What a byte costs in cases without bytes fields.
    pub rests: Vec<Rest>,
}

/// A codec under one op.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct CodecFit {
    /// Name of the codec.
    pub codec: String,
    /// The op.
    pub op: String,
    /// Without base64, over wire bytes.
    pub raw: Fit,
    /// What base64 adds, for each wrap and engine.
    pub added: Vec<Added>,
}

/// What base64 adds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Added {
    /// The wrap with its engine, as in a cell's name.
    pub wrap: String,
    /// Whether it goes by the bytes in bytes fields, rather than by all wire bytes.
    pub fields: bool,
    /// Over those bytes.
    pub fit: Fit,
    /// Where the sweep does not have the engine: how its line was made of the default engine's.
    pub scaled: Option<Scaled>,
}

/// An engine that was measured outside of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Scaled {
    /// The case that it was measured on.
    pub case: String,
    /// What it adds there over what the default engine adds there.
    pub factor: f64,
}

/// The price of data that is not in bytes fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Rest {
    /// The case that it is taken from.
    pub case: String,
    /// The op.
    pub op: String,
    /// The codec.
    pub codec: String,
    /// Raw nanoseconds for each wire byte.
    pub price: f64,
}

/// How the estimate fared on messages that are partly bytes, and that it does not rest on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Check {
    /// The mixed cases.
    pub cases: Vec<String>,
    /// How many cells there are.
    pub cells: usize,
    /// In how many the time lies between the estimate with the cheapest rest and that with the dearest.
    pub within: usize,
}

/// Builds it, or says why it cannot be.
pub(super) fn model(cells: &Cells<'_>) -> Result<Model, &'static str> {
    let sweeps = cells.cases.iter().filter_map(|case| case.sweep.as_ref());
    let mut families: Vec<&str> = sweeps.map(|sweep| sweep.family.as_str()).collect();
    families.sort_by_key(|family| *family != FAMILY);
    let family = *families.first().ok_or(
        "this run has no sweep (a family of cases that differ only in size), so there is no line by which a time \
         could be computed for another size",
    )?;
    let mut fits = Vec::new();
    for op in ops(cells) {
        let of = cells
            .codecs
            .iter()
            .filter_map(|codec| codec_fit(cells, family, codec, op));
        fits.extend(of);
    }
    if fits.is_empty() {
        return Err("the sweep was not measured, without and with base64, at three sizes or more");
    }
    Ok(Model {
        family: family.to_owned(),
        rests: rests(cells),
        fits,
    })
}

fn ops<'a>(cells: &'a Cells<'_>) -> Vec<&'a str> {
    let mut ops = Vec::new();
    for cell in &cells.all {
        if !ops.contains(&cell.id.op.as_str()) {
            ops.push(&cell.id.op);
        }
    }
    ops
}

fn sound(cell: &Cell) -> Option<f64> {
    let time = cell.time.filter(|_| cell.standing == Standing::Sound);
    time.map(|time| time.value)
}

fn codec_fit(cells: &Cells<'_>, family: &str, codec: &str, op: &str) -> Option<CodecFit> {
    let of_family = |name: &str| {
        let sweep = cells.case(name).and_then(|case| case.sweep.as_ref());
        sweep.is_some_and(|sweep| sweep.family == family)
    };
    let of = || {
        let cells = cells.all.iter().filter(|cell| of_family(&cell.id.case));
        cells.filter(|cell| cell.id.codec == codec && cell.id.op == op)
    };
    let mut raw = Vec::new();
    let mut wraps: Vec<&str> = Vec::new();
    for cell in of() {
        if cell.id.wrap == RAW {
            raw.extend(
                cells
                    .case(&cell.id.case)
                    .map(|case| case.wire_bytes as f64)
                    .zip(sound(cell)),
            );
        } else if !wraps.contains(&cell.id.wrap.as_str()) {
            wraps.push(&cell.id.wrap);
        }
    }
    let added = |wrap: &str| {
        let fields = wrap.split('@').next() != Some(BASE64);
        let points = of().filter(|cell| cell.id.wrap == wrap).filter_map(|cell| {
            let case = cells.case(&cell.id.case)?;
            let bytes = if fields {
                case.field_bytes
            } else {
                case.wire_bytes
            };
            let raw = sound(cells.get(&cell.id.with_wrap(RAW))?)?;
            Some((bytes as f64, sound(cell)? - raw))
        });
        let fit = fit(&points.collect::<Vec<_>>())?;
        Some(Added {
            wrap: wrap.to_owned(),
            fields,
            fit,
            scaled: None,
        })
    };
    let mut added: Vec<Added> = wraps.into_iter().filter_map(added).collect();
    let others = scaled(cells, codec, op, &added);
    added.extend(others);
    let raw = fit(&raw).filter(|_| !added.is_empty())?;
    Some(CodecFit {
        codec: codec.to_owned(),
        op: op.to_owned(),
        raw,
        added,
    })
}

/// Engines that the sweep does not have, from the case with the most in bytes fields that has them, which is the most
/// like the sweep: what they add, and so the whole line, stands to the default engine's as there.
fn scaled(cells: &Cells<'_>, codec: &str, op: &str, fitted: &[Added]) -> Vec<Added> {
    let mut found: Vec<(u64, Added)> = Vec::new();
    for cell in cells
        .all
        .iter()
        .filter(|cell| cell.id.codec == codec && cell.id.op == op)
    {
        let (wrap, engine) = cell.id.wrap_and_engine();
        let known = fitted.iter().any(|added| added.wrap == cell.id.wrap);
        let Some(default) = fitted
            .iter()
            .find(|added| added.wrap == wrap && engine.is_some() && !known)
        else {
            continue;
        };
        let time = |wrap: &str| cells.get(&cell.id.with_wrap(wrap)).and_then(sound);
        let times = sound(cell).zip(time(wrap)).zip(time(RAW));
        let bytes = cells.case(&cell.id.case).map_or(0, |case| case.field_bytes);
        let Some(((its, defaults), raw)) =
            times.filter(|((its, defaults), raw)| its > raw && defaults > raw)
        else {
            continue;
        };
        let factor = (its - raw) / (defaults - raw);
        let scaled = Added {
            wrap: cell.id.wrap.clone(),
            fit: default.fit.scaled(factor),
            scaled: Some(Scaled {
                case: cell.id.case.clone(),
                factor,
            }),
            fields: default.fields,
        };
        match found
            .iter_mut()
            .find(|(_, other)| other.wrap == cell.id.wrap)
        {
            Some((most, other)) if *most < bytes => (*most, *other) = (bytes, scaled),
            Some(_) => {}
            None => found.push((bytes, scaled)),
        }
    }
    found.into_iter().map(|(_, added)| added).collect()
}

fn rests(cells: &Cells<'_>) -> Vec<Rest> {
    let without = cells
        .cases
        .iter()
        .filter(|case| case.field_bytes == 0 && case.wire_bytes > 0);
    let raw = without.flat_map(|case| {
        let of = cells
            .all
            .iter()
            .filter(|cell| cell.id.case == case.name && cell.id.wrap == RAW);
        of.filter_map(|cell| {
            Some(Rest {
                case: case.name.clone(),
                op: cell.id.op.clone(),
                codec: cell.id.codec.clone(),
                price: sound(cell)? / case.wire_bytes as f64,
            })
        })
    });
    raw.collect()
}

impl Model {
    /// The prices of other data for a codec under an op, the cheapest and the dearest.
    fn ends(&self, codec: &str, op: &str) -> Option<(f64, f64)> {
        let of = self
            .rests
            .iter()
            .filter(|rest| rest.codec == codec && rest.op == op);
        of.map(|rest| rest.price).fold(None, |ends, price| {
            let (low, high) = ends.unwrap_or((price, price));
            Some((low.min(price), high.max(price)))
        })
    }

    /// Tries the estimate on the raw cells of mixed cases outside of the sweep.
    pub fn check(&self, cells: &Cells<'_>) -> Check {
        let mut check = Check::default();
        for case in cells.cases.iter().filter(|case| case.sweep.is_none()) {
            let share = case.field_bytes as f64 / case.wire_bytes.max(1) as f64;
            if !(MIXED..=1.0 - MIXED).contains(&share) {
                continue;
            }
            for fitted in &self.fits {
                let id = CellId::new(&case.name, &fitted.op, &fitted.codec, RAW);
                let time = cells.get(&id).and_then(sound);
                let Some((time, (low, high))) = time.zip(self.ends(&fitted.codec, &fitted.op))
                else {
                    continue;
                };
                let bytes = case.wire_bytes as f64;
                let line = fitted.raw.fixed + fitted.raw.slope * bytes;
                let with = |price: f64| share * line + (1.0 - share) * price * bytes;
                check.cells += 1;
                check.within += usize::from((with(low)..=with(high)).contains(&time));
                if !check.cases.contains(&case.name) {
                    check.cases.push(case.name.clone());
                }
            }
        }
        check
    }
}
