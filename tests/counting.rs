//! What a cell allocates, against what is known of it.

#![forbid(unsafe_code)]

use wiretax::codec::Prost;
use wiretax::measure::{Cell, CountingAllocator, allocated};
use wiretax::wrap::{Op, Wrap};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// `google.protobuf.StringValue`, for which prost uses `String`, of 100 bytes.
fn cell(op: Op, wrap: &str) -> Cell {
    let wire = [&b"\x0a\x64"[..], &[b'x'; 100]].concat();
    let wrap: Wrap = wrap.parse().expect("a wrap");
    Cell::new(Prost::<String>::new(), op, wrap, &wire).expect("it decodes")
}

#[test]
fn a_decoded_string_is_one_allocation_of_its_length() {
    for wrap in ["raw", "base64"] {
        let per_op = cell(Op::Decode, wrap).allocations().expect("it counts");
        assert_eq!((per_op.count, per_op.bytes), (1.0, 100.0), "{wrap}");
        let per_op = cell(Op::Encode, wrap).allocations().expect("it counts");
        assert_eq!((per_op.count, per_op.bytes), (0.0, 0.0), "{wrap}");
    }
}

#[test]
fn only_what_is_asked_for_is_counted() {
    let (text, counted) = allocated(|| String::from("four"));
    let counted = counted.expect("it counts");
    assert_eq!((counted.count, counted.bytes), (1, 4));
    drop(text);
    let ((), counted) = allocated(|| {
        let (_, inner) = allocated(|| vec![0_u8; 10]);
        assert_eq!(inner.map(|inner| inner.bytes), Some(10));
    });
    assert_eq!(counted.map(|counted| counted.count), Some(1));
}
