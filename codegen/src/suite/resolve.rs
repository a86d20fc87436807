//! From the file as written to cases with nothing left to look up.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use toml::Spanned;

use super::cells::{self, Choice};
use super::file::{CaseTable, Defaults, GenerateTable, SuiteFile, Words};
use super::text::Text;
use super::{Case, Source, Suite};
use super::{mix, sweep};
use crate::error::{Error, Place, shown};
use crate::limits::{MAX_CASES, MAX_RULES};
use crate::payload::generate::{Generate, Rule};

/// Criterion ids and directories are made of names: short, and safe in every file system.
const MAX_NAME: usize = 32;

pub(super) fn resolve(path: &Path, text: &str, file: SuiteFile) -> Result<Suite, Error> {
    let text = Text { path, text };
    let dir = path.parent().unwrap_or(Path::new("/"));
    if file.cases.is_empty() {
        return Err(Error::Suite {
            at: Box::new(Place::of(path, text.text, 0)),
            what: "the suite has no case".to_owned(),
            remedy: "add a [[case]] with name, schema, message, stresses, and payload or generate"
                .to_owned(),
        });
    }
    let mut cases: Vec<Case> = Vec::new();
    // Folders are named after cases, and some file systems do not tell upper from lower case.
    let mut names: BTreeMap<String, Place> = BTreeMap::new();
    for table in &file.cases {
        for case in case(&text, dir, &file.defaults, table)? {
            if let Some(first) = names.get(&case.name.to_lowercase()) {
                return Err(Error::DuplicateCase {
                    at: Box::new(case.at),
                    name: case.name,
                    first: first.line,
                });
            }
            if cases.len() == MAX_CASES {
                return Err(Error::Suite {
                    at: Box::new(case.at),
                    what: format!("the suite has more than {MAX_CASES} cases, sweeps included"),
                    remedy: "split it".to_owned(),
                });
            }
            names.insert(case.name.to_lowercase(), case.at.clone());
            cases.push(case);
        }
    }
    Ok(Suite {
        path: path.to_owned(),
        cases,
    })
}

/// The cases of one `[[case]]` table: one, or one a size of its sweep.
fn case(
    text: &Text<'_>,
    dir: &Path,
    defaults: &Defaults,
    table: &Spanned<CaseTable>,
) -> Result<Vec<Case>, Error> {
    let table = table.get_ref();
    let name = name(text, &table.name)?;
    let (include, given) = match table.include.as_ref().or(defaults.include.as_ref()) {
        Some(words) => (folders(text, dir, name, words)?, true),
        None => (vec![dir.to_owned()], false),
    };
    let schema = schema(text, dir, name, &include, &table.schema)?;
    // Without `include`, a schema outside the suite's folder has its own folder as the root.
    let include = if !given && !schema.starts_with(dir) {
        vec![schema.parent().unwrap_or(dir).to_owned()]
    } else {
        include
    };
    let (source, source_at) = source(text, dir, name, table)?;
    let stresses = table.stresses.get_ref().trim();
    if stresses.is_empty() || stresses.contains('\n') {
        let what = format!("case `{name}`: `stresses` must be one line that is not empty");
        return Err(text.error(
            &table.stresses,
            what,
            "say in a few words what the case is hard on",
        ));
    }
    let tags = tags(text, name, &table.tags)?;
    if table.message.get_ref().trim_start_matches('.').is_empty() {
        let what = format!("case `{name}`: `message` is empty");
        return Err(text.error(
            &table.message,
            what,
            "give the full name, as in \"package.Message\"",
        ));
    }
    let codecs = match table.codecs.as_ref().or(defaults.codecs.as_ref()) {
        Some(words) => Some(codecs(text, &table.name, words)?),
        None => None,
    };
    let case = Case {
        name: name.to_owned(),
        at: text.place(&table.name),
        schema,
        include,
        message: table.message.get_ref().trim_start_matches('.').to_owned(),
        message_at: text.place(&table.message),
        source,
        source_at,
        stresses: stresses.to_owned(),
        tags,
        codecs_at: table
            .codecs
            .as_ref()
            .or(defaults.codecs.as_ref())
            .map(|words| words.iter().map(|word| text.place(word)).collect())
            .unwrap_or_default(),
        codecs,
        sweep: None,
        cells: cells::resolve(
            text,
            &table.name,
            &Choice {
                ops: table.ops.as_ref().or(defaults.ops.as_ref()),
                wraps: table.wraps.as_ref().or(defaults.wraps.as_ref()),
                engines: table.engines.as_ref().or(defaults.engines.as_ref()),
                measure: table.measure.as_ref().or(defaults.measure.as_ref()),
            },
        )?,
    };
    match &table.sweep {
        Some(table) => sweep::expand(text, &case, table),
        None => Ok(vec![case]),
    }
}

