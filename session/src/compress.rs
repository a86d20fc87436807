//! What general compression leaves of each payload: base64's other answer, since its text compresses worse than
//! the bytes it stands for.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use wiretax::runner::{Payloads, ask};
use wiretax::wrap::{Engine, Standard};
use wiretax_report::Compressed;

use crate::Error;

/// What `gzip` does where nothing is asked of it; gRPC libraries do too.
const GZIP_LEVEL: u32 = 6;
/// What `zstd` does where nothing is asked of it.
const ZSTD_LEVEL: i32 = 3;

/// For each case by name, the lengths of what gzip and zstd make of its messages, one by one.
///
/// # Errors
/// When the runner cannot be asked for its payloads.
pub fn compressed(runner: &Path) -> Result<BTreeMap<String, Compressed>, Error> {
    let mut all = BTreeMap::new();
    for payloads in ask::payloads(runner)? {
        let sum = of(&payloads)?;
        all.insert(payloads.case, sum);
    }
    Ok(all)
}

fn of(payloads: &Payloads) -> io::Result<Compressed> {
    let mut sum = Compressed::default();
    let mut text = Vec::new();
    for payload in &payloads.payloads {
        let weight = u64::from(payload.weight);
        let length = Standard::encode(&payload.wire, &mut text);
        let text = &text[..length];
        sum.wire_gzip += weight * gzip(&payload.wire)?;
        sum.wire_zstd += weight * zstd(&payload.wire)?;
        sum.base64_gzip += weight * gzip(text)?;
        sum.base64_zstd += weight * zstd(text)?;
    }
    Ok(sum)
}

fn gzip(bytes: &[u8]) -> io::Result<u64> {
    let mut encoder = GzEncoder::new(Counter(0), Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.0)
}

fn zstd(bytes: &[u8]) -> io::Result<u64> {
    Ok(zstd::bulk::compress(bytes, ZSTD_LEVEL)?.len() as u64)
}

/// Counts what is written to it.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wiretax::runner::Payload;

    use super::*;

    #[test]
    fn messages_are_compressed_one_by_one() {
        let one = |wire: &[u8], weight| Payload {
            wire: wire.to_vec(),
            weight,
        };
        let sum = |payloads| {
            of(&Payloads {
                case: "a".to_owned(),
                payloads,
            })
            .unwrap()
        };
        let (dull, noise) = (
            vec![b'a'; 10_000],
            (0_u32..2_500)
                .flat_map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes())
                .collect::<Vec<u8>>(),
        );
        let alone = sum(vec![one(&dull, 1)]);
        assert!(alone.wire_gzip < 100 && alone.wire_zstd < 100, "{alone:?}");
        let thrice = sum(vec![one(&dull, 3)]);
        assert_eq!(thrice.wire_zstd, 3 * alone.wire_zstd);
        let mixed = sum(vec![one(&dull, 1), one(&noise, 1)]);
        let other = sum(vec![one(&noise, 1)]);
        assert_eq!(mixed.base64_gzip, alone.base64_gzip + other.base64_gzip);
        assert!(other.base64_gzip > other.wire_gzip, "{other:?}");
    }

    #[test]
    fn what_gzip_wrote_can_be_read() {
        // The length alone would be right of a stream that nobody can read.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
        encoder.write_all(&[7; 999]).unwrap();
        let whole = encoder.finish().unwrap();
        assert_eq!(whole.len() as u64, gzip(&[7; 999]).unwrap());
        let mut read = Vec::new();
        io::copy(&mut flate2::read::GzDecoder::new(&*whole), &mut read).unwrap();
        assert_eq!(read, [7; 999]);
    }
}
