//! The server over real HTTPS: started on any free port with a store in a directory of its own, driven as clients drive it.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/harness.rs"]
mod harness;
#[path = "suite/kinds_table.rs"]
mod kinds_table;

#[path = "suite/actions.rs"]
mod actions;
#[path = "suite/connect.rs"]
mod connect;
#[path = "suite/discovery.rs"]
mod discovery;
#[path = "suite/encodings.rs"]
mod encodings;
#[path = "suite/errors.rs"]
mod errors;
#[path = "suite/identity.rs"]
mod identity;
#[path = "suite/kubectl.rs"]
mod kubectl;
#[path = "suite/kubelet.rs"]
mod kubelet;
#[path = "suite/lifecycle.rs"]
mod lifecycle;
#[path = "suite/replay.rs"]
mod replay;
#[path = "suite/spec.rs"]
mod spec;
#[path = "suite/stages.rs"]
mod stages;
#[path = "suite/verbs.rs"]
mod verbs;
#[path = "suite/watches.rs"]
mod watches;
