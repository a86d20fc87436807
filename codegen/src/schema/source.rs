//! Compiles a `.proto` file and what it imports, with protox.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use prost::Message as _;
use prost_reflect::DescriptorPool;
use protox::file::{File, FileResolver, GoogleFileResolver, IncludeFileResolver};

use super::weigh::{Inside, Weight};
use super::{guard, scan, set};
use crate::error::{Error, one_line};
use crate::limits::{MAX_FILES, MAX_IMPORT_DEPTH, MAX_SCHEMA};

/// What the compiler opened, told to us from inside it.
#[derive(Default)]
struct Seen {
    /// Name in the schema to file on disk.
    files: BTreeMap<String, PathBuf>,
    /// Name and edition of the first file that has one.
    edition: Option<(String, String)>,
    /// What all files opened so far weigh.
    bytes: u64,
    weight: Weight,
    /// How many files lead to one that is imported.
    depths: HashMap<String, usize>,
    /// The file that passed a limit, which one, and what to do.
    limit: Option<(PathBuf, String, &'static str)>,
}

/// Looks in the roots in order, then among the well-known types, and notes what is opened.
struct Roots {
    roots: Vec<IncludeFileResolver>,
    folders: Vec<PathBuf>,
    well_known: GoogleFileResolver,
    /// Whether legal syntax that the compiler refuses is replaced by what it takes.
    mend: bool,
    seen: Rc<RefCell<Seen>>,
}

impl FileResolver for Roots {
    fn resolve_path(&self, path: &Path) -> Option<String> {
        self.roots.iter().find_map(|root| root.resolve_path(path))
    }

    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        for folder in &self.folders {
            let path = folder.join(name);
            if !path.is_file() {
                continue;
            }
            let mut seen = self.seen.borrow_mut();
            seen.files.insert(name.to_owned(), path.clone());
            seen.admit(&path)?;
            if let Ok(source) = std::fs::read_to_string(&path) {
                if let Some(edition) = scan::edition(&source) {
                    seen.edition.get_or_insert((name.to_owned(), edition));
                    return Err(protox::Error::new("editions cannot be read"));
                }
                if self.mend
                    && let Some(source) = scan::with_finite_options(&source)
                {
                    return seen.weigh(name, &path, File::from_source(name, &source)?);
                }
            }
            return seen.weigh(name, &path, File::open(name, &path)?);
        }
        self.well_known.open_file(name)
    }
}

/// Whether a file is one of the well-known types, which come with the compiler.
pub(crate) fn is_well_known(name: &str) -> bool {
    GoogleFileResolver::new().open_file(name).is_ok()
}

/// Compiles `path`; adds every file that was opened to `files`, also when it fails.
pub(super) fn compile(
    path: &Path,
    include: &[PathBuf],
    files: &mut BTreeSet<PathBuf>,
) -> Result<(DescriptorPool, Vec<u8>), Error> {
    let plain = attempt(path, include, false, files);
    match plain {
        // Only then, so that what it takes as it is stays as it is; and the error is that of the file as it is.
        Err(Error::Schema { .. }) => attempt(path, include, true, files).or(plain),
        _ => plain,
    }
}

fn attempt(
    path: &Path,
    include: &[PathBuf],
    mend: bool,
    files: &mut BTreeSet<PathBuf>,
) -> Result<(DescriptorPool, Vec<u8>), Error> {
    let seen = Rc::new(RefCell::new(Seen::default()));
    let roots = Roots {
        roots: include
            .iter()
            .cloned()
            .map(IncludeFileResolver::new)
            .collect(),
        folders: include.to_vec(),
        well_known: GoogleFileResolver::new(),
        mend,
        seen: Rc::clone(&seen),
    };
    let result = guard::quietly(|| {
        let mut compiler = protox::Compiler::with_file_resolver(roots);
        compiler.include_imports(true).include_source_info(false);
        compiler.open_file(path)?;
        Ok(compiler.encode_file_descriptor_set())
    });
    let seen = seen.borrow();
    files.extend(seen.files.values().cloned());
    match result {
        // Not the compiler's own pool, which takes `packed` for its default: it was built before the options
        // had been read.
        Ok(Ok(set)) => set::read(path, set),
        Ok(Err(error)) => Err(explain(path, include, &seen, &error)),
        Err(panic) => Err(Error::Panicked {
            path: path.to_owned(),
            culprit: "protox",
            doing: "compiling this schema",
            panic,
        }),
    }
}

