//! The parent's side: a back end that lives in a child process, which dies when told to.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use async_trait::async_trait;
use parking_lot::Mutex;
use store::{Backend, Error, Range, RangeResult, Result, Revision, Watch, WatchRequest, Write, WriteResult};
use tokio::net::UnixListener;
use tokio::sync::mpsc;

use super::message::{Reply, Request};
use super::wire::{self, Wire};
use super::{DIRECTORY, SOCKET};

/// A store in a child process.
pub struct Remote(Arc<Shared>);

struct Shared {
    child: Mutex<Child>,
    requests: mpsc::UnboundedSender<Vec<u8>>,
    pending: Mutex<HashMap<u64, mpsc::Sender<Reply>>>,
    next: AtomicU64,
    dead: AtomicBool,
    /// The child is killed when so many messages have gone to and fro.
    fuse: AtomicU64,
}

impl Remote {
    /// Starts a child on the store in `dir`; it is killed after `fuse` messages.
    pub async fn start(dir: &Path, fuse: u64) -> Self {
        let sockets = tempfile::tempdir().unwrap();
        let path = sockets.path().join("s");
        let listener = UnixListener::bind(&path).unwrap();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["kill::child", "--exact", "--nocapture", "--test-threads=1"])
            .env(SOCKET, &path)
            .env(DIRECTORY, dir)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let patience = std::time::Duration::from_secs(60);
        let accepted = tokio::time::timeout(patience, listener.accept()).await;
        let (stream, _) = accepted.expect("the child starts").unwrap();
        let (mut from, mut to) = stream.into_split();
        let (requests, mut outbox) = mpsc::unbounded_channel::<Vec<u8>>();
        let shared = Arc::new(Shared {
            child: Mutex::new(child),
            requests,
            pending: Mutex::default(),
            next: AtomicU64::new(1),
            dead: AtomicBool::new(false),
            fuse: AtomicU64::new(fuse),
        });
        let sending = shared.clone();
        tokio::spawn(async move {
            while let Some(message) = outbox.recv().await {
                if wire::send(&mut to, &message).await.is_err() {
                    break;
                }
                sending.burn();
            }
        });
        let receiving = shared.clone();
        tokio::spawn(async move {
            while let Some(message) = wire::receive(&mut from).await {
                receiving.burn();
                receiving.dispatch(&message).await;
            }
            receiving.end();
        });
        Self(shared)
    }
}

impl Shared {
    /// One message nearer to the end.
    fn burn(&self) {
        if self.fuse.fetch_sub(1, Ordering::SeqCst) == 1 {
            // SIGKILL: the process gets no chance to do anything more.
            self.child.lock().kill().expect("the child can be killed");
        }
    }

    async fn dispatch(&self, message: &[u8]) {
        let from = &mut &message[..];
        let (id, reply) = (u64::get(from), Reply::get(from));
        let receiver = self.pending.lock().get(&id).cloned();
        if let Some(receiver) = receiver
            && receiver.send(reply).await.is_err()
        {
            self.pending.lock().remove(&id);
        }
    }

    /// The child is gone: everybody who waits is told.
    fn end(&self) {
        self.dead.store(true, Ordering::SeqCst);
        self.pending.lock().clear();
        let mut child = self.child.lock();
        let _ = child.kill();
        let _ = child.wait();
    }

    fn send(&self, id: u64, request: &Request) {
        let mut message = Vec::new();
        id.put(&mut message);
        request.put(&mut message);
        let _ = self.requests.send(message);
    }

    fn ask(&self, request: &Request) -> Result<(u64, mpsc::Receiver<Reply>)> {
        let id = self.next.fetch_add(1, Ordering::SeqCst);
        let (sender, receiver) = mpsc::channel(64);
        self.pending.lock().insert(id, sender);
        // Checked after the entry is made: whoever ends later finds it.
        if self.dead.load(Ordering::SeqCst) {
            self.pending.lock().remove(&id);
            return Err(Error::Unavailable("the child is dead".into()));
        }
        self.send(id, request);
        Ok((id, receiver))
    }

    async fn call(&self, request: Request) -> Result<Reply> {
        let (id, mut receiver) = self.ask(&request)?;
        let reply = receiver.recv().await;
        self.pending.lock().remove(&id);
        match reply {
            Some(Reply::Failed(error)) => Err(error),
            Some(reply) => Ok(reply),
            None if matches!(request, Request::Write(_)) => Err(Error::Unknown("the child died".into())),
            None => Err(Error::Unavailable("the child died".into())),
        }
    }
}

#[async_trait]
impl Backend for Remote {
    async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        match self.0.call(Request::Write(writes)).await? {
            Reply::Wrote(result) => Ok(result),
            other => panic!("{other:?}"),
        }
    }

    async fn range(&self, range: Range) -> Result<RangeResult> {
        match self.0.call(Request::Range(range)).await? {
            Reply::Read(result) => Ok(result),
            other => panic!("{other:?}"),
        }
    }

    async fn revision(&self) -> Result<Revision> {
        match self.0.call(Request::Revision).await? {
            Reply::Newest(revision) => Ok(revision),
            other => panic!("{other:?}"),
        }
    }

    async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        let (id, mut replies) = self.0.ask(&Request::Watch(request))?;
        match replies.recv().await {
            Some(Reply::Watching) => {}
            Some(Reply::Failed(error)) => return Err(error),
            None => return Err(Error::Unavailable("the child died".into())),
            Some(other) => panic!("{other:?}"),
        }
        let (items, receiver) = mpsc::channel(1);
        let (progress, mut requests) = mpsc::channel::<()>(1);
        let shared = self.0.clone();
        tokio::spawn(async move {
            while requests.recv().await.is_some() {
                shared.send(0, &Request::Progress(id));
            }
            shared.send(0, &Request::Cancel(id));
            shared.pending.lock().remove(&id);
        });
        tokio::spawn(async move {
            while let Some(reply) = replies.recv().await {
                let item = match reply {
                    Reply::Item(item) => Ok(item),
                    Reply::Failed(error) => Err(error),
                    _ => return,
                };
                if items.send(item).await.is_err() {
                    return;
                }
            }
            let _ = items.send(Err(Error::Unavailable("the child died".into()))).await;
        });
        Ok(Watch::new(receiver, progress))
    }

    async fn compact(&self, revision: Revision) -> Result<()> {
        self.0.call(Request::Compact(revision)).await.map(|_| ())
    }

    fn progress_on_request(&self) -> bool {
        true
    }

    async fn close(&self) {
        self.0.end();
    }
}
