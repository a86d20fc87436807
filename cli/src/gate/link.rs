//! The last link of a runner, kept so that it can be repeated with another layout.
//!
//! A build has this command in the place of the linker: it links, and then keeps what was linked and how. Repeating that
//! takes a fraction of a second, fat LTO and all, where building takes minutes.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde::{Deserialize, Serialize};

/// Environment variable that makes this command a linker: the folder to keep the link in.
pub const INTO: &str = "WIRETAX_LINK_INTO";

/// The driver that rustc would have called.
const DRIVER: &str = "cc";
/// What stands for the output in the arguments.
const OUTPUT: &str = "{output}";
const FILE: &str = "link.json";

/// A link that can be repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Arguments of the driver; files are those that were kept.
    arguments: Vec<String>,
    /// Where rustc called it.
    folder: PathBuf,
    /// The executable that came of it.
    pub executable: PathBuf,
}

/// Why a link cannot be repeated.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// There is none.
    #[error("its last link was not kept ({0})")]
    Lost(String),
    /// Layouts are a matter of lld.
    #[error("it was not linked with rust-lld, which alone can shuffle sections")]
    NotLld,
    /// The linker refused.
    #[error("linking it again failed: {0}")]
    Failed(String),
}

/// Links as rustc asks, if this process was started as a linker.
pub fn called() -> Option<ExitCode> {
    let into = PathBuf::from(std::env::var_os(INTO)?);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let status = Command::new(DRIVER).args(&arguments).status();
    let status = match status {
        Ok(status) => status,
        Err(error) => {
            eprintln!("{DRIVER}: {error}; install a C compiler");
            return Some(ExitCode::FAILURE);
        }
    };
    if !status.success() {
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        return Some(ExitCode::from(code.unwrap_or(1)));
    }
    // The build is whole without it; whoever wants to repeat the link finds that it is not there.
    if let Err(error) = keep(&arguments, &into) {
        eprintln!("wiretax: this link is not kept: {error}");
        let _ = fs::remove_file(into.join(FILE));
    }
    Some(ExitCode::SUCCESS)
}

/// Copies every file that the arguments name, and writes down the arguments with the copies in place.
fn keep(arguments: &[OsString], into: &Path) -> io::Result<()> {
    let text = |argument: &OsString| argument.to_str().map(str::to_owned);
    let arguments: Option<Vec<String>> = arguments.iter().map(text).collect();
    let arguments = arguments.ok_or_else(|| io::Error::other("an argument is no UTF-8"))?;
    if into.exists() {
        fs::remove_dir_all(into)?;
    }
    fs::create_dir_all(into)?;
    let mut kept = Vec::new();
    let mut executable = None;
    let mut is_output = false;
    for (at, argument) in arguments.iter().enumerate() {
        if std::mem::take(&mut is_output) {
            executable = Some(std::path::absolute(argument)?);
            kept.push(OUTPUT.to_owned());
            continue;
        }
        is_output = argument == "-o";
        kept.push(with_copy(argument, at, into)?);
    }
    let link = Link {
        arguments: kept,
        folder: std::env::current_dir()?,
        executable: executable.ok_or_else(|| io::Error::other("there is no -o"))?,
    };
    fs::write(into.join(FILE), serde_json::to_vec(&link)?)
}

/// The argument with a copy in the place of the file that it is or ends with, as `-Wl,--version-script=FILE` does.
fn with_copy(argument: &str, at: usize, into: &Path) -> io::Result<String> {
    let start = argument.rfind(['=', '@']).map_or(0, |at| at + 1);
    for start in [0, start] {
        let (before, path) = argument.split_at(start);
        let path = Path::new(path);
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let copy = into.join(format!("{at}-{name}"));
            fs::copy(path, &copy)?;
            return Ok(format!("{before}{}", copy.display()));
        }
    }
    Ok(argument.to_owned())
}

impl Link {
    /// The link that was kept in a folder, of an executable that is still as it came out.
    pub fn read(folder: &Path) -> Result<Self, LinkError> {
        let lost = |error: &dyn std::fmt::Display| LinkError::Lost(error.to_string());
        let text = fs::read(folder.join(FILE)).map_err(|error| lost(&error))?;
        let link: Link = serde_json::from_slice(&text).map_err(|error| lost(&error))?;
        match link.arguments.iter().any(|of| of.contains("-fuse-ld=lld")) {
            true => Ok(link),
            false => Err(LinkError::NotLld),
        }
    }

