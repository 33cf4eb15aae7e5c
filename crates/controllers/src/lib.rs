//! The control loops: each watches some kinds and brings about what they ask for, through the API like anybody else.
//!
//! One loop is one file or folder in `loops/` and one line in `table.rs`. A loop has a pure `plan` (what is, to what must be done) and a
//! thin rest that looks at the caches and calls the API. `loops/replica_set.rs` is the model to copy.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | every loop by name |
//! | `run`, `context`, `settings` | starting them; what each is handed |
//! | `accounts` | as whom each acts |
//! | `loops` | the loops |
//! | `claim` | which objects belong to an owner: adopt, keep, release |
//! | `expectations` | not to act on a cache that does not yet show what was done |
//! | `pods`, `ranking` | facts about pods; which of them go first |
//! | `nodes` | which nodes a pod may be on |
//! | `template` | pods from templates, and the hash that tells templates apart |
//! | `history` | the templates that a workload had |
//! | `batch` | many calls, the first ones carefully |
//! | `services`, `slices` | services and their pods; endpoints laid out in slices |
//! | `discovery`, `metadata` | which resources there are, and their objects, for loops that deal with all of them |
//! | `tolerations` | which taints a pod puts up with |
//! | `selector`, `amount` | label selectors; numbers and percentages |

mod accounts;
mod amount;
mod batch;
mod claim;
mod context;
mod discovery;
mod expectations;
mod history;
mod loops;
mod metadata;
mod nodes;
mod pods;
mod ranking;
mod run;
mod selector;
mod services;
mod settings;
mod slices;
mod table;
mod template;
mod tolerations;

pub use accounts::Clients;
pub use context::Context;
pub use run::{Config, run};
pub use settings::{Authorities, Settings, TokenMaker};
pub use table::{Entry, TABLE, Work};
