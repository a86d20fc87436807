//! Records for the tests of verbs that read them: made up here, so that nothing has to be built or measured.

// No test uses all of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use wiretax_report::run::{FORMAT, Totals};
use wiretax_report::{Case, CellId, Measured, Outcome, Proof, Run, Sample};

/// Nanoseconds of a raw op of each codec.
const CODECS: [(&str, f64); 3] = [
    ("prost", 200.0),
    ("protobuf", 260.0),
    ("quick-protobuf", 150.0),
];

/// A run over two cases, in which quick-protobuf is unsound in the second and protobuf refuses it. `factor` is what a cell takes
/// more, by id.
pub fn run(factor: impl Fn(&str) -> f64) -> Run {
    let case = |name: &str, tags: &[&str], wire_bytes: u64| Case {
        name: name.into(),
        stresses: format!("a, \"{name}\""),
        message: "shop.v1.Order".into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        messages: 1,
        wire_bytes,
        base64_bytes: wire_bytes.div_ceil(3) * 4,
        field_bytes: 0,
        works: Vec::new(),
        compressed: None,
        sweep: None,
    };
    let mut run = Run {
        format: FORMAT,
        suite: "made-up.toml".into(),
        started: 1_700_000_000,
        filter: None,
        environment: [
            ("cpu", "AMD EPYC"),
            ("cores", "2"),
            ("system", "linux x86_64, 6.1"),
            ("rustc", "rustc 1.95.0"),
            ("load at start", "0.10 0.10 0.10"),
            ("load at end", "1.10 0.60 0.30"),
        ]
        .into_iter()
        .collect(),
        cases: vec![
            case("orders", &["bytes", "small"], 3_000),
            case("tree", &["nested"], 800),
        ],
        planned: Vec::new(),
        proofs: Vec::new(),
        race: None,
        complete: true,
        cells: Vec::new(),
        warnings: Vec::new(),
        totals: None,
        sampling: wiretax_report::Sampling::default(),
    };
    for case in ["orders", "tree"] {
        for (codec, nanos) in CODECS {
            let outcome = match (case, codec) {
                ("tree", "protobuf") => Outcome::Refused {
                    stage: "codegen".into(),
                    reason: "no groups".into(),
                },
                ("tree", "quick-protobuf") => Outcome::Unsound {
                    why: "reads unaligned".into(),
                    notes: Vec::new(),
                },
                _ => Outcome::Proven { notes: Vec::new() },
            };
            let refused = matches!(outcome, Outcome::Refused { .. });
            run.proofs.push(Proof {
                case: case.into(),
                codec: codec.into(),
                outcome,
            });
            for op in ["encode", "decode"] {
                for (wrap, tax) in [
                    ("raw", 0.0),
                    ("base64", 1_000.0),
                    ("base64@base64-simd", 300.0),
                ] {
                    if refused {
                        continue;
                    }
                    let id = CellId::new(case, op, codec, wrap);
                    let at = run.cells.len();
                    let nanos = (nanos + tax) * factor(&id.to_string());
                    run.cells.push(Measured::of(id, &sample(nanos, at), None));
                }
            }
        }
    }
    run.planned = run.cells.iter().map(|cell| cell.id.clone()).collect();
    run.totals = Some(Totals::of(&run.cells));
    run
}

/// Thirty samples within half a per cent, each time in another order.
fn sample(nanos: f64, seed: usize) -> Sample {
    let noise = |i: usize| 1.0 + ((i * 7 + seed * 11) % 30) as f64 / 3_000.0;
    Sample {
        iters: vec![100_000.0; 30],
        nanos: (0..30)
            .map(|i| (100_000.0 * nanos * noise(i)).round())
            .collect(),
    }
}

/// A temporary folder with records in it.
pub struct Records(tempfile::TempDir);

/// What the command answered.
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Records {
    pub fn new() -> Self {
        Records(tempfile::tempdir().expect("a temporary folder"))
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Writes a record into a folder of this name.
    pub fn with(self, folder: &str, run: &Run) -> Self {
        let path = self.path(folder).join("record.json");
        run.write(&path).expect("the folder can be written");
        self
    }

    /// Writes a file.
    pub fn with_file(self, file: &str, content: &str) -> Self {
        let path = self.path(file);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be written");
        std::fs::write(path, content).expect("the folder can be written");
        self
    }

    /// The command in this folder, in plain surroundings.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wiretax"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("RUST_BACKTRACE", "1")
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm")
            .env_remove("WIRETAX_SUITE")
            .stdin(Stdio::null());
        command
    }

    /// Runs `wiretax` in this folder.
    pub fn wiretax(&self, arguments: &[&str]) -> Answer {
        let output = self
            .command(arguments)
            .output()
            .expect("the command starts");
        Answer {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// The same, which must succeed; what it printed.
    #[track_caller]
    pub fn prints(&self, arguments: &[&str]) -> String {
        let answer = self.wiretax(arguments);
        assert_eq!(
            (answer.code, answer.stderr.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        answer.stdout
    }

    /// Exit code 2, nothing on standard output, and one line of error that has all of these parts.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str], parts: &[&str]) {
        let Answer {
            code,
            stdout,
            stderr,
        } = self.wiretax(arguments);
        assert_eq!(code, Some(2), "{stderr}");
        assert_eq!(stdout, "", "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.starts_with("error: "), "{stderr}");
        for part in parts {
            assert!(stderr.contains(part), "{part}: {stderr}");
        }
    }
}