    /// Repeats it with the sections in an order that the seed decides; the executable is a new file.
    pub fn shuffled(&self, seed: u32, executable: &Path) -> Result<(), LinkError> {
        let output = |argument: &String| match argument.as_str() {
            OUTPUT => executable.as_os_str().to_owned(),
            other => OsString::from(other),
        };
        let linked = Command::new(DRIVER)
            .args(self.arguments.iter().map(output))
            .arg(format!("-Wl,--shuffle-sections=*={seed}"))
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output();
        match linked {
            Ok(linked) if linked.status.success() => Ok(()),
            Ok(linked) => {
                let said = String::from_utf8_lossy(&linked.stderr).into_owned();
                let line = said.lines().next().unwrap_or("the linker said nothing");
                Err(LinkError::Failed(line.to_owned()))
            }
            Err(error) => Err(LinkError::Failed(error.to_string())),
        }
    }

    /// The object files that the program itself was compiled to; libraries are not among them.
    pub fn objects(&self) -> impl Iterator<Item = &Path> {
        self.arguments
            .iter()
            .map(Path::new)
            .filter(|path| path.extension().is_some_and(|extension| extension == "o"))
    }
}

#[cfg(test)]
impl Link {
    /// A link of one object file, for tests that only look at what was linked.
    pub fn of_object(path: &Path) -> Self {
        Link {
            arguments: vec![path.display().to_string()],
            folder: PathBuf::new(),
            executable: PathBuf::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_linked_again_with_another_layout() {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("main.rs");
        let functions = (0..64).map(|at| {
            format!(
                "#[inline(never)] fn f{at}(x: u64) -> u64 {{ std::hint::black_box(x ^ {at}) }}\n"
            )
        });
        let calls = (0..64).map(|at| format!("x = f{at}(x);\n"));
        let text = format!(
            "{}fn main() {{ let mut x = 7; {} println!(\"{{x}}\"); }}",
            functions.collect::<String>(),
            calls.collect::<String>()
        );
        fs::write(&source, text).unwrap();
        // rustc calls a script here, since the test is no linker.
        let script = dir.path().join("script");
        let list = dir.path().join("arguments");
        let keep_objects = dir.path().join("objects");
        fs::create_dir(&keep_objects).unwrap();
        let body = format!(
            "#!/bin/sh\nfor a in \"$@\"; do case \"$a\" in *.o) cp \"$a\" {0}/; echo {0}/$(basename \"$a\");; *) echo \"$a\";; esac; done > {1}\nexec cc \"$@\"\n",
            keep_objects.display(),
            list.display()
        );
        fs::write(&script, body).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(
            &mut fs::metadata(&script).unwrap().permissions(),
            0o755,
        );
        let _ = Command::new("chmod").arg("+x").arg(&script).status();
        let built = Command::new("rustc")
            .arg(format!("-Clinker={}", script.display()))
            .arg("-o")
            .arg(dir.path().join("built"))
            .arg(&source)
            .status();
        let Ok(true) = built.map(|status| status.success()) else {
            println!("skipped: rustc cannot be run here");
            return;
        };
        let arguments: Vec<OsString> = fs::read_to_string(&list)
            .unwrap()
            .lines()
            .map(OsString::from)
            .collect();
        let into = dir.path().join("kept");
        keep(&arguments, &into).unwrap();
        fs::remove_dir_all(&keep_objects).unwrap();
        let link = match Link::read(&into) {
            Err(LinkError::NotLld) => {
                println!("skipped: rustc links without lld here");
                return;
            }
            link => link.unwrap(),
        };
        assert!(link.objects().count() > 0);
        let run = |seed: u32| {
            let path = dir.path().join(format!("again-{seed}"));
            link.shuffled(seed, &path).unwrap();
            let said = Command::new(&path).output().unwrap().stdout;
            (said, fs::read(&path).unwrap())
        };
        let ((said, one), (also, other)) = (run(1), run(2));
        assert_eq!(said, also);
        assert_ne!(one, other, "two seeds, one layout");
        assert_eq!(run(1).1, one, "one seed, two layouts");
    }

    #[test]
    fn a_link_that_is_not_there_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        let error = Link::read(dir.path()).unwrap_err();
        assert!(matches!(error, LinkError::Lost(_)), "{error}");
    }
}
