//! Tests of the built-in kinds: against the recorded answers of a stock server, and against its discovery.

// Clippy allows these inside test functions only; here the functions they call are tests too.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/changes.rs"]
mod changes;
#[path = "suite/corpus.rs"]
mod corpus;
#[path = "suite/custom.rs"]
mod custom;
#[path = "suite/derived.rs"]
mod derived;
#[path = "suite/descriptors.rs"]
mod descriptors;
#[path = "suite/encodings.rs"]
mod encodings;
#[path = "suite/judged.rs"]
mod judged;
#[path = "suite/needs_server.rs"]
mod needs_server;
#[path = "suite/pods.rs"]
mod pods;
#[path = "suite/printed.rs"]
mod printed;
#[path = "suite/replay.rs"]
mod replay;
#[path = "suite/selectors.rs"]
mod selectors;
#[path = "suite/server_filled.rs"]
mod server_filled;
#[path = "suite/spec.rs"]
mod spec;
