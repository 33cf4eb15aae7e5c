//! The embedded back end: state in memory, durability by a log with group commit.
//!
//! Life of a write: at the `desk` its writer has it decided (`evaluate`) on top of all decided before (`delta`) and encoded (`record`)
//! into the next `round` → `committer` takes that, `frame` seals it, `log` writes and syncs it → `state` shows it → writers get their
//! answers → `watch` wakes watchers. Beside it `upkeep` writes checkpoints and `timekeeper` expires keys and history. Opening is `open` → `recover` (checkpoint, then log) → the same `state`.
//!
//! | module | what it is |
//! |---|---|
//! | `frame` `segment` `record` `blocks` `checkpoint` `codec` | the files, byte by byte (docs/store-format.md); pure, but for reader and writer |
//! | `item` `state` `history` `evaluate` `delta` `patience` | contents and decisions; pure |
//! | `log` `pool` `create` `recover` `open` `backup` `socket` `disk` `lock` `files` | the edge to the disk |
//! | `desk` `round` `committer` `upkeep` `timekeeper` `watch` `read` `pins` `shared` | what runs |

mod backup;
mod blocks;
mod checkpoint;
mod codec;
mod committer;
mod config;
mod create;
mod decode;
mod delta;
mod desk;
pub mod disk;
mod evaluate;
mod files;
mod frame;
mod history;
mod item;
mod lock;
mod log;
mod open;
mod patience;
mod pins;
mod pool;
mod read;
mod record;
mod recover;
mod round;
mod segment;
mod shared;
mod socket;
mod state;
mod stats;
mod timekeeper;
mod upkeep;
mod watch;

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};

pub use self::backup::{restore, verify};
pub use self::config::{Config, History};
pub use self::decode::{
    DecodeError, DecodedCheckpoint, DecodedFrame, DecodedSegment, decode_checkpoint, decode_segment,
};
use self::desk::Request;
use self::disk::{Disk, RealDisk};
use self::lock::Lock;
use self::shared::Shared;
pub use self::socket::backup_running;
pub use self::stats::{Stats, Summary};
use crate::{Backend, Error, Range, RangeResult, Result, Revision, Watch, WatchRequest, Write, WriteResult};

/// The embedded store. Clones are handles to the same one; when the last is dropped it stops, as by [`Backend::close`].
#[derive(Clone)]
pub struct Embedded(Arc<Running>);

/// The store with its threads. They share `Shared` among themselves, so that the last handle can end them.
struct Running {
    shared: Arc<Shared>,
    runtime: Handle,
    background: Mutex<Option<Background>>,
}

/// What must end before the store has stopped; the lock is given back last.
struct Background {
    threads: Vec<JoinHandle<()>>,
    timekeeper: tokio::task::JoinHandle<()>,
    lock: Option<Lock>,
}

impl Embedded {
    /// Opens the store in the directory `dir`, which is made if it isn't there, and locks it against other processes.
    pub async fn open(dir: &Path, config: Config) -> Result<Self> {
        let disk = RealDisk::create(dir)
            .map_err(|error| files::failed("create", &dir.display().to_string(), &error))?;
        let lock = Lock::take(&disk, dir)?;
        Self::start(Arc::new(disk), config, Some(lock)).await
    }

    /// Opens the store on any disk. The caller sees to it that nobody else uses it.
    pub async fn open_on(disk: Arc<dyn Disk>, config: Config) -> Result<Self> {
        Self::start(disk, config, None).await
    }

    async fn start(disk: Arc<dyn Disk>, config: Config, lock: Option<Lock>) -> Result<Self> {
        let runtime = Handle::current();
        let opened = runtime.spawn_blocking(move || open::open(disk, config)).await;
        let (shared, log) =
            opened.map_err(|error| Error::Unavailable(format!("opening failed: {error}")))??;
        let committer = {
            let (shared, runtime) = (shared.clone(), runtime.clone());
            shared.desk.open(log);
            thread("store-commit", move || committer::run(&shared, &runtime))?
        };
        let shower = {
            let (shared, runtime) = (shared.clone(), runtime.clone());
            thread("store-show", move || committer::run_shower(&shared, &runtime))
        };
        let upkeep = {
            let shared = shared.clone();
            thread("store-upkeep", move || upkeep::run(&shared))
        };
        let timekeeper = runtime.spawn(timekeeper::run(shared.clone()));
        let mut running = Background { threads: vec![committer], timekeeper, lock };
        let started = [shower, upkeep].into_iter().try_for_each(|started| {
            running.threads.push(started?);
            Ok(())
        });
        let running = Running { shared, runtime, background: Mutex::new(Some(running)) };
        // If one could not be started, dropping this ends the others.
        started.map(|()| Self(Arc::new(running)))
    }

