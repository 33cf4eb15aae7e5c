//! The engine on a real disk: writing and reopening, crashes and damage, locks, backups, watches. The behaviour that all back ends
//! share is checked by the suite in `tests/`.

mod ahead;
mod damage;
mod files;
mod running;
mod time;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::{KeyRange, Store};

/// A store in a directory of its own, with small files so that everything happens early.
struct Bench {
    dir: TempDir,
    config: Config,
}

impl Bench {
    fn new() -> Self {
        let config = Config { segment_bytes: 32 << 10, checkpoint_bytes: 64 << 10, ..Config::default() };
        Self { dir: TempDir::new().unwrap(), config }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    async fn open(&self) -> Result<(Embedded, Store)> {
        let embedded = Embedded::open(&self.path(), self.config.clone()).await?;
        Ok((embedded.clone(), Store::new(embedded)))
    }

    /// Writes keys `0..count` and closes the store.
    async fn filled(self, count: usize) -> Self {
        let (_, store) = self.open().await.unwrap();
        for n in 0..count {
            put(&store, &format!("key-{n}"), &format!("value-{n}")).await;
        }
        store.close().await;
        self
    }

    /// Why the store can't be opened.
    async fn refusal(&self) -> String {
        match self.open().await {
            Ok(_) => panic!("the store opened"),
            Err(error) => error.to_string(),
        }
    }
}

/// Waits for a checkpoint that is due: closing the store would not.
async fn checkpointed(store: &Embedded) {
    while store.stats().checkpoint_due {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

async fn put(store: &Store, key: &str, value: &str) -> Revision {
    let write = Write::Put {
        key: key.to_owned().into(),
        value: value.to_owned().into(),
        expect: crate::Expect::Any,
        ttl: None,
    };
    store.write(vec![write]).await.unwrap().revision
}

async fn all(store: &Store) -> RangeResult {
    store.range(Range::new(KeyRange::all())).await.unwrap()
}

/// Changes the bytes of a file.
fn edit(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).unwrap();
    change(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}
