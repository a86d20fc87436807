//! tonic's own stream of messages.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bytes::{Buf as _, Bytes};
use tonic::codec::{CompressionEncoding, DecodeBuf, Decoder};
use tonic::{Status, Streaming};

use super::Deframer;
use crate::layer::framing::slot::{Slot, Taken};
use crate::layer::framing::{FrameError, Rules};

/// tonic's [`Streaming`], as a server has it for the messages of a request, with a decoder that takes them as they are.
///
/// Every byte is copied once, into tonic's buffer, which has 8 KiB when the stream begins; a message is split off. When tonic has read
/// a prefix, it asks the buffer for room for the whole message beside what is there of it already: so the buffer of a fresh
/// stream grows twice for a large message that is whole, to twice its size, and what is there is moved again. A
/// compressed message is inflated by a fresh decoder for each, through that decoder's own buffers, into a second buffer of which it is
/// split off. Chunks come as DATA frames of a body that waits between them, so that one stream can serve all ops; polled here, it
/// needs no runtime. It differs from the other ways:
///
/// - its errors are statuses, and of these the code is kept;
/// - it goes on after a refused prefix, as if the next byte began a frame. [`Deframer::feed`] stops there;
/// - a stream that ends right after a prefix has ended well for it ([`FrameError::in_tonic`]), since its buffer is empty;
/// - what follows the first gzip member in a message is passed over.
#[derive(Debug)]
pub struct Tonic {
    streaming: Streaming<Bytes>,
    slot: Arc<Slot>,
    failed: Option<FrameError>,
}

/// Takes a message as it is, without parsing and without a copy.
#[derive(Debug)]
struct AsItIs;

impl Decoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    #[inline]
    fn decode(&mut self, message: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(message.copy_to_bytes(message.remaining())))
    }
}

impl Tonic {
    /// Whatever is complete, up to where more chunks are needed or the body ends.
    #[inline]
    fn poll(&mut self, mut each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match pin!(self.streaming.message()).poll(&mut context) {
                Poll::Ready(Ok(Some(message))) => each(message),
                Poll::Ready(Ok(None)) | Poll::Pending => return Ok(()),
                Poll::Ready(Err(status)) => return Err(FrameError::Status(status.code())),
            }
        }
    }
}

impl Deframer for Tonic {
    type Message = Bytes;

    const BY: &'static str = "tonic";

    fn new(rules: Rules) -> Self {
        let slot = Arc::new(Slot::default());
        let encoding = rules.gzip.then_some(CompressionEncoding::Gzip);
        let body = Taken(slot.clone());
        Tonic {
            streaming: Streaming::new_request(AsItIs, body, encoding, Some(rules.limit as usize)),
            slot,
            failed: None,
        }
    }

    #[inline]
    fn advance(&mut self, chunk: Bytes, each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        self.slot.put(chunk);
        self.poll(each)
    }

    fn end(&mut self) -> Result<(), FrameError> {
        self.slot.close();
        self.poll(|_| unreachable!("what was complete has been handed on"))
    }

    fn held(&self) -> Option<usize> {
        None
    }

    fn failure(&mut self) -> &mut Option<FrameError> {
        &mut self.failed
    }
}
