//! A server that is killed or stands still while it is loaded: what came before counts, and what does not come is told.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use crate::{Server, json, wiretax_rpc};

/// The `percent`th percentile of a distribution in a report of ghz's form, in seconds.
fn percentile(distribution: &serde_json::Value, percent: u64) -> f64 {
    let marks = distribution.as_array().expect("a distribution");
    let mark = marks
        .iter()
        .find(|mark| mark["percentage"] == percent)
        .expect("there is that mark");
    mark["latency"].as_f64().expect("a number") / 1e9
}

#[test]
fn a_server_that_is_killed_shows_as_errors_and_what_came_before_counts() {
    let server = Server::start(&[]);
    let loading = wiretax_rpc()
        .args([
            "load",
            "--warmup",
            "0s",
            "-z",
            "1500ms",
            "-c",
            "4",
            "-O",
            "json",
            &server.address,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the load starts");
    sleep(Duration::from_millis(600));
    server.signal(Signal::KILL);
    let output = loading.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let codes = &report["statusCodeDistribution"];
    assert!(codes["OK"].as_u64().is_some_and(|ok| ok > 0), "{codes}");
    let lost = codes["Unavailable"].as_u64().unwrap_or(0);
    // Some for each request in flight, and not millions of them.
    assert!((1..2_000).contains(&lost), "{codes}");
}

/// A server that stands still for 300 ms: who sends by the clock sees it, and who waits for answers hardly does.
#[test]
fn a_frozen_server_is_seen_by_an_open_loop_and_hidden_by_a_closed_one() {
    let frozen = |arguments: &[&str]| {
        let server = Server::start(&[]);
        let mut all = vec![
            "load",
            "--warmup",
            "0s",
            "-z",
            "1500ms",
            "-O",
            "json",
            "--no-syscalls",
        ];
        all.extend(arguments);
        all.push(&server.address);
        let loading = wiretax_rpc()
            .args(&all)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the load starts");
        sleep(Duration::from_millis(600));
        server.signal(Signal::STOP);
        sleep(Duration::from_millis(300));
        server.signal(Signal::CONT);
        json(&loading.wait_with_output().expect("it ends"))
    };
    let open = frozen(&["-r", "500", "-c", "1"]);
    let corrected = percentile(&open["latencyDistribution"], 99);
    assert!(corrected >= 0.2, "{corrected} s: {open}");
    // One at a time: only one request was on its way, and from its real send time all others were quick.
    let uncorrected = percentile(&open["uncorrected"]["latencyDistribution"], 99);
    assert!(uncorrected < corrected, "{uncorrected} s: {open}");
    let closed = frozen(&["-c", "1"]);
    let hidden = percentile(&closed["latencyDistribution"], 99);
    assert!(hidden < corrected, "{hidden} s: {closed}");
    assert!(
        closed["slowest"]
            .as_f64()
            .is_some_and(|slowest| slowest >= 0.2e9),
        "{closed}"
    );
}

#[test]
fn requests_that_were_due_and_never_sent_are_told() {
    let server = Server::start(&[]);
    let loading = wiretax_rpc()
        .args([
            "load",
            "--warmup",
            "0s",
            "-z",
            "1s",
            "-r",
            "300",
            "-c",
            "1",
            "-O",
            "json",
            "--no-syscalls",
            &server.address,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the load starts");
    sleep(Duration::from_millis(500));
    server.signal(Signal::STOP);
    let output = loading.wait_with_output().expect("it ends");
    let report = json(&output);
    assert!(
        report["dropped"]
            .as_u64()
            .is_some_and(|dropped| dropped > 50),
        "{report}"
    );
    assert_eq!(report["unanswered"], 1, "{report}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_answer_that_does_not_come_is_late() {
    let server = Server::start(&[]);
    // The first answer is waited for; then the server stands still.
    let loading = wiretax_rpc()
        .args([
            "load",
            "--warmup",
            "0s",
            "-z",
            "1s",
            "-c",
            "2",
            "--timeout",
            "300ms",
            "-O",
            "json",
            "--no-syscalls",
            &server.address,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the load starts");
    sleep(Duration::from_millis(400));
    server.signal(Signal::STOP);
    let report = json(&loading.wait_with_output().expect("it ends"));
    let late = report["statusCodeDistribution"]["DeadlineExceeded"].as_u64();
    assert!(late.is_some_and(|late| late >= 2), "{report}");
}

/// Answers that never come make a run neither shorter nor faster.
#[test]
fn a_server_that_stops_answering_makes_no_good_report() {
    let server = Server::start(&[]);
    let loading = wiretax_rpc()
        .args([
            "load",
            "--warmup",
            "0s",
            "-z",
            "2s",
            "-c",
            "5",
            "-O",
            "json",
            "--no-syscalls",
            &server.address,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the load starts");
    sleep(Duration::from_millis(600));
    server.signal(Signal::STOP);
    let output = loading.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    assert_eq!(report["unanswered"], 5, "{report}");
    let (count, total) = (
        report["count"].as_f64().expect("a count"),
        report["total"].as_f64().expect("a time"),
    );
    assert!(total >= 2e9, "{report}");
    let rate = report["rps"].as_f64().expect("a rate");
    assert!((rate * total / 1e9 / count - 1.0).abs() < 0.01, "{report}");
}
