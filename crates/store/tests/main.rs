//! The proof that the back ends keep the store's contract, in one binary.
//!
//! | module | what it holds |
//! |---|---|
//! | `history` | the checker: what clients and watchers saw, and whether a correct store could have shown it |
//! | `workload` | random clients and watchers, on record |
//! | `reference` | a plain back end with bugs on request: the checker must see each of them |
//! | `seed`, `table` | seeds and budgets; tables that must agree with folders |

#![allow(missing_docs, reason = "tests are read, not linked against")]

mod history;
mod reference;
mod seed;
mod self_test;
mod sim;
mod suite;
mod table;
mod workload;
