//! What goes over the wire in the tasks.

use bytes::Bytes;

use super::gzip::gzip;
use super::head::Rules;
use crate::codec::Input as _;
use crate::measure::Place;

/// A stream, how it is cut, and what is in it.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) name: &'static str,
    /// The stream and its chunks, for people.
    pub(super) what: &'static str,
    pub(super) rules: Rules,
    /// Its chunks, in order.
    pub(super) chunks: Vec<Vec<u8>>,
    /// The messages, inflated.
    pub(super) messages: Vec<Vec<u8>>,
}

/// HTTP/2's SETTINGS_MAX_FRAME_SIZE, unless a peer asks for more (RFC 9113, section 6.5.2).
const DATA_FRAME: usize = 16_384;
/// What many-small has of them.
const MANY: usize = 100;

/// Field 1 with 12 characters: 14 bytes.
pub(super) fn small() -> Vec<u8> {
    b"\x0a\x0chello, world".to_vec()
}

/// Field 1 with 65,536 characters: 65,540 bytes. Words in no order, which compress as text does.
pub(super) fn large() -> Vec<u8> {
    const WORDS: [&str; 16] = [
        "message", "of", "the", "stream", "that", "a", "frame", "carries", "to", "and", "from",
        "server", "client", "in", "order", "with",
    ];
    let mut text = String::new();
    let mut state = 1_u64;
    while text.len() < 65_536 {
        // Knuth's MMIX: good enough to choose words.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        text += WORDS[(state >> 60) as usize];
        text.push(' ');
    }
    [b"\x0a\x80\x80\x04", &text.as_bytes()[..65_536]].concat()
}

/// A frame by hand, independent of what is tested.
pub(super) fn frame(flag: u8, message: &[u8]) -> Vec<u8> {
    let length = message.len() as u32;
    let mut frame = vec![
        flag,
        (length >> 24) as u8,
        (length >> 16) as u8,
        (length >> 8) as u8,
        length as u8,
    ];
    frame.extend(message);
    frame
}

/// Cuts a stream at these places.
fn cut(stream: &[u8], at: &[usize]) -> Vec<Vec<u8>> {
    let starts = [0].into_iter().chain(at.iter().copied());
    let ends = at.iter().copied().chain([stream.len()]);
    starts
        .zip(ends)
        .map(|(start, end)| stream[start..end].to_vec())
        .collect()
}

impl Scene {
    /// All of them.
    pub(super) fn all() -> Vec<Scene> {
        let (small, large) = (small(), large());
        let plain = |name, what, messages: Vec<Vec<u8>>, at: &[usize]| {
            let stream: Vec<u8> = messages
                .iter()
                .flat_map(|message| frame(0, message))
                .collect();
            Scene {
                name,
                what,
                rules: Rules::default(),
                chunks: cut(&stream, at),
                messages,
            }
        };
        let data_frames: Vec<usize> = (1..=4).map(|frames| frames * DATA_FRAME).collect();
        vec![
            plain(
                "small",
                "a message of 14 bytes in one chunk",
                vec![small.clone()],
                &[],
            ),
            plain(
                "small-chunked",
                "a message of 14 bytes in chunks of 3, 2 and 14 bytes, the first two of its prefix",
                vec![small.clone()],
                &[3, 5],
            ),
            plain(
                "large",
                "a message of 65,540 bytes in one chunk",
                vec![large.clone()],
                &[],
            ),
            plain(
                "large-chunked",
                "a message of 65,540 bytes in a chunk of 4,096 bytes and one with the rest",
                vec![large.clone()],
                &[4_096],
            ),
            plain(
                "large-data-frames",
                "a message of 65,540 bytes in HTTP/2 DATA frames of 16,384 bytes",
                vec![large.clone()],
                &data_frames,
            ),
            plain(
                "many-small",
                "100 messages of 14 bytes in one chunk",
                vec![small; MANY],
                &[],
            ),
            Scene {
                name: "large-gzip",
                what: "a message of 65,540 bytes, compressed with gzip, in one chunk",
                rules: Rules {
                    gzip: true,
                    ..Rules::default()
                },
                chunks: vec![frame(1, &gzip(&large))],
                messages: vec![large],
            },
        ]
    }

    /// The stream in one piece.
    pub(super) fn stream(&self) -> Vec<u8> {
        self.chunks.concat()
    }

    /// The chunks as they come from a connection: each in memory of its own.
    pub(super) fn placed(&self, place: Place) -> Vec<Bytes> {
        let chunks = self.chunks.iter().enumerate();
        chunks
            .map(|(at, chunk)| Bytes::place(chunk, place.offset(at)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_what_they_are_said_to_be() {
        let of = |name| {
            let scene = Scene::all().into_iter().find(|scene| scene.name == name);
            let scene = scene.expect("a scene");
            scene.chunks.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(of("small"), [19]);
        assert_eq!(of("small-chunked"), [3, 2, 14]);
        assert_eq!(of("large"), [65_545]);
        assert_eq!(of("large-chunked"), [4_096, 61_449]);
        assert_eq!(of("large-data-frames"), [16_384, 16_384, 16_384, 16_384, 9]);
        assert_eq!(of("many-small"), [1_900]);
        // Three to six times is what text has.
        let gzip = of("large-gzip")[0];
        assert!((10_000..22_000).contains(&gzip), "{gzip}");
    }
}
