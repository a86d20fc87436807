//! What a decoder reads, and where in memory it lies.

use bytes::Bytes;

/// Offsets are smaller than this: distances between buffers matter modulo a page.
pub(crate) const PAGE: usize = 4096;

/// The form in which wire bytes are handed to a decoder.
pub trait Input: 'static {
    /// What owns the bytes.
    type Home;
    /// What base64 text is decoded into before the codec sees it.
    type Decoded: Default;

    /// Copies `wire` into memory of its own, `offset` bytes past the start of the allocation, whose size
    /// does not depend on the offset: the next one fits into the hole that this one leaves.
    fn place(wire: &[u8], offset: usize) -> Self::Home;

    /// The placed bytes.
    fn at(home: &Self::Home) -> &Self;

    /// Where the placed bytes lie.
    fn addresses(home: &Self::Home) -> std::ops::Range<usize>;

    /// Has `fill` decode into a buffer, reused where this form of input allows it, and lends the result.
    fn decoded<E>(
        buffer: &mut Self::Decoded,
        reuse: impl FnOnce(&mut Vec<u8>) -> Result<usize, E>,
        fresh: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<&Self, E>;
}

impl Input for [u8] {
    type Home = (Vec<u8>, usize);
    type Decoded = Vec<u8>;

    fn place(wire: &[u8], offset: usize) -> Self::Home {
        let mut home = Vec::with_capacity(PAGE.max(offset) + wire.len());
        home.resize(offset, 0);
        home.extend_from_slice(wire);
        (home, offset)
    }

    fn at((home, offset): &Self::Home) -> &Self {
        &home[*offset..]
    }

    fn addresses(home: &Self::Home) -> std::ops::Range<usize> {
        let range = Self::at(home).as_ptr_range();
        range.start.addr()..range.end.addr()
    }

    #[inline]
    fn decoded<E>(
        buffer: &mut Vec<u8>,
        reuse: impl FnOnce(&mut Vec<u8>) -> Result<usize, E>,
        _fresh: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<&Self, E> {
        let length = reuse(buffer)?;
        Ok(&buffer[..length])
    }
}

impl Input for Bytes {
    type Home = Bytes;
    type Decoded = Bytes;

    fn place(wire: &[u8], offset: usize) -> Self::Home {
        let (home, offset) = <[u8] as Input>::place(wire, offset);
        Bytes::from(home).slice(offset..)
    }

    fn at(home: &Self::Home) -> &Self {
        home
    }

    fn addresses(home: &Self::Home) -> std::ops::Range<usize> {
        let range = home.as_ptr_range();
        range.start.addr()..range.end.addr()
    }

    /// Messages share the buffer, so each decode needs a fresh one.
    #[inline]
    fn decoded<E>(
        buffer: &mut Bytes,
        _reuse: impl FnOnce(&mut Vec<u8>) -> Result<usize, E>,
        fresh: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<&Self, E> {
        *buffer = Bytes::from(fresh()?);
        Ok(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placed_bytes_are_the_same_bytes_at_the_offset_asked_for() {
        let wire = b"abc";
        for offset in [0, 1, 63, 4096] {
            let home = <[u8] as Input>::place(wire, offset);
            let at = <[u8] as Input>::at(&home);
            assert_eq!(at, wire);
            assert_eq!(at.as_ptr().addr() - home.0.as_ptr().addr(), offset);
            assert_eq!(<Bytes as Input>::place(wire, offset), &wire[..]);
        }
    }
}
