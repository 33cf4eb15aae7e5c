//! The edge against the real kernel: every test in a network namespace of its own, which has no link out.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

mod conntrack;
mod iptables;
mod namespace;
mod nft;
