//! The engine of the API: every verb for every kind, on one store and one watch cache. Knows no HTTP.
//!
//! ```text
//!  write: target + tree ─► to hub ─► defaults ─► admission ─► prepare ─► validate ─► commit (compare-and-swap) ─► Stored
//!  read:  target ─► cache, when it has seen every write acknowledged before ─► Arc<Stored>, whose bytes are shared
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `settle` | trees as Go would print them |
//! | `target` | which object or collection a request is about, and who asks |
//! | `stored`, `head`, `lean` | one object as it is kept: JSON bytes shared between store, cache and answers; what is read of it |
//! | `change`, `filter`, `subscription` | what watchers see: changes through selectors, each encoded once |
//! | `cache` | all objects in memory, fed by one watch of the store; lists, watches, indexes |
//! | `registry` | the verbs, one file each below it |
//! | `render` | objects, lists and events as bytes |
//! | `admission`, `hook`, `action` | the seams where admission, allocation and actions plug in |
//! | `allocate` | cluster addresses and node ports |
//! | `lister` | how security and admission read objects |

mod action;
mod admission;
pub mod allocate;
mod cache;
mod change;
mod config;
mod error;
mod filter;
mod head;
mod hook;
pub mod key;
mod lean;
mod lister;
mod registry;
pub mod render;
mod settle;
mod stored;
mod subscription;
mod target;
pub mod version;

pub use action::{Action, Answer, Call};
pub use admission::{Admission, Attributes, NoAdmission, Operation};
pub use cache::End;
pub use change::{Change, View};
pub use config::Config;
pub use filter::Filter;
pub use head::Head;
pub use hook::{Hook, Pending};
pub use registry::{Deleted, Page, Patch, PatchKind, Registry, Written, scale_of};
pub use resource::{Kind, Object};
pub use stored::Stored;
pub use subscription::{Subscription, WatchItem};
pub use target::{Caller, Target};
