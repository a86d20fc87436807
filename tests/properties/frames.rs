//! However a stream of frames is cut, and whatever is in it, every way gives the same messages and then the same verdict.

use std::io::Read as _;

use bytes::Bytes;
use flate2::Compression;
use wiretax::layer::framing::deframe::{BytesMutDeframer, NaiveVec, TokioUtil, Tonic, ZeroCopy};
use wiretax::layer::framing::{Deframer, FrameError, PREFIX, Rules};

/// The most bytes that a message may have here: few, so that many have more.
const LIMIT: u32 = 300;

/// The first byte says what the others are (frames, frames with changes, or any bytes) and whether the call has gzip; the second how many of
/// them say where to cut.
pub fn holds(input: &[u8]) {
    let Some((&[form, cuts], rest)) = input.split_first_chunk() else {
        return;
    };
    let (cuts, rest) = rest.split_at(rest.len().min(usize::from(cuts % 32)));
    let gzip = form >= 128;
    match form % 3 {
        0 => frames_hold(rest, cuts, gzip),
        1 => {
            let (changes, rest) = rest.split_at(rest.len().min(9));
            let (mut stream, _) = frames(rest, gzip);
            for change in changes.chunks_exact(3) {
                let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
                let at = at.checked_rem(stream.len()).unwrap_or(0);
                if let Some(byte) = stream.get_mut(at) {
                    *byte ^= change[2];
                }
            }
            stream_holds(&stream, cuts, gzip);
        }
        _ => stream_holds(rest, cuts, gzip),
    }
}

/// Frames give their messages, and end well.
pub fn frames_hold(input: &[u8], cuts: &[u8], gzip: bool) {
    let (stream, messages) = frames(input, gzip);
    let (read, verdict) = read(&stream, gzip);
    assert_eq!((read, verdict), (messages, Ok(())));
    stream_holds(&stream, cuts, gzip);
}

/// Any bytes give in every way what reading them at once gives.
pub fn stream_holds(stream: &[u8], cuts: &[u8], gzip: bool) {
    let expected = read(stream, gzip);
    let rules = Rules { limit: LIMIT, gzip };
    // One decoder for a stream that is cut so, in one piece, and byte by byte.
    let whole = [stream.len()];
    let ones = vec![1; stream.len()];
    let cuts: Vec<usize> = cuts.iter().map(|cut| usize::from(*cut)).collect();
    for lengths in [&cuts[..], &whole, &ones] {
        let chunks = chunks(stream, lengths);
        assert_eq!(of::<NaiveVec>(&chunks, rules), expected, "{}", NaiveVec::BY);
        assert_eq!(
            of::<BytesMutDeframer>(&chunks, rules),
            expected,
            "{}",
            BytesMutDeframer::BY
        );
        assert_eq!(of::<ZeroCopy>(&chunks, rules), expected, "{}", ZeroCopy::BY);
        assert_eq!(
            of::<TokioUtil>(&chunks, rules),
            expected,
            "{}",
            TokioUtil::BY
        );
        agrees(of::<Tonic>(&chunks, rules), &expected);
    }
}

/// Messages and a verdict.
type Read = (Vec<Vec<u8>>, Result<(), FrameError>);

/// tonic gives the same messages, and a status for the same errors.
fn agrees((messages, verdict): Read, (expected, error): &Read) {
    // It knows no size before it has inflated, and passes over what follows the first member.
    if let Err(FrameError::Gzip | FrameError::InflatesTooLong { .. }) = error {
        assert!(messages.starts_with(expected));
        return;
    }
    assert_eq!(&messages, expected, "tonic");
    let error = error
        .err()
        .and_then(FrameError::in_tonic)
        .map(FrameError::Status);
    assert_eq!(verdict.err(), error, "tonic");
}

