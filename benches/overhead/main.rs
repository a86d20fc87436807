//! What the harness itself costs: hand-written prost loops against the harness's cells for the same
//! message, in instructions (callgrind) and allocations per op.
//!
//! Instructions are counted in child processes of this very executable: each side once with few and once
//! with many iterations, so that whatever is not the loop cancels out.

#![forbid(unsafe_code)]

mod callgrind;
mod drops;
mod loops;

use std::process::ExitCode;

use loops::{MESSAGES, Side};
use wiretax::measure::CountingAllocator;
use wiretax::wrap::Op;
use wiretax_session::{Args, Mode};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The most that the harness may add to a hand-written loop, as a share of its instructions.
const LIMIT: f64 = 0.01;
/// Iterations of the shorter and of the longer run.
const ITERATIONS: (u64, u64) = (50, 1_050);

fn main() -> ExitCode {
    if let Some(code) = loops::child() {
        return code;
    }
    let args = match Args::from_command_line() {
        Ok(args) => args,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    if args.mode() == Mode::List || !args.keeps_bench("overhead") {
        return ExitCode::SUCCESS;
    }
    if args.mode() == Mode::Test {
        for message in MESSAGES {
            for op in [Op::Encode, Op::Decode] {
                Side::Hand.run(message, op, 1);
                Side::Cell.run(message, op, 1);
            }
        }
        return ExitCode::SUCCESS;
    }
    report()
}

fn report() -> ExitCode {
    println!("What the harness adds to a hand-written prost loop, per op:");
    println!(
        "{:8} {:7} {:>12} {:>12} {:>8} {:>12} {:>12}",
        "message", "op", "by hand", "harness", "", "allocations", "harness"
    );
    let mut within = true;
    for message in MESSAGES {
        for op in [Op::Encode, Op::Decode] {
            let [hand, cell] = [Side::Hand, Side::Cell].map(|side| side.allocations(message, op));
            within &= hand == cell;
            let counted = [Side::Hand, Side::Cell].map(|side| instructions(side, message, op));
            let (left, right, change) = match counted {
                [Ok(hand), Ok(cell)] => {
                    let change = cell / hand - 1.0;
                    within &= change.abs() <= LIMIT;
                    (
                        format!("{hand:.1}"),
                        format!("{cell:.1}"),
                        format!("{:+.2} %", change * 100.0),
                    )
                }
                [Err(error), _] | [_, Err(error)] => {
                    println!("instructions unavailable: {error}");
                    ("-".to_owned(), "-".to_owned(), "-".to_owned())
                }
            };
            println!("{message:8} {op:7} {left:>12} {right:>12} {change:>8} {hand:>12} {cell:>12}");
        }
    }
    println!(
        "\nWhat a decode of each allocates, and what part of its time is the drop at its end:"
    );
    for message in MESSAGES {
        let cost = loops::drop_cost(message);
        let (share, count, bytes) = (cost.drop_share * 100.0, cost.count, cost.bytes);
        println!("{message:8} {count} allocations of {bytes} bytes in all, drop {share:.0} %");
    }
    println!();
    let percent = LIMIT * 100.0;
    if within {
        println!("Where counted, all within {percent} % in instructions and equal in allocations.");
        return ExitCode::SUCCESS;
    }
    println!("The harness is NOT within {percent} % in instructions and equal in allocations.");
    ExitCode::FAILURE
}

/// Instructions per op.
fn instructions(side: Side, message: &str, op: Op) -> Result<f64, callgrind::Unavailable> {
    let (few, many) = ITERATIONS;
    let count = |iterations: u64| {
        callgrind::instructions(&[side.name(), message, op.name(), &iterations.to_string()])
    };
    Ok((count(many)? as f64 - count(few)? as f64) / (many - few) as f64)
}
