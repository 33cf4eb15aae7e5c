//! The contract between the store's callers and its back ends.

use async_trait::async_trait;

use crate::{Range, RangeResult, Result, Revision, Watch, WatchRequest, Write, WriteResult};

/// What a back end does. Callers use it through [`Store`](crate::Store), which checks arguments first.
///
/// Guarantees, checked by one suite for all of them:
/// - writes are atomic, durable when acknowledged, and numbered by one global revision without gaps between changes;
/// - reads and conditional writes are linearizable: they see every write acknowledged before they began;
/// - nothing is visible, to a read, a conflict or a watch, before it is durable;
/// - a watch delivers every change after its revision in order, without gap or duplicate, whole revisions at a time, and a
///   progress mark never ahead of an event that is still to come.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// Does all of `writes` at one new revision, or, if a requirement fails, nothing.
    async fn write(&self, writes: Vec<Write>) -> Result<WriteResult>;

    /// Reads a range of keys.
    async fn range(&self, range: Range) -> Result<RangeResult>;

    /// The newest revision, no older than any write acknowledged before the call.
    async fn revision(&self) -> Result<Revision>;

    /// Starts a watch. A start revision that is already compacted is an error here or the first item.
    async fn watch(&self, request: WatchRequest) -> Result<Watch>;

    /// Forgets history before `revision`: reads at older revisions and watches after older ones fail from now on.
    /// Compacting what is already compacted is an [`Error::Compacted`](crate::Error::Compacted).
    async fn compact(&self, revision: Revision) -> Result<()>;

    /// Whether [`Watch::request_progress`] is answered and its answer can be trusted. Where not, a cache fed by a watch can't tell
    /// that it is current, and its reader must ask the store.
    fn progress_on_request(&self) -> bool;

    /// Stops background work and waits for it. Writes in flight end with an answer; later calls are
    /// [`Unavailable`](crate::Error::Unavailable).
    async fn close(&self);
}
