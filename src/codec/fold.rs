//! Reading every field of a message into one checksum.
//!
//! A lazy or borrowing decoder saves work that the reader pays later; `read` makes everybody pay. The
//! checksum has a second use: codecs that read different values disagree on it.

/// Mixing constant of FxHash; any odd number with well-spread bits serves.
const MIX: u64 = 0x517c_c1b7_2722_0a95;

/// Distance between the bytes that are read of a string or bytes field: one cache line.
const LINE: usize = 64;

/// The running checksum of a message.
///
/// It depends on field numbers, values and the order of elements, and not on the order of map entries.
/// A scalar that has its default value counts as absent, since codecs differ in whether they can tell.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Fold(u64);

impl Fold {
    /// The checksum so far.
    pub fn finish(self) -> u64 {
        self.0
    }

    /// A singular value.
    #[inline]
    pub fn value<V: Leaf + ?Sized>(&mut self, number: u32, value: &V) {
        let leaf = value.leaf();
        if leaf != 0 {
            self.mix(number, leaf);
        }
    }

    /// An element of a repeated field, a map key or value, or a oneof member: it counts even when zero.
    #[inline]
    pub fn element<V: Leaf + ?Sized>(&mut self, number: u32, value: &V) {
        self.mix(number, value.leaf());
    }

    /// A sub-message is there; its own fields follow.
    #[inline]
    pub fn enter(&mut self, number: u32) {
        self.mix(number, 1);
    }

    /// The entries of a map, in whatever order they come.
    #[inline]
    pub fn entries<E>(
        &mut self,
        number: u32,
        entries: impl Iterator<Item = E>,
        mut each: impl FnMut(&mut Fold, E),
    ) {
        let mut sum = 0_u64;
        for entry in entries {
            let mut fold = Fold::default();
            each(&mut fold, entry);
            sum = sum.wrapping_add(fold.0);
        }
        self.value(number, &sum);
    }

    #[inline]
    fn mix(&mut self, number: u32, leaf: u64) {
        self.0 = (self.0.rotate_left(5) ^ leaf.wrapping_add(u64::from(number))).wrapping_mul(MIX);
    }
}

/// A value without fields of its own.
pub trait Leaf {
    /// The value as a number; zero for the default of its type.
    fn leaf(&self) -> u64;
}

/// A message whose fields can be read one after the other, by field number, oneofs last.
pub trait Fields {
    /// Reads all of them.
    fn fold(&self, fold: &mut Fold);
}

macro_rules! integer {
    ($($kind:ty),*) => {$(
        impl Leaf for $kind {
            #[inline]
            fn leaf(&self) -> u64 {
                i64::from(*self) as u64
            }
        }
    )*};
}
integer!(i32, i64, u32, bool);

impl Leaf for u64 {
    #[inline]
    fn leaf(&self) -> u64 {
        *self
    }
}

impl Leaf for f32 {
    #[inline]
    fn leaf(&self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Leaf for f64 {
    #[inline]
    fn leaf(&self) -> u64 {
        self.to_bits()
    }
}

impl Leaf for [u8] {
    /// The length and one byte of every cache line: enough to bring the data in, too little to make the
    /// reading a test of arithmetic.
    #[inline]
    fn leaf(&self) -> u64 {
        let lines = self
            .iter()
            .step_by(LINE)
            .fold(0_u64, |sum, &byte| sum.wrapping_add(u64::from(byte)));
        let last = self.last().copied().map_or(0, u64::from);
        (self.len() as u64)
            .wrapping_add(lines << 32)
            .wrapping_add(last << 24)
    }
}

impl Leaf for str {
    #[inline]
    fn leaf(&self) -> u64 {
        self.as_bytes().leaf()
    }
}

impl Leaf for String {
    #[inline]
    fn leaf(&self) -> u64 {
        self.as_bytes().leaf()
    }
}

impl Leaf for Vec<u8> {
    #[inline]
    fn leaf(&self) -> u64 {
        self.as_slice().leaf()
    }
}

impl Leaf for bytes::Bytes {
    #[inline]
    fn leaf(&self) -> u64 {
        self.as_ref().leaf()
    }
}

impl<B: Leaf + ToOwned + ?Sized> Leaf for std::borrow::Cow<'_, B> {
    #[inline]
    fn leaf(&self) -> u64 {
        self.as_ref().leaf()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(build: impl Fn(&mut Fold)) -> u64 {
        let mut fold = Fold::default();
        build(&mut fold);
        fold.finish()
    }

    #[test]
    fn a_default_is_as_good_as_absent() {
        assert_eq!(of(|fold| fold.value(1, &0_i32)), of(|_| {}));
        assert_eq!(of(|fold| fold.value(1, "")), of(|_| {}));
    }

    #[test]
    fn number_value_and_order_all_count() {
        let base = of(|fold| fold.element(1, &7_u64));
        assert_ne!(base, of(|fold| fold.element(2, &7_u64)));
        assert_ne!(base, of(|fold| fold.element(1, &8_u64)));
        assert_ne!(
            base,
            of(|fold| [7_u64, 7].iter().for_each(|value| fold.element(1, value)))
        );
        let ordered =
            |values: [u64; 2]| of(|fold| values.iter().for_each(|value| fold.element(1, value)));
        assert_ne!(ordered([1, 2]), ordered([2, 1]));
    }

    #[test]
    fn the_order_of_map_entries_does_not_count() {
        let map = |entries: [(u32, u32); 2]| {
            of(|fold| {
                fold.entries(3, entries.iter(), |fold, (key, value)| {
                    fold.element(1, key);
                    fold.element(2, value);
                });
            })
        };
        assert_eq!(map([(1, 10), (2, 20)]), map([(2, 20), (1, 10)]));
        assert_ne!(map([(1, 10), (2, 20)]), map([(1, 20), (2, 10)]));
    }

    #[test]
    fn every_cache_line_of_a_bytes_field_is_read() {
        let data = vec![1_u8; 1000];
        for line in 0..data.len().div_ceil(LINE) {
            let mut changed = data.clone();
            changed[line * LINE] = 9;
            assert_ne!(data.leaf(), changed.leaf(), "line {line}");
        }
    }
}
