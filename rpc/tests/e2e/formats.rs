//! Every form of the report, from a real run.

use crate::{Server, run, said, text};

#[test]
fn every_form_of_a_real_run_has_what_it_found() {
    let server = Server::start(&[]);
    for (format, has) in [
        ("text", "Status code distribution"),
        ("json", "\"statusCodeDistribution\""),
        ("csv", "metric,unit,value"),
        ("html", "</html>"),
        ("prometheus", "# TYPE"),
        ("hdr", "HISTFAAAA"),
    ] {
        let output = run(&[
            "load",
            "--warmup",
            "0s",
            "-n",
            "50",
            "-O",
            format,
            &server.address,
        ]);
        assert!(output.status.success(), "{format}: {}", said(&output));
        assert!(text(&output).contains(has), "{format}: {}", text(&output));
    }
}

#[test]
fn a_report_goes_into_a_file() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.html");
    let path = file.to_str().expect("it is text");
    let output = run(&[
        "load",
        "--warmup",
        "0s",
        "-n",
        "5",
        "-O",
        "html",
        "-o",
        path,
        &server.address,
    ]);
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{}",
        said(&output)
    );
    let page = std::fs::read_to_string(file).expect("it was written");
    assert!(page.contains("</html>") && !page.contains("http-equiv=\"refresh\""));
}
