//! What the text and the page both say, in words.

use std::collections::BTreeMap;

use wiretax_report::visible;

use super::number::{self, UNKNOWN, counted, plain, share, time};
use crate::outcome::{End, Latency, Outcome};

/// A label and what stands beside it.
pub(super) type Line = (&'static str, String);

/// What a reader must know before any figure, a sentence each.
pub(super) fn notices(outcome: &Outcome) -> Vec<String> {
    let mut said = Vec::new();
    let answers = outcome.answers();
    let failed = failed(outcome);
    if outcome.end == End::Interrupted {
        said.push(format!(
            "Interrupted after {}: what follows is what was answered until then.",
            time(outcome.elapsed)
        ));
    }
    if outcome.end == End::Lost {
        said.push("The server was gone, and did not come back: the run ended for it.".to_owned());
    }
    if answers == 0 {
        said.push("There was no answer.".to_owned());
    }
    if outcome.unanswered > 0 {
        said.push(format!(
            "{} sent and not answered by the end: the latencies below leave out how long they waited.",
            match outcome.unanswered {
                1 => "1 request was".to_owned(),
                many => format!("{many} requests were"),
            }
        ));
    }
    if failed > 0 {
        let codes: Vec<_> = by_count(&outcome.codes)
            .into_iter()
            .filter(|(code, _)| *code != "OK")
            .map(|(code, count)| format!("{} {count}", line(code)))
            .collect();
        said.push(format!(
            "{failed} of {} failed ({}): {}.",
            counted(answers, "answer"),
            share(failed, answers),
            codes.join(", ")
        ));
    }
    if outcome.dropped > 0 {
        said.push(format!(
            "{} due and never sent: the rate that was asked for was not reached.",
            match outcome.dropped {
                1 => "1 request was".to_owned(),
                many => format!("{many} requests were"),
            }
        ));
    }
    said
}

/// Answers that are not `OK`.
pub(super) fn failed(outcome: &Outcome) -> u64 {
    outcome.answers().saturating_sub(outcome.ok())
}

/// The lines of ghz's summary in its order, and more where there is more to say.
pub(super) fn summary(outcome: &Outcome) -> Vec<Line> {
    let latency = &outcome.latency;
    let answers = outcome.answers();
    let failed = failed(outcome);
    let seconds = outcome.elapsed.as_secs_f64();
    let mut lines = Vec::new();
    if let Some(name) = &outcome.asked.name {
        lines.push(("Name", line(name)));
    }
    lines.push(("Count", answers.to_string()));
    if failed > 0 {
        let share = share(failed, answers);
        lines.push(("Failed", format!("{failed} of {answers} ({share})")));
    }
    lines.extend([
        ("Total", time(outcome.elapsed)),
        ("Slowest", number::known(latency.slowest().map(time))),
        ("Fastest", number::known(latency.fastest().map(time))),
        ("Average", number::known(latency.average().map(time))),
        ("Requests/sec", format!("{:.2}", outcome.rate())),
    ]);
    if failed > 0 && seconds > 0.0 {
        // Errors are often quicker than answers.
        lines.push(("OK/sec", format!("{:.2}", outcome.ok() as f64 / seconds)));
    }
    lines.push(("Unanswered", outcome.unanswered.to_string()));
    lines
}

/// The distributions that stand side by side, and what each is; the first has the histograms too.
pub(super) fn columns(outcome: &Outcome) -> Vec<(&'static str, &Latency)> {
    let open = outcome.asked.rate.is_some();
    let mut columns = vec![(if open { "corrected" } else { "all" }, &outcome.latency)];
    if let Some(uncorrected) = &outcome.uncorrected {
        columns.push(("uncorrected", uncorrected));
    }
    if failed(outcome) > 0 {
        columns.push(("OK only", &outcome.latency_ok));
    }
    columns
}

/// What `corrected` means.
pub(super) const CORRECTED: &str = "corrected, as in the histograms: from when a request was due; uncorrected: from when it was sent.";

/// How the open loop went: empty where the loop is closed.
pub(super) fn open_loop(outcome: &Outcome) -> Vec<Line> {
    let Some(rate) = outcome.asked.rate else {
        return Vec::new();
    };
    let late = |value: fn(&Latency) -> Option<std::time::Duration>| {
        number::known(outcome.lateness.as_ref().and_then(value).map(time))
    };
    vec![
        ("Asked", format!("{} requests/s", plain(rate))),
        ("Lateness p50", late(|lateness| lateness.percentile(50.0))),
        ("Lateness p99", late(|lateness| lateness.percentile(99.0))),
        ("Lateness max", late(Latency::slowest)),
        ("Dropped sends", outcome.dropped.to_string()),
    ]
}

/// What was asked for.
pub(super) fn asked(outcome: &Outcome) -> Vec<Line> {
    let asked = &outcome.asked;
    let duration = |time| humantime::format_duration(time).to_string();
    let engine = match &asked.codec {
        Some(codec) => format!("{}, codec {}", asked.engine, line(codec)),
        None => asked.engine.to_owned(),
    };
    let until: Vec<_> = [
        asked.requests.map(|requests| counted(requests, "request")),
        asked.duration.map(duration),
    ]
    .into_iter()
    .flatten()
    .collect();
    vec![
        ("Call", line(&asked.call)),
        ("Address", line(&asked.address)),
        ("Began", number::date(outcome.began)),
        ("Engine", engine),
        ("Wrap", line(&asked.wrap)),
        ("Request", counted(asked.request_bytes, "byte")),
        ("Connections", asked.connections.to_string()),
        ("In flight", format!("{} at most", asked.in_flight)),
        (
            "Loop",
            match asked.rate {
                Some(rate) => format!("open, {} requests/s", plain(rate)),
                None => "closed".to_owned(),
            },
        ),
        (
            "Until",
            match until.is_empty() {
                true => UNKNOWN.to_owned(),
                false => until.join(" or "),
            },
        ),
        ("Warm-up", duration(asked.warmup)),
        ("Timeout", duration(asked.timeout)),
        ("Bytes sent", outcome.bytes_sent.to_string()),
        ("Bytes received", outcome.bytes_received.to_string()),
    ]
}

/// The most frequent first.
pub(super) fn by_count(counts: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut all: Vec<_> = counts
        .iter()
        .map(|(name, &count)| (name.as_str(), count))
        .collect();
    // Stable, so that those of one count stay in the order of their names.
    all.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    all
}

/// Words of somebody else in one line, without what a terminal would obey.
pub(super) fn line(text: &str) -> String {
    visible(&text.replace(['\n', '\r', '\t'], " ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing;

    #[test]
    fn what_went_wrong_comes_first() {
        assert_eq!(notices(&testing::closed()), Vec::<String>::new());
        assert_eq!(notices(&testing::empty()), ["There was no answer."]);
        assert_eq!(
            notices(&testing::open_with_errors()),
            [
                "Interrupted after 1.23 s: what follows is what was answered until then.",
                "3 requests were sent and not answered by the end: the latencies below leave out how long they waited.",
                "3 of 80 answers failed (3.75 %): Unavailable 2, Internal 1.",
                "7 requests were due and never sent: the rate that was asked for was not reached.",
            ]
        );
    }

    #[test]
    fn only_what_there_is_has_a_column() {
        let names = |outcome: &Outcome| -> Vec<&str> {
            columns(outcome).into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names(&testing::closed()), ["all"]);
        let mut outcome = testing::open_with_errors();
        assert_eq!(names(&outcome), ["corrected", "uncorrected", "OK only"]);
        outcome.codes.retain(|code, _| code == "OK");
        assert_eq!(names(&outcome), ["corrected", "uncorrected"]);
    }

    #[test]
    fn words_of_others_are_one_line_and_obeyed_by_nobody() {
        let said = line(testing::ODD);
        assert!(said.ends_with("& a line \\u{1b}[31m"), "{said}");
    }
}
