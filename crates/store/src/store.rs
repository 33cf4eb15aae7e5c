//! The handle that the rest of the system holds.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::write::{MAX_BYTES, MAX_WRITES};
use crate::{
    Backend, Error, Expect, KeyRange, KeyValue, Range, RangeResult, Result, Revision, Watch, WatchRequest,
    Write, WriteResult,
};

/// The cluster's key-value store, whichever back end runs. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<dyn Backend>);

impl Store {
    /// A handle to `backend`.
    pub fn new(backend: impl Backend) -> Self {
        Self(Arc::new(backend))
    }

    /// Creates a key that must not exist; returns the revision of the write.
    pub async fn create(
        &self,
        key: impl Into<Bytes>,
        value: impl Into<Bytes>,
        ttl: Option<Duration>,
    ) -> Result<Revision> {
        let write = Write::Put { key: key.into(), value: value.into(), expect: Expect::Absent, ttl };
        Ok(self.write(vec![write]).await?.revision)
    }

    /// Changes a key that was last changed at `at`; returns the revision of the write.
    pub async fn update(
        &self,
        key: impl Into<Bytes>,
        value: impl Into<Bytes>,
        at: Revision,
        ttl: Option<Duration>,
    ) -> Result<Revision> {
        let write = Write::Put { key: key.into(), value: value.into(), expect: Expect::At(at), ttl };
        Ok(self.write(vec![write]).await?.revision)
    }

    /// Removes a key; returns the revision of the removal and what the key held.
    pub async fn delete(
        &self,
        key: impl Into<Bytes>,
        expect: Expect,
    ) -> Result<(Revision, Option<KeyValue>)> {
        let mut result = self.write(vec![Write::Delete { key: key.into(), expect }]).await?;
        Ok((result.revision, result.written.pop().and_then(|written| written.previous)))
    }

    /// One or more writes that happen together or not at all.
    pub async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        check(&writes)?;
        self.0.write(writes).await
    }

    /// One key, as it is now.
    pub async fn get(&self, key: impl Into<Bytes>) -> Result<Option<KeyValue>> {
        Ok(self.range(Range::new(KeyRange::key(key))).await?.kvs.pop())
    }

    /// A range of keys.
    pub async fn range(&self, range: Range) -> Result<RangeResult> {
        self.0.range(range).await
    }

    /// The newest revision, no older than any write acknowledged before the call.
    pub async fn revision(&self) -> Result<Revision> {
        self.0.revision().await
    }

    /// Starts a watch.
    pub async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        self.0.watch(request).await
    }

    /// Forgets history before `revision`.
    pub async fn compact(&self, revision: Revision) -> Result<()> {
        self.0.compact(revision).await
    }

    /// Whether a watch answers requests for progress truthfully; see [`Backend::progress_on_request`].
    pub fn progress_on_request(&self) -> bool {
        self.0.progress_on_request()
    }

    /// Stops the back end and waits for its background work.
    pub async fn close(&self) {
        self.0.close().await;
    }
}

/// Refuses what no back end would take, so that both refuse the same and say the same.
fn check(writes: &[Write]) -> Result<()> {
    if writes.is_empty() || writes.len() > MAX_WRITES {
        return Err(Error::Invalid(format!(
            "a transaction holds 1 to {MAX_WRITES} writes, this one {}",
            writes.len()
        )));
    }
    // One key, as nearly always, is different from all others: a set would cost more than the rest of this.
    let mut keys = HashSet::with_capacity(if writes.len() > 1 { writes.len() } else { 0 });
    let mut bytes = 0;
    for write in writes {
        let key = write.key();
        if key.is_empty() {
            return Err(Error::Invalid("a key may not be empty".into()));
        }
        if writes.len() > 1 && !keys.insert(key) {
            return Err(Error::Invalid(format!(
                "key {} is written twice in one transaction",
                key.escape_ascii()
            )));
        }
        bytes += key.len() + if let Write::Put { value, .. } = write { value.len() } else { 0 };
        if let Write::Put { ttl: Some(ttl), .. } = write
            && ttl.is_zero()
        {
            return Err(Error::Invalid(format!("key {} has a time to live of zero", key.escape_ascii())));
        }
    }
    if bytes > MAX_BYTES {
        return Err(Error::Invalid(format!(
            "the request is too large: {bytes} bytes, at most {MAX_BYTES} are allowed"
        )));
    }
    Ok(())
}
