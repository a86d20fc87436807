//! Every form of messages of our own, recognised.

use ::base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};

use super::*;

fn found(bytes: &[u8]) -> Recognised {
    let found = recognise(bytes, &order()).unwrap_or_else(|error| panic!("{error}"));
    assert_kept(&found, &order());
    found
}

fn has(found: &Recognised, part: &str) {
    assert!(
        found.notes.iter().any(|note| note.contains(part)),
        "{part}: {:?}",
        found.notes
    );
}

#[test]
fn words_read_back() {
    for form in Form::ALL {
        assert_eq!(form.to_string().parse::<Form>().as_ref(), Ok(form));
    }
    let error = "bas64".parse::<Form>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("unknown format `bas64`; did you mean `base64`?")
    );
}

#[test]
fn one_message_in_every_form() {
    for message in two() {
        for (form, bytes) in rewritten(&message) {
            let found = found(&bytes);
            assert_eq!(
                (found.form, &found.messages),
                (form, &vec![message.clone()]),
                "{}",
                found.how
            );
        }
    }
}

#[test]
fn several_messages() {
    let two = two();
    let frames = two
        .iter()
        .map(|message| frame(0, message))
        .collect::<Vec<_>>();
    let [a, b] = two.clone().map(|message| STANDARD.encode(message));
    let pushes =
        format!(r#"{{"Records":[{{"kinesis":{{"data":"{a}"}}}},{{"kinesis":{{"data":"{b}"}}}}]}}"#);
    for (form, bytes) in [
        (Form::Delimited, delimit(&two)),
        (Form::Grpc, frames.concat()),
        (Form::Base64, STANDARD.encode(delimit(&two)).into_bytes()),
        (Form::Base64, STANDARD.encode(frames.concat()).into_bytes()),
        (Form::Base64, format!("{a}\n{b}\n").into_bytes()),
        (Form::Base64, format!("{a}\r\n{b}").into_bytes()),
        (
            Form::GrpcWebText,
            frames
                .iter()
                .map(|frame| STANDARD.encode(frame))
                .collect::<String>()
                .into_bytes(),
        ),
        (Form::JsonData, pushes.into_bytes()),
        (
            Form::JsonData,
            format!("{{\"data\":\"{a}\"}}\n{{\"data\":\"{b}\"}}\n").into_bytes(),
        ),
    ] {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let found = found(&bytes);
        assert_eq!(
            (found.form, &found.messages[..]),
            (form, &two[..]),
            "{text}: {} {:?}",
            found.how,
            found.notes
        );
        assert_eq!(
            read_as(form, &bytes, &order()).unwrap().messages,
            two,
            "{text}"
        );
    }
}

#[test]
fn how_and_notes_say_what_was_found() {
    let frames = [frame(0, &two()[0]), frame(0, &two()[1])].concat();
    let text = URL_SAFE_NO_PAD.encode(&frames);
    let one = found(text.as_bytes());
    assert!(one.how.contains("holds 2 gRPC frames"), "{}", one.how);
    let url = URL_SAFE.encode(&two()[1]);
    assert!(url.contains(['-', '_']), "{url}");
    assert!(found(url.as_bytes()).how.contains("URL-safe alphabet"));
    let web = [frame(0, &two()[0]), frame(0x80, b"grpc-status:0")].concat();
    has(&found(&web), "frame 2 holds gRPC-web trailers");
    let bom = [&b"\xef\xbb\xbf"[..], STANDARD.encode(&two()[0]).as_bytes()].concat();
    has(&found(&bom), "byte order mark");
    let unknown = [&two()[0][..], &[0x78, 1]].concat();
    has(&found(&unknown), "does not know 1 field");
}

/// What is the same in each of many messages is said once.
#[test]
fn notes_do_not_grow_with_the_payload() {
    let line = |message: &Vec<u8>| {
        let web = [frame(0, message), frame(0x80, b"grpc-status:0")].concat();
        format!("{}\n", STANDARD.encode(web))
    };
    let log = two().map(|message| line(&message)).concat().repeat(50);
    let read = read_as(Form::Base64, log.as_bytes(), &order()).unwrap();
    assert!(read.how.contains("100 texts, one a line"), "{}", read.how);
    let trailers = |note: &&String| note.contains("trailers");
    assert_eq!(
        read.notes.iter().filter(trailers).count(),
        1,
        "{:?}",
        read.notes
    );

    // Two bytes in three symbols, and of the spare bits one is set.
    let read = found("EAV=".repeat(100).as_bytes());
    let unused = |note: &&String| note.starts_with("unused bits");
    assert_eq!(
        read.notes.iter().filter(unused).count(),
        1,
        "{:?}",
        read.notes
    );
}

#[test]
fn json_of_one_and_of_several() {
    let one = found(br#"{"id":"x","amount":"5","byNumber":{"2":{"name":"a"}},"blob":"-_8="}"#);
    assert_eq!((one.form, one.messages.len()), (Form::Json, 1));
    let many = br#"[{"id":"x"},{"kind":"KIND_BIG"},{}]"#;
    let array = found(many);
    assert_eq!((array.form, array.messages.len()), (Form::Json, 3));
    assert!(array.messages[2].is_empty());
    let lines = found(b"{\"id\":\"x\"}\r\n{\"amount\":3}\n");
    assert_eq!((lines.form, lines.messages.len()), (Form::Json, 2));
    assert_eq!(found(b"\xef\xbb\xbf{\"id\":\"x\"}").form, Form::Json);
}

#[test]
fn text_format() {
    let text = b"# proto-message: f.Order\nid: 'x' # {\nlines { name: \"}\" inner < pieces: 3 > }\nlines: []";
    let one = found(text);
    assert_eq!(one.form, Form::Text);
    assert_eq!(
        one.messages,
        [wire("id: 'x' lines { name: '}' inner { pieces: 3 } }")]
    );
}

#[test]
fn maps_come_in_the_same_order_every_time() {
    let entries: Vec<String> = (1..50).map(|n| format!(r#""key {n}":{n}"#)).collect();
    let lines: Vec<String> = (1..50)
        .map(|n| format!(r#""{n}":{{"pieces":{n}}}"#))
        .collect();
    let json = format!(
        r#"{{"id":"x","counts":{{{}}},"byNumber":{{{}}}}}"#,
        entries.join(","),
        lines.join(",")
    );
    let first = found(json.as_bytes());
    for _ in 0..5 {
        assert_eq!(found(json.as_bytes()), first);
    }
    let back = DynamicMessage::decode(order(), first.messages[0].as_slice()).unwrap();
    let value: serde_json::Value = serde_json::to_value(&back).unwrap();
    assert!(value == serde_json::from_str::<serde_json::Value>(&json).unwrap());
}

#[test]
fn a_text_that_is_also_wire_is_told() {
    // A string of 65 bytes in field 1 begins with a line feed and an `A`, and is readable throughout.
    let wire = [&b"\nA"[..], &[b'x'; 65]].concat();
    let one = found(&wire);
    assert_eq!(one.form, Form::Wire, "{} {:?}", one.how, one.notes);
    // Two messages of a stream, whose first two bytes are also the tag and the length of a field that is the rest.
    let field = |length: u8| [vec![0x1a, length], vec![b'a'; usize::from(length)]].concat();
    let both = delimit(&[field(8), field(14)]);
    assert_eq!((both[0], usize::from(both[1])), (0x0a, both.len() - 2));
    let other = pool().get_message_by_name("f.Other").unwrap();
    let one = recognise(&both, &other).unwrap();
    assert_eq!(one.form, Form::Wire);
    has(&one, "--format delimited");
}

#[test]
fn wrapped_base64_is_one_message() {
    let long = wire(&format!("id: \"{}\"", "long ".repeat(60)));
    for width in [4, 20, 64, 76] {
        for end in ["\n", "\r\n"] {
            let text = STANDARD.encode(&long);
            let lines: Vec<&str> = text
                .as_bytes()
                .chunks(width)
                .map(|line| std::str::from_utf8(line).unwrap())
                .collect();
            let one = found(lines.join(end).as_bytes());
            assert_eq!(
                one.messages,
                std::slice::from_ref(&long),
                "{width}: {}",
                one.how
            );
        }
    }
}

#[test]
fn members_that_are_no_messages_are_skipped() {
    let text = STANDARD.encode(&two()[0]);
    let json =
        format!(r#"[{{"data":"no base64!"}},{{"data":"AAAA"}},{{"message":{{"data":"{text}"}}}}]"#);
    let one = found(json.as_bytes());
    assert_eq!(one.messages, [two()[0].clone()]);
    has(&one, "/0/data is no base64");
    has(&one, "/1/data was skipped");
}

#[test]
fn the_richer_message_is_the_first_candidate() {
    for (form, bytes) in rewritten(&two()[0]) {
        let found = candidates(&bytes, &pool());
        assert_eq!(found[0].message.full_name(), "f.Order", "{form}");
        assert_eq!(found[0].form, form);
        assert_eq!((found[0].unknown_fields, found[0].messages), (0, 1));
    }
    let json = br#"{"name":"x","pieces":3}"#;
    assert_eq!(candidates(json, &pool())[0].message.full_name(), "f.Line");
    let text = b"lines { name: 'x' } kind: KIND_BIG";
    assert_eq!(candidates(text, &pool())[0].message.full_name(), "f.Order");
    assert!(candidates(b"", &pool()).is_empty());
}
