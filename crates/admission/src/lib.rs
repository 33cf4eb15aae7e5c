//! Is it allowed: what may change or refuse a request after its user was found to be allowed to make it.
//!
//! A plugin is one file in `plugins/` and one line in `table.rs`, in upstream's order. The chain runs them behind the registry's
//! seam ([`registry::Admission`]): first all that change the object, in the table's order, then, on the object as it would be
//! written, all that may refuse it. Plugins read other objects from the registry's cache, and ask the store only where the
//! cache may be behind. No HTTP here, and no decision on who may do what: where a plugin must ask, it asks [`Permits`].
//!
//! | module | what it holds |
//! |---|---|
//! | `plugin` | what a plugin is |
//! | `request` | what a plugin knows of a request, and the words of a refusal |
//! | `state` | how plugins read and write other objects |
//! | `table` | every plugin in order, and whether it is on |
//! | `chain` | all that are on, behind the registry's seam |
//! | `rounds` | how often an object goes round those that may change it |
//! | `permits` | the question whether a user may do something else |
//! | `plugins` | one file each |
//! | `webhook` | what the plugins that ask services share |
//! | `pods` | the parts of a pod that several of them visit |

mod chain;
mod permits;
mod plugin;
mod plugins;
mod pods;
mod request;
mod rounds;
mod state;
mod table;
mod webhook;

use kinds::rules::amounts;

pub use chain::{Chain, Config};
pub use permits::{Check, Masters, Permits};
pub use plugin::Plugin;
pub use request::Request;
pub use rounds::Rounds;
pub use state::State;
pub use table::{UnknownPlugin, defaults, known};
pub use webhook::{Caller, Endpoint, Location, Reply};