/// The tags, each a word that a filter can name.
fn tags(text: &Text<'_>, name: &str, words: &[Spanned<String>]) -> Result<Vec<String>, Error> {
    let mut tags: Vec<String> = Vec::new();
    for word in words {
        let tag = word.get_ref();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if tag.is_empty() || !tag.chars().all(fits) || tags.contains(tag) {
            let what = format!("case `{name}`: tag {tag:?} is no word of its own");
            let remedy = "give each tag once, of lower-case letters, digits, `-`, `_` and `.`";
            return Err(text.error(word, what, remedy));
        }
        tags.push(tag.clone());
    }
    Ok(tags)
}

/// Where the payload comes from, and where the suite says so.
fn source(
    text: &Text<'_>,
    dir: &Path,
    name: &str,
    table: &CaseTable,
) -> Result<(Source, Place), Error> {
    let both = |place: Place, left: &str, right: &str| Error::Suite {
        at: Box::new(place),
        what: format!("case `{name}` has both `{left}` and `{right}`"),
        remedy: "keep one of them".to_owned(),
    };
    match (&table.payload, &table.payloads, &table.generate) {
        (Some(payload), None, None) => {
            let file = join(dir, payload.get_ref());
            exists(
                text,
                name,
                "payload",
                payload,
                &file,
                "give a path relative to the suite file",
            )?;
            Ok((Source::File(file), text.place(payload)))
        }
        (None, Some(tables), None) => {
            let parts = mix::resolve(text, dir, name, tables)?;
            Ok((Source::Mix(parts), text.place(tables)))
        }
        (None, None, Some(table)) => {
            let rules = table.get_ref().fields.len();
            if rules > MAX_RULES {
                let what = format!("case `{name}` has {rules} rules, more than {MAX_RULES}");
                return Err(text.error(table, what, "write them by `Message.field`"));
            }
            let source = Source::Generate(Box::new(generate(text, table)));
            Ok((source, text.place(table)))
        }
        (Some(payload), Some(_), _) => Err(both(text.place(payload), "payload", "payloads")),
        (Some(payload), _, Some(_)) => Err(both(text.place(payload), "payload", "generate")),
        (None, Some(tables), Some(_)) => Err(both(text.place(tables), "payloads", "generate")),
        (None, None, None) => {
            let what = format!("case `{name}` has neither `payload` nor `generate`");
            let remedy = "add payload = \"FILE\", payloads = [{ file = \"FILE\" }] or generate = { seed = 1 }";
            Err(text.error(&table.name, what, remedy))
        }
    }
}

fn name<'a>(text: &Text<'_>, name: &'a Spanned<String>) -> Result<&'a str, Error> {
    let first = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let rest = |c: char| first(c) || matches!(c, '.' | '_' | '-');
    let value = name.get_ref().as_str();
    if !value.starts_with(first) || !value.chars().all(rest) {
        let what = format!("`{}` cannot be the name of a case", value.escape_debug());
        let remedy = "use lower-case letters, digits, `.`, `_` and `-`, a letter or digit first";
        return Err(text.error(name, what, remedy));
    }
    check_length(text, name, value)?;
    Ok(value)
}

pub(super) fn check_length<T>(text: &Text<'_>, at: &Spanned<T>, name: &str) -> Result<(), Error> {
    if name.len() > MAX_NAME {
        let what = format!("the name `{name}` has {} characters", name.len());
        return Err(text.error(at, what, format!("shorten it to {MAX_NAME}")));
    }
    Ok(())
}

