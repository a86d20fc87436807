//! The build script's work, from the suite file to the glue that a runner includes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use prost_reflect::MessageDescriptor;

use crate::error::{Error, one_line};
use crate::flat::{self, Flat};
use crate::generate::{self, Generator, Job, Refusal};
use crate::glue::{self, Arm, Entry, Root};
use crate::load;
use crate::schema::Schemas;
use crate::suite::{Case, Cell, Engine, Suite};

/// Environment variable that names a suite file outside of the repository.
pub const SUITE_VARIABLE: &str = "WIRETAX_SUITE";

/// What a build read and wrote.
#[derive(Debug)]
pub struct Built {
    /// The glue, for `include!`.
    pub glue: PathBuf,
    /// Every file that the result depends on.
    pub files: Vec<PathBuf>,
}

/// The whole of a `build.rs`: generates the suite named by `WIRETAX_SUITE`, or else `default_suite` below
/// the package's folder, into `$OUT_DIR/wiretax`. Fails the build with one line when it cannot.
pub fn build_script(default_suite: &str) {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={SUITE_VARIABLE}");
    let variable = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .unwrap_or_default()
    };
    let package = variable("CARGO_MANIFEST_DIR");
    crate::environment::export(&package);
    let (name, suite) = match std::env::var_os(SUITE_VARIABLE) {
        Some(given) if !given.is_empty() => {
            let given = PathBuf::from(given);
            (
                given.display().to_string(),
                from_callers_folder(&given, &variable("PWD"), &package),
            )
        }
        _ => ("built-in".to_owned(), package.join(default_suite)),
    };
    println!("cargo::rerun-if-changed={}", suite.display());
    match build(&name, &suite, &variable("OUT_DIR").join("wiretax")) {
        Ok(built) => {
            for file in built.files {
                println!("cargo::rerun-if-changed={}", file.display());
            }
        }
        // Cargo fails the build for this line. An exit code would have it print our whole output as well.
        Err(error) => println!("cargo::error={}", one_line(&error.to_string())),
    }
}

/// Cargo runs a build script in the package's folder; a relative path was typed in another, which the
/// shell left in `PWD`.
fn from_callers_folder(given: &Path, caller: &Path, package: &Path) -> PathBuf {
    let typed = caller.join(given);
    if typed.exists() {
        typed
    } else {
        package.join(given)
    }
}

/// Generates `suite` into the folder `out`, which is emptied first.
///
/// # Errors
/// When the suite, a schema or a payload is at fault. What a codec's generator refuses is no error.
pub fn build(name: &str, suite: &Path, out: &Path) -> Result<Built, Error> {
    let suite = Suite::load(suite)?;
    suite.check_codecs(
        &generate::all()
            .iter()
            .map(|generator| generator.codec())
            .collect::<Vec<_>>(),
    )?;
    let mut schemas = Schemas::new();
    let mut roots = Roots::new(out);
    let mut entries = Vec::new();
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(|source| cannot_write(out, source))?;
    }
    for case in &suite.cases {
        let schema = schemas.load(case)?;
        let message = schema.message(case)?;
        let payload = load::payload(case, &message)?;
        let wire = out.join("payloads").join(format!("{}.bin", case.name));
        write(&wire, &payload.bytes)?;
        let root = roots.of(case, &message, &schema.set)?;
        entries.push(Entry {
            name: case.name.clone(),
            stresses: case.stresses.clone(),
            message: message.full_name().to_owned(),
            descriptors: roots.descriptors(root),
            wire,
            field_bytes: payload.checked.bytes_len,
            sweep: case
                .sweep
                .as_ref()
                .map(|sweep| (sweep.family.clone(), sweep.bytes)),
            cells: case.cells.iter().map(label).collect(),
            codecs: case.codecs.clone(),
            unsound: unsound(payload.checked.packed_fixed),
            root,
        });
    }
    let glue = out.join("suite.rs");
    write(&glue, glue::print(name, &roots.list, &entries).as_bytes())?;
    let mut files = suite.files();
    files.extend(schemas.files());
    files.sort();
    files.dedup();
    Ok(Built { glue, files })
}

/// Op and wrap as ids spell them: the default engine is not named.
fn label(cell: &Cell) -> (String, String) {
    let wrap = match cell.engine {
        None | Some(Engine::Base64) => cell.wrap.to_string(),
        Some(engine) => format!("{}@{engine}", cell.wrap),
    };
    (cell.op.to_string(), wrap)
}

fn unsound(packed_fixed: bool) -> Vec<(&'static str, &'static str)> {
    generate::all()
        .iter()
        .filter_map(|generator| Some((generator.codec(), generator.unsound(packed_fixed)?)))
        .collect()
}

/// The root messages so far; cases that share one share its code.
struct Roots {
    out: PathBuf,
    list: Vec<Root>,
    known: HashMap<(PathBuf, Vec<PathBuf>, String), usize>,
}

impl Roots {
    fn new(out: &Path) -> Self {
        Roots {
            out: out.to_owned(),
            list: Vec::new(),
            known: HashMap::new(),
        }
    }

    fn folder(&self, root: usize) -> PathBuf {
        self.out.join(format!("m{root}"))
    }

    fn descriptors(&self, root: usize) -> PathBuf {
        self.folder(root).join("schema.binpb")
    }

    fn of(&mut self, case: &Case, message: &MessageDescriptor, set: &[u8]) -> Result<usize, Error> {
        let key = (
            case.schema.clone(),
            case.include.clone(),
            message.full_name().to_owned(),
        );
        if let Some(&root) = self.known.get(&key) {
            return Ok(root);
        }
        let root = self.list.len();
        let folder = self.folder(root);
        write(&self.descriptors(root), set)?;
        let flat = flat::plan(message);
        let codecs = generate::all()
            .iter()
            .map(|generator| {
                let out = folder.join(generator.codec());
                Ok((generator.codec(), arm(generator.as_ref(), &flat, &out)?))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        self.list.push(Root {
            module: format!("m{root}"),
            codecs,
        });
        self.known.insert(key, root);
        Ok(root)
    }
}

/// One codec for one root message. The outer error is ours, the inner one a result.
fn arm(generator: &dyn Generator, flat: &Flat, out: &Path) -> Result<Result<Arm, Refusal>, Error> {
    let dialect = generator.dialect(flat);
    let flat = dialect.fit(flat);
    let proto = out.join("flat.proto");
    write(&proto, flat::print(&flat, dialect).as_bytes())?;
    let job = Job {
        flat: &flat,
        proto: &proto,
        out,
    };
    Ok(generator
        .generate(&job)
        .map(|generated| glue::arm(generator, &flat, &generated)))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(|source| cannot_write(path, source))
}

fn cannot_write(path: &Path, source: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        source,
    }
}
