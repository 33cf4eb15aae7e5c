//! Changing what a running pod may use, without starting it anew: upstream's `pkg/kubelet/allocation` and `doPodResizeAction`.
//!
//! A pod's specification says what is *wanted*. What the node has promised is *allocated*; it runs behind what is wanted while there is no
//! room. What cgroups were told is *actuated*; it runs behind what is allocated while a change is under way.
//!
//! | module | what it holds |
//! |---|---|
//! | `allocation` | what is promised, laid over a pod; no I/O |
//! | `ledger` | the promises of the whole node, and their record on disk |
//! | `plan` | which cgroups change in which order; no I/O |
//! | `words` | what events say |

mod allocation;
mod ledger;
mod plan;
pub mod words;

pub use allocation::{Actuated, Allocation};
pub use ledger::{Ledger, Pending, Room};
pub use plan::{Plan, Step};
