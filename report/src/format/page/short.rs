//! The answer of a run over several cases, before all else: at most nine lines.

use super::block::Text;
use super::names::Names;
use super::{cases, claims, crossover, engines, outcomes, price, race, weight};
use crate::finding::{Additive, Crossover, Engine, Finding, Gain, Gains, RaceFinding, Verdict};
use crate::format::number::{self, counted, thousands};
use crate::run::{BASE64, BASE64_FIELD};

/// Ops with a line of their own; further ones share one with the bytes fields.
const OWN_LINE: usize = 2;
/// Families of sizes times ops that a line has room for.
const SWEEPS: usize = 4;

pub(super) fn lines(finding: &Finding, names: &Names<'_>) -> Vec<Text> {
    let mut lines = Vec::new();
    lines.extend(outcomes::short(&finding.outcomes));
    lines.extend(gains(&finding.gains, names));
    lines.extend(sizes(&finding.crossovers));
    lines.extend(prices(&finding.additive));
    lines.extend(best(&finding.engines));
    lines.extend(slowest(finding.race.as_ref()));
    lines.extend(not_judged(finding, names));
    lines
}

/// The main claim: a line for each op on the whole message, one for everything else.
fn gains(gains: &[Gains], names: &Names<'_>) -> Vec<Text> {
    let mut lines = Vec::new();
    let mut rest: Vec<Text> = Vec::new();
    for gains in gains {
        let mut lead = match gains.wrap.as_str() {
            BASE64 => "The same claim: ".to_owned(),
            BASE64_FIELD => "The same for bytes fields as text: ".to_owned(),
            other => format!("The same for {other}: "),
        };
        for op in claims::ops(gains) {
            let judged: Vec<&Gain> = gains.of_op(op).collect();
            if judged.is_empty() {
                continue;
            }
            if gains.wrap == BASE64 && lines.len() < OWN_LINE {
                lines.push(claim(op, &judged, names));
                continue;
            }
            let count = |verdict| judged.iter().filter(|gain| gain.verdict == verdict).count();
            let text = Text::from(format!("{lead}{op} "));
            rest.push(counts(text, judged.len(), count, "case"));
            lead.clear();
        }
    }
    let joined = rest
        .into_iter()
        .reduce(|line, next| line.say("; ").join(next));
    lines.extend(joined.map(|line| line.say(".")));
    lines
}

fn claim(op: &str, judged: &[&Gain], names: &Names<'_>) -> Text {
    let mut text = Text::from(format!(
        "{op}: dropping base64 gains more than changing the codec: "
    ));
    let mut lead = "";
    let mut of = of_all(judged.len(), "case");
    for verdict in Verdict::ALL {
        let gains = judged.iter().filter(|gain| gain.verdict == verdict);
        let gains: Vec<&Gain> = gains.copied().collect();
        if gains.is_empty() {
            continue;
        }
        let cases: Vec<_> = gains.iter().map(|gain| gain.case.as_str()).collect();
        let (count, cases) = (gains.len(), names.listed(&cases));
        text = text.say(lead).verdict(verdict).say(format!(
            " for {}{of} ({cases}{})",
            some(count, judged.len()),
            numbers(verdict, &gains)
        ));
        lead = "; ";
        of.clear();
    }
    text.say(".")
}

/// What carries a verdict; nothing does an inconclusive one.
fn numbers(verdict: Verdict, gains: &[&Gain]) -> String {
    let dropping = number::ratios(gains.iter().map(|gain| &gain.drop));
    let changing = number::ratios(gains.iter().map(|gain| &gain.change));
    match dropping.zip(changing) {
        Some((dropping, changing)) if verdict != Verdict::Inconclusive => {
            format!(": gains {dropping} against {changing}")
        }
        _ => String::new(),
    }
}

/// `holds for 9 of 16 cases, inconclusive for 7`.
fn counts(mut text: Text, all: usize, count: impl Fn(Verdict) -> usize, noun: &str) -> Text {
    let mut of = of_all(all, noun);
    let mut lead = "";
    for verdict in Verdict::ALL {
        let count = count(verdict);
        if count > 0 {
            let found = format!(" for {}{of}", some(count, all));
            text = text.say(lead).verdict(verdict).say(found);
            lead = ", ";
            of.clear();
        }
    }
    text
}

