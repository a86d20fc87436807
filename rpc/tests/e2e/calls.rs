//! Every codec and wrap answers every call, to both engines.

use crate::{Server, json, load, said};

const CODECS: [&str; 6] = [
    "none",
    "prost",
    "prost-bytes",
    "protobuf",
    "quick-protobuf",
    "quick-protobuf-borrowed",
];

#[test]
fn every_codec_and_wrap_answers_both_engines() {
    for codec in CODECS {
        for wrap in ["raw", "base64", "base64-field@base64-turbo"] {
            let server = Server::start(&["--codec", codec, "--wrap", wrap]);
            for engine in ["raw", "typed"] {
                for call in ["echo", "hello", "append"] {
                    // A floor knows no wrap: it sends back what it gets, and what it says itself is text where the wrap says so.
                    let arguments = [
                        "-n", "20", "--engine", engine, "--call", call, "--codec", codec, "--wrap",
                        wrap,
                    ];
                    let output = load(&server, &arguments);
                    let what = format!("{codec} {wrap} {engine} {call}: {}", said(&output));
                    assert!(output.status.success(), "{what}");
                    let report = json(&output);
                    assert_eq!(report["count"], 20, "{what}");
                    assert_eq!(report["statusCodeDistribution"]["OK"], 20, "{what}");
                }
            }
        }
    }
}

#[test]
fn codecs_understand_each_other() {
    let server = Server::start(&["--codec", "prost"]);
    for codec in CODECS {
        let output = load(
            &server,
            &[
                "-n",
                "5",
                "--engine",
                "typed",
                "--codec",
                codec,
                "--payload",
                "4KiB",
            ],
        );
        assert!(output.status.success(), "{codec}: {}", said(&output));
    }
}

#[test]
fn more_connections_and_threads_answer_as_one_does() {
    let server = Server::start(&["--threads", "2", "--max-streams", "3"]);
    for engine in ["raw", "typed"] {
        let shape = ["-n", "500", "-c", "40", "--connections", "4"];
        let output = load(&server, &[&shape[..], &["--engine", engine]].concat());
        let report = json(&output);
        assert!(output.status.success(), "{report}");
        assert_eq!(report["count"], 500, "{engine}");
    }
}

#[test]
fn a_rate_is_kept_and_its_columns_are_there() {
    let server = Server::start(&[]);
    let output = load(&server, &["-n", "200", "-r", "1000"]);
    assert!(output.status.success(), "{}", said(&output));
    let report = json(&output);
    assert_eq!(report["count"], 200);
    assert!(
        report["uncorrected"].is_object() && report["lateness"].is_object(),
        "{report}"
    );
    assert_eq!(report["dropped"], 0);
}
