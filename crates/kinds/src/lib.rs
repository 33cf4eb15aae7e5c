//! The built-in kinds of Kubernetes v1.36: one small file each, and the table that lists them.
//!
//! A kind's file gives its descriptor (`kind()`) and a unit struct with its rules ([`resource::Strategy`]). Rules shared by
//! shape (pod templates, selectors, resources, …) are in [`rules`]. Texts that reach a user are the same as those of a stock
//! server. No storage and no HTTP here: the registry runs these rules, tests replay recorded answers against them.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | every built-in kind, one line each |
//! | `describe` | the words in which a descriptor is written |
//! | `metadata` | the rule on finalizers that most kinds have |
//! | `printing` | columns and cells that many kinds print alike |
//! | `core`, … | the kinds of one API group |
//! | `custom` | kinds that are made of definitions at run time, and the rules that their schemas state |
//! | `rules` | rules that several kinds share |

pub mod admissionregistration;
pub mod apiextensions;
pub mod apiregistration;
pub mod apps;
pub mod authentication;
pub mod authorization;
pub mod autoscaling;
pub mod batch;
pub mod certificates;
pub mod coordination;
pub mod core;
pub mod custom;
pub mod describe;
pub mod discovery;
pub mod flowcontrol;
mod metadata;
pub mod networking;
pub mod node;
pub mod policy;
pub mod printing;
pub mod rbac;
pub mod resource;
pub mod rules;
pub mod scheduling;
pub mod storage;
mod table;

pub use table::builtin;
