//! What a write must say about itself so that its fields can be tracked.

use schema::Schema;

use super::FieldSet;

/// Translates a field set from one API version of a kind to another; `None` when the version is not served any more, in
/// which case entries of that version are dropped.
pub type ConvertSet = fn(set: &FieldSet, from: &str, to: &str) -> Option<FieldSet>;

/// The [`ConvertSet`] of kinds whose versions have the same fields.
pub fn same_set(set: &FieldSet, _from: &str, _to: &str) -> Option<FieldSet> {
    Some(set.clone())
}

/// The circumstances of a write.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// The schema of the whole object. For built-in kinds a reference to their definition (`Type::Ref`), so that the Go
    /// rules about what is never absent are known.
    pub schema: &'a Schema,
    /// The kind that is written.
    pub kind: &'a str,
    /// The API version of the request, as `apiVersion` spells it.
    pub api_version: &'a str,
    /// Who writes; empty becomes `unknown`.
    pub manager: &'a str,
    /// The subresource that is written to, or empty.
    pub subresource: &'a str,
    /// Whether an apply takes over fields in conflict.
    pub force: bool,
    /// The time, RFC 3339 in whole seconds.
    pub now: &'a str,
    /// Fields that this endpoint resets (`status` on the main resource, `spec` on `/status`): nobody comes to own them.
    pub reset_fields: Option<&'a FieldSet>,
    /// How field sets of other versions read in this one.
    pub convert: ConvertSet,
}

impl<'a> Cx<'a> {
    /// A write to the main resource, not forced, that resets nothing.
    pub fn new(
        schema: &'a Schema,
        api_version: &'a str,
        kind: &'a str,
        manager: &'a str,
        now: &'a str,
    ) -> Self {
        Self {
            schema,
            kind,
            api_version,
            manager,
            subresource: "",
            force: false,
            now,
            reset_fields: None,
            convert: same_set,
        }
    }

    pub(super) const fn manager_name(&self) -> &'a str {
        if self.manager.is_empty() { "unknown" } else { self.manager }
    }
}
