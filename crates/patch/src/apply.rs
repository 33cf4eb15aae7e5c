//! Server-side apply, and the tracking of who owns which field (`metadata.managedFields`) for every other write. The
//! semantics are those of structured-merge-diff and of the field manager that kube-apiserver wraps around it.
//!
//! * [`apply`] merges an applied configuration into the live object: conflicts, forced or not, and removal of what the
//!   manager no longer applies.
//! * [`track_update`] does the bookkeeping of a create, an update or any other kind of patch.
//! * [`keep_timestamps`] undoes a change that is nothing but new timestamps.
//! * [`FieldSet`] is the set of paths that an entry of `managedFields` holds.
//!
//! Trees are expected as the API serves them (Go's `omitempty` rules already applied); defaulting and validation of the
//! result is the caller's. Called by `registry`.

mod cap;
mod compare;
mod conflict;
mod context;
mod element;
mod engine;
mod equality;
mod field_set;
mod fields_of;
mod last_applied;
mod list_key;
mod managed;
mod merge;
mod place;
mod reconcile;
mod remove;
pub mod scale;
mod set_algebra;
mod set_json;
mod timestamps;
mod track;
mod validate;
mod zero;

pub use compare::{Comparison, compare};
pub use conflict::{Conflict, Conflicts};
pub use context::{ConvertSet, Cx, same_set};
pub use element::{ElementError, PathElement};
pub use engine::{Applied, ApplyError, apply};
pub use field_set::{FieldSet, Path};
pub use fields_of::fields_of;
pub use managed::DecodeError;
pub use timestamps::keep_timestamps;
pub use track::track_update;
