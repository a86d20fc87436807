//! Arms as a codec of tonic: one reads, one writes.

use bytes::{Buf, BufMut};
use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

use super::arm::{Arm, Fault};

/// What is to be written.
pub enum Item<M> {
    /// A message of its own.
    One(M),
    /// The same for all.
    Shared(Arc<M>),
    /// The same over and over, with its fields held as the wrap has them.
    Again(Arc<Mutex<M>>),
}

/// `R` reads what comes, `W` writes what goes.
#[derive(Debug, Clone)]
pub struct Wire<R, W> {
    /// Reads.
    pub read: R,
    /// Writes.
    pub write: W,
}

impl<R: Arm, W: Arm> Codec for Wire<R, W> {
    type Encode = Item<W::Message>;
    type Decode = R::Message;
    type Encoder = Writer<W>;
    type Decoder = Reader<R>;

    fn encoder(&mut self) -> Writer<W> {
        Writer(self.write.clone())
    }

    fn decoder(&mut self) -> Reader<R> {
        Reader(self.read.clone())
    }
}

/// Reads with an arm.
pub struct Reader<R>(R);

impl<R: Arm> Decoder for Reader<R> {
    type Item = R::Message;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<R::Message>, Status> {
        // Split off, not copied.
        let bytes = from.copy_to_bytes(from.remaining());
        self.0
            .read(bytes)
            .map(Some)
            .map_err(|Fault(why)| Status::invalid_argument(why))
    }
}

/// Writes with an arm.
pub struct Writer<W>(W);

thread_local! {
    /// Codecs append to a vector, and a gRPC frame is another buffer: every arm pays this one copy, `none` as well.
    static OUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl<W: Arm> Encoder for Writer<W> {
    type Item = Item<W::Message>;
    type Error = Status;

    fn encode(&mut self, item: Item<W::Message>, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        OUT.with_borrow_mut(|out| {
            out.clear();
            let written = match &item {
                Item::One(message) => self.0.write(message, out),
                Item::Shared(message) => self.0.write(message, out),
                Item::Again(message) => match message.lock() {
                    Ok(mut message) => self.0.write_again(&mut message, out),
                    Err(_) => Err(Fault(
                        "another request panicked while it wrote this message".to_owned(),
                    )),
                },
            };
            written.map_err(|Fault(why)| Status::internal(why))?;
            to.reserve(out.len());
            to.put_slice(out);
            Ok(())
        })
    }
}
