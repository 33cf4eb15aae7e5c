//! Where in an object a validation failed and why: field paths, field errors and lists of them, with the texts of
//! upstream's `field` package. Called by every validation; `status` turns a list into a `422 Invalid`.

mod error;
mod list;
mod path;
mod value;

pub use error::{ErrorKind, FieldError};
pub use list::ErrorList;
pub use path::Path;
pub use value::BadValue;
