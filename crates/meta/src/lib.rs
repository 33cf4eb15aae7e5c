//! The vocabulary of the Kubernetes API that every other layer speaks: names of kinds and resources, quantities, times,
//! selectors, field paths and their errors, the `Status` object, object metadata and request options.
//!
//! Texts that reach a user (validation details, `Status` messages, parse errors) are the same as those of a stock v1.36
//! server, because clients and tests compare them. Where a text is Go's own (`strconv`, `time`, `%q`), [`go`] renders it.
//!
//! Not here: typed kinds (`api`), schemas (`schema`), wire formats and patches (`codec`, `patch`), anything that does I/O.

pub mod field;
pub mod go;
pub mod gvk;
pub mod int_or_string;
pub mod names;
pub mod object_meta;
pub mod options;
pub mod quantity;
pub mod selector;
pub mod status;
pub mod time;
pub mod validate;

pub use field::{BadValue, ErrorKind, ErrorList, FieldError, Path};
pub use gvk::{GroupKind, GroupResource, GroupVersion, GroupVersionKind, GroupVersionResource};
pub use int_or_string::IntOrString;
pub use object_meta::{ListMeta, ManagedFieldsEntry, ObjectMeta, OwnerReference, TypeMeta};
pub use quantity::Quantity;
pub use status::{Status, StatusError, StatusReason};
pub use time::{Duration, MicroTime, Time};
