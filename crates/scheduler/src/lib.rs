//! Which node a pod runs on. Upstream's scheduling framework: filters say where a pod can run, scores say where it runs best, and the
//! API is told by a binding.
//!
//! ```text
//!  pods without a node ─► queue ─► snapshot ─► filters ─► scores ─► assume ─► bind (in the background)
//!                           ▲                     │ nowhere
//!                           └── an event that may help ◄── preemption, or wait
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `run` | the loop, from informers to bindings |
//! | `queue` | who is next: active, backing off, waiting for an event |
//! | `cache`, `snapshot` | nodes with their pods, kept up to date by events; an immutable view for one decision |
//! | `node`, `pod`, `resources`, `selectors` | what is worked out once per object |
//! | `framework` | the contracts of plugins |
//! | `plugins` | the plugins, one file each, and their table |
//! | `decide` | filters, scores, choice: pure |
//! | `preempt` | whom to remove so that a pod fits: pure |
//!
//! Decisions are functions of a snapshot; only `run` talks to the API.

mod cache;
mod config;
mod decide;
mod framework;
mod node;
mod plugins;
mod pod;
mod preempt;
mod queue;
mod resources;
mod run;
mod selectors;
mod snapshot;

pub use config::{Config, Profile};
pub use run::{Error, run};
