//! Writes the contents of a running store, as of one revision, without holding it up.
//!
//! The state is read in small pieces, each under the lock for the time it takes to copy one block. That the pieces fit together is
//! due to the pin: versions are never changed, new ones are left out by their revision, and none after the pin is dropped.

use std::io;

use bytes::Bytes;
use parking_lot::RwLock;

use super::super::history::Mark;
use super::super::pins::{Pin, Pins};
use super::super::state::{Chain, Position, Slot, State};
use super::codec::{self, BLOCK_TARGET, BlockKind, Header};
use super::writer::Writer;
use crate::{KeyRange, Revision};

/// What a snapshot shows; keeps it readable.
pub(crate) struct View {
    pub revision: Revision,
    pub compacted: Revision,
    pub position: Position,
    marks: Vec<Mark>,
    _pin: Pin,
}

impl View {
    /// The contents as they are now.
    pub(crate) fn of(state: &RwLock<State>, pins: &Pins) -> Self {
        let state = state.read();
        Self {
            revision: state.revision,
            compacted: state.compacted,
            position: state.position,
            marks: state.marks.iter().copied().collect(),
            _pin: pins.pin(state.compacted),
        }
    }

    /// The header of a file that shows this.
    pub(crate) fn header(&self, store: u64, time: u64) -> Header {
        Header { store, revision: self.revision, compacted: self.compacted, position: self.position, time }
    }
}

/// Writes all blocks of `view`. `between` is called after each and may end the work with an error.
pub(crate) fn write_snapshot(
    writer: &mut Writer,
    state: &RwLock<State>,
    view: &View,
    between: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let mut payload = Vec::new();
    for mark in &view.marks {
        codec::put_mark(&mut payload, mark);
    }
    writer.block(BlockKind::Marks, view.marks.len() as u32, &payload)?;
    let mut resume = Some(Resume::default());
    while let Some(from) = resume {
        payload.clear();
        let count;
        (count, resume) = fill_block(&mut payload, &state.read(), view, &from);
        if count > 0 {
            writer.block(BlockKind::Entries, count, &payload)?;
        }
        between()?;
    }
    Ok(())
}

/// Where a snapshot goes on: at a key, after a version of it.
#[derive(Default)]
struct Resume {
    key: Bytes,
    after: Revision,
}

/// Copies one block's worth of entries. How many, and where to go on.
fn fill_block(payload: &mut Vec<u8>, state: &State, view: &View, from: &Resume) -> (u32, Option<Resume>) {
    let mut count = 0;
    let mut visited = 0;
    for (key, chain) in state.chains_in(&KeyRange { start: from.key.clone(), end: None }) {
        visited += 1;
        // Keys that are newer than the view cost time under the lock too.
        if payload.len() >= BLOCK_TARGET || visited > 10_000 {
            return (count, Some(Resume { key: key.clone(), after: Revision::ZERO }));
        }
        let after = if *key == from.key { from.after } else { Revision::ZERO };
        let (slots, more) = slots_that_fit(chain, view, after, BLOCK_TARGET - payload.len());
        if slots.is_empty() {
            continue;
        }
        codec::put_entry(payload, key, slots.iter().copied());
        count += 1;
        if more && let Some(last) = slots.last() {
            return (count, Some(Resume { key: key.clone(), after: last.revision }));
        }
    }
    (count, None)
}

/// The versions of a key that go into a block with `room` left, and whether some are left over.
fn slots_that_fit<'a>(chain: &'a Chain, view: &View, after: Revision, room: usize) -> (Vec<&'a Slot>, bool) {
    let mut size = 0;
    let mut slots = Vec::new();
    for slot in chain.kept(view.compacted, view.revision, after) {
        if size >= room && !slots.is_empty() {
            return (slots, true);
        }
        size += 64 + slot.item.as_ref().map_or(0, |item| item.kv.value.len());
        slots.push(slot);
    }
    (slots, false)
}
