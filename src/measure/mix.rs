//! A mixed workload: several payloads, each as often as its weight says, in an order that does not change.

use super::{Cell, MakeError};
use crate::codec::{Codec, Read, Refield};
use crate::wrap::{EngineName, Op, Wrap};

/// Payloads of one message type. One op of its cells is one *pass*: every payload as often as its weight,
/// each message by itself, shuffled once and for all.
///
/// A branch predictor that sees one message over and over learns it; here it sees a mix. A pass of few
/// messages can be learned as well.
///
/// ```
/// use wiretax::{codec::Prost, measure::Mix, wrap::{Op, Wrap}};
///
/// // google.protobuf.StringValue, for which prost uses String
/// let mix = Mix::new(&[(b"\x0a\x05hello", 3), (b"\x0a\x02hi", 1)]).unwrap();
/// assert_eq!(mix.order().len(), 4);
/// let mut cell = mix.cell(Prost::<String>::new(), Op::Decode, Wrap::Raw).unwrap();
/// let nanoseconds = cell.run(1_000); // 4,000 messages
/// # let _ = nanoseconds;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix {
    wires: Vec<Vec<u8>>,
    order: Vec<u32>,
}

impl Mix {
    /// The most messages of a pass.
    pub const MOST: u64 = 1_000_000;

    /// A mix of wire bytes with their weights.
    ///
    /// # Errors
    /// [`MakeError::Pass`] where a pass would have no message, or more than [`Mix::MOST`].
    pub fn new(payloads: &[(&[u8], u32)]) -> Result<Self, MakeError> {
        let messages = payloads.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if !(1..=Mix::MOST).contains(&messages) {
            return Err(MakeError::Pass(messages));
        }
        let turns = (0_u32..).zip(payloads);
        let mut order: Vec<u32> = turns
            .flat_map(|(at, &(_, weight))| std::iter::repeat_n(at, weight as usize))
            .collect();
        shuffle(&mut order);
        Ok(Mix {
            wires: payloads.iter().map(|(wire, _)| wire.to_vec()).collect(),
            order,
        })
    }

    /// The payloads.
    pub fn wires(&self) -> &[Vec<u8>] {
        &self.wires
    }

    /// The messages of a pass: indices into the payloads, the same for every codec and in every run.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// As [`Cell::new`].
    pub fn cell<C: Codec>(&self, codec: C, op: Op, wrap: Wrap) -> Result<Cell, MakeError> {
        Cell::of(codec, op, wrap, self.clone())
    }

    /// As [`Cell::read`].
    pub fn read<C: Read>(&self, codec: C, op: Op, wrap: Wrap) -> Result<Cell, MakeError> {
        Cell::read_of(codec, op, wrap, self.clone())
    }

    /// As [`Cell::field`].
    pub fn field<C: Refield>(
        &self,
        codec: C,
        op: Op,
        engine: EngineName,
    ) -> Result<Cell, MakeError> {
        Cell::field_of(codec, op, engine, self.clone())
    }

    /// As [`Cell::read_field`].
    pub fn read_field<C: Read + Refield>(
        &self,
        codec: C,
        engine: EngineName,
    ) -> Result<Cell, MakeError> {
        Cell::read_field_of(codec, engine, self.clone())
    }
}

/// Fisher and Yates with SplitMix64 from a fixed seed. A change here changes what every mix measures.
fn shuffle(order: &mut [u32]) {
    let mut state = 0_u64;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for last in (1..order.len()).rev() {
        // The remainder favours small indices by less than one part in 10^13.
        let other = random() % (last as u64 + 1);
        order.swap(last, other as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(weights: &[u32]) -> Vec<u32> {
        let payloads: Vec<(&[u8], u32)> =
            weights.iter().map(|&weight| (&b"x"[..], weight)).collect();
        Mix::new(&payloads).expect("a pass").order
    }

    #[test]
    fn a_pass_has_each_payload_as_often_as_its_weight() {
        let weights = [3, 1, 40, 0, 56];
        let order = order(&weights);
        let counts: Vec<u32> = (0..weights.len() as u32)
            .map(|at| order.iter().filter(|&&of| of == at).count() as u32)
            .collect();
        assert_eq!(counts, weights);
    }

    /// The order is pinned: another one would be another workload under the same name.
    #[test]
    fn the_order_is_always_the_same_and_mixed() {
        assert_eq!(order(&[5, 5]), order(&[5, 5]));
        assert_eq!(order(&[5, 5]), [1, 0, 0, 1, 1, 0, 0, 1, 0, 1]);
        let runs = order(&[50, 50])
            .chunk_by(|left, right| left == right)
            .count();
        assert!((35..65).contains(&runs), "{runs} runs of equal messages");
    }

    #[test]
    fn a_pass_without_messages_or_with_too_many_is_refused() {
        let refused = |payloads: &[(&[u8], u32)]| Mix::new(payloads).expect_err("no pass");
        assert_eq!(refused(&[]), MakeError::Pass(0));
        assert_eq!(refused(&[(b"x", 0)]), MakeError::Pass(0));
        let most = Mix::MOST as u32;
        assert_eq!(
            refused(&[(b"x", most), (b"y", 1)]),
            MakeError::Pass(Mix::MOST + 1)
        );
        let line = refused(&[]).to_string();
        assert!(line.contains("between 1 and 1000000"), "{line}");
    }
}
