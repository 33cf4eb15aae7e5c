//! Shared caches of the API's objects, work queues, and what runs controllers on them.
//!
//! One [`Informers`] per process and identity: each kind is watched once, decoded once, and shared. A [`Controller`] names its inputs
//! and reconciles keys; [`run`] does the rest. Not here: any particular controller (`controllers`), the requests themselves (`client`).
//!
//! | module | what it holds |
//! |---|---|
//! | `informers`, `informer` | which caches there are; one of them as its readers see it |
//! | `cache` | objects and their indexes, pure: what changed becomes events |
//! | `reflector` | keeps a cache equal to the server by list and watch |
//! | `subscription` | the events of a cache as a stream |
//! | `queue` | keys to work on: no doubles, delays, retries |
//! | `controller` | the contract of a controller, and its runner |
//! | `recorder` | events that people see (`kubectl describe`) |
//! | `leader` | one of several processes works, the others wait |

mod cache;
mod controller;
mod error;
mod informer;
mod informers;
mod key;
pub mod leader;
mod queue;
mod recorder;
mod reflector;
mod subscription;

pub use cache::Event;
pub use client::Select;
pub use controller::{Controller, Inputs, Next, run};
pub use error::Error;
pub use informer::Informer;
pub use informers::Informers;
pub use key::Key;
pub use queue::{Lease, Queue};
pub use recorder::{Recorder, Reference, Severity};
pub use subscription::Subscription;
