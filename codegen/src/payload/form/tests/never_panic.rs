//! No bytes make any of it panic, and what it returns is what it promises.

use proptest::prelude::*;

use super::*;

fn try_all(bytes: &[u8]) {
    let pool = pool();
    let order = pool.get_message_by_name("f.Order").unwrap();
    let mut results = vec![recognise(bytes, &order)];
    results.extend(Form::ALL.iter().map(|form| read_as(*form, bytes, &order)));
    for result in results {
        match result {
            Ok(found) => assert_kept(&found, &order),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
    for candidate in candidates(bytes, &pool) {
        let found = read_as(candidate.form, bytes, &candidate.message).unwrap();
        assert_kept(&found, &candidate.message);
    }
}

/// Valid payloads in every form.
fn valid() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = two()
        .iter()
        .flat_map(|message| rewritten(message))
        .map(|(_, bytes)| bytes)
        .collect();
    all.push(delimit(&two()));
    all.push(br#"{"id":"x","amount":"5","byNumber":{"2":{"name":"a"}},"blob":"-_8="}"#.to_vec());
    all.push(br#"[{"id":"x"},{"kind":"KIND_BIG"},{"counts":{"a":1}}]"#.to_vec());
    all.push(br#"id: "x\n" lines { name: 'y' inner < pieces: 0x1f > } counts { key: "k" value: 1 } kind: 1"#.to_vec());
    all.push(b"data:a/b;base64,EAE%3D".to_vec());
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        try_all(&bytes);
    }

    #[test]
    fn on_any_text(text in "[ -~\\n\\r\u{fe}-\u{200}]{0,80}") {
        try_all(text.as_bytes());
    }

    #[test]
    fn on_payloads_gone_wrong(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let valid = valid();
        let mut bytes = which.get(&valid).clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        try_all(&bytes);
    }
}
