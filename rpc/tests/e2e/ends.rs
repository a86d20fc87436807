//! How a load and a server end when they are asked to.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::{Server, load, said, text, wiretax_rpc};

#[test]
fn ctrl_c_prints_what_there_is() {
    let server = Server::start(&[]);
    let loading = wiretax_rpc()
        .args(["load", "--warmup", "0s", "-z", "60s", &server.address])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the load starts");
    sleep(Duration::from_millis(700));
    kill_process(Pid::from_child(&loading), Signal::INT).expect("it is there");
    let output = loading.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let text = text(&output);
    assert!(
        text.contains("nterrupted") && text.contains("Requests/sec"),
        "{text}"
    );
}

#[test]
fn a_server_ends_when_it_is_asked_to() {
    let mut server = Server::start(&[]);
    let output = load(&server, &["-n", "10"]);
    assert!(output.status.success());
    server.signal(Signal::TERM);
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
}

/// Two signals at once, as `timeout` sends them, are one.
#[test]
fn a_signal_to_the_command_and_its_group_loses_nothing() {
    let server = Server::start(&[]);
    let output = std::process::Command::new("timeout")
        .args([
            "-s",
            "INT",
            "1",
            env!("CARGO_BIN_EXE_wiretax-rpc"),
            "load",
            "--warmup",
            "0s",
            "-z",
            "30s",
            &server.address,
        ])
        .output()
        .expect("timeout is a part of the system");
    assert!(text(&output).contains("Requests/sec"), "{}", said(&output));
}
