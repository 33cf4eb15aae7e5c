//! The blocks of the log file that the next write touches: whole ones, in memory that is aligned as they are, so that the write may go
//! past the system's cache. Pure.
//!
//! A frame rarely ends where a block does. The block in which the last one ended is kept here, and is written again in front of the next.

/// What a block of a disk is at most.
pub(crate) const BLOCK: usize = 4096;

/// The blocks, at a block's bound in memory.
#[derive(Default)]
pub(crate) struct Blocks {
    room: Vec<u8>,
    /// Where the first block begins in it.
    start: usize,
    /// So many bytes of the first block are written already.
    kept: usize,
}

impl Blocks {
    /// To go on in a block that begins with `tail`.
    pub(crate) fn after(tail: &[u8]) -> Self {
        let mut blocks = Self::default();
        blocks.grow(BLOCK);
        blocks.room[blocks.start..blocks.start + tail.len()].copy_from_slice(tail);
        blocks.kept = tail.len();
        blocks
    }

    /// All blocks that `bytes` touch, if they follow what is kept. What lies behind them is zero.
    pub(crate) fn with(&mut self, bytes: &[u8]) -> &[u8] {
        let end = self.kept + bytes.len();
        let len = end.next_multiple_of(BLOCK);
        self.grow(len);
        let blocks = &mut self.room[self.start..self.start + len];
        blocks[self.kept..end].copy_from_slice(bytes);
        blocks[end..].fill(0);
        blocks
    }

    /// So many bytes, the last that were given, are written: the block in which they end is kept.
    pub(crate) fn written(&mut self, len: usize) {
        let end = self.kept + len;
        self.kept = end % BLOCK;
        let last = self.start + end - self.kept;
        self.room.copy_within(last..last + self.kept, self.start);
    }

    /// Makes room for `len` bytes from the first block on.
    fn grow(&mut self, len: usize) {
        if self.room.len() >= self.start + len {
            return;
        }
        let mut room = vec![0; (len + BLOCK).next_power_of_two()];
        let start = room.as_ptr().align_offset(BLOCK).min(BLOCK);
        room[start..start + self.kept].copy_from_slice(&self.room[self.start..self.start + self.kept]);
        (self.room, self.start) = (room, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_block_by_block_is_what_was_given_and_nothing_is_left_behind_it() {
        let mut file = vec![9; 64 * BLOCK];
        let mut expected = vec![1; 100];
        file[..100].fill(1);
        let mut blocks = Blocks::after(&expected);
        for (n, len) in (2..).zip([10, BLOCK - 110, 8, 3 * BLOCK, 5, 2 * BLOCK - 13, 7, 20 * BLOCK + 1]) {
            let (bytes, at) = (vec![n; len], expected.len() / BLOCK * BLOCK);
            let touched = blocks.with(&bytes);
            assert_eq!((touched.as_ptr().align_offset(BLOCK), touched.len() % BLOCK), (0, 0));
            file[at..at + touched.len()].copy_from_slice(touched);
            let end = at + touched.len();
            blocks.written(len);
            expected.extend(bytes);
            assert!(file.starts_with(&expected) && file[expected.len()..end].iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn what_was_not_written_is_forgotten() {
        let mut blocks = Blocks::after(b"kept");
        blocks.with(b"lost in a failure");
        assert_eq!(&blocks.with(b"!")[..8], b"kept!\0\0\0");
    }
}
