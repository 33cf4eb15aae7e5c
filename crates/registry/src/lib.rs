//! The engine of the API: every verb for every kind, on one store and one watch cache. Knows no HTTP.
//!
//! ```text
//!  write: target + tree ─► to hub ─► defaults ─► prepare ─► admission ─► validate ─► commit (compare-and-swap) ─► Stored
//!  read:  target ─► cache, when it has seen every write acknowledged before ─► Arc<Stored>, whose bytes are shared
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `target` | which object or collection a request is about, and who asks |
//! | `stored` | one object as it is kept: JSON bytes shared between store, cache and answers |
//! | `cache` | all objects in memory, fed by one watch of the store; lists, watches, indexes |
//! | `registry` | the verbs, one file each below it |
//! | `admission` | the seam where admission plugs in |
//! | `allocate` | cluster addresses and node ports |

mod stored;
mod target;

pub use stored::{Head, Stored};
pub use target::{Caller, Target};
