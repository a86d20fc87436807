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

/// What is said of each way in `layer::framing`, where it is ours.
#[cfg(feature = "layer")]
#[test]
fn a_deframer_allocates_what_it_copies_into() {
    // The message is 65,540 bytes, and 65,545 with its prefix; the small one is 14.
    let expected = [
        ("small/deframe/zero-copy/fresh", 0.0, 0.0),
        ("small-chunked/deframe/zero-copy/fresh", 0.0, 0.0),
        ("many-small/deframe/naive-vec/reused", 100.0, 1_400.0),
        ("many-small/deframe/zero-copy/reused", 0.0, 0.0),
        ("large/deframe/naive-vec/fresh", 2.0, 131_085.0),
        ("large/deframe/naive-vec/reused", 1.0, 65_540.0),
        ("large/deframe/bytes-mut/reused", 0.0, 0.0),
        ("large/deframe/zero-copy/fresh", 0.0, 0.0),
        ("large-chunked/deframe/bytes-mut/reused", 0.0, 0.0),
        ("large-chunked/deframe/zero-copy/reused", 1.0, 65_540.0),
        ("large-data-frames/deframe/zero-copy/reused", 1.0, 65_540.0),
        ("large-gzip/deframe/zero-copy/reused", 1.0, 65_540.0),
        ("large/frame/naive-vec/fresh", 1.0, 65_545.0),
        ("large/frame/bytes-mut/reused", 0.0, 0.0),
        ("large/frame/two-buffers/fresh", 0.0, 0.0),
    ];
    let mut found = Vec::new();
    for task in wiretax::layer::framing::tasks() {
        for way in &task.ways {
            let id = task.id(way).to_string();
            if expected.iter().any(|(expected, ..)| *expected == id) {
                let per_op = way.make().allocations().expect("it counts");
                found.push((id, per_op.count, per_op.bytes));
            }
        }
    }
    let expected = expected.map(|(id, count, bytes)| (id.to_owned(), count, bytes));
    assert_eq!(found.len(), expected.len());
    for expected in expected {
        assert!(
            found.contains(&expected),
            "{expected:?} is not in {found:?}"
        );
    }
}
