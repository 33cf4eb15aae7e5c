//! The client against a real server. One binary, so that it links once.

#![allow(clippy::unwrap_used, reason = "what tests share is outside of the test functions that may unwrap")]

#[path = "suite/verbs.rs"]
mod verbs;

#[path = "suite/kube_rs.rs"]
mod kube_rs;
