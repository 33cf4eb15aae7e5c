//! What one commit does: decided and encoded transactions with the answers that wait for them. `desk.rs` fills it, `committer.rs` writes it.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::delta::Delta;
use super::frame;
use super::item::Moment;
use super::record::{BatchWriter, Op};
use super::state::Effect;
use crate::{Error, Result, Revision, WriteResult};

/// An answer that waits until what it says is durable.
pub(crate) enum Answer {
    Write(oneshot::Sender<Result<WriteResult>>, Result<WriteResult>),
    Compact(oneshot::Sender<Result<()>>, Result<()>),
}

impl Answer {
    /// A writer that has gone away doesn't want its answer.
    pub(crate) fn send(self) {
        match self {
            Self::Write(reply, result) => drop(reply.send(result)),
            Self::Compact(reply, result) => drop(reply.send(result)),
        }
    }

    pub(crate) fn fail(self, error: &Error) {
        match self {
            Self::Write(reply, _) => drop(reply.send(Err(error.clone()))),
            Self::Compact(reply, _) => drop(reply.send(Err(error.clone()))),
        }
    }
}

/// A commit in the making. It may hold answers only, which say what earlier commits must make true first.
pub(crate) struct Round {
    /// Shared while it is written: others decide on top of it.
    pub delta: Arc<Delta>,
    /// The frame, but for its header.
    pub buffer: Vec<u8>,
    batch: BatchWriter,
    /// The newest revision and the newest compaction when it began.
    pub before: (Revision, Revision),
    /// The revision of its last transaction, or of the one before the first.
    pub revision: Revision,
    /// Up to where history is to be forgotten, if a request says so.
    pub compact: Option<Revision>,
    pub answers: Vec<Answer>,
}

impl Round {
    /// An empty one, to follow the revision and the compaction `before`; `buffer` is used again.
    pub(crate) fn begin(mut buffer: Vec<u8>, before: (Revision, Revision)) -> Self {
        buffer.clear();
        buffer.resize(frame::HEADER, 0);
        let (revision, _) = before;
        let batch = BatchWriter::begin(&mut buffer, revision.next().0);
        Self { delta: Arc::default(), buffer, batch, before, revision, compact: None, answers: Vec::new() }
    }

    /// Encodes the changes from `from` on as one transaction, if there are any.
    pub(crate) fn close_transaction(&mut self, from: usize) {
        let effects = &self.delta.effects()[from..];
        let Some(Effect { revision, .. }) = effects.last() else { return };
        self.revision = *revision;
        self.batch.transaction(&mut self.buffer, effects.len() as u32);
        for effect in effects {
            let op = match &effect.item {
                None => Op::Delete { key: &effect.key },
                Some(item) => Op::Put {
                    key: &effect.key,
                    value: &item.kv.value,
                    ttl: item.lease.as_ref().map(|lease| lease.ttl),
                },
            };
            BatchWriter::op(&mut self.buffer, &op);
        }
    }

    pub(crate) fn transactions(&self) -> u64 {
        self.batch.transactions().into()
    }

    pub(crate) fn changes_anything(&self) -> bool {
        self.transactions() > 0 || self.compact.is_some()
    }

    /// The revision that its first transaction makes.
    pub(crate) fn first_revision(&self) -> u64 {
        self.revision.0 - self.transactions() + 1
    }

    /// Fills in what is known only when it is written, with what the contents have `compacted`.
    pub(crate) fn finish(&mut self, compacted: Revision, now: Moment) {
        let (_, before) = self.before;
        let compacted = self.compact.unwrap_or(before).max(compacted);
        self.batch.finish(&mut self.buffer, compacted.0, now.wall_millis());
    }

    /// Answers all with an error.
    pub(crate) fn fail(self, error: &Error) {
        self.answers.into_iter().for_each(|answer| answer.fail(error));
    }
}
