//! The child: opens a store and serves it over a socket until it is killed.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use store::Store;
use tokio::net::UnixStream;
use tokio::sync::mpsc;

use super::message::{Reply, Request};
use super::wire::{self, Wire};

/// The way to a running watch: `true` asks for progress, an end of the channel ends the watch.
type Watches = Arc<Mutex<HashMap<u64, mpsc::UnboundedSender<()>>>>;

/// Serves `store` to the parent that listens at `socket`.
pub async fn serve(store: Store, socket: &Path) {
    let stream = UnixStream::connect(socket).await.expect("the parent listens");
    let (mut from, mut to) = stream.into_split();
    let (replies, mut outbox) = mpsc::channel::<Vec<u8>>(64);
    tokio::spawn(async move {
        while let Some(message) = outbox.recv().await {
            if wire::send(&mut to, &message).await.is_err() {
                break;
            }
        }
    });
    let watches = Watches::default();
    while let Some(message) = wire::receive(&mut from).await {
        let from = &mut &message[..];
        let (id, request) = (u64::get(from), Request::get(from));
        match request {
            Request::Progress(watch) => {
                if let Some(watch) = watches.lock().get(&watch) {
                    let _ = watch.send(());
                }
            }
            Request::Cancel(watch) => {
                watches.lock().remove(&watch);
            }
            request => {
                tokio::spawn(answer(
                    store.clone(),
                    id,
                    request,
                    Replies { id, replies: replies.clone() },
                    watches.clone(),
                ));
            }
        }
    }
}

/// Where the answers to one request go.
struct Replies {
    id: u64,
    replies: mpsc::Sender<Vec<u8>>,
}

impl Replies {
    async fn send(&self, reply: Reply) -> bool {
        let mut message = Vec::new();
        self.id.put(&mut message);
        reply.put(&mut message);
        self.replies.send(message).await.is_ok()
    }
}

async fn answer(store: Store, id: u64, request: Request, replies: Replies, watches: Watches) {
    let reply = match request {
        Request::Write(writes) => store.write(writes).await.map(Reply::Wrote),
        Request::Range(range) => store.range(range).await.map(Reply::Read),
        Request::Revision => store.revision().await.map(Reply::Newest),
        Request::Compact(revision) => store.compact(revision).await.map(|()| Reply::Compacted),
        Request::Watch(request) => match store.watch(request).await {
            Ok(watch) => return follow(watch, id, replies, watches).await,
            Err(error) => Err(error),
        },
        Request::Progress(_) | Request::Cancel(_) => unreachable!("answered before"),
    };
    replies.send(reply.unwrap_or_else(Reply::Failed)).await;
}

async fn follow(mut watch: store::Watch, id: u64, replies: Replies, watches: Watches) {
    let (sender, mut requests) = mpsc::unbounded_channel();
    watches.lock().insert(id, sender);
    if !replies.send(Reply::Watching).await {
        return;
    }
    loop {
        tokio::select! {
            request = requests.recv() => match request {
                Some(()) => watch.request_progress(),
                None => return,
            },
            item = watch.next() => {
                let (reply, ends) = match item {
                    Some(Ok(item)) => (Reply::Item(item), false),
                    Some(Err(error)) => (Reply::Failed(error), true),
                    None => (Reply::End, true),
                };
                if !replies.send(reply).await || ends {
                    return;
                }
            }
        }
    }
}
