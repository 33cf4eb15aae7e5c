//! The proof that the back ends keep the store's contract, in one binary.
//!
//! | module | what it holds |
//! |---|---|
//! | `suite` | the behaviour that every back end must show, case by case |
//! | `history` | the checker: what clients and watchers saw, and whether a correct store could have shown it |
//! | `workload`, `random` | random clients and watchers, on record; runs of them against each back end |
//! | `reference`, `self_test` | a plain back end with bugs on request: the checker must see each of them |
//! | `sim` | a simulated disk that fails and forgets |
//! | `crash`, `failpoints` | the embedded store on it: power loss at every operation, faults at named points |
//! | `kill` | the embedded store in a child process that is killed |
//! | `restart` | what a clean restart keeps |
//! | `corruption`, `mutation` | damaged files: right, cut clean, or refused |
//! | `bounds` | disk and memory stay small |
//! | `fixture`, `etcd_backend` | a real etcd, and what only the etcd back end does |
//! | `seed`, `table` | seeds and budgets; tables that must agree with folders |

#![allow(missing_docs, reason = "tests are read, not linked against")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "all of it is tests, helpers too")]

mod fixture {
    pub mod etcd;
}

mod etcd_backend {
    mod auth;
    mod basics;
    mod close;
    mod cluster;
    mod compaction;
    mod lease;
    mod outcome;
    mod paging;
    mod progress;
    mod races;
    mod resume;
    mod tls;
}

mod bounds;
mod corruption;
mod crash;
mod failpoints;
mod history;
mod kill;
mod mutation;
mod random;
mod reference;
mod restart;
mod seed;
mod self_test;
mod sim;
mod suite;
mod table;
mod workload;
