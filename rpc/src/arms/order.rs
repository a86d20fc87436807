//! Whose turn it is.

/// The order of so many arms in a round: two rounds begin with each, the second of them running backwards, so that none is
/// always first or always behind the same other one.
pub fn turns(arms: usize, round: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..arms).map(|at| (at + round / 2) % arms).collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_turn_and_nobody_is_always_first() {
        let rounds: Vec<Vec<usize>> = (0..8).map(|round| turns(4, round)).collect();
        for order in &rounds {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
        }
        let mut firsts: Vec<usize> = rounds.iter().map(|order| order[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert!(firsts.len() > 2, "{firsts:?}");
        assert!(turns(0, 3).is_empty());
    }
}
