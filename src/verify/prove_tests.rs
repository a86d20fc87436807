use super::*;

/// A message of `message M { map<string, int32> counts = 1; bytes data = 2; }`.
fn subject(wire: &[u8]) -> Subject {
    let folder = tempfile::tempdir().unwrap();
    let schema =
        "syntax = \"proto3\"; message M { map<string, int32> counts = 1; bytes data = 2; }";
    std::fs::write(folder.path().join("m.proto"), schema).unwrap();
    let set = protox::compile(["m.proto"], [folder.path()]).unwrap();
    let pool = prost_reflect::DescriptorPool::from_file_descriptor_set(set).unwrap();
    Subject::new(pool.get_message_by_name("M").unwrap(), wire).unwrap()
}

#[test]
fn entries_of_a_map_may_come_in_any_order() {
    let (a, b) = (b"\x0a\x05\x0a\x01a\x10\x01", b"\x0a\x05\x0a\x01b\x10\x02");
    let (one, other) = ([&a[..], b].concat(), [&b[..], a].concat());
    let of = subject(&one);
    assert_eq!(of.digest(one.clone()), of.digest(other));
    let changed = [&a[..], b"\x0a\x05\x0a\x01b\x10\x03"].concat();
    assert_ne!(of.digest(one), of.digest(changed));
}

#[test]
fn without_two_entries_order_counts() {
    for wire in [&b"\x12\x02xy"[..], b"\x0a\x05\x0a\x01a\x10\x01\x12\x02xy"] {
        let of = subject(wire);
        let mut turned = wire.to_vec();
        let end = turned.len();
        turned.swap(end - 1, end - 2);
        assert_ne!(of.digest(wire.to_vec()), of.digest(turned));
    }
}
