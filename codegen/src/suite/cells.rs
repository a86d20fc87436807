//! Which cells a case measures by default.
//!
//! For each op of `ops`, the wraps are those that `measure` lists for it; without `measure`, those of
//! `wraps`, except that `read` is measured raw only. For each wrap, `raw` has no engine, `base64` is measured
//! with every engine of `engines`, and `base64-field` with the first of them. In `measure`, `wrap@engine` is
//! that engine alone.

use std::str::FromStr;

use toml::Spanned;

use super::file::{Measure, Words};
use super::text::Text;
use super::{Cell, Engine, Op, UnknownWord, Wrap};
use crate::error::Error;

/// The keys that decide, of the case or else of the defaults.
pub(super) struct Choice<'a> {
    pub(super) ops: Option<&'a Spanned<Words>>,
    pub(super) wraps: Option<&'a Spanned<Words>>,
    pub(super) engines: Option<&'a Spanned<Words>>,
    pub(super) measure: Option<&'a Measure>,
}

pub(super) fn resolve(
    text: &Text<'_>,
    name: &Spanned<String>,
    choice: &Choice<'_>,
) -> Result<Vec<Cell>, Error> {
    let ops = parse_or(text, name, "ops", choice.ops, &[Op::Encode, Op::Decode])?;
    let wraps = parse_or(
        text,
        name,
        "wraps",
        choice.wraps,
        &[Wrap::Raw, Wrap::Base64],
    )?;
    let engines = parse_or(text, name, "engines", choice.engines, &[Engine::Base64])?;
    if let Some(measure) = choice.measure {
        for (word, listed) in measure {
            let op: Op = one(text, word, word.get_ref())?;
            if listed.is_empty() {
                return Err(text.error(
                    word,
                    format!("`measure` lists nothing for `{op}`"),
                    format!("list a wrap, or remove \"{op}\" here and from `ops`"),
                ));
            }
            if !ops.contains(&op) {
                let what = format!("`measure` has `{op}`, which is not in `ops`");
                return Err(text.error(
                    word,
                    what,
                    format!("add \"{op}\" to `ops`, or remove it here"),
                ));
            }
        }
    }
    let mut cells = Vec::new();
    for &op in &ops {
        let listed = choice
            .measure
            .and_then(|measure| measure.iter().find(|(word, _)| word.get_ref() == op.word()));
        match listed {
            Some((_, wraps)) => {
                for word in wraps {
                    listed_cells(text, op, word, &engines, &mut cells)?;
                }
            }
            None if op == Op::Read => push(
                &mut cells,
                Cell {
                    op,
                    wrap: Wrap::Raw,
                    engine: None,
                },
            ),
            None => {
                for &wrap in &wraps {
                    wrap_cells(op, wrap, &engines, &mut cells);
                }
            }
        }
    }
    Ok(cells)
}

/// The words of a key, which must hold some when it is there.
fn parse_or<T>(
    text: &Text<'_>,
    case: &Spanned<String>,
    key: &str,
    words: Option<&Spanned<Words>>,
    default: &[T],
) -> Result<Vec<T>, Error>
where
    T: FromStr<Err = UnknownWord> + PartialEq + Copy,
{
    let Some(words) = words else {
        return Ok(default.to_vec());
    };
    if words.get_ref().is_empty() {
        let what = format!("case `{}`: `{key}` is empty", case.get_ref());
        let remedy = format!("list at least one, or remove `{key}` for the default");
        return Err(text.error(words, what, remedy));
    }
    text.parse(words.get_ref())
}

fn one<T: FromStr<Err = UnknownWord>>(
    text: &Text<'_>,
    at: &Spanned<String>,
    word: &str,
) -> Result<T, Error> {
    word.parse()
        .map_err(|unknown: UnknownWord| text.error(at, unknown.what, unknown.remedy))
}

/// The cells of one entry of `measure`: a wrap, or `wrap@engine`.
fn listed_cells(
    text: &Text<'_>,
    op: Op,
    word: &Spanned<String>,
    engines: &[Engine],
    cells: &mut Vec<Cell>,
) -> Result<(), Error> {
    let Some((wrap, engine)) = word.get_ref().split_once('@') else {
        wrap_cells(op, one(text, word, word.get_ref())?, engines, cells);
        return Ok(());
    };
    let wrap = one(text, word, wrap)?;
    let engine = one(text, word, engine)?;
    if wrap == Wrap::Raw {
        let what = format!("`{}`: raw bytes take no engine", word.get_ref());
        return Err(text.error(word, what, "write `raw`"));
    }
    push(
        cells,
        Cell {
            op,
            wrap,
            engine: Some(engine),
        },
    );
    Ok(())
}

fn wrap_cells(op: Op, wrap: Wrap, engines: &[Engine], cells: &mut Vec<Cell>) {
    match wrap {
        Wrap::Raw => push(
            cells,
            Cell {
                op,
                wrap,
                engine: None,
            },
        ),
        Wrap::Base64 => {
            for &engine in engines {
                push(
                    cells,
                    Cell {
                        op,
                        wrap,
                        engine: Some(engine),
                    },
                );
            }
        }
        Wrap::Base64Field => {
            if let Some(&engine) = engines.first() {
                push(
                    cells,
                    Cell {
                        op,
                        wrap,
                        engine: Some(engine),
                    },
                );
            }
        }
    }
}

fn push(cells: &mut Vec<Cell>, cell: Cell) {
    if !cells.contains(&cell) {
        cells.push(cell);
    }
}
