//! tonic's own body of frames.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bytes::{BufMut as _, Bytes};
use http_body::Body as _;
use tonic::Status;
use tonic::body::Body;
use tonic::codec::{CompressionEncoding, EncodeBody, EncodeBuf, Encoder};

use super::Framer;
use crate::layer::framing::slot::{Slot, Taken};
use crate::layer::framing::{FrameError, Rules};

/// tonic's [`EncodeBody`], as a client has it for its messages, boxed as there, with an encoder that puts a message as it is.
///
/// The message is copied once, into tonic's buffer, which has 8 KiB when the stream begins, and the DATA frame is split off. With
/// gzip it is copied into a second buffer, and compressed from there through the compressor's own buffers. Messages come
/// from a stream that waits between them.
#[derive(Debug)]
pub struct TonicFramer {
    body: Body,
    slot: Arc<Slot>,
}

/// Puts a message as it is.
#[derive(Debug)]
struct AsItIs;

impl Encoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    #[inline]
    fn encode(&mut self, message: Bytes, out: &mut EncodeBuf<'_>) -> Result<(), Status> {
        out.put_slice(&message);
        Ok(())
    }
}

impl Framer for TonicFramer {
    type Frame = Bytes;

    const BY: &'static str = "tonic";

    fn new(rules: Rules) -> Self {
        let slot = Arc::new(Slot::default());
        let encoding = rules.gzip.then_some(CompressionEncoding::Gzip);
        let limit = Some(rules.limit as usize);
        TonicFramer {
            body: Body::new(EncodeBody::new_client(
                AsItIs,
                Taken(slot.clone()),
                encoding,
                limit,
            )),
            slot,
        }
    }

    #[inline]
    fn frame(&mut self, message: &Bytes) -> Result<Bytes, FrameError> {
        self.slot.put(message.clone());
        let mut context = Context::from_waker(Waker::noop());
        match Pin::new(&mut self.body).poll_frame(&mut context) {
            Poll::Ready(Some(Ok(frame))) => Ok(frame.into_data().unwrap_or_default()),
            Poll::Ready(Some(Err(status))) => Err(FrameError::Status(status.code())),
            Poll::Ready(None) | Poll::Pending => {
                unreachable!("a message was put, and the stream goes on")
            }
        }
    }
}
