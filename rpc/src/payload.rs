//! The bytes of messages that are sent.

use prost::Message as _;
use wiretax::wrap::{Engine, Standard, Wrap};

use crate::generated::m0;

/// Wire bytes of a `wiretax.rpc.Note`, `size` of them: its body makes up the size, and where no body can, since the length before it would
/// take one byte more, its subject helps. `None` for 1 and 2: a field takes three bytes at least.
pub fn note(size: usize) -> Option<Vec<u8>> {
    let of = |subject: usize, body: usize| m0::prost::generated::Msg0 {
        n1: "n".repeat(subject),
        n2: noise(body),
    };
    if size == 0 {
        return Some(Vec::new());
    }
    for subject in 0..4 {
        let taken = of(subject, 0).encoded_len();
        // A tag and a length of up to five bytes.
        for overhead in 2..=6 {
            let note = size
                .checked_sub(taken + overhead)
                .map(|body| of(subject, body));
            if let Some(note) = note.filter(|note| note.encoded_len() == size) {
                return Some(note.encode_to_vec());
            }
        }
    }
    None
}

/// The same bytes each time, of which none is more likely than another.
fn noise(length: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut bytes = vec![0; length];
    random.fill(&mut bytes);
    bytes
}

/// The bytes as they travel: base64 text where the wrap is about the whole message. Engines differ in speed and not in what they write.
pub fn wrapped(wrap: Wrap, wire: Vec<u8>) -> Vec<u8> {
    match wrap {
        Wrap::Base64(_) => Standard::encode_fresh(&wire).into_bytes(),
        Wrap::Raw | Wrap::Field(_) => wire,
    }
}

/// Wire bytes of the event of the write flood, a `wiretax.append.ProposedMessage`.
pub fn proposed() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/wiretax/payloads/proposed.bin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_as_long_as_it_is_asked_for() {
        for size in (3..300)
            .chain(16_380..16_400)
            .chain([0, 4_096, 1 << 20, 1 << 21])
        {
            assert_eq!(note(size).map(|note| note.len()), Some(size));
        }
        assert_eq!((note(1), note(2)), (None, None));
    }
}