/// What a way makes of chunks.
fn of<D: Deframer>(chunks: &[Bytes], rules: Rules) -> Read {
    let mut deframer = D::new(rules);
    let mut messages = Vec::new();
    let longest = chunks.iter().map(Bytes::len).max().unwrap_or(0);
    for chunk in chunks {
        let fed = deframer.feed(chunk.clone(), |message| {
            messages.push(message.as_ref().to_vec());
        });
        // Buffers double, from 8 KiB up, and one that is shared with messages can be four times what it needs.
        let most = 4 * (PREFIX + rules.limit as usize + longest) + 8 * 1024;
        if let Some(held) = deframer.held() {
            assert!(held <= most, "{}: {held} bytes, and {most} would do", D::BY);
        }
        if fed.is_err() {
            break;
        }
    }
    let verdict = deframer.finish();
    assert!(
        messages
            .iter()
            .all(|message| message.len() <= rules.limit as usize)
    );
    (messages, verdict)
}

/// Cuts a stream into chunks of these lengths, and what is left.
fn chunks(stream: &[u8], lengths: &[usize]) -> Vec<Bytes> {
    let mut rest = stream;
    let mut chunks = Vec::new();
    for length in lengths {
        let (chunk, after) = rest.split_at(rest.len().min(*length));
        chunks.push(Bytes::copy_from_slice(chunk));
        rest = after;
    }
    chunks.push(Bytes::copy_from_slice(rest));
    chunks
}

/// Frames and their messages, two bytes of the input each: the length of a message and whether it is compressed, and what is in it.
fn frames(input: &[u8], gzip: bool) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut stream = Vec::new();
    let mut messages = Vec::new();
    for pair in input.chunks_exact(2) {
        let compress = gzip && pair[0] % 2 == 1;
        let message: Vec<u8> = (0..pair[0] / 2)
            .map(|at| pair[1].wrapping_add(at / 4))
            .collect();
        let sent = match compress {
            true => compressed(&message),
            false => message.clone(),
        };
        stream.push(compress.into());
        stream.extend((sent.len() as u32).to_be_bytes());
        stream.extend(sent);
        messages.push(message);
    }
    (stream, messages)
}

fn compressed(message: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(message, Compression::fast());
    encoder
        .read_to_end(&mut compressed)
        .expect("a slice can be read");
    compressed
}

/// Reads a stream that is there at once: slow and simple, to be right.
fn read(stream: &[u8], gzip: bool) -> Read {
    let mut rest = stream;
    let mut messages = Vec::new();
    let verdict = loop {
        match next(&mut rest, gzip) {
            Ok(Some(message)) => messages.push(message),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    (messages, verdict)
}

fn next(rest: &mut &[u8], gzip: bool) -> Result<Option<Vec<u8>>, FrameError> {
    let (&[flag, a, b, c, d], after) = match rest.split_first_chunk() {
        Some(split) => split,
        None if rest.is_empty() => return Ok(None),
        None => {
            return Err(FrameError::EndsInPrefix {
                got: rest.len() as u8,
            });
        }
    };
    let length = [a, b, c, d]
        .into_iter()
        .fold(0, |length, byte| length << 8 | u32::from(byte));
    if flag > 1 {
        return Err(FrameError::UnknownFlag(flag));
    }
    if flag == 1 && !gzip {
        return Err(FrameError::NoEncoding);
    }
    if length > LIMIT {
        return Err(FrameError::TooLong {
            length: length.into(),
            limit: LIMIT,
        });
    }
    let Some((message, after)) = after.split_at_checked(length as usize) else {
        return Err(FrameError::EndsInMessage {
            got: after.len() as u32,
            of: length,
        });
    };
    *rest = after;
    match flag {
        0 => Ok(Some(message.to_vec())),
        _ => inflated(message).map(Some),
    }
}

/// One whole member and nothing after it. Its own word on its size is taken first where that is over the limit.
fn inflated(message: &[u8]) -> Result<Vec<u8>, FrameError> {
    if let (18.., Some(size)) = (message.len(), message.last_chunk()) {
        let size = u32::from_le_bytes(*size);
        if size > LIMIT {
            return Err(FrameError::InflatesTooLong { size, limit: LIMIT });
        }
    }
    let mut decoder = flate2::bufread::GzDecoder::new(message);
    let mut inflated = Vec::new();
    let read = decoder.read_to_end(&mut inflated);
    match read {
        Ok(_) if decoder.into_inner().is_empty() => Ok(inflated),
        _ => Err(FrameError::Gzip),
    }
}
