//! The reading and writing of one message type.

use bytes::Bytes;

/// Why a message could not be read or written: the text says by whom and why.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

impl Fault {
    /// What somebody says of it.
    pub fn by(who: &str, why: impl std::fmt::Display) -> Self {
        Fault(format!("{who}: {why}"))
    }
}

/// One message type in one codec with one wrap.
///
/// The three steps are where a server does them: [`read`](Arm::read) in the decoder of the call, [`answer`](Arm::answer)
/// in its handler, [`write`](Arm::write) in its encoder.
pub trait Arm: Clone + Send + Sync + 'static {
    /// What the handler gets.
    type Message: Send + Sync + 'static;

    /// From the bytes of a gRPC message, which are base64 text where the wrap says so.
    fn read(&self, bytes: Bytes) -> Result<Self::Message, Fault>;

    /// What the handler does with the message before it is an answer: nothing, or what reading left to it.
    fn answer(&self, message: Self::Message) -> Result<Self::Message, Fault>;

    /// What the handler does with the message that another message answers: parses it, where reading left that to it.
    fn take(&self, message: Self::Message) -> Result<(), Fault> {
        drop(message);
        Ok(())
    }

    /// Appends the bytes of a gRPC message.
    fn write(&self, message: &Self::Message, out: &mut Vec<u8>) -> Result<(), Fault>;

    /// For a client that writes one message over and over: its fields as the wrap holds them.
    fn write_again(&self, message: &mut Self::Message, out: &mut Vec<u8>) -> Result<(), Fault> {
        self.write(message, out)
    }
}
