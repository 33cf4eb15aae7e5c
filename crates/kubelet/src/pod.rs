//! One pod on this node: what is wanted, what was seen, what is done next.
//!
//! | module | what it holds |
//! |---|---|
//! | `spec` | questions to a pod's specification |
//! | `state` | everything that is known about one pod |
//! | `step` | pure: state and input to state and effects |
//! | `actor` | the loop that feeds `step` and performs its effects |

pub mod actor;
pub mod spec;
pub mod state;
pub mod step;
