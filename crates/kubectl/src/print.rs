//! How objects are shown. Pure, but for [`Printer::print`], which writes.
//!
//! | module | what it holds |
//! |---|---|
//! | `tabs` | text in columns, as Go's tabwriter lays it out |
//! | `age` | spans of time for people |
//! | `table` | the server's tables |
//! | `columns` | columns that the user chose |
//! | `sort` | by a field |
//! | `output` | `-o`: JSON, YAML, names, templates |
//! | `outcome` | `deployment.apps/web created`, or the object as `-o` asks |

mod age;
mod columns;
mod outcome;
mod output;
mod sort;
mod table;
mod tabs;

pub use age::{ago, human};
pub use columns::Columns;
pub use outcome::{DryRun, Outcome};
pub use output::{Printer, without_managed};
pub use sort::{sort_objects, sort_table};
pub(crate) use table::plain_table;
pub use table::{Look, Tables};
pub use tabs::Tabs;
