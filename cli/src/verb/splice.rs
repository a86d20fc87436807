//! `wiretax splice`: puts a kept run's figures into the documents that quote it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wiretax_report::{RECORD, Run, excerpts, splice};

use super::reference;
use crate::error::Error;
use crate::{output, record, runner};

/// Fills the places that a document marks with `<!-- wiretax: NAME -->` and `<!-- /wiretax -->`.
///
/// Exits with 0 where every document says what the record says, with 1 where `--check` finds one that does not, with 2
/// where that cannot be found out.
#[derive(Debug, clap::Args)]
pub struct Splice {
    /// The documents.
    #[arg(value_name = "FILE", required = true)]
    documents: Vec<PathBuf>,
    /// The kept run's record, or the folder with it; the newest in `reports/reference` where absent.
    #[arg(long, value_name = "RECORD")]
    run: Option<PathBuf>,
    /// Change nothing, and say which documents would change.
    #[arg(long)]
    check: bool,
}

impl Splice {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let file = match &self.run {
            Some(given) => record::file(given),
            None => record::file(&newest(&runner::reference())?),
        };
        let run = Run::read(&file)?;
        if !reference::is_whole(&run) {
            return Err(Error::NotWhole(file));
        }
        // Of a file that is named without one, the folder is this one and not none at all.
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let finding = wiretax_report::judge(&run);
        // All of them first: a wrong document must not leave others half done.
        let mut changed = Vec::new();
        for document in &self.documents {
            let text = std::fs::read_to_string(document)
                .map_err(|source| Error::Input(document.clone(), source))?;
            let excerpts = excerpts(&run, &finding, &seen_from(document, folder));
            let spliced = splice(&text, &excerpts).map_err(|error| {
                Error::Inputs(document.display().to_string(), error.to_string())
            })?;
            if spliced != text {
                changed.push((document, spliced));
            }
        }
        if !self.check {
            for (document, spliced) in changed {
                wiretax_report::write_text(document, &spliced)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let differs = |(document, _): &(&PathBuf, String)| {
            let (document, record) = (document.display(), file.display());
            format!(
                "{document}: differs from {record}; `cargo wiretax splice {document}` mends it\n"
            )
        };
        let lines: String = changed.iter().map(differs).collect();
        output::print(&lines, None)?;
        Ok(match changed.is_empty() {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    }
}

/// The kept run whose name, which begins with its day, is the last.
fn newest(home: &Path) -> Result<PathBuf, Error> {
    let entries =
        std::fs::read_dir(home).map_err(|source| Error::Input(home.to_owned(), source))?;
    let folders = entries.flatten().map(|entry| entry.path());
    let newest = folders.filter(|folder| folder.join(RECORD).is_file()).max();
    newest.ok_or_else(|| {
        let why = "holds no kept run; `cargo bench` and then `cargo wiretax reference` make one";
        Error::Inputs(home.display().to_string(), why.to_owned())
    })
}

/// The folder as a link in the document names it.
fn seen_from(document: &Path, folder: &Path) -> String {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (document, folder) = (whole(document), whole(folder));
    let home = document.parent().unwrap_or(Path::new("/"));
    let below = pathdiff::diff_paths(&folder, home).unwrap_or(folder);
    match below.as_os_str().is_empty() {
        // An address that began with a slash would be another place.
        true => ".".to_owned(),
        false => {
            let parts = below.components();
            let parts = parts.map(|part| part.as_os_str().to_string_lossy());
            parts.collect::<Vec<_>>().join("/")
        }
    }
}
