//! The bytes of one simulated file: as they are seen, as they are durable, and what lies between.

use std::ops::Range;

use super::Loss;

/// What a device writes at once.
const SECTOR: usize = 512;

/// A change that is not durable yet.
#[derive(Debug, Clone)]
struct Pending {
    change: Change,
    /// A sync failed after it: no later one makes it durable.
    given_up: bool,
}

#[derive(Debug, Clone)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Length(usize),
}

/// One file.
#[derive(Debug, Clone, Default)]
pub struct Content {
    now: Vec<u8>,
    durable: Vec<u8>,
    pending: Vec<Pending>,
}

impl Content {
    /// A file with these bytes, all durable.
    pub fn durable(bytes: Vec<u8>) -> Self {
        Self { now: bytes.clone(), durable: bytes, pending: vec![] }
    }

    pub fn now(&self) -> &[u8] {
        &self.now
    }

    pub fn write(&mut self, bytes: &[u8], offset: usize) {
        if !bytes.is_empty() {
            self.change(Change::Write { offset, bytes: bytes.to_vec() });
        }
    }

    pub fn set_len(&mut self, len: usize) {
        self.change(Change::Length(len));
    }

    fn change(&mut self, change: Change) {
        apply(&mut self.now, &change);
        self.pending.push(Pending { change, given_up: false });
    }

    /// Makes durable what still waits for it.
    pub fn sync(&mut self) {
        if self.pending.iter().all(|pending| !pending.given_up) {
            self.pending.clear();
            self.durable.clone_from(&self.now);
            return;
        }
        for pending in std::mem::take(&mut self.pending) {
            if pending.given_up {
                self.pending.push(pending);
            } else {
                apply(&mut self.durable, &pending.change);
            }
        }
    }

    /// A sync that failed: what it was for is given up.
    pub fn fail_sync(&mut self) {
        for pending in &mut self.pending {
            pending.given_up = true;
        }
    }

    /// Makes durable the newest write to this range, and no other. What else waits to be written there would only be overwritten.
    pub fn sync_of(&mut self, range: Range<usize>) {
        let end = range.end.min(self.now.len());
        let bytes = self.now[range.start.min(end)..end].to_vec();
        self.pending.retain(|pending| match &pending.change {
            Change::Write { offset, bytes } => !range.contains(offset) || *offset + bytes.len() > range.end,
            Change::Length(_) => true,
        });
        for pending in &mut self.pending {
            if let Change::Write { offset: at, bytes: data } = &mut pending.change {
                let (from, to) = ((*at).max(range.start), (*at + data.len()).min(end));
                if from < to {
                    data[from - *at..to - *at].copy_from_slice(&bytes[from - range.start..to - range.start]);
                }
            }
        }
        apply(&mut self.durable, &Change::Write { offset: range.start, bytes });
    }

    /// Such a sync that failed.
    pub fn fail_sync_of(&mut self, range: Range<usize>) {
        for pending in &mut self.pending {
            let within = matches!(&pending.change, Change::Write { offset, .. } if range.contains(offset));
            pending.given_up |= within;
        }
    }

    /// The bytes after a power loss.
    pub fn survivors(&self, loss: Loss, rng: &mut fastrand::Rng) -> Vec<u8> {
        match loss {
            Loss::Everything => self.durable.clone(),
            Loss::Nothing => self.now.clone(),
            Loss::Prefix => self.prefix(rng),
            Loss::Scattered | Loss::Unordered => self.scattered(rng),
        }
    }

    /// All changes up to one, and that one up to a sector's bound.
    fn prefix(&self, rng: &mut fastrand::Rng) -> Vec<u8> {
        let mut bytes = self.durable.clone();
        let until = rng.usize(0..=self.pending.len());
        for pending in &self.pending[..until] {
            apply(&mut bytes, &pending.change);
        }
        if let Some(Pending { change: Change::Write { offset, bytes: data }, .. }) = self.pending.get(until) {
            let sectors = data.len().div_ceil(SECTOR);
            let end = (offset / SECTOR + rng.usize(0..=sectors)) * SECTOR;
            let len = end.saturating_sub(*offset).min(data.len());
            if len > 0 {
                apply(&mut bytes, &Change::Write { offset: *offset, bytes: data[..len].to_vec() });
            }
        }
        bytes
    }

    /// Each sector as it was after some of the changes to it, and one of the lengths since the last sync.
    fn scattered(&self, rng: &mut fastrand::Rng) -> Vec<u8> {
        let mut steps = vec![self.durable.clone()];
        for pending in &self.pending {
            let mut next = steps.last().expect("never empty").clone();
            apply(&mut next, &pending.change);
            steps.push(next);
        }
        let len = steps[rng.usize(0..steps.len())].len();
        let mut bytes = vec![0; len];
        for (n, sector) in bytes.chunks_mut(SECTOR).enumerate() {
            let step = &steps[rng.usize(0..steps.len())];
            let start = (n * SECTOR).min(step.len());
            let end = (n * SECTOR + sector.len()).min(step.len());
            sector[..end - start].copy_from_slice(&step[start..end]);
        }
        bytes
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(len) => bytes.resize(*len, 0),
        Change::Write { offset, bytes: data } => {
            if bytes.len() < offset + data.len() {
                bytes.resize(offset + data.len(), 0);
            }
            bytes[*offset..offset + data.len()].copy_from_slice(data);
        }
    }
}
