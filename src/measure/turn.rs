//! What one op goes through: one message, or each message of a mix in its turn.
//!
//! The loops are generic over it, so that the loop of a single message is compiled as if there were no mixes.

use super::{MakeError, Mix};

/// The payloads of a cell and the order of one op.
pub(super) trait Turn: 'static {
    /// One `T` for each payload.
    type Of<T>;

    /// Makes one for each payload, which is given with its number.
    fn make<T>(&self, make: impl FnMut(usize, &[u8]) -> T) -> Self::Of<T>;

    /// Makes one from each.
    fn map<'a, T: 'a, U>(of: &'a mut Self::Of<T>, map: impl FnMut(&'a mut T) -> U) -> Self::Of<U>;

    /// Puts the two of each payload together.
    fn zip<T, U>(left: Self::Of<T>, right: Self::Of<U>) -> Self::Of<(T, U)>;

    /// One op: every message once, in order.
    fn each<T>(&self, of: &mut Self::Of<T>, step: impl FnMut(&mut T));

    /// What it means that a payload does not decode.
    fn failure(payload: usize, why: String) -> MakeError;
}

/// One message, over and over.
pub(super) struct Single(pub(super) Vec<u8>);

impl Turn for Single {
    type Of<T> = T;

    #[inline(always)]
    fn make<T>(&self, mut make: impl FnMut(usize, &[u8]) -> T) -> T {
        make(0, &self.0)
    }

    #[inline(always)]
    fn map<'a, T: 'a, U>(of: &'a mut T, mut map: impl FnMut(&'a mut T) -> U) -> U {
        map(of)
    }

    #[inline(always)]
    fn zip<T, U>(left: T, right: U) -> (T, U) {
        (left, right)
    }

    #[inline(always)]
    fn each<T>(&self, of: &mut T, mut step: impl FnMut(&mut T)) {
        step(of);
    }

    fn failure(_: usize, why: String) -> MakeError {
        MakeError::Decode(why)
    }
}

impl Turn for Mix {
    type Of<T> = Vec<T>;

    fn make<T>(&self, mut make: impl FnMut(usize, &[u8]) -> T) -> Vec<T> {
        let wires = self.wires().iter().enumerate();
        wires.map(|(at, wire)| make(at, wire)).collect()
    }

    fn map<'a, T: 'a, U>(of: &'a mut Vec<T>, map: impl FnMut(&'a mut T) -> U) -> Vec<U> {
        of.iter_mut().map(map).collect()
    }

    fn zip<T, U>(left: Vec<T>, right: Vec<U>) -> Vec<(T, U)> {
        left.into_iter().zip(right).collect()
    }

    #[inline(always)]
    fn each<T>(&self, of: &mut Vec<T>, mut step: impl FnMut(&mut T)) {
        for &at in self.order() {
            step(&mut of[at as usize]);
        }
    }

    fn failure(payload: usize, why: String) -> MakeError {
        MakeError::DecodeOf(payload + 1, why)
    }
}
