//! The real binary: a server and a load on it, and what goes wrong between them. No test asserts how long anything takes, but for a
//! server that is frozen on purpose.

mod calls;
mod ends;
mod faults;
mod formats;
mod outages;
mod verbs;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// The command.
fn wiretax_rpc() -> Command {
    Command::new(env!("CARGO_BIN_EXE_wiretax-rpc"))
}

/// Runs it to its end.
fn run(arguments: &[&str]) -> Output {
    wiretax_rpc()
        .args(arguments)
        .output()
        .expect("the command runs")
}

/// What it printed.
fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it said beside.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A report as JSON.
fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("no JSON: {error}\n{}\n{}", text(output), said(output)))
}

/// A server, until it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut child = wiretax_rpc()
            .arg("serve")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let ready: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
        assert_eq!(ready["pid"], child.id());
        let address = ready["address"].as_str().expect("an address").to_owned();
        Server { child, address }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `load` on a server with a few requests, as JSON.
fn load(server: &Server, arguments: &[&str]) -> Output {
    let mut all = vec!["load", "--warmup", "0s", "-O", "json"];
    all.extend(arguments);
    all.push(&server.address);
    run(&all)
}
