//! The control loops: each watches some kinds and brings about what they ask for, through the API like anybody else.
//!
//! One loop is one file or folder in `loops/` and one line in `table.rs`. A loop has a pure `plan` (what is, to what must be done) and a
//! thin rest that looks at the caches and calls the API. `loops/replica_set.rs` is the model to copy.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | every loop by name |
//! | `run`, `context` | starting them; what each is handed |
//! | `loops` | the loops |
//! | `claim` | which objects belong to an owner: adopt, keep, release |
//! | `expectations` | not to act on a cache that does not yet show what was done |
//! | `pods`, `ranking` | facts about pods; which of them go first |
//! | `template` | pods from templates, and the hash that tells templates apart |
//! | `batch` | many calls, the first ones carefully |
//! | `services`, `slices` | services and their pods; endpoints laid out in slices |
//! | `selector`, `amount` | label selectors; numbers and percentages |

mod amount;
mod batch;
mod claim;
mod context;
mod expectations;
mod loops;
mod pods;
mod ranking;
mod run;
mod selector;
mod services;
mod slices;
mod table;
mod template;

pub use context::Context;
pub use run::{Config, run};
pub use table::{Entry, TABLE, Work};
