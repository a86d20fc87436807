//! What cannot be read ends with one line that names the form, the place and the remedy.

use super::*;

fn refused(form: Form, bytes: &[u8]) -> String {
    let error = read_as(form, bytes, &order()).unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn the_form_told_is_the_form_refused() {
    for (form, bytes, wanted) in [
        (Form::Wire, &b""[..], "an empty payload"),
        (
            Form::Wire,
            b"\x0a\x05ab",
            "as wire: not a valid `f.Order`: at offset 1, field `id`",
        ),
        (Form::Wire, b"\x78\x01", "knows none of the fields"),
        (
            Form::Delimited,
            b"\x02\x10\x01\x07\x10",
            "as delimited: offset 3: the length of message 2",
        ),
        (Form::Delimited, b"\x00\x00", "2 messages, all empty"),
        (
            Form::Grpc,
            b"\x00\x00\x00\x00\x09\x10",
            "as grpc: frame 1 at offset 0: the message announces 9 bytes, 1 are left: the file looks cut off",
        ),
        (
            Form::Grpc,
            b"\x00\xff\x00\x00\x09\x10",
            "as grpc: frame 1 at offset 0: a gRPC frame of 4278190089 bytes where 1 are left",
        ),
        (
            Form::Grpc,
            b"\x00\x00\x00\x00\x02\x10\x01\x01\x00\x00\x00\x01x",
            "frame 2 at offset 7: the frame is compressed (flag 0x01); give it uncompressed",
        ),
        (
            Form::Grpc,
            b"\x00\x00",
            "begins with 5 bytes, and 2 are left",
        ),
        (
            Form::Grpc,
            b"\x80\x00\x00\x00\x00",
            "no gRPC frame with a message",
        ),
        (Form::Json, b"{\"id\": 5}", "as json: line 1, column 8"),
        (
            Form::Json,
            b"{\n \"amuont\": 5}",
            "as json: line 2, column 9: unrecognized field name 'amuont'; did you mean `amount`?",
        ),
        (
            Form::Json,
            b"{\"lines\":[{\"naem\":1}]}",
            "did you mean `name`?",
        ),
        (
            Form::Json,
            b"{\"id\":",
            "as json: line 1, column 6: EOF while parsing a value; mend the JSON",
        ),
        (Form::Json, b"[]", "nothing to measure"),
        (
            Form::Text,
            b"id: 'x'\namuont: 5",
            "as text: line 2, column 1: field 'amuont' not found for message 'f.Order'; did you mean `amount`?",
        ),
        (Form::Text, b"id: ", "as text: line 1, column 5"),
        (
            Form::Text,
            b"id: \xff",
            "as text: line 1, column 5: not UTF-8",
        ),
        (
            Form::Base64,
            b"EAE=\n!",
            "as base64: line 2, column 1: byte 0x21 is no base64 symbol",
        ),
        (
            Form::Base64,
            b"EAEEE",
            "5 symbols, 1 more than a multiple of 4",
        ),
        (
            Form::Base64,
            b"data:text/plain,EAE",
            "a data URI that does not say",
        ),
        (Form::Base64, b"EA%3", "no percent-encoding"),
        (Form::Base64, b"CgN IiNj", "a space inside a quad"),
        (
            Form::Base64,
            b"EAEE EA",
            "spaces inside, and not a whole number of quads",
        ),
        (
            Form::GrpcWebText,
            b"EAE=",
            "as grpc-web-text: the base64 text holds no gRPC frames",
        ),
        (
            Form::JsonData,
            b"{\"a\":{\"data\":\"E\"}}",
            "as json-data: member /a/data: 1 symbol, 1 more",
        ),
        (
            Form::JsonData,
            b"{\"data\":1}",
            "no member named `data` holds a string",
        ),
        (
            Form::JsonData,
            b"{\"a\":{\"data\":\"AAAA\"}}",
            "as json-data: member /a/data: its bytes are not a valid `f.Order`",
        ),
    ] {
        let error = refused(form, bytes);
        assert!(error.contains(wanted), "{form}: {wanted}: {error}");
    }
}

#[test]
fn the_likeliest_forms_are_told_when_none_fits() {
    for (bytes, wanted, not) in [
        (&b"{\"idd\":\"x\"}"[..], "did you mean `id`?", "as wire"),
        (b"EAEEE", "(as base64:", "as wire"),
        (b"hello there, this is no message.", "(as text:", "as wire"),
        (b"\x0a\x05ab", "(as wire:", "as base64"),
        (b"\x01\x00\x00\x00\x01x", "compressed", "as base64"),
        (b"\x1f\x8b\x08\x00\x00", "gzip", "as base64"),
        (b"\xff\xfe{\x00", "UTF-16", "as wire"),
    ] {
        let error = recognise(bytes, &order()).unwrap_err().to_string();
        assert!(
            error.contains(wanted) && !error.contains(not),
            "{wanted}: {error}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
    let empty = pool().get_message_by_name("f.Empty").unwrap();
    assert!(recognise(b"{}", &empty).is_err());
    assert_eq!(recognise(b"", &order()), Err(FormError::Empty));
}

#[test]
fn limits_hold() {
    let stream = vec![1_u8; 0]
        .into_iter()
        .chain([2, 0x10, 1].repeat(MAX_MESSAGES + 1));
    let error = refused(Form::Delimited, &stream.collect::<Vec<_>>());
    assert!(error.contains("more than 100000 messages"), "{error}");
    let frames = frame(0, &[0x10, 1]).repeat(MAX_MESSAGES + 1);
    assert!(refused(Form::Grpc, &frames).contains("more than 100000 gRPC frames"));
    let lines = "{\"amount\":1}\n".repeat(MAX_MESSAGES + 1);
    assert!(refused(Form::Json, lines.as_bytes()).contains("more than 100000 messages"));
}

#[test]
fn depth_is_bounded() {
    let json = format!("{}{}", "{\"inner\":".repeat(50_000), "1");
    assert!(refused(Form::Json, json.as_bytes()).contains("line 1"));
    let json = format!(
        "{{\"lines\":[{}{{}}{}]}}",
        "{\"inner\":".repeat(110),
        "}".repeat(110)
    );
    assert!(refused(Form::Json, json.as_bytes()).contains("nested more than 100 deep"));
    let text = format!(
        "lines {{ {}{} }}",
        "inner { ".repeat(50_000),
        "}".repeat(50_000)
    );
    assert!(refused(Form::Text, text.as_bytes()).contains("nested more than 100 deep"));
    let data = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(refused(Form::JsonData, data.as_bytes()).contains("recursion limit"));
    assert!(candidates(text.as_bytes(), &pool()).is_empty());
    assert!(candidates(&[0x0b; 100_000], &pool()).is_empty());
}

#[test]
fn a_grpc_frame_that_is_cut_off_is_told_first() {
    for flag in [0, 1] {
        let mut bytes = frame(flag, &two().concat().repeat(80));
        let length = bytes.len();
        bytes.truncate(3000);
        let error = recognise(&bytes, &order()).unwrap_err().to_string();
        let wanted = format!(
            "no form of `f.Order` is recognised: (as grpc: frame 1 at offset 0: the message announces {} bytes, \
             2995 are left: the file looks cut off;",
            length - 5
        );
        assert!(error.starts_with(&wanted), "{error}");
    }
    // Nobody sends messages of gigabytes.
    let error = recognise(b"\x00\xff\xff\xff\xff\x90", &order()).unwrap_err();
    assert!(!error.to_string().contains("cut off"), "{error}");
}

/// A payload of many fields, so that it can be cut off anywhere.
fn long() -> Vec<u8> {
    two().concat().repeat(40)
}

#[test]
fn a_message_that_is_cut_off_is_told_first_and_alone() {
    let whole = long();
    let bytes = &whole[..whole.len() - 2];
    let error = recognise(bytes, &order()).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "no form of `f.Order` is recognised: (as wire: not a valid `f.Order`: at offset 2"
        ),
        "{error}"
    );
    assert!(
        error.contains(" bytes are left: the file looks cut off;"),
        "{error}"
    );
    assert!(!error.contains("delimited"), "{error}");

    // What is wrong in the middle is not cut off.
    let mut bytes = whole.clone();
    let middle = whole.len() * 3 / 4;
    bytes.truncate(middle - middle % two().concat().len());
    bytes.extend([0x06].repeat(100));
    let error = recognise(&bytes, &order()).unwrap_err().to_string();
    assert!(error.contains("(as wire:"), "{error}");
    assert!(!error.contains("cut off"), "{error}");
}

#[test]
fn the_form_that_reads_most_is_told_first() {
    let mut stream = delimit(&two()).repeat(40);
    stream.truncate(stream.len() - 3);
    let error = recognise(&stream, &order()).unwrap_err().to_string();
    assert!(
        error.starts_with("no form of `f.Order` is recognised: (as delimited: offset "),
        "{error}"
    );
    assert!(!error.contains("as wire"), "{error}");
    // Where none gets far, none is left out.
    let error = recognise(b"\x0a\x05ab", &order()).unwrap_err().to_string();
    assert!(
        error.contains("(as wire:") && error.contains("(as delimited:"),
        "{error}"
    );
}
