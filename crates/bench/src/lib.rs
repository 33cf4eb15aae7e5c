//! A load generator for any Kubernetes API, by its address and credentials: how many requests a second, how late the slowest are,
//! and what they cost the server. Not a test of correctness, though answers that are wrong count as errors.
//!
//! It works in a namespace of its own and removes it. It is made to be cheap, since it often shares the machine with what it
//! measures: requests are encoded before they are timed, answers are counted and not decoded, and its own processor time is part
//! of the report. Called by `navarch bench`, and by tests at tiny sizes.
//!
//! | module | what it holds |
//! |---|---|
//! | `run` | one run: every chosen scenario on every server, in turn |
//! | `scenarios` | the table of scenarios, one file each below it |
//! | `endpoint`, `target`, `connection` | where a server is, the server, and one connection to it |
//! | `space` | the namespace, and the objects in it |
//! | `load` | requests as fast as they are answered, from many connections |
//! | `fan_out` | watchers, and how late they learn of a write |
//! | `meter` | processor time and memory of servers |
//! | `figures`, `aims`, `report`, `table` | what was measured, what we want of it, and how it is shown |

mod aims;
mod connection;
mod endpoint;
mod error;
mod fan_out;
mod figures;
mod load;
mod meter;
mod report;
mod run;
mod scenarios;
mod space;
mod table;
mod target;

pub use endpoint::{Credentials, Endpoint};
pub use error::Error;
pub use figures::{Figures, Idle, Row};
pub use meter::{Meter, Usage};
pub use report::{markdown, text, update};
pub use run::{Sizes, run};
pub use scenarios::{Scenario, all, chosen};
pub use target::Target;
pub use tls::Protocol;
