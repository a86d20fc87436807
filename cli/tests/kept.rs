//! What is kept in `reports/reference` and quoted in documents: the newest kept run says what the README says, and its
//! finding and charts are those of its record.

#![cfg(unix)]
#![forbid(unsafe_code)]

mod place;

use std::path::{Path, PathBuf};

fn checkout() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    folder.canonicalize().expect("the checkout is there")
}

#[test]
fn documents_say_what_the_newest_kept_run_says() {
    let readme = checkout().join("README.md");
    let readme = readme.to_str().expect("a path of text");
    let answer = place::wiretax(&["splice", "--check", readme]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.stdout, answer.stderr);
}

/// And a changed figure is seen.
#[test]
fn a_document_that_differs_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let document = folder.path().join("doc.md");
    let text = "<!-- wiretax: race -->\nprost: 100,000 in 1 ms\n<!-- /wiretax -->\n";
    std::fs::write(&document, text).expect("the folder can be written");
    let path = document.to_str().expect("a path of text");
    let answer = place::wiretax(&["splice", "--check", path]);
    assert_eq!(answer.code, Some(1), "{}", answer.stderr);
    assert!(
        answer.stdout.contains("doc.md: differs from "),
        "{}",
        answer.stdout
    );
    let kept = std::fs::read_to_string(&document).expect("it is there");
    assert_eq!(kept, text, "a check changes nothing");
    assert_eq!(place::wiretax(&["splice", path]).code, Some(0));
    assert_eq!(place::wiretax(&["splice", "--check", path]).code, Some(0));
}

#[test]
fn kept_findings_and_charts_are_those_of_their_records() {
    let home = checkout().join("reports/reference");
    let mut kept = 0;
    for entry in std::fs::read_dir(&home).expect("the folder is there") {
        let folder = entry.expect("it can be listed").path();
        if !folder.is_dir() {
            continue;
        }
        kept += 1;
        let again = tempfile::tempdir().expect("a temporary folder");
        let words = |path: &Path| path.to_str().expect("a path of text").to_owned();
        let (from, into) = (words(&folder), words(again.path()));
        let answer = place::wiretax(&["reference", "--run", &from, "--into", &into]);
        assert_eq!(answer.code, Some(0), "{}", answer.stderr);
        let name = folder.file_name().expect("it has a name");
        assert_same(&folder, &again.path().join(name));
    }
    assert!(kept > 0, "no run is kept in {}", home.display());
    let notes = std::fs::read_to_string(home.join("ANNOTATIONS.md")).expect("it is there");
    for entry in std::fs::read_dir(&home).expect("the folder is there") {
        let entry = entry.expect("it can be listed");
        let name = entry.file_name().into_string().expect("a name of text");
        assert!(
            !entry.path().is_dir() || notes.contains(&name),
            "ANNOTATIONS.md says nothing of {name}"
        );
    }
}

/// Every file of one folder is in the other, and the same.
fn assert_same(expected: &Path, found: &Path) {
    for entry in std::fs::read_dir(found).expect("it was written") {
        let path = entry.expect("it can be listed").path();
        let twin = expected.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            assert_same(&twin, &path);
            continue;
        }
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            read(&twin) == read(&path),
            "{} is not what its record says; `cargo wiretax reference --run` its folder again",
            twin.display()
        );
    }
}