fn codecs(text: &Text<'_>, case: &Spanned<String>, words: &Words) -> Result<Vec<String>, Error> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for word in words {
        let name = word.get_ref();
        if !seen.insert(name) {
            return Err(text.error(
                word,
                format!("`{name}` is listed twice"),
                "remove one of them",
            ));
        }
        names.push(name.clone());
    }
    if names.is_empty() {
        let what = format!("case `{}`: `codecs` is empty", case.get_ref());
        return Err(text.error(case, what, "remove the key to measure all codecs"));
    }
    Ok(names)
}

fn folders(
    text: &Text<'_>,
    dir: &Path,
    case: &str,
    words: &Spanned<Words>,
) -> Result<Vec<PathBuf>, Error> {
    if words.get_ref().is_empty() {
        let what = format!("case `{case}`: `include` is empty");
        return Err(text.error(
            words,
            what,
            "remove the key: the suite's folder is the default",
        ));
    }
    let mut folders = Vec::new();
    for word in words.get_ref() {
        let folder = join(dir, word.get_ref());
        let remedy = "give a folder relative to the suite file";
        exists(text, case, "include", word, &folder, remedy)?;
        if !folder.is_dir() {
            let what = format!("case `{case}`: include {} is no folder", shown(&folder));
            return Err(text.error(word, what, remedy));
        }
        folders.push(folder);
    }
    Ok(folders)
}

/// The schema file: relative to the suite file, or else to one of the roots, as protoc would find it.
fn schema(
    text: &Text<'_>,
    dir: &Path,
    case: &str,
    include: &[PathBuf],
    schema: &Spanned<String>,
) -> Result<PathBuf, Error> {
    let beside = join(dir, schema.get_ref());
    if beside.is_file() {
        return Ok(beside);
    }
    if let Some(found) = include
        .iter()
        .map(|root| join(root, schema.get_ref()))
        .find(|path| path.is_file())
    {
        return Ok(found);
    }
    let remedy = "give a path relative to the suite file or to an `include` folder";
    exists(text, case, "schema", schema, &beside, remedy)?;
    let kind = if beside.is_dir() {
        "a folder"
    } else {
        "no regular file"
    };
    Err(text.error(
        schema,
        format!("case `{case}`: schema {} is {kind}", shown(&beside)),
        remedy,
    ))
}

pub(super) fn exists(
    text: &Text<'_>,
    case: &str,
    key: &'static str,
    value: &Spanned<String>,
    path: &Path,
    remedy: &str,
) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    Err(Error::Missing {
        at: Box::new(text.place(value)),
        case: case.to_owned(),
        key,
        path: path.to_owned(),
        remedy: remedy.to_owned(),
    })
}

fn generate(text: &Text<'_>, table: &Spanned<GenerateTable>) -> Generate {
    let table = table.get_ref();
    Generate {
        seed: table.seed,
        size: table.size,
        grow: table.grow.as_ref().map(|path| path.get_ref().clone()),
        only: table
            .only
            .as_ref()
            .map(|paths| paths.iter().map(|path| path.get_ref().clone()).collect()),
        depth: table.depth,
        count: table.count,
        extensions: table.extensions,
        fields: table
            .fields
            .iter()
            .map(|(path, rule)| {
                let rule = Rule {
                    at: Some(text.place(path)),
                    count: rule.count,
                    length: rule.length,
                    chars: rule.chars,
                    content: rule.content,
                    range: rule.range,
                    value: rule.value.clone(),
                    skip: rule.skip,
                };
                (path.get_ref().clone(), rule)
            })
            .collect(),
    }
}

/// Joins and tidies a path without asking the file system: `.` and `..` are resolved by name, because the
/// proto compiler compares paths with its roots part by part.
pub(super) fn join(dir: &Path, path: &str) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in dir.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !clean.pop() {
                    clean.push(part);
                }
            }
            _ => clean.push(part),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_tidied() {
        assert_eq!(
            join(Path::new("/a/b"), "../c/./d.proto"),
            Path::new("/a/c/d.proto")
        );
        assert_eq!(join(Path::new("/a/b"), "/x"), Path::new("/x"));
        assert_eq!(join(Path::new("/a"), "."), Path::new("/a"));
    }
}
