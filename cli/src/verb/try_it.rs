//! `wiretax try`: from a schema and a captured payload to the finding.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use wiretax_codegen::bring::{Bring, Brought, Generated, Offer, Suite, bring};
use wiretax_codegen::limits::MAX_PAYLOAD;
use wiretax_codegen::payload::form::Form;

use super::measure::Measure;
use crate::error::Error;
use crate::runner;

/// Builds every codec for the message, proves that they carry the same value, measures them with and without
/// base64, and prints the finding. Nothing of it needs Rust to be written, or protoc.
///
/// Exits with 0 where there is a finding, with 2 where the question could not be asked: a message must be
/// chosen, a file is at fault.
#[derive(Debug, clap::Args)]
pub struct Try {
    /// Schema: a .proto file, or a descriptor set as protoc and buf write it.
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// Folder that imports are named from; give it once for each. Where absent, it is looked for above the schema.
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Message: full name, or the end of it. Where absent, the messages that the payload plausibly is are offered.
    #[arg(long, value_name = "NAME")]
    message: Option<String>,
    /// Captured payloads; `-` is standard input. Several are one mixed workload.
    #[arg(value_name = "PAYLOAD")]
    payloads: Vec<PathBuf>,
    /// What the payloads hold: wire, delimited, json, text, base64, grpc-web-text, grpc or json-data. Where absent,
    /// that is recognised.
    #[arg(long, value_name = "FORM")]
    format: Option<Form>,
    /// How often each payload counts, as in `--weights 3,1`.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    weights: Vec<u32>,
    /// Make a plausible payload of about this size from the schema, as in `--generate 4KiB`.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    generate: Option<u64>,
    /// Seed of `--generate`: the same seed makes the same payload.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "generate")]
    seed: u64,
    /// Codecs to measure, as in `--codecs prost,protobuf`; all where absent.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    codecs: Option<Vec<String>>,
    /// Keep the suite in this folder: schema, payloads and suite.toml, to edit and hold in version control.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    measure: Measure,
}

impl Try {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let mut given = Bring {
            schema: self.schema.clone(),
            include: self.include.clone(),
            message: self.message.clone(),
            payloads: self.payloads.clone(),
            format: self.format,
            weights: self.weights.clone(),
            generate: self.generate.map(|size| Generated {
                size,
                seed: self.seed,
            }),
            codecs: self.codecs.clone(),
        };
        let suite = loop {
            match bring(&given)? {
                Brought::Suite(suite) => break suite,
                Brought::Choose(offers) => match choose(&offers)? {
                    Some(message) => given.message = Some(message),
                    None => return Ok(ExitCode::from(2)),
                },
            }
        };
        for note in &suite.notes {
            eprintln!("wiretax: {note}");
        }
        self.bring(&suite)
    }

    fn bring(&self, suite: &Suite) -> Result<ExitCode, Error> {
        let (path, _alone) = match &self.keep {
            Some(folder) => {
                let path = suite.write(folder, false)?;
                let kept = path.display();
                eprintln!(
                    "wiretax: the suite is kept in {kept}; `cargo wiretax bench --suite {kept}` measures it again"
                );
                (path, None)
            }
            None => {
                let (folder, lock) = runner::scratch_of("try", &self.schema, suite.message())?;
                (suite.write(&folder, true)?, Some(lock))
            }
        };
        eprintln!(
            "wiretax: building every codec for {}, unless that is done (most of a minute)",
            suite.message()
        );
        self.measure.run(Some(&path), None)
    }
}

/// Prints what there is to choose from; on a terminal, asks.
fn choose(offers: &[Offer]) -> Result<Option<String>, Error> {
    let mut out = io::stderr().lock();
    let plausible = offers.iter().any(|offer| offer.score > 0.0);
    let head = match plausible {
        true => "The payload is plausible as several messages, the likeliest first:",
        false => "Which message? The schema has:",
    };
    let mut text = format!("{head}\n");
    for (at, offer) in offers.iter().enumerate() {
        text += &format!("{:4}  {}", at + 1, offer.message);
        if !offer.how.is_empty() {
            text += &format!("\n        {}", offer.how);
        }
        text += "\n";
    }
    out.write_all(text.as_bytes()).map_err(Error::Output)?;
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        let first = offers.first().map_or("NAME", |offer| &offer.message);
        writeln!(out, "Choose one with --message, as in: --message {first}")
            .map_err(Error::Output)?;
        return Ok(None);
    }
    loop {
        write!(out, "Number of the message [1]: ").map_err(Error::Output)?;
        let mut line = String::new();
        if io::stdin()
            .lock()
            .read_line(&mut line)
            .map_err(Error::Output)?
            == 0
        {
            return Ok(None);
        }
        let number = match line.trim() {
            "" => Ok(1),
            text => text.parse::<usize>(),
        };
        match number
            .ok()
            .and_then(|number| offers.get(number.checked_sub(1)?))
        {
            Some(offer) => return Ok(Some(offer.message.clone())),
            None => {
                writeln!(out, "Give a number from 1 to {}.", offers.len()).map_err(Error::Output)?
            }
        }
    }
}

/// `4096`, `4KiB`, `64k`.
fn size(text: &str) -> Result<u64, String> {
    match text.parse::<bytesize::ByteSize>() {
        Ok(size) if size.as_u64() > MAX_PAYLOAD => {
            Err(format!("a payload may have {MAX_PAYLOAD} bytes; give less"))
        }
        Ok(size) if size.as_u64() > 0 => Ok(size.as_u64()),
        Ok(_) => Err("give 1 byte or more".to_owned()),
        // The library's own words are about its parser.
        Err(_) => Err("give bytes, as in 4096, or 4KiB".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_or_what_to_give_is_said() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("4KiB"), Ok(4096));
        for word in ["four", "", "4 potatoes"] {
            assert_eq!(
                size(word),
                Err("give bytes, as in 4096, or 4KiB".to_owned())
            );
        }
        assert_eq!(size("0"), Err("give 1 byte or more".to_owned()));
    }
}
