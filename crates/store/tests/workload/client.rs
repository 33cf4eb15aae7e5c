//! One random client: writes of every form, reads of every form, compactions.

use std::collections::HashMap;
use std::time::Duration;

use bytes::Bytes;
use store::{Error, Expect, KeyRange, Range, Revision, Write};

use super::{KEYS, Plan};
use crate::history::Client;

struct Session {
    client: Client,
    plan: Plan,
    rng: fastrand::Rng,
    /// What this client believes about each key; often right, so that conditional writes succeed often.
    known: HashMap<Bytes, Revision>,
    newest: Revision,
    writes: usize,
    seed: u64,
}

/// Works through the plan; `false` if the store failed.
pub async fn run(client: Client, plan: Plan, seed: u64) -> bool {
    let rng = fastrand::Rng::with_seed(seed);
    let newest = Revision::ZERO;
    let mut session = Session { client, plan, rng, known: HashMap::new(), newest, writes: 0, seed };
    for _ in 0..session.plan.operations {
        match session.operation().await {
            Ok(()) => {}
            Err(Error::Unavailable(_) | Error::Unknown(_) | Error::Data(_)) => return false,
            Err(_) => {}
        }
    }
    true
}

impl Session {
    async fn operation(&mut self) -> Result<(), Error> {
        match self.rng.u32(0..100) {
            0..60 => self.write().await,
            60..78 => self.read().await,
            78..88 => self.read_past().await,
            88..92 => {
                self.newest = self.client.revision().await?;
                Ok(())
            }
            92..94 if self.plan.compact => self.compact().await,
            92..96 if self.plan.expire => {
                self.client.recorder.advance(Duration::from_millis(self.rng.u64(1..2000)));
                Ok(())
            }
            _ => self.write_many().await,
        }
    }

    async fn write(&mut self) -> Result<(), Error> {
        let key = self.key();
        let write = self.one(key);
        self.send(vec![write]).await
    }

    async fn write_many(&mut self) -> Result<(), Error> {
        let mut keys: Vec<Bytes> = KEYS.iter().map(|key| Bytes::from_static(key)).collect();
        self.rng.shuffle(&mut keys);
        let writes = keys.into_iter().take(self.rng.usize(2..6)).map(|key| self.one(key)).collect();
        self.send(writes).await
    }

    fn key(&mut self) -> Bytes {
        Bytes::from_static(KEYS[self.rng.usize(0..KEYS.len())])
    }

    fn one(&mut self, key: Bytes) -> Write {
        let expect = match (self.known.get(&key), self.rng.u32(0..10)) {
            (_, 0..4) => Expect::Any,
            (None, _) => Expect::Absent,
            (Some(at), 4..9) if *at != Revision::ZERO => Expect::At(*at),
            (Some(at), _) if *at == Revision::ZERO => Expect::Absent,
            (Some(at), _) => Expect::At(Revision(at.0.saturating_sub(1))),
        };
        match self.rng.u32(0..20) {
            0..13 => Write::Put { key, value: self.value(), expect, ttl: None },
            13..15 if self.plan.expire => {
                let ttl = Some(Duration::from_millis(self.rng.u64(1..5000)));
                Write::Put { key, value: self.value(), expect, ttl }
            }
            13..18 => Write::Delete { key, expect },
            _ => Write::Check { key, expect },
        }
    }

    /// Different from every other value of the run, so that a value tells which write it came from.
    fn value(&mut self) -> Bytes {
        self.writes += 1;
        let mut value = format!("{:x}.{}.", self.seed, self.writes).into_bytes();
        if self.rng.u32(0..8) == 0 {
            value.resize(value.len() + self.rng.usize(0..3000), self.rng.u8(..));
        }
        value.into()
    }

    async fn send(&mut self, writes: Vec<Write>) -> Result<(), Error> {
        let result = self.client.write(writes.clone()).await;
        match &result {
            Ok(result) => {
                self.newest = result.revision;
                for write in writes {
                    let now = match write {
                        Write::Put { .. } => result.revision,
                        Write::Delete { .. } => Revision::ZERO,
                        Write::Check { .. } => continue,
                    };
                    self.known.insert(write.key().clone(), now);
                }
            }
            Err(Error::Conflict(conflict)) => {
                self.newest = conflict.revision;
                let now = conflict.current.as_ref().map_or(Revision::ZERO, |kv| kv.mod_revision);
                self.known.insert(conflict.key.clone(), now);
            }
            Err(_) => {}
        }
        result.map(|_| ())
    }

    fn range(&mut self) -> Range {
        let keys = match self.rng.u32(0..5) {
            0 => KeyRange::all(),
            1 => KeyRange::prefix("/a/"),
            2 => KeyRange::prefix("/b"),
            3 => KeyRange::all().after(&self.key()),
            _ => KeyRange::key(self.key()),
        };
        let range = Range::new(keys);
        match self.rng.u32(0..6) {
            0 => range.limit(self.rng.usize(1..6)),
            1 => range.count_only(),
            _ => range,
        }
    }

    async fn read(&mut self) -> Result<(), Error> {
        let range = self.range();
        let result = self.client.range(range).await?;
        self.newest = result.revision;
        for kv in result.kvs {
            self.known.insert(kv.key, kv.mod_revision);
        }
        Ok(())
    }

    async fn read_past(&mut self) -> Result<(), Error> {
        let back = self.rng.u64(0..30);
        // Now and then a revision that nobody has reached.
        let ahead = if self.rng.u32(0..20) == 0 { 1_000_000 } else { 0 };
        let at = Revision(self.newest.0.saturating_sub(back).max(1) + ahead);
        let range = self.range().at(at);
        self.client.range(range).await.map(|_| ())
    }

    async fn compact(&mut self) -> Result<(), Error> {
        // Mostly far back, so that watchers and readers of the past live; now and then close behind the newest.
        let back = if self.rng.u32(0..4) == 0 { self.rng.u64(0..60) } else { self.rng.u64(100..400) };
        let Some(to) = self.newest.0.checked_sub(back).filter(|to| *to > 0) else { return Ok(()) };
        self.client.compact(Revision(to)).await
    }
}
