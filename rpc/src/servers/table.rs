//! The table of the fourth report, with a verdict behind each server.

use std::fmt::Write;

use bytesize::ByteSize;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

use super::{Found, Server, Servers, Turn};
use crate::arms::verdict;

/// A row for each server.
pub fn table(servers: &Servers, found: &Found) -> String {
    let mut text = String::new();
    let rounds = found
        .servers
        .iter()
        .map(|server| server.turns.len())
        .min()
        .unwrap_or(0);
    let Some(first) = found.servers.first().filter(|_| rounds > 0) else {
        return "No round was finished: there is nothing to say.\n".to_owned();
    };
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header([
        "server",
        "req/s",
        "p50 ms",
        "p99 ms",
        "slowest",
        "%CPU",
        "us/req",
        "syscalls/s",
        "RSS",
        "time beside the first",
        "CPU beside the first",
    ]);
    for column in 1..9 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let together = found.servers.len() - 1;
    for (at, server) in found.servers.iter().enumerate() {
        let number = |what: fn(&Turn) -> Option<f64>, digits: usize| {
            middle(server, what).map_or("n/a".to_owned(), |value| format!("{value:.digits$}"))
        };
        let beside = |what: fn(&Turn) -> Option<f64>| match at {
            0 => String::new(),
            _ => against(server, first, what, together),
        };
        let slowest = server
            .turns
            .iter()
            .map(|turn| turn.slowest)
            .fold(f64::NAN, f64::max);
        table.add_row([
            server.name.clone(),
            number(|turn| Some(turn.rate), 0),
            number(|turn| Some(turn.p50), 2),
            number(|turn| Some(turn.p99), 2),
            format!("{slowest:.2}"),
            number(|turn| turn.cpu.map(|share| share * 100.0), 0),
            number(|turn| turn.cpu_each, 1),
            number(|turn| turn.syscalls, 0),
            middle(server, |turn| turn.rss.map(|bytes| bytes as f64))
                .map_or("n/a".to_owned(), |bytes| {
                    ByteSize(bytes as u64).display().iec().to_string()
                }),
            // As many requests are answered in the time that one takes: the other way round.
            beside(|turn| (turn.rate > 0.0).then(|| 1.0 / turn.rate)),
            beside(|turn| turn.cpu_each),
        ]);
    }
    let _ = writeln!(
        text,
        "\n{}\n",
        table
            .to_string()
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    );
    let _ = writeln!(
        text,
        "{rounds} rounds of {:?}, servers in turns; an empty request, `hello` back, one connection, {} in flight, raw client. Medians of the rounds, and the slowest \
         of all. us/req: CPU time of the server. Beside the first: time and CPU time of a request beside {}'s of the same round, median and interval; all of \
         a column hold together at 95 %.",
        servers.duration, servers.in_flight, first.name
    );
    for missing in &found.missing {
        let _ = writeln!(text, "skipped {missing}");
    }
    text
}

fn against(
    server: &Server,
    first: &Server,
    what: fn(&Turn) -> Option<f64>,
    together: usize,
) -> String {
    let pairs = server.turns.iter().zip(&first.turns);
    let (arm, base): (Vec<f64>, Vec<f64>) = pairs
        .filter_map(|(arm, base)| Some((what(arm)?, what(base)?)))
        .unzip();
    match arm.is_empty() {
        true => "n/a".to_owned(),
        false => verdict(&arm, &base, together).brief(),
    }
}

/// The middle of the rounds.
fn middle(server: &Server, what: fn(&Turn) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = server.turns.iter().filter_map(what).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::codec::CodecName;
    use crate::peers::tools::Tools;

    fn server(name: &str, rate: f64) -> Server {
        let turn = Turn {
            rate,
            p50: 1.0,
            p99: 2.0,
            slowest: 3.0,
            cpu: Some(0.5),
            cpu_each: Some(5e5 / rate),
            syscalls: None,
            rss: Some(1 << 20),
            failed: 0,
        };
        Server {
            name: name.to_owned(),
            turns: vec![turn; 8],
        }
    }

    #[test]
    fn a_slower_server_is_told_and_what_is_not_known_is_not_zero() {
        let servers = Servers {
            codecs: vec![CodecName::Prost],
            tools: Tools::new("", ""),
            duration: Duration::from_secs(2),
            in_flight: 100,
            rounds: 8,
        };
        let mut found = Found {
            servers: vec![
                server("ours, prost", 40_000.0),
                server("grpc-js 1", 10_000.0),
            ],
            missing: vec!["grpcio: it is not there".to_owned()],
        };
        let text = table(&servers, &found);
        assert!(text.contains("4.00x (4.00 to 4.00)"), "{text}");
        assert!(
            text.contains("n/a") && text.contains("skipped grpcio"),
            "{text}"
        );
        assert!(!found.failed());
        found.servers[1].turns.clear();
        assert!(table(&servers, &found).contains("nothing to say") && found.failed());
    }
}