/// How many of several; of one alone `the one`.
fn some(count: usize, all: usize) -> String {
    match all {
        1 => "the one".to_owned(),
        _ => count.to_string(),
    }
}

/// ` of 16 cases`, behind [`some`].
fn of_all(all: usize, noun: &str) -> String {
    match all {
        1 => format!(" {noun}"),
        _ => format!(" of {all} {noun}s"),
    }
}

/// From which size on, for the first families and every op.
fn sizes(crossovers: &[Crossover]) -> Option<Text> {
    let judged = crossovers
        .iter()
        .filter_map(|crossover| Some((crossover, crossover.dropping.as_ref()?)));
    let of: Vec<_> = judged.collect();
    let mut text = Text::from("Dropping gains more from some size on: ");
    let mut lead = "";
    for (crossover, dropping) in of.iter().take(SWEEPS) {
        text = text
            .say(format!("{lead}{}, {} ", crossover.family, crossover.op))
            .verdict(dropping.verdict)
            .say(format!(", {}", crossover::onset(dropping)));
        lead = "; ";
    }
    (!of.is_empty()).then(|| text.say(more(of.len())))
}

/// What a byte costs at large sizes, over all codecs.
fn prices(additive: &[Additive]) -> Option<Text> {
    let priced = additive.iter().filter_map(|additive| {
        let prices = additive.prices.iter().flat_map(|price| &price.large);
        Some((additive, price::span(prices)?))
    });
    let of: Vec<_> = priced.collect();
    let mut text = Text::from(format!(
        "Base64's price at sizes from {} on, over all codecs: ",
        price::large()
    ));
    let mut lead = "";
    for (additive, span) in of.iter().take(SWEEPS) {
        text = text
            .say(format!(
                "{lead}{}, {} {} ns/byte (nearly the same for every codec: ",
                additive.family,
                additive.op,
                price::values(span)
            ))
            .verdict(additive.verdict)
            .say(")");
        lead = "; ";
    }
    (!of.is_empty()).then(|| text.say(more(of.len())))
}

/// The end of a line that has room for so many sweeps only.
fn more(sweeps: usize) -> String {
    match sweeps.saturating_sub(SWEEPS) {
        0 => ".".to_owned(),
        more => format!("; and {more} more below."),
    }
}

/// The engine that wins back the most.
fn best(engines: &[Engine]) -> Option<Text> {
    let engine = engines::best(engines)?;
    let share = engines::share(engine, "the tax", "median")?;
    let lead = format!(
        "The best engine, {}, wins back {share}, more than half: ",
        engine.name
    );
    Some(engines::verdicts_of_all(Text::from(lead), engine).say("."))
}

/// The claim of the report that this project started from.
fn slowest(race: Option<&RaceFinding>) -> Option<Text> {
    let claim = race?.claim.as_ref().ok()?;
    let text = format!(
        "From the slowest client with base64 ({}), dropping base64 gains {}, changing the codec \
         {}: ",
        claim.incumbent,
        number::bare_ratio(&claim.drop),
        number::bare_ratio(&claim.change),
    );
    Some(Text::from(text).verdict(claim.verdict).say("."))
}

/// Everything that could not be judged, in one line.
fn not_judged(finding: &Finding, names: &Names<'_>) -> Option<Text> {
    let header = &finding.header;
    let mut items = Vec::new();
    if claims::absent(&finding.gains).is_none() {
        for gains in &finding.gains {
            items.extend(unjudged_gains(gains, names));
        }
    }
    items.extend(absent(finding));
    items.extend(engines::unjudged(&finding.engines));
    if header.measured < header.planned {
        let missing = header.planned.saturating_sub(header.measured) as u64;
        let (missing, planned) = (thousands(missing), counted(header.planned as u64, "cell"));
        items.push(format!("{missing} of {planned} (not measured)"));
    }
    (!items.is_empty()).then(|| Text::from(format!("Not judged: {}.", items.join("; "))))
}

