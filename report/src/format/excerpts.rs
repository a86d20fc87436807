//! Parts of a finding for a document that quotes it, and the document with these parts put in.
//!
//! A document marks a place with `<!-- wiretax: NAME -->` and `<!-- /wiretax -->`, each a line of its own; what stands
//! between them is replaced. In code, between fences, marks are text as any other. So its figures are those of a record, and a test can say when they are not.

use std::collections::BTreeMap;

use super::fence::Fences;
use super::html;
use super::markdown::{lay_out, link, literal};
use super::number;
use super::page::{self, Block};
use crate::count::counted_fact;
use crate::finding::Finding;
use crate::run::Run;

const OPEN: &str = "<!-- wiretax: ";
const OPEN_END: &str = " -->";
const CLOSE: &str = "<!-- /wiretax -->";

/// The parts, by name:
///
/// - `answer`: the finding in short, quoted;
/// - `charts`: the tax against the size of each sweep;
/// - `race`: its lines;
/// - `made-by`: where and when it was made, in a sentence. `folder` is where record and finding are kept, as seen from
///   the document.
pub fn excerpts(run: &Run, finding: &Finding, folder: &str) -> BTreeMap<&'static str, String> {
    let answer = page::answer(finding)
        .into_iter()
        .filter(|block| !matches!(block, Block::Heading(..)));
    let answer: String = lay_out(&answer.collect::<Vec<_>>())
        .lines()
        .map(|line| format!("> {line}\n"))
        .collect();
    let race = page::race_lines(finding).map(|block| lay_out(&[block]));
    let charts: String = html::charts(run, finding)
        .iter()
        .filter_map(|(file, _)| {
            let of = file.strip_prefix("tax-")?.strip_suffix(".svg")?;
            let title = format!("Tax against size: {}", of.replace('-', ", "));
            let link = link(&title, folder, &format!("charts/{file}"));
            Some(format!("!{link}\n"))
        })
        .collect();
    let header = &finding.header;
    let fact = |label: &str| literal(header.environment.get(label).unwrap_or("unknown"));
    let made_by = format!(
        "Made by `cargo bench` on {} with {}, {}, on {}: {}, {}.\n",
        fact("cpu"),
        counted_fact(&fact("cores"), "core"),
        fact("rustc"),
        number::moment(header.started),
        link("finding", folder, "finding.md"),
        link("record", folder, "record.json"),
    );
    BTreeMap::from([
        ("answer", answer),
        ("charts", charts),
        ("race", race.unwrap_or_default()),
        ("made-by", made_by),
    ])
}

/// Name of the folder in which a run is kept for reference: its day and the processor, as `2026-11-30-amd-epyc`.
pub fn reference_name(finding: &Finding) -> String {
    let moment = number::moment(finding.header.started);
    let day = moment.split(' ').next().unwrap_or_default().to_owned();
    let cpu = finding.header.environment.get("cpu").unwrap_or("unknown");
    let mut name = day;
    for word in cpu.split(|c: char| !c.is_ascii_alphanumeric()) {
        if !word.is_empty() {
            name.push('-');
            name.push_str(&word.to_ascii_lowercase());
        }
    }
    name
}

/// Why a document cannot take excerpts. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpliceError {
    /// It asks for something that there is not.
    #[error("line {line}: there is no excerpt `{name}`; there are {known}")]
    Unknown {
        /// Of the mark.
        line: usize,
        /// What it asks for.
        name: String,
        /// All names.
        known: String,
    },
    /// A place has no end.
    #[error("line {line}: this place has no end; add a line `{CLOSE}`")]
    Open {
        /// Of the mark.
        line: usize,
    },
    /// It marks no place.
    #[error(
        "it marks no place outside of code; add the lines `{OPEN}answer{OPEN_END}` and `{CLOSE}`"
    )]
    Nothing,
}

