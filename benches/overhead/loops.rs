//! The two sides: the loop that one would write by hand, and the harness's cell for the same.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;

use crate::drops::{Cost, cost};
use prost::Message;
use wiretax::codec::Prost;
use wiretax::measure::{Cell, allocated};
use wiretax::wrap::{Op, Wrap};

/// First argument of a child.
const SWITCH: &str = "--count";

/// Ops of a loop written by hand whose allocations are counted.
const COUNTED: u64 = 100;

/// Names of the messages that are compared.
pub const MESSAGES: [&str; 2] = ["reading", "event"];

/// A small message, for which every instruction counts.
#[derive(Clone, PartialEq, Message)]
struct Reading {
    #[prost(uint64, tag = "1")]
    time: u64,
    #[prost(uint32, tag = "2")]
    sensor: u32,
    #[prost(sint32, tag = "3")]
    offset: i32,
    #[prost(double, tag = "4")]
    value: f64,
    #[prost(bool, tag = "5")]
    calibrated: bool,
}

/// The event of the report that started this project: text, a map and two bytes fields.
#[derive(Clone, PartialEq, Message)]
struct Event {
    #[prost(string, tag = "1")]
    id: String,
    #[prost(btree_map = "string, string", tag = "2")]
    metadata: BTreeMap<String, String>,
    #[prost(bytes = "vec", tag = "3")]
    data: Vec<u8>,
    #[prost(bytes = "vec", tag = "4")]
    custom_metadata: Vec<u8>,
}

/// Who wrote the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A person.
    Hand,
    /// The harness.
    Cell,
}

impl Side {
    /// The name, as a child is told it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Hand => "hand",
            Side::Cell => "cell",
        }
    }

    /// Runs the loop.
    pub fn run(self, message: &str, op: Op, iterations: u64) {
        match message {
            "reading" => self.run_on(&reading(), op, iterations),
            _ => self.run_on(&event(), op, iterations),
        }
    }

    fn run_on<M: Message + Default + Clone + 'static>(self, message: &M, op: Op, iterations: u64) {
        let wire = message.encode_to_vec();
        match (self, op) {
            (Side::Cell, _) => {
                black_box(cell::<M>(op, &wire).run(iterations));
            }
            (Side::Hand, Op::Encode) => encode(message, iterations),
            (Side::Hand, _) => decode::<M>(&wire, iterations),
        }
    }

    /// Allocations per op. Of the harness those of its loop: how often it allocates to place its buffers depends on the heap.
    pub fn allocations(self, message: &str, op: Op) -> f64 {
        let counted = match (self, message) {
            (Side::Cell, "reading") => {
                cell::<Reading>(op, &reading().encode_to_vec()).allocations()
            }
            (Side::Cell, _) => cell::<Event>(op, &event().encode_to_vec()).allocations(),
            (Side::Hand, _) => {
                let [few, many] = [1, 1 + COUNTED].map(|iterations| {
                    allocated(|| self.run(message, op, iterations))
                        .1
                        .map_or(0, |allocations| allocations.count)
                });
                return (many as f64 - few as f64) / COUNTED as f64;
            }
        };
        counted.map_or(0.0, |per_op| per_op.count)
    }
}

/// The harness's cell for a message of which these are the bytes.
fn cell<M: Message + Default + Clone + 'static>(op: Op, wire: &[u8]) -> Cell {
    Cell::new(Prost::<M>::new(), op, Wrap::Raw, wire).expect("the bytes of a message")
}

fn encode<M: Message>(message: &M, iterations: u64) {
    let mut out = Vec::new();
    message.encode(&mut out).expect("a vector grows");
    for _ in 0..iterations {
        out.clear();
        black_box(message).encode(&mut out).expect("a vector grows");
        black_box(out.as_slice());
    }
}

fn decode<M: Message + Default>(wire: &[u8], iterations: u64) {
    for _ in 0..iterations {
        let message = M::decode(black_box(wire)).expect("the bytes of a message");
        black_box(&message);
    }
}

/// What dropping a decoded message costs.
pub fn drop_cost(message: &str) -> Cost {
    fn of<M: Message + Default>(message: &M) -> Cost {
        let wire = message.encode_to_vec();
        cost(|| M::decode(black_box(wire.as_slice())).expect("the bytes of a message"))
    }
    match message {
        "reading" => of(&reading()),
        _ => of(&event()),
    }
}

fn reading() -> Reading {
    Reading {
        time: 1_700_000_000,
        sensor: 417,
        offset: -12,
        value: 21.5,
        calibrated: true,
    }
}

fn event() -> Event {
    let metadata = [
        ("type", "order-placed"),
        ("content-type", "application/json"),
    ];
    Event {
        id: "7f6c2a52-0b7f-4a3e-9a52-6f4f6b1f2d11".to_owned(),
        metadata: metadata
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        data: vec![b'd'; 1_481],
        custom_metadata: vec![b'm'; 1_481],
    }
}

/// Does a child's work if this process is one.
pub fn child() -> Option<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [switch, side, message, op, iterations] = words.as_slice() else {
        return None;
    };
    if switch != SWITCH {
        return None;
    }
    let side = if side == Side::Hand.name() {
        Side::Hand
    } else {
        Side::Cell
    };
    let (Ok(op), Ok(iterations)) = (op.parse(), iterations.parse()) else {
        return Some(ExitCode::from(2));
    };
    side.run(message, op, iterations);
    Some(ExitCode::SUCCESS)
}

/// The command line of a child.
pub fn child_arguments<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    std::iter::once(SWITCH).chain(words.iter().copied())
}