/// The main claim where a case lacks something: `encode for tree, map`.
fn unjudged_gains(gains: &Gains, names: &Names<'_>) -> Option<String> {
    let of_op = |op: &str| {
        let unjudged = gains.unjudged.iter().filter(|unjudged| unjudged.op == op);
        let cases: Vec<_> = unjudged.map(|unjudged| unjudged.case.as_str()).collect();
        (!cases.is_empty()).then(|| format!("{op} for {}", names.listed(&cases)))
    };
    let ops: Vec<_> = claims::ops(gains).into_iter().filter_map(of_op).collect();
    let lead = match gains.wrap.as_str() {
        BASE64 => String::new(),
        BASE64_FIELD => "bytes fields as text, ".to_owned(),
        other => format!("{other}, "),
    };
    (!ops.is_empty()).then(|| format!("{lead}{}", ops.join(" and ")))
}

/// What the sections say that have nothing to show and are left out.
fn absent(finding: &Finding) -> impl Iterator<Item = String> {
    let sections = [
        claims::absent(&finding.gains),
        crossover::absent(&finding.crossovers),
        price::absent(&finding.additive),
        weight::absent(&finding.weights),
        engines::absent(&finding.engines),
        race::absent(finding.race.as_ref()),
        cases::absent(&finding.cases),
    ];
    sections.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Samples;
    use crate::testing;

    fn said(finding: &Finding) -> Vec<String> {
        let lines = lines(finding, &Names::of(&finding.cases));
        lines.iter().map(Text::words).collect()
    }

    #[test]
    fn the_answer_is_at_most_nine_lines_whatever_the_run_has() {
        let mut run = testing::run();
        for cell in run.planned.clone().iter().filter(|id| id.op == "decode") {
            for op in ["read", "walk"] {
                let mut cell = cell.clone();
                cell.op = op.into();
                run.planned.push(cell);
            }
        }
        let mut samples = testing::samples();
        for id in &run.planned {
            let decode = testing::sample(100.0);
            samples.cells.entry(id.clone()).or_insert(decode);
        }
        samples
            .cells
            .remove(&"tree/encode/prost/raw".parse().unwrap());
        let lines = said(&crate::finding(&run, &samples));
        assert_eq!(lines.len(), 9, "{lines:#?}");
        assert!(
            lines[3].contains("read") && lines[3].contains("walk"),
            "{lines:#?}"
        );
        assert!(lines[8].contains("encode for tree; 1 of"), "{lines:#?}");
    }

    #[test]
    fn without_samples_one_line_says_what_is_missing() {
        let lines = said(&crate::finding(&testing::run(), &Samples::default()));
        let [_, race, line] = &lines[..] else {
            panic!("{lines:#?}");
        };
        assert!(race.ends_with("holds."), "{race}");
        assert!(line.starts_with("Not judged: whether"), "{line}");
        assert!(line.ends_with("92 of 92 cells (not measured)."), "{line}");
    }

    #[test]
    fn the_best_engine_is_that_with_the_highest_median() {
        let mut finding = crate::finding(&testing::run(), &testing::samples());
        let mut worse = finding.engines[0].clone();
        worse.name = "slow".into();
        for share in &mut worse.shares {
            share.share = share.share.map(|share| share.scaled(0.5));
        }
        finding.engines.insert(0, worse);
        let text = said(&finding).join("\n");
        assert!(
            text.contains("The best engine, base64-simd, wins back 80 %"),
            "{text}"
        );
    }

    #[test]
    fn one_of_several_is_not_counted() {
        let mut run = testing::run();
        let field = |id: &crate::CellId| id.case == "append-4Ki" && id.op == "encode";
        run.planned
            .retain(|id| id.wrap != "base64-field" || field(id));
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| run.planned.contains(id));
        let mut finding = crate::finding(&run, &samples);
        finding.engines[0].shares.truncate(1);
        let text = said(&finding).join("\n");
        let fields = "The same for bytes fields as text: encode holds for the one case.";
        assert!(text.contains(fields), "{text}");
        let engine = "wins back 72 % of the tax, more than half: holds in the one cell judged.";
        assert!(text.contains(engine), "{text}");
    }
}
