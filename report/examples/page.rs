//! Writes the HTML page and its charts: of a made-up run and a made-up gate, or of a record.
//!
//! ```text
//! cargo run -p wiretax-report --example page -- FOLDER
//! cargo run -p wiretax-report --example page -- FOLDER RECORD [PROBES [CRITERION]]
//! ```
//!
//! With criterion's folder, the samples in it are taken in place of those in the record, whenever they were measured.

#[path = "../tests/made_up/mod.rs"]
mod made_up;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use wiretax_report::probes::Probes;
use wiretax_report::{Extras, Measured, Run, charts, gate_html, html, judge, samples, write_text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("which folder to write to?")?;
    let mut extras = Extras {
        probes: Some(made_up::probes()),
        criterion: Some("criterion/report/index.html".to_owned()),
    };
    let Some(record) = arguments.next() else {
        for (name, gate) in [
            ("gate", made_up::gate()),
            ("gate-hostile", made_up::hostile_gate()),
        ] {
            write_text(&folder.join(name).join("index.html"), &gate_html(&gate))?;
        }
        write(&folder.join("made-up"), &made_up::run(), &extras)?;
        write(&folder.join("troubled"), &made_up::troubled(), &extras)?;
        write(
            &folder.join("hostile"),
            &made_up::hostile(),
            &Extras::default(),
        )?;
        let alone = Extras::default();
        write(
            &folder.join("without-sweep"),
            &made_up::part(|case| !case.starts_with("append")),
            &alone,
        )?;
        write(&folder.join("single"), &made_up::only("logs"), &alone)?;
        return write(&folder.join("nothing"), &made_up::part(|_| false), &alone);
    };
    let mut run = Run::read(&record)?;
    extras.probes = arguments
        .next()
        .map(|path| Probes::read(&path))
        .transpose()?;
    if let Some(criterion) = arguments.next() {
        let found = samples(&criterion, UNIX_EPOCH)?;
        let known = |name: &str| run.cases.iter().any(|case| case.name == name);
        let of = found.cells.iter().filter(|(id, _)| known(&id.case));
        run.cells = of
            .map(|(id, sample)| Measured::of(id.clone(), sample, None))
            .collect();
        run.planned = run.cells.iter().map(|cell| cell.id.clone()).collect();
        run.filter = None;
    }
    write(&folder, &run, &extras)
}

fn write(folder: &Path, run: &Run, extras: &Extras) -> Result<(), Box<dyn Error>> {
    let finding = judge(run);
    let page = html(run, &finding, extras);
    println!(
        "{}: {} cells, {} bytes",
        folder.display(),
        run.cells.len(),
        page.len()
    );
    write_text(&folder.join("index.html"), &page)?;
    for (name, svg) in charts(run, &finding) {
        write_text(&folder.join(name), &svg)?;
    }
    Ok(())
}
