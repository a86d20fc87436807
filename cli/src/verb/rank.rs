//! `wiretax rank`: the codecs in order, over many cases.

use std::path::PathBuf;
use std::process::ExitCode;

use wiretax_report::filter::Key;
use wiretax_report::rank::rank;
use wiretax_report::run::{BASE64, RAW};

use crate::error::Error;
use crate::{output, record};

/// Ranks the codecs by the geometric mean of their time relative to the best, for each op, without base64 and with. What is
/// refused, wrong or unsound is listed with the reason and never ranked.
#[derive(Debug, clap::Args)]
pub struct Rank {
    /// Cells to rank, as in `--filter 'op:decode tag:bytes'`; with `wrap:` or `engine:` in it, those wraps are ranked.
    /// docs/FILTER.md explains filters.
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,
    /// Markdown instead of text for a terminal.
    #[arg(long)]
    markdown: bool,
    /// A run's record, or the folder with it; that of the latest run where absent.
    #[arg(value_name = "RECORD")]
    record: Option<PathBuf>,
}

impl Rank {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let of = record::read(self.record.as_deref())?;
        let of = of.measured(self.filter.as_deref())?;
        let filter = record::parse(self.filter.as_deref())?;
        let wraps: &[&str] = match filter.asks(Key::Wrap) || filter.asks(Key::Engine) {
            true => &[],
            false => &[RAW, BASE64],
        };
        let ranks = rank(&of, wraps);
        let text = match self.markdown {
            true => wiretax_report::rank_markdown(&of.run, &ranks),
            false => wiretax_report::rank_terminal(&of.run, &ranks, output::screen(None)),
        };
        output::print(&text, None)?;
        Ok(ExitCode::SUCCESS)
    }
}
