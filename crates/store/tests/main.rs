//! The proof that the back ends keep the store's contract, in one binary.
//!
//! | module | what it holds |
//! |---|---|
//! | `suite` | the behaviour that every back end must show, case by case |
//! | `history` | the checker: what clients and watchers saw, and whether a correct store could have shown it |
//! | `workload`, `random` | random clients and watchers, on record; runs of them against each back end |
//! | `reference`, `self_test` | a plain back end with bugs on request: the checker must see each of them |
//! | `sim` | a simulated disk that fails and forgets |
//! | `kill` | the embedded store in a child process that is killed |
//! | `fixture`, `etcd_backend` | a real etcd, and what only the etcd back end does |
//! | `seed`, `table` | seeds and budgets; tables that must agree with folders |

#![allow(missing_docs, reason = "tests are read, not linked against")]

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
    mod resume;
    mod tls;
}

mod history;
mod random;
mod reference;
mod seed;
mod self_test;
mod sim;
mod suite;
mod table;
mod workload;
