//! Puts the inputs to the runner, a portion at a time, so that there is something to tell in between.

use std::path::Path;

use wiretax::runner::{Listed, Probe, ask};
use wiretax::verify::probe::{Input, On};
use wiretax::wrap::EngineName;

use crate::error::Error;
use crate::progress::Steps;

/// Inputs of a portion. Each costs the start of a process, which is little beside the probes of a few inputs.
const PORTION: usize = 4;

/// What every codec and every engine does with every input, in their order.
pub fn probes(runner: &Path, inputs: &[Input]) -> Result<Vec<Probe>, Error> {
    let suite = ask::list(runner)?;
    let pairs = |inputs: &[Input]| -> Option<usize> {
        inputs.iter().map(|input| columns(input, &suite)).sum()
    };
    let Some(total) = pairs(inputs) else {
        // The runner says what is wrong.
        return Ok(ask::probes(runner, inputs)?);
    };
    let steps = Steps::new("probing", total);
    let (mut answers, mut done) = (Vec::new(), 0);
    for portion in inputs.chunks(PORTION) {
        steps.at(done, &portion[0].id);
        answers.extend(ask::probes(runner, portion)?);
        done += pairs(portion).unwrap_or_default();
    }
    Ok(answers)
}

/// How many take an input: the codecs of its case, or the engines; `None` where there is no such case.
fn columns(input: &Input, suite: &Listed) -> Option<usize> {
    match &input.on {
        On::Text => Some(EngineName::ALL.len()),
        On::Case(name) => {
            let case = suite.cases.iter().find(|case| case.name == *name)?;
            Some(case.codecs.len())
        }
    }
}
