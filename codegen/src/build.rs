//! The build script's work, from the suite file to the glue that a runner includes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use prost_reflect::MessageDescriptor;

use crate::contents::{CONTENTS, Message};
use crate::error::{Error, one_line};
use crate::flat::{self, Flat};
use crate::generate::{self, Generator, Job, Refusal};
use crate::glue::{self, Arm, Entry, Root};
use crate::load::{self, Payload};
use crate::schema::Schemas;
use crate::suite::{Case, Cell, Engine, Suite};

/// What a build read and wrote.
#[derive(Debug)]
pub struct Built {
    /// The glue, for `include!`.
    pub glue: PathBuf,
    /// Every file that the result depends on.
    pub files: Vec<PathBuf>,
}

/// A codec to leave out of a message, although its generator takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// Name of the glue module of the message, `m0`, or [`Denied::EVERY`].
    pub module: String,
    /// Name of the codec.
    pub codec: String,
    /// Who says so, and why: what the reports show.
    pub refusal: Refusal,
}

impl Denied {
    /// Stands for the modules of all messages.
    pub const EVERY: &str = "*";

    fn is(&self, module: &str, codec: &str) -> bool {
        self.codec == codec && (self.module == module || self.module == Self::EVERY)
    }
}

/// Environment variable that has another suite built in, for whoever builds a runner of this revision with it: the gate
/// does, for both of its sides.
pub const BUILD_SUITE: &str = "WIRETAX_BUILD_SUITE";

/// The whole of a `build.rs`: generates the suite in `file` below the package's folder, or the one that [`BUILD_SUITE`] names, into
/// `$OUT_DIR/wiretax`. Fails the build with one line when it cannot.
pub fn build_script(file: &str) {
    println!("cargo::rerun-if-env-changed={BUILD_SUITE}");
    let named = std::env::var(BUILD_SUITE)
        .ok()
        .filter(|name| !name.is_empty());
    let suite = match &named {
        Some(named) => PathBuf::from(named),
        None => folder("CARGO_MANIFEST_DIR").join(file),
    };
    script(
        named.as_deref().unwrap_or("built-in"),
        &suite,
        "wiretax",
        Loops::Decodes,
    );
}

/// Another suite beside the one of [`build_script`], with loops over decodes that fail: generates `file` into `$OUT_DIR/wiretax-NAME`.
/// [`BUILD_SUITE`] does not replace it.
pub fn build_failing(name: &str, file: &str) {
    let suite = folder("CARGO_MANIFEST_DIR").join(file);
    script(name, &suite, &format!("wiretax-{name}"), Loops::Failures);
}

/// A folder that cargo names in the environment.
fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable)
        .map(PathBuf::from)
        .unwrap_or_default()
}

fn script(name: &str, suite: &Path, out: &str, loops: Loops) {
    println!("cargo::rerun-if-changed={}", suite.display());
    match generated(name, suite, &folder("OUT_DIR").join(out), &[], loops) {
        Ok(built) => {
            for file in built.files {
                println!("cargo::rerun-if-changed={}", file.display());
            }
        }
        // Cargo fails the build for this line. An exit code would have it print our whole output as well.
        Err(error) => println!("cargo::error={}", one_line(&error.to_string())),
    }
}

/// Generates `suite` into the folder `out`, which is emptied first, without the codecs in `denied`.
///
/// # Errors
/// When the suite, a schema or a payload is at fault. What a codec's generator refuses is no error.
pub fn build(name: &str, suite: &Path, out: &Path, denied: &[Denied]) -> Result<Built, Error> {
    generated(name, suite, out, denied, Loops::Decodes)
}

/// Which loops a runner compiles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loops {
    /// Over decodes that succeed.
    Decodes,
    /// And over those that fail.
    Failures,
}