/// The document with its marked places filled.
///
/// # Errors
/// When it marks none, asks for what there is not, or a place has no end.
pub fn splice(
    document: &str,
    excerpts: &BTreeMap<&'static str, String>,
) -> Result<String, SpliceError> {
    let mut text = String::with_capacity(document.len());
    // The line of the mark whose place is being filled.
    let mut open: Option<usize> = None;
    let mut places = 0;
    let mut fences = Fences::default();
    for (at, line) in document.lines().enumerate() {
        let mark = line.trim().trim_start_matches('\u{feff}');
        let name = mark
            .strip_prefix(OPEN)
            .and_then(|rest| rest.strip_suffix(OPEN_END));
        if mark == CLOSE {
            open = None;
        }
        match open {
            // Its end was forgotten, and what follows is somebody's text.
            Some(line) if name.is_some() => return Err(SpliceError::Open { line }),
            Some(_) => continue,
            None => {}
        }
        text += line;
        text.push('\n');
        // The end of a place is no code, and neither is its beginning.
        if fences.hold(line) {
            continue;
        }
        let Some(name) = name else { continue };
        let excerpt = excerpts.get(name).ok_or_else(|| SpliceError::Unknown {
            line: at + 1,
            name: name.to_owned(),
            known: excerpts.keys().copied().collect::<Vec<_>>().join(", "),
        })?;
        text += excerpt;
        open = Some(at + 1);
        places += 1;
    }
    match open {
        Some(line) => Err(SpliceError::Open { line }),
        None if places == 0 => Err(SpliceError::Nothing),
        None => {
            if !document.ends_with('\n') {
                text.pop();
            }
            // The document keeps the line ends that it has.
            Ok(match document.contains("\r\n") {
                true => text.replace('\n', "\r\n"),
                false => text,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn parts() -> BTreeMap<&'static str, String> {
        let run = testing::measured();
        excerpts(&run, &crate::judge(&run), "kept/here")
    }

    #[test]
    fn what_stands_in_a_marked_place_is_replaced() {
        assert_eq!(
            parts()["charts"].lines().next(),
            Some("![Tax against size: append, encode](kept/here/charts/tax-append-encode.svg)")
        );
        let document = "a\n<!-- wiretax: made-by -->\nold\nolder\n<!-- /wiretax -->\nb\n\
                        <!-- wiretax: race -->\n<!-- /wiretax -->\n";
        let once = splice(document, &parts()).unwrap();
        assert!(once.starts_with("a\n<!-- wiretax: made-by -->\nMade by `cargo bench` on "));
        assert!(once.contains("(kept/here/record.json).\n<!-- /wiretax -->\nb\n"));
        assert!(
            once.contains("```text\nprotobuf, base64: 100,000 in "),
            "{once}"
        );
        assert!(!once.contains("old"));
        assert_eq!(splice(&once, &parts()).unwrap(), once);
    }

    #[test]
    fn marks_in_code_are_left_alone() {
        let code = "```md\n<!-- wiretax: race -->\nold\n<!-- /wiretax -->\n```\n\
                    - ~~~\n  <!-- wiretax: nothing -->\n  ~~~\n";
        let place = "<!-- wiretax: race -->\n<!-- /wiretax -->\n";
        let said = splice(code, &parts()).unwrap_err().to_string();
        assert!(
            said.starts_with("it marks no place outside of code"),
            "{said}"
        );
        let document = format!("{code}{place}{code}");
        let once = splice(&document, &parts()).unwrap();
        assert!(once.starts_with(code) && once.ends_with(code), "{once}");
        assert!(
            once.contains("```text\nprotobuf, base64: 100,000 in "),
            "{once}"
        );
        assert_eq!(splice(&once, &parts()).unwrap(), once);
    }

    #[test]
    fn names_and_folders_do_not_end_a_link() {
        let mut run = testing::measured();
        run.environment.set("cpu", "Some [CPU](x) *2*");
        let parts = excerpts(&run, &crate::judge(&run), "my runs (1)");
        let charts = &parts["charts"];
        assert!(charts.contains("](my%20runs%20%281%29/charts/"), "{charts}");
        let made_by = &parts["made-by"];
        assert!(
            made_by.contains(r"on Some \[CPU\](x) \*2\* with"),
            "{made_by}"
        );
        assert!(
            made_by.contains("[record](my%20runs%20%281%29/record.json)."),
            "{made_by}"
        );
    }

    #[test]
    fn a_document_keeps_its_line_ends() {
        let unix = "a\n<!-- wiretax: made-by -->\n<!-- /wiretax -->\nb";
        let once = splice(unix, &parts()).unwrap();
        assert!(once.ends_with("-->\nb"), "{once}");
        let other = splice(&unix.replace('\n', "\r\n"), &parts()).unwrap();
        assert_eq!(other, once.replace('\n', "\r\n"));
        assert_eq!(splice(&other, &parts()).unwrap(), other);
    }

    #[test]
    fn the_answer_is_quoted_whole() {
        let answer = &parts()["answer"];
        assert!(
            answer.lines().all(|line| line.starts_with("> - ")),
            "{answer}"
        );
        assert!(answer.lines().count() > 5, "{answer}");
    }

    #[test]
    fn a_kept_run_is_named_after_its_day_and_processor() {
        let mut finding = crate::finding(&testing::run(), &testing::samples());
        let environment = &mut finding.header.environment;
        environment.set("cpu", "Intel(R) Xeon(R) CPU @ 2.20GHz");
        assert_eq!(
            reference_name(&finding),
            "2023-11-14-intel-r-xeon-r-cpu-2-20ghz"
        );
    }

    #[test]
    fn wrong_marks_are_refused_with_their_line() {
        let refused = |document: &str| splice(document, &parts()).unwrap_err().to_string();
        assert!(refused("x\n").contains("marks no place"));
        let unknown = refused("x\n<!-- wiretax: anwser -->\n<!-- /wiretax -->\n");
        assert!(
            unknown.starts_with("line 2: ") && unknown.contains("answer, charts, made-by, race")
        );
        let forgotten = refused(
            "<!-- wiretax: race -->\nx\nprose\n<!-- wiretax: answer -->\n<!-- /wiretax -->\n",
        );
        assert!(forgotten.starts_with("line 1: "), "{forgotten}");
        let open = refused("<!-- wiretax: race -->\nx\n");
        assert!(open.starts_with("line 1: ") && open.contains("<!-- /wiretax -->"));
    }
}
