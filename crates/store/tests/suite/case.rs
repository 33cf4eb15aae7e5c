//! What a case is given: a store, a part of the key space, and short ways to ask.

use std::time::Duration;

use bytes::Bytes;
use runtime::ManualTime;
use store::{
    Conflict, Error, Event, Expect, KeyRange, KeyValue, Range, RangeResult, Result, Revision, Store, Watch,
    WatchItem, WatchRequest, Write, WriteResult,
};

/// No condition of a case takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The surroundings of one case.
pub struct Case {
    pub store: Store,
    /// All keys of the case begin with it. No other case writes while this one runs.
    pub prefix: String,
    /// Moves the store's clock; `None` where it is the system's.
    pub time: Option<ManualTime>,
}

impl Case {
    /// A key of this case.
    pub fn key(&self, name: impl AsRef<[u8]>) -> Bytes {
        [self.prefix.as_bytes(), name.as_ref()].concat().into()
    }

    /// All keys of this case.
    pub fn all(&self) -> KeyRange {
        KeyRange::prefix(self.prefix.clone())
    }

    /// A put without condition, as part of a transaction.
    pub fn set(&self, name: &str, value: &str) -> Write {
        self.set_if(name, value, Expect::Any)
    }

    /// A put with a condition, as part of a transaction.
    pub fn set_if(&self, name: &str, value: &str, expect: Expect) -> Write {
        Write::Put { key: self.key(name), value: Bytes::copy_from_slice(value.as_bytes()), expect, ttl: None }
    }

    /// A removal, as part of a transaction.
    pub fn unset(&self, name: &str, expect: Expect) -> Write {
        Write::Delete { key: self.key(name), expect }
    }

    /// A condition, as part of a transaction.
    pub fn check(&self, name: &str, expect: Expect) -> Write {
        Write::Check { key: self.key(name), expect }
    }

    /// Writes one key, which must succeed.
    pub async fn put(&self, name: &str, value: &str) -> Revision {
        self.write(vec![self.set(name, value)]).await.revision
    }

    /// Removes one key, which must succeed.
    pub async fn delete(&self, name: &str) -> Revision {
        self.write(vec![self.unset(name, Expect::Any)]).await.revision
    }

    /// Does writes, which must succeed.
    pub async fn write(&self, writes: Vec<Write>) -> WriteResult {
        self.store.write(writes).await.expect("the write succeeds")
    }

    /// Does writes, which must be in conflict.
    pub async fn conflict(&self, writes: Vec<Write>) -> Conflict {
        match self.store.write(writes).await {
            Err(Error::Conflict(conflict)) => *conflict,
            other => panic!("not a conflict: {other:?}"),
        }
    }

    /// Reads one key.
    pub async fn get(&self, name: impl AsRef<[u8]>) -> Option<KeyValue> {
        self.store.get(self.key(name)).await.expect("the read succeeds")
    }

    /// The value of one key.
    pub async fn value(&self, name: &str) -> Option<String> {
        self.get(name).await.map(|kv| String::from_utf8_lossy(&kv.value).into_owned())
    }

    /// Reads, which must succeed.
    pub async fn read(&self, range: Range) -> RangeResult {
        self.store.range(range).await.expect("the read succeeds")
    }

    /// The names of the keys read.
    pub fn names(&self, result: &RangeResult) -> Vec<String> {
        let name = |kv: &KeyValue| String::from_utf8_lossy(&kv.key[self.prefix.len()..]).into_owned();
        result.kvs.iter().map(name).collect()
    }

    /// The store's revision.
    pub async fn revision(&self) -> Revision {
        self.store.revision().await.expect("the store answers")
    }

    /// Watches all keys of the case after `revision`.
    pub async fn watch(&self, after: Revision) -> Watch {
        self.store.watch(WatchRequest::after(self.all(), after)).await.expect("the watch starts")
    }

    /// Watches all keys of the case from now on.
    pub async fn watch_now(&self) -> Watch {
        self.store.watch(WatchRequest::from_now(self.all())).await.expect("the watch starts")
    }

    /// The error of a watch that must not work.
    pub async fn watch_error(&self, after: Revision) -> Error {
        match self.store.watch(WatchRequest::after(self.all(), after)).await {
            Err(error) => error,
            Ok(mut watch) => next(&mut watch).await.expect_err("the watch ends with an error"),
        }
    }

    /// Lets time pass by the store's clock: at once where that can be moved.
    pub fn pass(&self, time: Duration) {
        if let Some(clock) = &self.time {
            clock.advance(time);
        }
    }

    /// An event as a short text: `name=value@revision` or `-name@revision`, counted from `base`.
    pub fn show(&self, event: &Event, base: Revision) -> String {
        let name = event.key()[self.prefix.len()..].escape_ascii();
        let at = event.revision().0 - base.0;
        match event {
            Event::Put { kv, .. } => format!("{name}={}@{at}", kv.value.escape_ascii()),
            Event::Delete { .. } => format!("-{name}@{at}"),
        }
    }

    /// All events up to `until`, as short texts.
    pub async fn shown(&self, watch: &mut Watch, base: Revision, until: Revision) -> Vec<String> {
        events(watch, until).await.iter().map(|event| self.show(event, base)).collect()
    }
}

/// Waits for a condition that must come.
pub async fn soon<T>(what: &str, work: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, work).await.unwrap_or_else(|_| panic!("{what} did not come"))
}

/// The next item of a watch.
pub async fn next(watch: &mut Watch) -> Result<WatchItem> {
    soon("a watch item", watch.next()).await.expect("the watch goes on")
}

/// All events up to one of `until`; progress marks are left out.
pub async fn events(watch: &mut Watch, until: Revision) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::new();
    while all.last().is_none_or(|event| event.revision() < until) {
        if let WatchItem::Events(events) = next(watch).await.expect("the watch goes on") {
            all.extend(events);
        }
    }
    all
}