fn generated(
    name: &str,
    suite: &Path,
    out: &Path,
    denied: &[Denied],
    loops: Loops,
) -> Result<Built, Error> {
    let suite = Suite::load(suite)?;
    suite.check_codecs(
        &generate::all()
            .iter()
            .map(|generator| generator.codec())
            .collect::<Vec<_>>(),
    )?;
    let mut schemas = Schemas::new();
    let mut roots = Roots::new(out, denied, loops);
    let mut entries = Vec::new();
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(|source| cannot_write(out, source))?;
    }
    for case in &suite.cases {
        let schema = schemas.load(case)?;
        let message = schema.message(case)?;
        let payloads = load::payloads(case, &message)?;
        let wires = written(out, &case.name, &payloads)?;
        let root = roots.of(case, &message, &schema.set)?;
        roots.list[root].mixed |= payloads.len() > 1;
        entries.push(Entry {
            name: case.name.clone(),
            stresses: case.stresses.clone(),
            tags: case.tags.clone(),
            message: message.full_name().to_owned(),
            descriptors: roots.descriptors(root),
            wires,
            field_bytes: payloads
                .iter()
                .map(|payload| payload.checked.bytes_len * u64::from(payload.weight))
                .sum(),
            sweep: case
                .sweep
                .as_ref()
                .map(|sweep| (sweep.family.clone(), sweep.bytes)),
            cells: case.cells.iter().map(label).collect(),
            codecs: case.codecs.clone(),
            unsound: unsound(&payloads),
            root,
        });
    }
    let contents: Vec<Message> = (roots.list.iter().enumerate())
        .map(|(index, root)| {
            let of = || entries.iter().filter(|entry| entry.root == index);
            let message = of().next().map_or("", |entry| &entry.message);
            Message::of(
                root,
                message,
                of().map(|entry| entry.name.clone()).collect(),
            )
        })
        .collect();
    let contents = serde_json::to_vec(&contents).unwrap_or_default();
    write(&out.join(CONTENTS), &contents)?;
    let glue = out.join(GLUE);
    write(&glue, glue::print(name, &roots.list, &entries).as_bytes())?;
    write(&out.join(CASES), cases(&entries).as_bytes())?;
    let mut files = suite.files();
    files.extend(schemas.files());
    files.sort();
    files.dedup();
    Ok(Built { glue, files })
}

/// Writes the payloads of a case, each with its weight.
fn written(out: &Path, case: &str, payloads: &[Payload]) -> Result<Vec<(PathBuf, u32)>, Error> {
    let mut wires = Vec::new();
    for (at, payload) in payloads.iter().enumerate() {
        // Two folders: a case may be named `a`, and another one `a.1`.
        let path = match payloads.len() {
            1 => out.join("payloads").join(format!("{case}.bin")),
            _ => out.join("mixes").join(case).join(format!("{}.bin", at + 1)),
        };
        write(&path, &payload.bytes)?;
        wires.push((path, payload.weight));
    }
    Ok(wires)
}

/// Name of the glue file.
pub const GLUE: &str = "suite.rs";

/// Name of the file that has the cases by name, for who does not compile the glue.
const CASES: &str = "cases.rs";

/// The name, tags and codecs of each case, as the expression of a `&[(&str, &[&str], &[&str])]`.
fn cases(entries: &[Entry]) -> String {
    let known: Vec<String> = generate::all()
        .iter()
        .map(|generator| generator.codec().to_owned())
        .collect();
    let case = |entry: &Entry| {
        let codecs = entry.codecs.as_ref().unwrap_or(&known);
        format!("({:?}, &{:?}, &{codecs:?})", entry.name, entry.tags)
    };
    let cases: Vec<String> = entries.iter().map(case).collect();
    format!("&[{}]\n", cases.join(", "))
}

/// Op and wrap as ids spell them: the default engine is not named.
fn label(cell: &Cell) -> (String, String) {
    let wrap = match cell.engine {
        None | Some(Engine::Base64) => cell.wrap.to_string(),
        Some(engine) => format!("{}@{engine}", cell.wrap),
    };
    (cell.op.to_string(), wrap)
}

/// The codecs whose decode of any of the payloads is undefined behaviour, and why: by the first payload in which packed
/// data is not aligned, or else the first that has any.
fn unsound(payloads: &[Payload]) -> Vec<(&'static str, String)> {
    let packed = || {
        let all = payloads.iter();
        all.filter_map(|payload| payload.checked.packed_fixed.as_ref())
    };
    let worst = packed().find(|packed| !packed.is_aligned());
    let worst = worst.or_else(|| packed().next());
    generate::all()
        .iter()
        .filter_map(|generator| Some((generator.codec(), generator.unsound(worst)?)))
        .collect()
}

/// The root messages so far; cases that share one share its code.
struct Roots<'a> {
    out: PathBuf,
    denied: &'a [Denied],
    loops: Loops,
    list: Vec<Root>,
    known: HashMap<(PathBuf, Vec<PathBuf>, String), usize>,
}

impl<'a> Roots<'a> {
    fn new(out: &Path, denied: &'a [Denied], loops: Loops) -> Self {
        Roots {
            out: out.to_owned(),
            denied,
            loops,
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
        let module = format!("m{root}");
        let codecs = generate::all()
            .iter()
            .map(|generator| {
                let codec = generator.codec();
                let denied = self.denied.iter().find(|denied| denied.is(&module, codec));
                if let Some(denied) = denied {
                    return Ok((codec, Err(denied.refusal.clone())));
                }
                Ok((codec, arm(generator.as_ref(), &flat, &folder.join(codec))?))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        self.list.push(Root {
            module,
            mixed: false,
            failing: self.loops == Loops::Failures,
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
