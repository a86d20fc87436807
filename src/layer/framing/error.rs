//! What can be wrong with a stream of frames.

use tonic::Code;

use super::head::PREFIX;

/// Why a stream of frames is refused, or a message not sent. Small, so that it costs nothing to hand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The length of a message, as its prefix announces it or its sender has it, in bytes.
    #[error(
        "a message of {length} bytes is over the limit of {limit}: raise the limit, or send less in one message"
    )]
    TooLong {
        /// Bytes of the message.
        length: u64,
        /// Bytes that are accepted.
        limit: u32,
    },
    /// The flag says that the message is compressed, and no encoding was agreed upon.
    #[error(
        "a compressed message, but the call has no grpc-encoding: name the encoding in the headers, or send flag 0"
    )]
    NoEncoding,
    /// The specification knows 0 and 1.
    #[error(
        "a frame begins with the flag {0}, and gRPC has 0 and 1 only: what was sent is no gRPC frame"
    )]
    UnknownFlag(u8),
    /// The stream ends where a prefix had begun.
    #[error(
        "the stream ends after {got} of the {PREFIX} bytes of a prefix: it was cut off, call again"
    )]
    EndsInPrefix {
        /// Bytes of the prefix that came, at least one.
        got: u8,
    },
    /// The stream ends between a prefix and the last byte of its message.
    #[error(
        "the stream ends after {got} of the {of} bytes of a message: it was cut off, call again"
    )]
    EndsInMessage {
        /// Bytes of the message that came.
        got: u32,
        /// Bytes that its prefix announces.
        of: u32,
    },
    /// What a gzip member says of its own size, in bytes.
    #[error(
        "a message inflates to {size} bytes, over the limit of {limit}: raise the limit, or send less in one message"
    )]
    InflatesTooLong {
        /// Bytes of the message when inflated, modulo 4 GiB, which is how RFC 1952 has it.
        size: u32,
        /// Bytes that are accepted.
        limit: u32,
    },
    /// Not exactly one gzip member, of the size and with the checksum that it names.
    #[error(
        "a compressed message is not one whole gzip member (RFC 1952): it was damaged, or compressed otherwise"
    )]
    Gzip,
    /// tonic's own verdict: of its statuses the code alone, since their texts are for people.
    #[error(
        "tonic refuses the stream with the status {0:?}: see the limits and the encoding that it was given"
    )]
    Status(Code),
}

impl FrameError {
    /// The code of tonic's status (0.14) where it meets the same; `None` where it takes the stream for one that ended well,
    /// which it does when nothing follows a prefix.
    pub fn in_tonic(self) -> Option<Code> {
        match self {
            FrameError::TooLong { .. } => Some(Code::OutOfRange),
            FrameError::InflatesTooLong { .. } => Some(Code::ResourceExhausted),
            FrameError::NoEncoding
            | FrameError::UnknownFlag(_)
            | FrameError::EndsInPrefix { .. }
            | FrameError::Gzip => Some(Code::Internal),
            FrameError::EndsInMessage { got, .. } => (got > 0).then_some(Code::Internal),
            FrameError::Status(code) => Some(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_small_and_its_text_is_one_line_with_what_was_found() {
        assert!(size_of::<FrameError>() <= 16);
        for (error, found) in [
            (
                FrameError::TooLong {
                    length: 77,
                    limit: 70,
                },
                "77 bytes is over the limit of 70",
            ),
            (FrameError::UnknownFlag(9), "flag 9"),
            (FrameError::EndsInPrefix { got: 3 }, "3 of the 5"),
            (FrameError::EndsInMessage { got: 3, of: 14 }, "3 of the 14"),
            (
                FrameError::InflatesTooLong { size: 9, limit: 8 },
                "9 bytes, over the limit of 8",
            ),
            (FrameError::Status(Code::Internal), "Internal"),
        ] {
            let text = error.to_string();
            assert!(text.contains(found) && !text.contains('\n'), "{text}");
        }
    }
}
