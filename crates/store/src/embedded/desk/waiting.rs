//! What is decided: the rounds that wait, those on their way, and how a request is decided on top of them. `desk.rs` holds the lock and says
//! who commits and who shows.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::delta::Delta;
use super::super::evaluate::{Found, transact};
use super::super::item::Moment;
use super::super::log::Log;
use super::super::patience::{Hope, Patience};
use super::super::round::{Answer, Round};
use super::super::shared::Shared;
use super::super::state::{KeyHasher, State};
use super::{Flight, Landed, Request};
use crate::{Error, Result, Revision, Write, WriteResult};

/// A commit takes transactions until it has this many bytes.
const ROUND_BYTES: usize = 1 << 20;

/// What is decided and not shown yet, under the desk's lock.
pub(super) struct Waiting {
    /// Not there while somebody commits, nor when nobody can any more.
    pub(super) log: Option<Log>,
    /// The commits that are not in the contents yet: those that wait to be shown, and the one that is being written.
    pub(super) flying: VecDeque<Arc<Delta>>,
    /// Those that are durable and wait to be shown, oldest first.
    pub(super) landed: VecDeque<Landed>,
    /// Somebody shows one, and nobody else may.
    pub(super) showing: bool,
    /// The next ones, oldest first.
    pub(super) rounds: VecDeque<Round>,
    /// The newest revision and the newest compaction, with all that is decided.
    pub(super) revision: Revision,
    pub(super) compacted: Revision,
    /// No more requests are taken.
    pub(super) closed: bool,
    /// Nobody will commit any more.
    pub(super) over: bool,
    /// Nothing will be shown any more.
    pub(super) broken: bool,
    /// The committer sleeps, and must be woken when so many wait.
    pub(super) wake_at: Option<usize>,
    pub(super) patience: Patience,
    pub(super) hope: Hope,
    /// The next writer that finds nobody else may commit by itself.
    pub(super) alone: bool,
    pub(super) spares: Vec<Vec<u8>>,
    /// Used again and again.
    pub(super) found: Vec<Found>,
}

impl Waiting {
    /// Nothing is decided yet.
    pub(super) fn new(state: &State) -> Self {
        Self {
            log: None,
            flying: VecDeque::new(),
            landed: VecDeque::new(),
            showing: false,
            rounds: VecDeque::new(),
            revision: state.revision,
            compacted: state.compacted,
            closed: false,
            over: false,
            broken: false,
            wake_at: None,
            patience: Patience::default(),
            hope: Hope::default(),
            alone: false,
            spares: Vec::new(),
            found: Vec::new(),
        }
    }

    /// How many requests wait.
    pub(super) fn len(&self) -> usize {
        self.rounds.iter().map(|round| round.answers.len().max(1)).sum()
    }

    /// Sees to it that the newest round takes the next request.
    fn open_round(&mut self) {
        if self.rounds.back().is_none_or(|round| round.buffer.len() >= ROUND_BYTES) {
            let buffer = self.spares.pop().unwrap_or_default();
            self.rounds.push_back(Round::begin(buffer, (self.revision, self.compacted)));
        }
    }

    fn newest(&mut self) -> &mut Round {
        self.rounds.back_mut().expect("a round is opened before anything is decided")
    }

    /// What a write's key holds, with all that is decided.
    fn find(&self, write: &Write, hasher: &KeyHasher, state: &State) -> Found {
        let (key, hash) = (write.key(), hasher.hash(write.key()));
        let waiting = self.rounds.iter().rev().map(|round| &round.delta);
        let decided = waiting.chain(self.flying.iter().rev()).find_map(|delta| delta.find(hash, key));
        match decided {
            Some(effect) => Found { hash, place: effect.place, item: effect.item.clone() },
            None => {
                let (place, item) = state.find(hash, key);
                Found { hash, place, item: item.cloned() }
            }
        }
    }

    fn write(&mut self, writes: Vec<Write>, hasher: &KeyHasher, shared: &Shared) -> Result<WriteResult> {
        let mut found = std::mem::take(&mut self.found);
        {
            let state = shared.state.read();
            found.extend(writes.iter().map(|write| self.find(write, hasher, &state)));
        }
        let current = self.revision;
        let round = self.newest();
        let delta = Arc::get_mut(&mut round.delta).expect("it is shared only when it is written");
        let before = delta.effects().len();
        let now = || Moment::now(&shared.config.clock);
        let written = transact(writes, &mut found, current, now, delta);
        round.close_transaction(before);
        let revision = round.revision;
        self.revision = revision;
        self.found = found;
        match written {
            Ok(written) => Ok(WriteResult { revision, written }),
            Err(conflict) => {
                shared.counters.conflicts.add(1);
                Err(Error::Conflict(conflict))
            }
        }
    }

    fn compact(&mut self, revision: Revision, shared: &Shared) -> Result<()> {
        let compacted = self.compacted.max(shared.state.read().compacted);
        may_compact(revision, compacted, self.revision)?;
        self.compacted = revision;
        self.newest().compact = Some(revision);
        Ok(())
    }

    /// Decides one request. Its answer waits with what it changed: in the same round.
    pub(super) fn decide(&mut self, request: Request, hasher: &KeyHasher, shared: &Shared) {
        self.open_round();
        let answer = match request {
            Request::Write { writes, reply } => Answer::Write(reply, self.write(writes, hasher, shared)),
            Request::Compact { revision, reply } => Answer::Compact(reply, self.compact(revision, shared)),
            // An empty commit will do.
            Request::Age => return,
        };
        self.newest().answers.push(answer);
    }

    /// The oldest round and the log, if both are there.
    pub(super) fn take_off(&mut self) -> Option<Flight> {
        let log = self.log.take()?;
        let Some(round) = self.rounds.pop_front() else {
            self.log = Some(log);
            return None;
        };
        self.flying.push_back(round.delta.clone());
        Some(Flight { log, round })
    }
}

fn may_compact(requested: Revision, compacted: Revision, current: Revision) -> Result<()> {
    if requested > current {
        Err(Error::FutureRevision { requested, current })
    } else if requested <= compacted {
        Err(Error::Compacted { requested, compacted })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use tokio::sync::oneshot;

    use super::super::super::config::Config;
    use super::super::super::disk::RealDisk;
    use super::super::super::pool::Pool;
    use super::*;
    use crate::Expect;

    #[test]
    fn an_answer_waits_in_the_round_of_its_write() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Arc::new(RealDisk::existing(dir.path()).unwrap());
        let pool = Arc::new(Pool::new(disk.clone(), 1 << 20, Vec::new(), 1));
        let shared = Shared::new(Config::default(), disk, 1, State::default(), pool);
        let mut waiting = Waiting::new(&State::default());
        let hasher = KeyHasher::default();
        let mut replies = Vec::new();
        for len in [10, ROUND_BYTES, 10, 10] {
            let (reply, answer) = oneshot::channel();
            replies.push(answer);
            let value = Bytes::from(vec![0; len]);
            let write = Write::Put { key: "k".into(), value, expect: Expect::Any, ttl: None };
            waiting.decide(Request::Write { writes: vec![write], reply }, &hasher, &shared);
        }
        let shape =
            |round: &Round| (round.transactions(), round.answers.len(), round.before.0.0, round.revision.0);
        assert_eq!(waiting.rounds.iter().map(shape).collect::<Vec<_>>(), [(2, 2, 0, 2), (2, 2, 2, 4)]);
    }
}
