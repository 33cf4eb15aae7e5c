//! The server over real HTTPS: started on any free port with a store in a directory of its own, driven as clients drive it.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/harness.rs"]
mod harness;
#[path = "suite/kinds_table.rs"]
mod kinds_table;

#[path = "suite/actions.rs"]
mod actions;
#[path = "suite/bad_input.rs"]
mod bad_input;
#[path = "suite/clients.rs"]
mod clients;
#[path = "suite/concurrency.rs"]
mod concurrency;
#[path = "suite/connect.rs"]
mod connect;
#[path = "suite/custom.rs"]
mod custom;
#[path = "suite/custom_conversion.rs"]
mod custom_conversion;
#[path = "suite/custom_versions.rs"]
mod custom_versions;
#[path = "suite/discovery.rs"]
mod discovery;
#[path = "suite/encodings.rs"]
mod encodings;
#[path = "suite/errors.rs"]
mod errors;
#[path = "suite/fresh.rs"]
mod fresh;
#[path = "suite/hook_server.rs"]
mod hook_server;
#[path = "suite/hostile.rs"]
mod hostile;
#[path = "suite/identity.rs"]
mod identity;
#[path = "suite/kubectl.rs"]
mod kubectl;
#[path = "suite/kubelet.rs"]
mod kubelet;
#[path = "suite/lifecycle.rs"]
mod lifecycle;
#[path = "suite/limits.rs"]
mod limits;
#[path = "suite/openapi.rs"]
mod openapi;
#[path = "suite/parity.rs"]
mod parity;
#[path = "suite/replay.rs"]
mod replay;
#[path = "suite/services.rs"]
mod services;
#[path = "suite/spec.rs"]
mod spec;
#[path = "suite/stages.rs"]
mod stages;
#[path = "suite/verbs.rs"]
mod verbs;
#[path = "suite/watches.rs"]
mod watches;
#[path = "suite/webhooks.rs"]
mod webhooks;
