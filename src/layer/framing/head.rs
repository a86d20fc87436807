//! The prefix of a message: its flag and its length ("gRPC over HTTP2", Length-Prefixed-Message).

use super::FrameError;

/// Bytes of a prefix: one of the flag, and four of the length, the most significant first.
pub const PREFIX: usize = 5;

/// Bytes of a message that gRPC's implementations accept unless told otherwise.
pub const DEFAULT_LIMIT: u32 = 4 * 1024 * 1024;

/// What the two sides agreed upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The most bytes that a message may have, on the wire and inflated alike.
    pub limit: u32,
    /// Whether the call has `grpc-encoding: gzip`: then a receiver takes compressed messages, and a sender compresses.
    pub gzip: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            limit: DEFAULT_LIMIT,
            gzip: false,
        }
    }
}

/// A prefix that was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Whether the flag says that the message is compressed.
    pub compressed: bool,
    /// Bytes of the message that follows.
    pub length: u32,
}

impl Head {
    /// Reads a prefix: its flag first, then its length.
    ///
    /// # Errors
    /// [`FrameError::UnknownFlag`], [`FrameError::NoEncoding`] or [`FrameError::TooLong`]: all that can be told before any of
    /// the message is there.
    #[inline]
    pub fn read(prefix: [u8; PREFIX], rules: Rules) -> Result<Self, FrameError> {
        let compressed = Head::flag(prefix[0], rules)?;
        let [_, length @ ..] = prefix;
        let length = u32::from_be_bytes(length);
        if length > rules.limit {
            return Err(FrameError::TooLong {
                length: length.into(),
                limit: rules.limit,
            });
        }
        Ok(Head { compressed, length })
    }

    /// Whether the message is compressed, by its flag.
    #[inline]
    pub(super) fn flag(flag: u8, rules: Rules) -> Result<bool, FrameError> {
        match flag {
            0 => Ok(false),
            1 if rules.gzip => Ok(true),
            1 => Err(FrameError::NoEncoding),
            other => Err(FrameError::UnknownFlag(other)),
        }
    }

    /// The prefix of a message to be sent.
    ///
    /// # Errors
    /// [`FrameError::TooLong`].
    #[inline]
    pub fn of(message: &[u8], compressed: bool, limit: u32) -> Result<Self, FrameError> {
        match u32::try_from(message.len()) {
            Ok(length) if length <= limit => Ok(Head { compressed, length }),
            _ => Err(FrameError::TooLong {
                length: message.len() as u64,
                limit,
            }),
        }
    }

    /// Its five bytes.
    #[inline]
    pub fn bytes(self) -> [u8; PREFIX] {
        let [a, b, c, d] = self.length.to_be_bytes();
        [self.compressed.into(), a, b, c, d]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_looked_at_before_the_length_and_the_limit_is_still_accepted() {
        let rules = Rules::default();
        let gzip = Rules {
            gzip: true,
            ..rules
        };
        let read = |prefix| Head::read(prefix, rules);
        let length = u32::MAX;
        assert_eq!(
            read([0, 255, 255, 255, 255]),
            Err(FrameError::TooLong {
                length: length.into(),
                limit: 4_194_304
            })
        );
        assert_eq!(read([1, 255, 255, 255, 255]), Err(FrameError::NoEncoding));
        for flag in 2..=255 {
            assert_eq!(read([flag, 0, 0, 0, 0]), Err(FrameError::UnknownFlag(flag)));
        }
        let head = Head {
            compressed: false,
            length: 0x40_0000,
        };
        assert_eq!(read([0, 0, 0x40, 0, 0]), Ok(head));
        assert!(read([0, 0, 0x40, 0, 1]).is_err());
        let head = Head {
            compressed: true,
            length: 0x01_0203,
        };
        assert_eq!(Head::read([1, 0, 1, 2, 3], gzip), Ok(head));
        assert_eq!(head.bytes(), [1, 0, 1, 2, 3]);
    }

    #[test]
    fn a_message_over_the_limit_has_no_prefix() {
        assert_eq!(
            Head::of(b"abc", true, 3),
            Ok(Head {
                compressed: true,
                length: 3
            })
        );
        let error = FrameError::TooLong {
            length: 3,
            limit: 2,
        };
        assert_eq!(Head::of(b"abc", false, 2), Err(error));
    }
}