impl Seen {
    /// Admits a file that is about to be read.
    fn admit(&mut self, path: &Path) -> Result<(), protox::Error> {
        self.bytes += path.metadata().map_or(0, |file| file.len());
        let passed = if self.files.len() > MAX_FILES {
            format!("more than {MAX_FILES} files")
        } else if self.bytes > MAX_SCHEMA {
            format!("more than {MAX_SCHEMA} bytes, in all files together")
        } else {
            return Ok(());
        };
        self.pass(path, passed, "give a schema that imports less")
    }

    /// Admits a file that has been parsed.
    fn weigh(&mut self, name: &str, path: &Path, file: File) -> Result<File, protox::Error> {
        let descriptor = file.file_descriptor_proto();
        // The compiler opens imports as it meets them, so the last file to name one is the one it returns to.
        let depth = self.depths.get(name).copied().unwrap_or_default() + 1;
        if depth > MAX_IMPORT_DEPTH {
            let what = format!("imports follow one another more than {MAX_IMPORT_DEPTH} deep");
            self.pass(path, what, "import some of them side by side")?;
        }
        let depths = descriptor
            .dependency
            .iter()
            .map(|name| (name.clone(), depth));
        self.depths.extend(depths);
        match self.weight.add(Inside::File, &descriptor.encode_to_vec()) {
            Ok(()) => Ok(file),
            Err((what, remedy)) => self.pass(path, what, remedy).map(|()| file),
        }
    }

    fn pass(
        &mut self,
        path: &Path,
        what: String,
        remedy: &'static str,
    ) -> Result<(), protox::Error> {
        let error = protox::Error::new(what.clone());
        self.limit = Some((path.to_owned(), what, remedy));
        Err(error)
    }
}

fn explain(path: &Path, include: &[PathBuf], seen: &Seen, error: &protox::Error) -> Error {
    if let Some((name, edition)) = &seen.edition {
        return Error::Editions {
            path: seen
                .files
                .get(name)
                .cloned()
                .unwrap_or_else(|| path.to_owned()),
            file: name.clone(),
            edition: edition.clone(),
        };
    }
    if let Some((file, what, remedy)) = &seen.limit {
        return Error::Schema {
            at: file.display().to_string(),
            what: what.clone(),
            remedy: (*remedy).to_owned(),
        };
    }
    // The compiler knows files by their names in the schema; people know them by their paths.
    let name = error.file().unwrap_or_default();
    let file = seen.files.get(name).map_or(path, PathBuf::as_path);
    // Only its Debug form has the line and the column.
    let text = one_line(&format!("{error:?}"));
    let (place, what) = split_place(&text, name);
    let at = format!("{}{place}", file.display());
    let roots: Vec<String> = include
        .iter()
        .map(|root| root.display().to_string())
        .collect();
    let remedy = if error.is_file_not_found() || what.contains("not in any include path") {
        format!(
            "looked in {}; name the proto roots (`include` in a suite, `--include` for `try`)",
            roots.join(", ")
        )
    } else if what.contains("is shadowed by") {
        "change the order of the proto roots".to_owned()
    } else {
        "mend it; or, if protoc takes it as it is, give what `protoc --include_imports \
         --descriptor_set_out=FILE` writes as the schema"
            .to_owned()
    };
    Error::Schema {
        at,
        what: what.to_owned(),
        remedy,
    }
}

/// Splits `name:3:1: text` into `:3:1` and `text`; without a place, the first is empty.
fn split_place<'a>(text: &'a str, name: &str) -> (&'a str, &'a str) {
    let Some(rest) = text.strip_prefix(name).filter(|_| !name.is_empty()) else {
        return ("", text);
    };
    match rest.find(": ") {
        Some(end) if rest[..end].chars().all(|c| c == ':' || c.is_ascii_digit()) => {
            (&rest[..end], &rest[end + 2..])
        }
        _ => ("", rest.trim_start_matches([':', ' '])),
    }
}

#[cfg(test)]
mod tests {
    use super::split_place;

    #[test]
    fn places_are_split_off() {
        assert_eq!(split_place("a.proto:3:1: no", "a.proto"), (":3:1", "no"));
        assert_eq!(split_place("a.proto: no", "a.proto"), ("", "no"));
        assert_eq!(
            split_place("file 'x' not found", ""),
            ("", "file 'x' not found")
        );
    }
}
