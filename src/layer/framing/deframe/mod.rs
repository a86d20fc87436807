//! From chunks, as they come from the wire, to messages. One file a way; each says who copies what.

mod bytes_mut;
mod naive_vec;
mod tokio_util;
mod tonic;
mod zero_copy;

#[cfg(test)]
mod tests;

use ::bytes::Bytes;

pub use self::bytes_mut::BytesMutDeframer;
pub use self::naive_vec::NaiveVec;
pub use self::tokio_util::TokioUtil;
pub use self::tonic::Tonic;
pub use self::zero_copy::ZeroCopy;

use super::{FrameError, Rules};

/// Cuts a stream of frames into its messages.
pub trait Deframer: Sized {
    /// An owned message, inflated where it was compressed.
    type Message: AsRef<[u8]>;

    /// The name of the way.
    const BY: &'static str;

    /// One for a stream that begins.
    fn new(rules: Rules) -> Self;

    /// Takes the next chunk of the stream, which may be empty, and hands on each message that is complete with it.
    ///
    /// A prefix is judged when all of it is there, so that a verdict does not depend on how the stream was cut.
    ///
    /// # Errors
    /// Whatever is wrong with the stream, after the messages that come before it. The stream is over then, and this is what
    /// every later call gives.
    #[inline]
    fn feed(&mut self, chunk: Bytes, each: impl FnMut(Self::Message)) -> Result<(), FrameError> {
        if let Some(error) = *self.failure() {
            return Err(error);
        }
        let fed = self.advance(chunk, each);
        *self.failure() = fed.err();
        fed
    }

    /// Ends the stream; nothing may be fed afterwards.
    ///
    /// # Errors
    /// Where it ends inside a frame, and where it has failed before.
    fn finish(&mut self) -> Result<(), FrameError> {
        match *self.failure() {
            Some(error) => Err(error),
            None => self.end(),
        }
    }

    /// Bytes of memory that it has reserved for what is not handed on yet; `None` where it does not say.
    fn held(&self) -> Option<usize>;

    /// What [`feed`](Deframer::feed) does while nothing has failed.
    #[doc(hidden)]
    fn advance(&mut self, chunk: Bytes, each: impl FnMut(Self::Message)) -> Result<(), FrameError>;

    /// What [`finish`](Deframer::finish) does if nothing has failed.
    #[doc(hidden)]
    fn end(&mut self) -> Result<(), FrameError>;

    /// Where the first failure is kept.
    #[doc(hidden)]
    fn failure(&mut self) -> &mut Option<FrameError>;
}

/// The end of a stream of which so many bytes are left, after a head where there is one.
fn ended(head: Option<super::Head>, left: usize) -> Result<(), FrameError> {
    match (head, left) {
        (Some(head), got) => Err(FrameError::EndsInMessage {
            got: got as u32,
            of: head.length,
        }),
        (None, 0) => Ok(()),
        (None, got) => Err(FrameError::EndsInPrefix { got: got as u8 }),
    }
}
