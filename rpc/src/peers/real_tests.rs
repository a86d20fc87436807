//! The foreign peers themselves, against a foreign server: what `rpc/peers` holds works, and each check sees what it must see.
//!
//! They are looked for in the folder that `WIRETAX_PEERS` names, otherwise in `target/peers`. One that is not installed is said to be
//! skipped; with `WIRETAX_REQUIRE_PEERS=1` that is a failure.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::check::{Check, Outcome, failures};
use super::encode::{self, Start};
use super::server::Server;
use super::tools::{Missing, Peer, Tools};
use super::{buf, h2load, script};

const LIMIT: Duration = Duration::from_secs(120);
/// Of grpcio's server.
const LONGEST: u64 = 4 << 20;

fn tools() -> Tools {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let installed = std::env::var_os("WIRETAX_PEERS").map(PathBuf::from);
    Tools::new(
        package.join("peers"),
        installed.unwrap_or_else(|| package.with_file_name("target").join("peers")),
    )
}

/// What is there; what is not may be skipped, unless it is required.
fn there<T>(found: Result<T, Missing>) -> Option<T> {
    let required = std::env::var_os("WIRETAX_REQUIRE_PEERS").is_some_and(|value| value == "1");
    match found {
        Ok(found) => Some(found),
        Err(missing) if required => panic!("{} is required: {missing}", missing.peer.name()),
        Err(missing) => {
            eprintln!("{} is skipped: {missing}", missing.peer.name());
            None
        }
    }
}

fn server(tools: &Tools) -> Option<Server> {
    let command = there(tools.grpcio_server())?;
    Some(Server::start(command, LIMIT).expect("grpcio's server starts"))
}

fn all_passed(checks: &[Check], least: usize) {
    assert_eq!(failures(checks, &[]), [""; 0]);
    assert!(checks.len() >= least, "{checks:?}");
}

#[test]
fn both_clients_pass_against_grpcio() {
    let tools = tools();
    let Some(server) = server(&tools) else { return };
    let address = &server.ready().address;
    if let Some(client) = there(tools.grpcio_client(address, LONGEST)) {
        all_passed(&script::checks(Peer::Grpcio, Ok(client), LIMIT, |_| ()), 20);
    }
    if let Some(client) = there(tools.grpc_js_client(address, LONGEST)) {
        all_passed(&script::checks(Peer::GrpcJs, Ok(client), LIMIT, |_| ()), 20);
    }
}

#[test]
fn a_client_without_a_server_fails_every_check() {
    let tools = tools();
    // Nothing listens there: it needs a right that no test has, or is not used.
    let clients = [
        (Peer::Grpcio, tools.grpcio_client("127.0.0.1:1", LONGEST)),
        (Peer::GrpcJs, tools.grpc_js_client("127.0.0.1:1", LONGEST)),
    ];
    for (peer, client) in clients {
        let Some(client) = there(client) else {
            continue;
        };
        let checks = script::checks(peer, Ok(client), LIMIT, |_| ());
        assert!(checks.len() >= 20, "{checks:?}");
        for check in checks {
            assert_eq!(check.outcome, Outcome::Failed, "{check}");
        }
    }
}

#[test]
fn buf_passes_against_grpcio_and_fails_without() {
    let tools = tools();
    if there(tools.buf()).is_none() {
        return;
    }
    for check in buf::checks(&tools, "127.0.0.1:1", LIMIT) {
        assert_eq!(check.outcome, Outcome::Failed, "{check}");
    }
    if let Some(server) = server(&tools) {
        all_passed(&buf::checks(&tools, &server.ready().address, LIMIT), 4);
    }
}

#[test]
fn h2load_is_believed_by_its_bytes() {
    let tools = tools();
    let Some(server) = server(&tools) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let frame = folder.path().join("frame");
    // `subject` is hello.
    let message = b"\x0a\x05hello";
    std::fs::write(&frame, h2load::frame(message)).expect("it can be written");
    let asked = h2load::Asked {
        address: &server.ready().address,
        call: "wiretax.rpc.Echo/Echo",
        frame: &frame,
        requests: 100,
        connections: 2,
        streams: 5,
    };
    let run = |asked| {
        let h2load = there(tools.h2load())?;
        Some(h2load::run(h2load, asked, LIMIT).expect("it runs"))
    };
    let Some(found) = run(asked) else { return };
    found.judge(100, 7).expect("all were answered");
    assert!(found.rate > 0.0);
    let call = "wiretax.rpc.Echo/Nothing";
    let failed = run(h2load::Asked { call, ..asked }).expect("it ran before");
    let said = failed.judge(100, 7).expect_err("there is no such method");
    assert!(said.to_string().starts_with("0 bytes of data"), "{said}");
}

#[test]
fn all_arms_in_javascript_make_the_bytes_of_the_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let payload = folder.path().join("event");
    let mut event = b"\x0a\x01i\x12\x0a\x0a\x04type\x12\x02op\x1a\x02".to_vec();
    event.extend([0, 255, 0x22, 3, 1, 128, 2]);
    std::fs::write(&payload, &event).expect("it can be written");
    for start in [Start::Message, Start::Fields, Start::Bytes] {
        let Some(command) = there(tools().encode(&payload, 20, 2, start)) else {
            return;
        };
        let mut told = 0;
        let encoded = encode::run(command, event.len() as u64, LIMIT, |_| told += 1)
            .expect("it runs to its end");
        assert_eq!(encoded.proof.payload, "identical");
        assert_eq!(encoded.platform.start, start.name());
        assert_eq!((encoded.arms().len(), told), (8, 16));
    }
    // Half an event: the arms would not serialize the same fields.
    std::fs::write(&payload, &event[..event.len() - 5]).expect("it can be written");
    if let Some(command) = there(tools().encode(&payload, 20, 2, Start::Fields)) {
        let said = encode::run(command, event.len() as u64, LIMIT, |_| ())
            .expect_err("a field is empty")
            .to_string();
        assert!(said.contains("leaves a field"), "{said}");
    }
}
