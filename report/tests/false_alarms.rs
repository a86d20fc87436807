//! How often a comparison of identical code names a cell, and whether it still sees a change: counted
//! over many pairs of made-up runs. No clock is involved, and the draws are the same every time.

use wiretax_report::stats::{Change, Sorted, compare};

/// xorshift64*: enough to draw from, and needs no dependency.
struct Draws(u64);

impl Draws {
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        (bits as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn exponential(&mut self) -> f64 {
        -self.uniform().ln()
    }

    fn laplace(&mut self) -> f64 {
        self.exponential() - self.exponential()
    }

    /// Times of a cell: skewed upwards, as a busy machine makes them.
    fn sample(&mut self, centre: f64, noise: f64) -> Sorted {
        Sorted::new((0..29).map(|_| centre * (1.0 + noise * self.exponential())))
    }
}

/// How a made-up machine behaves.
#[derive(Clone, Copy)]
struct Machine {
    cells: usize,
    /// Scale of the logarithm by which a cell strays from run to run.
    between: f64,
    /// Noise within a run, as a share of the time.
    within: f64,
    /// Noise within a run of every tenth cell.
    within_tenth: f64,
}

/// Two runs, the later one 5 % slower as a whole, and its first cell slower by a factor.
fn two_runs(draws: &mut Draws, machine: Machine, factor: f64) -> Vec<(Sorted, Sorted)> {
    (0..machine.cells)
        .map(|i| {
            let noise = if i % 10 == 9 {
                machine.within_tenth
            } else {
                machine.within
            };
            let changed = if i == 0 { factor } else { 1.0 };
            let later = 105.0 * changed * (machine.between * draws.laplace()).exp();
            (draws.sample(100.0, noise), draws.sample(later, noise))
        })
        .collect()
}

fn changes(runs: &[(Sorted, Sorted)]) -> Vec<Change> {
    let pairs: Vec<_> = runs.iter().map(|(a, b)| (a, b)).collect();
    let cells = compare(&pairs).cells;
    cells.iter().flatten().map(|cell| cell.change).collect()
}

/// The share of comparisons of identical code that name at least one cell.
fn false_alarms(machine: Machine, rounds: usize) -> f64 {
    let mut draws = Draws(0x9e37_79b9_7f4a_7c15);
    let named = |draws: &mut Draws| {
        let changes = changes(&two_runs(draws, machine, 1.0));
        let named = |change: &Change| matches!(change, Change::Faster | Change::Slower);
        changes.iter().any(named)
    };
    (0..rounds).filter(|_| named(&mut draws)).count() as f64 / rounds as f64
}

const CALM: Machine = Machine {
    cells: 50,
    between: 0.005,
    within: 0.02,
    within_tenth: 0.02,
};

#[test]
fn identical_code_is_rarely_named() {
    let machines = [
        ("few cells", Machine { cells: 8, ..CALM }),
        ("calm", CALM),
        ("many cells", Machine { cells: 200, ..CALM }),
        (
            "noise within alone",
            Machine {
                between: 0.0,
                ..CALM
            },
        ),
        (
            "noise between",
            Machine {
                between: 0.10,
                ..CALM
            },
        ),
        (
            "noise between alone",
            Machine {
                between: 0.05,
                within: 1e-6,
                within_tenth: 1e-6,
                ..CALM
            },
        ),
        (
            "a noisy tenth",
            Machine {
                within_tenth: 0.5,
                ..CALM
            },
        ),
    ];
    for (name, machine) in machines {
        let share = false_alarms(machine, 12_000 / machine.cells);
        println!("{name}: {share}");
        assert!(share <= 0.05, "{name}: {share}");
    }
}

#[test]
fn a_change_is_seen_on_a_calm_machine() {
    let mut draws = Draws(0x2545_f491_4f6c_dd1d);
    let rounds = 200;
    let seen = |draws: &mut Draws| changes(&two_runs(draws, CALM, 1.25))[0] == Change::Slower;
    let seen = (0..rounds).filter(|_| seen(&mut draws)).count();
    println!("{seen} of {rounds}");
    assert!(seen > rounds * 9 / 10, "{seen} of {rounds}");
}
