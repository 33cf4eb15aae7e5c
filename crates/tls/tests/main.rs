//! The crate's integration tests, in one binary.

#![allow(clippy::unwrap_used, reason = "what tests share is outside of the test functions that may unwrap")]

mod suite {
    mod certificates;
    mod cluster;
    mod connections;
    mod directory;
}
