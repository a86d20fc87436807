//! Cells as CSV (RFC 4180), a row each; docs/FORMATS.md explains the columns.

use super::cells;
use crate::finding::CellSummary;
use crate::run::Compressed;

/// The columns, in an order that stays: new ones come last.
const HEADER: [&str; 31] = [
    "id",
    "case",
    "op",
    "codec",
    "wrap",
    "engine",
    "standing",
    "samples",
    "median_ns",
    "low_ns",
    "high_ns",
    "noisy",
    "tax",
    "tax_low",
    "tax_high",
    "ns_per_byte",
    "ops_per_s",
    "allocations",
    "allocated_bytes",
    "instructions",
    "messages",
    "wire_bytes",
    "base64_bytes",
    "wire_gzip",
    "wire_zstd",
    "base64_gzip",
    "base64_zstd",
    "field_bytes",
    "message",
    "tags",
    "stresses",
];

/// The cells as a CSV document with a header. What was not measured is empty.
pub fn csv(cells: &[CellSummary]) -> String {
    let mut out = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    // Memory takes all that is written.
    let _ = out.write_record(HEADER);
    for cell in cells {
        let _ = out.write_record(row(cell));
    }
    let bytes = out.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn row(cell: &CellSummary) -> [String; 31] {
    let (id, case) = (&cell.id, &cell.case);
    let (wrap, _) = id.wrap_and_engine();
    let ends = cell.time.interval;
    let tax = cell.tax.and_then(|tax| tax.interval);
    let size = |of: fn(&Compressed) -> u64| {
        case.compressed
            .as_ref()
            .map(of)
            .map_or(String::new(), whole)
    };
    [
        id.to_string(),
        id.case.clone(),
        id.op.clone(),
        id.codec.clone(),
        wrap.to_owned(),
        id.engine().unwrap_or_default().to_owned(),
        cells::standing(cell.standing).to_owned(),
        cell.samples.to_string(),
        number(Some(cell.time.value)),
        number(ends.map(|i| i.low)),
        number(ends.map(|i| i.high)),
        cell.time.is_noisy().to_string(),
        number(cell.tax.map(|tax| tax.value)),
        number(tax.map(|i| i.low)),
        number(tax.map(|i| i.high)),
        number(cell.nanos_per_byte()),
        number(Some(cell.ops().value)),
        number(cell.allocated.map(|all| all.count)),
        number(cell.allocated.map(|all| all.bytes)),
        number(cell.instructions),
        whole(case.messages),
        whole(case.bytes(&id.op)),
        whole(case.base64_bytes),
        size(|sizes| sizes.wire_gzip),
        size(|sizes| sizes.wire_zstd),
        size(|sizes| sizes.base64_gzip),
        size(|sizes| sizes.base64_zstd),
        whole(case.field_bytes),
        case.message.clone(),
        case.tags.join(" "),
        case.about(&id.op).to_owned(),
    ]
}

fn whole(n: u64) -> String {
    n.to_string()
}

fn number(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite())
        .map_or(String::new(), |x| cells::rounded(x).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::summaries;
    use crate::run::Allocated;
    use crate::testing;

    #[test]
    fn every_cell_is_a_row_and_words_are_quoted() {
        let mut run = testing::measured();
        run.cases[0].stresses = "a \"quote\", a comma\nand a second line".into();
        run.cases[0].tags = vec!["bytes".into(), "sweep".into()];
        run.cases[0].compressed = Some(Compressed {
            wire_gzip: 90,
            wire_zstd: 89,
            base64_gzip: 101,
            base64_zstd: 102,
        });
        run.cells[0].allocated = Some(Allocated {
            count: 2.0,
            bytes: 160.5,
        });
        let text = csv(&summaries(&run, &run.samples()));
        assert!(
            text.starts_with("id,case,op,codec,wrap,engine,standing,samples,median_ns,low_ns,")
        );
        assert!(text.contains("\"a \"\"quote\"\", a comma\nand a second line\"\r\n"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let titles = reader.headers().unwrap().clone();
        assert_eq!(titles.iter().collect::<Vec<_>>(), HEADER);
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), run.cells.len());
        let get = |row: usize, title: &str| {
            let at = HEADER.iter().position(|known| *known == title).unwrap();
            rows[row][at].to_owned()
        };
        assert_eq!(get(0, "id"), "append-16/encode/prost/raw");
        assert_eq!(
            (get(0, "wrap"), get(0, "engine")),
            ("raw".into(), String::new())
        );
        assert_eq!(
            (get(0, "tax"), get(0, "wire_gzip")),
            (String::new(), "90".into())
        );
        assert_eq!(
            (get(0, "allocations"), get(0, "allocated_bytes")),
            ("2".into(), "160.5".into())
        );
        assert_eq!(
            (get(0, "tags"), get(1, "engine")),
            ("bytes sweep".into(), "base64".into())
        );
        assert!(get(1, "tax").parse::<f64>().unwrap() > 1.5);
        assert_eq!(get(1, "allocations"), "");
    }
}
