//! What cannot be, and who is no server: told by name before anything is lost.

use std::future::Future;

use crate::{Server, json, load, run, said, wiretax_rpc};

#[test]
fn nobody_there_and_no_address_are_errors_with_a_remedy() {
    let port = {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        socket.local_addr().expect("it is bound")
    };
    for engine in ["raw", "typed"] {
        let output = run(&["load", "-n", "1", "--engine", engine, &port.to_string()]);
        assert!(!output.status.success());
        let said = said(&output);
        assert!(
            said.contains(&port.to_string()) && said.contains("refused") && said.contains("serve"),
            "{said}"
        );
    }
    let output = run(&["load", "nowhere"]);
    assert!(said(&output).contains("HOST:PORT"), "{}", said(&output));
    let output = run(&["load", "192.0.2.1:80"]);
    assert!(
        said(&output).contains("--allow-remote"),
        "{}",
        said(&output)
    );
    let output = run(&["serve", "--bind", "0.0.0.0:0"]);
    assert!(
        said(&output).contains("--allow-remote"),
        "{}",
        said(&output)
    );
}

#[test]
fn what_cannot_be_is_refused_before_anything_runs() {
    for (arguments, says) in [
        (vec!["-r", "0"], "requests a second"),
        (vec!["-r", "nan"], "requests a second"),
        (vec!["-z", "0s"], "no time"),
        (vec!["-n", "0"], "0"),
        (vec!["-c", "0"], "0"),
        (vec!["--payload", "1"], "a field takes 3"),
        (vec!["--payload", "no-such-file"], "no-such-file"),
        (vec!["--wrap", "base65"], "base65"),
        (vec!["--connections", "5", "-c", "2"], "raise -c"),
        (
            vec!["--output", "/nowhere/at/all", "-n", "1"],
            "/nowhere/at/all",
        ),
    ] {
        let mut all = vec!["load"];
        all.extend(&arguments);
        all.push("127.0.0.1:1");
        let output = run(&all);
        assert!(!output.status.success());
        assert!(
            said(&output).contains(says),
            "{arguments:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn a_code_that_is_not_ok_is_an_error_of_the_run() {
    let server = Server::start(&["--max-message", "1000"]);
    for engine in ["raw", "typed"] {
        let output = load(
            &server,
            &["-n", "10", "--engine", engine, "--payload", "4KiB"],
        );
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let report = json(&output);
        assert_eq!(
            report["statusCodeDistribution"]["OutOfRange"], 10,
            "{report}"
        );
        assert!(report["statusCodeDistribution"]["OK"].is_null());
        assert!(
            report["errorDistribution"]
                .to_string()
                .contains("OutOfRange"),
            "{report}"
        );
    }
}

#[test]
fn another_wrap_than_the_servers_is_found_before_anything_is_timed() {
    let server = Server::start(&["--wrap", "base64"]);
    let output = load(&server, &["-n", "10", "--payload", "700"]);
    assert_eq!(output.status.code(), Some(1));
    // Text that is none is refused by the server.
    assert!(
        said(&output).contains("InvalidArgument"),
        "{}",
        said(&output)
    );
}

#[test]
fn more_connections_than_files_are_refused_with_the_limit() {
    use std::os::unix::process::CommandExt;
    let server = Server::start(&[]);
    let mut command = wiretax_rpc();
    command.args([
        "load",
        "-n",
        "1",
        "-c",
        "10000",
        "--connections",
        "10000",
        &server.address,
    ]);
    // A shell sets the limit of the command alone; without one, nothing can be shown here.
    let limited = std::process::Command::new("bash")
        .args(["-c", "ulimit -n 1024 && exec \"$@\"", "limited"])
        .arg(command.get_program())
        .args(command.get_args())
        .process_group(0)
        .output()
        .expect("bash runs");
    let said = said(&limited);
    assert!(!limited.status.success());
    assert!(
        said.contains("1024") && said.contains("10000") && said.contains("ulimit"),
        "{said}"
    );
}

/// A client that asks for long answers and does not read them waits for itself alone.
#[test]
fn a_slow_reader_does_not_stall_the_others() {
    let server = Server::start(&[]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let address = server.address.clone();
    let unread = runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(&address)
            .await
            .expect("it listens");
        let (mut sender, connection) = h2::client::handshake(stream)
            .await
            .expect("it speaks HTTP/2");
        let mut connection = Box::pin(connection);
        // A note of 1 MiB: tag, length in three bytes, body.
        let body = vec![b'x'; (1 << 20) - 4];
        let note = [&[0, 0, 0x10, 0, 0, 0x12, 0xfc, 0xff, 0x3f][..], &body].concat();
        let mut answers = Vec::new();
        for _ in 0..10 {
            let request = http::Request::post(format!("http://{address}/wiretax.rpc.Echo/Echo"))
                .header("content-type", "application/grpc")
                .header("te", "trailers")
                .body(())
                .expect("a request");
            std::future::poll_fn(|context| {
                let _ = connection.as_mut().poll(context);
                sender.poll_ready(context)
            })
            .await
            .expect("it takes more");
            let (answer, mut out) = sender.send_request(request, false).expect("it is sent");
            out.send_data(note.clone().into(), true)
                .expect("it is sent");
            answers.push(answer);
        }
        // Everything is sent and the first answers begin; of their bodies nothing is read, so no more of them may come.
        let wait = tokio::time::sleep(std::time::Duration::from_millis(700));
        tokio::select! {
            _ = &mut connection => panic!("the server closed the connection"),
            () = wait => {}
        }
        (sender, connection, answers)
    });
    let output = load(&server, &["-n", "200"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(json(&output)["statusCodeDistribution"]["OK"], 200);
    drop(unread);
}

#[test]
fn who_takes_the_connection_and_is_no_grpc_server_is_found_out() {
    use std::io::Write;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    // The first two connections are never answered, and the others in another language.
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            if kept.len() >= 2 {
                let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
            }
            kept.push(stream);
        }
    });
    for says in ["no answer within", "is it a gRPC server"] {
        for engine in ["raw", "typed"] {
            let output = run(&[
                "load",
                "-n",
                "1",
                "--engine",
                engine,
                "--timeout",
                "500ms",
                &address,
            ]);
            assert_eq!(output.status.code(), Some(1));
            assert!(said(&output).contains(says), "{engine}: {}", said(&output));
        }
    }
}

#[test]
fn a_report_that_is_there_stays_until_there_is_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.txt");
    std::fs::write(&file, "the one before").expect("it is writable");
    let path = file.to_str().expect("it is text");
    let output = run(&["load", "-n", "1", "-o", path, "127.0.0.1:1"]);
    assert!(!output.status.success());
    assert_eq!(
        std::fs::read_to_string(&file).expect("it is there"),
        "the one before"
    );
}