    /// Writes all that the store holds now to the new file `to`, while it goes on running. The file is durable when this returns,
    /// and has been read back and checked.
    pub async fn backup(&self, to: &Path) -> Result<Summary> {
        let (shared, to) = (self.0.shared.clone(), to.to_owned());
        let written = self.0.runtime.spawn_blocking(move || backup::backup(&shared, &to)).await;
        written.map_err(|error| Error::Unavailable(format!("the backup failed: {error}")))?
    }

    /// Hands out backups through a socket in the store's directory `dir`, to whoever may read its files, until the store stops. See
    /// [`backup_running`].
    pub fn serve_backups(&self, dir: &Path) -> Result<()> {
        socket::serve(&self.0.shared, &self.0.runtime, dir)
    }

    /// How the store is doing.
    pub fn stats(&self) -> Stats {
        self.0.shared.stats()
    }
}

fn thread(name: &str, body: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    std::thread::Builder::new()
        .name(name.into())
        .spawn(body)
        .map_err(|error| Error::Unavailable(format!("cannot start a thread: {error}")))
}

impl Running {
    fn stop(&self) {
        self.shared.desk.close();
        self.shared.stop.trigger();
        self.shared.chores.stop();
    }

    /// Has a request done and waits for the answer.
    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<Result<T>>) -> Request) -> Result<T> {
        self.shared.check()?;
        let (reply, answer) = oneshot::channel();
        if committer::submit(&self.shared, request(reply), &self.runtime).is_err() {
            return Err(self.shared.check().err().unwrap_or_else(Shared::closed));
        }
        answer.await.unwrap_or_else(|_| Err(Error::Unknown("the store stopped before the answer".into())))
    }
}

impl Background {
    fn join(self) {
        for thread in self.threads {
            // A thread that panicked has said so; there is nothing left to wait for.
            let _ = thread.join();
        }
        drop(self.lock);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(background) = self.background.get_mut().take() {
            background.join();
        }
    }
}

/// Copies key and value, so that no larger buffer stays in memory because of them. Done here, on the writer's thread, because the
/// committer's time is everybody's.
fn detach(write: &mut Write) {
    if let Write::Put { key, value, .. } = write {
        *key = Bytes::copy_from_slice(key);
        *value = Bytes::copy_from_slice(value);
    }
}

#[async_trait]
impl Backend for Embedded {
    async fn write(&self, mut writes: Vec<Write>) -> Result<WriteResult> {
        writes.iter_mut().for_each(detach);
        self.0.ask(|reply| Request::Write { writes, reply }).await
    }

    async fn range(&self, range: Range) -> Result<RangeResult> {
        read::range(&self.0.shared, range).await
    }

    async fn revision(&self) -> Result<Revision> {
        self.0.shared.check()?;
        Ok(self.0.shared.state.read().revision)
    }

    async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        watch::start(&self.0.shared, &self.0.runtime, request)
    }

    async fn compact(&self, revision: Revision) -> Result<()> {
        self.0.ask(|reply| Request::Compact { revision, reply }).await
    }

    fn progress_on_request(&self) -> bool {
        true
    }

    async fn close(&self) {
        self.0.stop();
        // Whoever closes it a second time waits here for the first.
        let mut background = self.0.background.lock().await;
        if let Some(mut background) = background.take() {
            let _ = (&mut background.timekeeper).await;
            let _ = self.0.runtime.spawn_blocking(move || background.join()).await;
        }
        self.0.shared.hub.emptied().await;
    }
}

#[cfg(test)]
mod tests;
