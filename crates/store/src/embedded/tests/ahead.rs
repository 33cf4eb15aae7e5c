//! Writes that are decided while the commit before them is still being written: nothing shows before it is durable, and what was decided
//! on top of a commit that fails never happened.

use std::io;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::super::disk::DiskFile;
use super::*;
use crate::{Error, Expect, Write};

/// What happens to the next operation of its kind.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Pass,
    Hold,
    Fail,
}

struct Gate {
    /// For syncs of the log, and for new log files.
    rules: Mutex<(Rule, Rule)>,
    changed: Condvar,
    held: Mutex<usize>,
}

impl Gate {
    fn new() -> Arc<Self> {
        let rules = Mutex::new((Rule::Pass, Rule::Pass));
        Arc::new(Self { rules, changed: Condvar::new(), held: Mutex::new(0) })
    }

    fn set(&self, sync: Rule, create: Rule) {
        *self.rules.lock() = (sync, create);
        self.changed.notify_all();
    }

    fn pass(&self, which: impl Fn(&(Rule, Rule)) -> Rule) -> io::Result<()> {
        let mut rules = self.rules.lock();
        if which(&rules) == Rule::Hold {
            *self.held.lock() += 1;
            self.changed.wait_while(&mut rules, |rules| which(rules) == Rule::Hold);
            *self.held.lock() -= 1;
        }
        if which(&rules) == Rule::Fail { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    async fn holds(&self) {
        while *self.held.lock() == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
}

struct GatedDisk(RealDisk, Arc<Gate>);

struct GatedFile(Box<dyn DiskFile>, Arc<Gate>);

impl Disk for GatedDisk {
    fn list(&self) -> io::Result<Vec<String>> {
        self.0.list()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(GatedFile(self.0.open(name)?, self.1.clone())))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        if name.starts_with("log-") {
            self.1.pass(|rules| rules.1)?;
        }
        Ok(Box::new(GatedFile(self.0.create(name)?, self.1.clone())))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.0.rename(from, to)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
    }

    fn sync_dir(&self) -> io::Result<()> {
        self.0.sync_dir()
    }
}

impl DiskFile for GatedFile {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(buf, offset)
    }

    fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<()> {
        self.0.write_at(buf, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.1.pass(|rules| rules.0)?;
        self.0.sync()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }
}

async fn gated(bench: &Bench) -> (Store, Arc<Gate>) {
    let (disk, gate) = (RealDisk::create(&bench.path()).unwrap(), Gate::new());
    let disk = Arc::new(GatedDisk(disk, gate.clone()));
    (Store::new(Embedded::open_on(disk, bench.config.clone()).await.unwrap()), gate)
}

type Answer = tokio::task::JoinHandle<Result<Revision>>;

/// A write on its way, and word that it has been decided.
fn send(store: &Store, key: &'static str, len: usize, expect: Expect) -> (Answer, oneshot::Receiver<()>) {
    let store = store.clone();
    let (begun, decided) = oneshot::channel();
    let answer = tokio::spawn(async move {
        let write = Write::Put { key: key.into(), value: "v".repeat(len).into(), expect, ttl: None };
        let mut write = std::pin::pin!(store.write(vec![write]));
        let first =
            std::future::poll_fn(|context| std::task::Poll::Ready(write.as_mut().poll(context))).await;
        let _ = begun.send(());
        match first {
            std::task::Poll::Ready(result) => result,
            std::task::Poll::Pending => write.await,
        }
        .map(|result| result.revision)
    });
    (answer, decided)
}

/// A write that waits for another one's commit: it has been decided when this returns.
async fn begin(store: &Store, key: &'static str, len: usize, expect: Expect) -> Answer {
    let (answer, decided) = send(store, key, len, expect);
    decided.await.unwrap();
    answer
}

/// A write whose commit the gate holds when this returns, on whichever thread it is done: a lone writer may do it on its own.
async fn begin_held(gate: &Gate, store: &Store, key: &'static str, len: usize) -> Answer {
    let (answer, _) = send(store, key, len, Expect::Absent);
    gate.holds().await;
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_decided_ahead_is_seen_and_answered_only_when_it_is_durable() {
    let bench = Bench::new();
    let (store, gate) = gated(&bench).await;
    gate.set(Rule::Hold, Rule::Pass);
    let first = begin_held(&gate, &store, "a", 1).await;
    let loser = begin(&store, "a", 1, Expect::Absent).await;
    let second = begin(&store, "a", 2, Expect::At(Revision(1))).await;
    let mut watch = store.watch(WatchRequest::after(KeyRange::all(), Revision(0))).await.unwrap();
    watch.request_progress();
    assert!(matches!(watch.next().await, Some(Ok(crate::WatchItem::Progress(Revision(0))))));
    assert!(store.get("a").await.unwrap().is_none() && store.revision().await.unwrap() == Revision(0));
    assert!(!first.is_finished() && !loser.is_finished() && !second.is_finished());
    gate.set(Rule::Pass, Rule::Pass);
    assert_eq!(first.await.unwrap().unwrap(), Revision(1));
    assert!(
        matches!(loser.await.unwrap(), Err(Error::Conflict(conflict)) if conflict.revision == Revision(1))
    );
    assert_eq!(second.await.unwrap().unwrap(), Revision(2));
    assert_eq!(store.get("a").await.unwrap().unwrap().value.len(), 2);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_decided_on_top_of_a_commit_in_doubt_did_not_happen() {
    let bench = Bench::new();
    let (store, gate) = gated(&bench).await;
    put(&store, "before", "v").await;
    gate.set(Rule::Hold, Rule::Pass);
    let first = begin_held(&gate, &store, "a", 1).await;
    let loser = begin(&store, "a", 1, Expect::Absent).await;
    let second = begin(&store, "a", 2, Expect::At(Revision(2))).await;
    gate.set(Rule::Fail, Rule::Pass);
    assert!(matches!(first.await.unwrap(), Err(Error::Unknown(_))));
    for refused in [loser, second] {
        assert!(matches!(refused.await.unwrap(), Err(Error::Unavailable(_))));
    }
    assert!(matches!(store.create("b", "v", None).await, Err(Error::Unavailable(_))));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_decided_on_top_of_a_commit_without_room_is_refused_with_it() {
    let mut bench = Bench::new();
    bench.config.segment_bytes = 8 << 10;
    let (store, gate) = gated(&bench).await;
    assert_eq!(put(&store, "a", &"v".repeat(1500)).await, Revision(1));
    gate.set(Rule::Pass, Rule::Hold);
    let first = begin_held(&gate, &store, "b", 3000).await;
    let second = begin(&store, "b", 10, Expect::At(Revision(2))).await;
    let loser = begin(&store, "b", 10, Expect::Absent).await;
    gate.set(Rule::Pass, Rule::Fail);
    for refused in [first, second, loser] {
        assert!(matches!(refused.await.unwrap(), Err(Error::Unavailable(_))));
    }
    gate.set(Rule::Pass, Rule::Pass);
    assert!(store.get("b").await.unwrap().is_none());
    assert_eq!(store.create("b", "v".repeat(3000), None).await.unwrap(), Revision(2));
    store.close().await;
    drop(store);
    let (_, store) = bench.open().await.unwrap();
    assert_eq!(all(&store).await.kvs.iter().map(|kv| kv.mod_revision.0).collect::<Vec<_>>(), [1, 2]);
}
