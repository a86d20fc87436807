//! Benches a type of your own with every wrap: no suite, no generated code.
//!
//! ```text
//! cargo run --release --example own_type
//! ```

#![forbid(unsafe_code)]

use prost::Message;
use wiretax::codec::{BytesFields, EachBytes, Prost};
use wiretax::measure::Cell;
use wiretax::wrap::{Op, Wrap};

/// As your project has it.
#[derive(Clone, PartialEq, Message)]
struct Upload {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(bytes = "vec", tag = "2")]
    content: Vec<u8>,
}

/// For `base64-field`: which fields would hold text.
impl BytesFields for Upload {
    fn each_bytes<V: EachBytes>(&mut self, each: &mut V) -> Result<(), V::Error> {
        each.field(&mut self.content)
    }
}

fn main() {
    let upload = Upload {
        name: "report.pdf".to_owned(),
        content: vec![7; 4096],
    };
    let wire = upload.encode_to_vec();
    for op in [Op::Encode, Op::Decode] {
        for wrap in Wrap::all() {
            let codec = Prost::<Upload>::new();
            let cell = match wrap {
                Wrap::Field(engine) => Cell::field(codec, op, engine, &wire),
                _ => Cell::new(codec, op, wrap, &wire),
            };
            let nanos = cell.expect("the bytes of an upload").run(20_000) / 20_000;
            println!("{op:7} {:32} {nanos:6} ns", wrap.to_string());
        }
    }
}
