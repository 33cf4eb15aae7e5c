//! Numbers below a bound, each taken or free. Free ones are found from a random place on, so that a number that was given back is
//! not handed out again at once; a lower part can be left to those who ask for a number by name.

/// The numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    words: Vec<u64>,
    size: usize,
    taken: usize,
    /// Numbers below this are handed out last when any will do.
    reserved: usize,
}

impl Bitmap {
    /// The numbers from 0 up to, not including, `size`; those below `reserved` are handed out last.
    pub fn new(size: usize, reserved: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)], size, taken: 0, reserved: reserved.min(size) }
    }

    /// How many are free.
    pub fn free(&self) -> usize {
        self.size - self.taken
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Whether a number is taken.
    pub fn has(&self, number: usize) -> bool {
        number < self.size && self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// Takes a number; false if it is taken already or out of range.
    pub fn take(&mut self, number: usize) -> bool {
        if number >= self.size || self.has(number) {
            return false;
        }
        self.words[number / 64] |= 1 << (number % 64);
        self.taken += 1;
        true
    }

    /// Gives a number back; false if it was free.
    pub fn release(&mut self, number: usize) -> bool {
        if !self.has(number) {
            return false;
        }
        self.words[number / 64] &= !(1 << (number % 64));
        self.taken -= 1;
        true
    }

    /// Takes any number. `random` is given a bound and returns a number below it.
    pub fn take_any(&mut self, mut random: impl FnMut(usize) -> usize) -> Option<usize> {
        let (reserved, size) = (self.reserved, self.size);
        for (from, to) in [(reserved, size), (0, reserved)] {
            if from == to {
                continue;
            }
            let start = from + random(to - from) % (to - from);
            let found = self.first_free(start, to).or_else(|| self.first_free(from, start));
            if let Some(number) = found {
                self.take(number);
                return Some(number);
            }
        }
        None
    }

    /// The first free number from `from` on and below `to`. Full words are passed over at once.
    fn first_free(&self, from: usize, to: usize) -> Option<usize> {
        let mut number = from;
        while number < to {
            let word = self.words[number / 64] | ((1 << (number % 64)) - 1);
            if word != u64::MAX {
                let free = number / 64 * 64 + word.trailing_ones() as usize;
                return (free < to).then_some(free);
            }
            number = (number / 64 + 1) * 64;
        }
        None
    }

    /// The numbers that are taken, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.size).filter(|number| self.has(*number))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_reserved_part_goes_last() {
        let mut map = Bitmap::new(130, 10);
        for _ in 0..120 {
            assert!(map.take_any(|bound| bound / 2).unwrap() >= 10);
        }
        for _ in 0..10 {
            assert!(map.take_any(|bound| bound - 1).unwrap() < 10);
        }
        assert_eq!((map.take_any(|_| 0), map.free()), (None, 0));
    }

    proptest! {
        #[test]
        fn it_behaves_like_a_set(size in 1_usize..200, steps in prop::collection::vec((0_u8..3, 0_usize..220), 0..200)) {
            let (mut map, mut model) = (Bitmap::new(size, size / 4), BTreeSet::new());
            for (step, number) in steps {
                match step {
                    0 => prop_assert_eq!(map.take(number), number < size && model.insert(number)),
                    1 => prop_assert_eq!(map.release(number), model.remove(&number)),
                    _ => match map.take_any(|bound| number % bound) {
                        Some(taken) => prop_assert!(taken < size && model.insert(taken)),
                        None => prop_assert_eq!(model.len(), size),
                    },
                }
                prop_assert_eq!(map.taken(), model.len());
            }
            prop_assert_eq!(map.iter().collect::<Vec<_>>(), model.into_iter().collect::<Vec<_>>());
        }
    }
}
