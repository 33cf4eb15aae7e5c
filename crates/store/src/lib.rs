//! The cluster's state: an ordered key-value map with etcd's contract, in two back ends.
//!
//! Every write gets the next number of one global revision; a write may be conditional on the revision that last changed its
//! key; reads see one revision, the newest or an older one; a watch delivers every change after a revision, in order, once.
//! Values are opaque bytes. Nothing outside this crate knows which back end runs.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Store`] | the handle that callers use |
//! | [`Backend`] | the contract that both back ends meet (`tests/` holds the suite that checks it) |
//! | `embedded` | the default: state in memory, durability by a log with group commit |
//! | `etcd` | etcd v3 over gRPC, for several servers |

mod backend;
pub mod embedded;
mod error;
pub mod etcd;
mod key;
mod read;
mod store;
mod watch;
mod write;

pub use backend::Backend;
pub use error::{Error, Result};
pub use key::{KeyRange, KeyValue, Revision};
pub use read::{Range, RangeResult};
pub use store::Store;
pub use watch::{Event, Watch, WatchItem, WatchRequest};
pub use write::{Conflict, Expect, MAX_BYTES, MAX_WRITES, Write, WriteResult, Written};
