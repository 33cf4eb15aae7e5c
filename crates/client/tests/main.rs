//! The client against a real server. One binary, so that it links once.

#[path = "suite/verbs.rs"]
mod verbs;
