//! A rule on metadata that most kinds have beyond the one for every object: finalizers without a domain are the system's own.
//!
//! `describe` puts it before a kind's own rules; kinds that upstream judges by the generic rule alone say so there.

use std::borrow::Cow;
use std::time::Duration;

use meta::{ErrorList, FieldError, Path, Time};
use resource::{Context, Delete, Object, Part, Propagation, Strategy};
use serde_json::Value;

/// Finalizers that may go without a domain.
pub const STANDARD_FINALIZERS: [&str; 3] = ["kubernetes", "orphan", "foregroundDeletion"];

/// A kind's rules behind the one on finalizers.
pub struct Metadata<S>(pub S);

/// What is wrong with the names of an object's finalizers.
fn finalizers(object: &Object) -> ErrorList {
    let path = Path::new("metadata.finalizers");
    let unknown = |name: &&str| !name.contains('/') && !STANDARD_FINALIZERS.contains(name);
    let detail = "name is neither a standard finalizer name nor is it fully qualified";
    let found = object.finalizers().enumerate().filter(|(_, name)| unknown(name));
    found.map(|(index, name)| FieldError::invalid(&path.index(index), name, detail)).collect()
}

impl<S: Strategy> Strategy for Metadata<S> {
    fn defaults(&self, object: &mut Object) {
        self.0.defaults(object);
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        self.0.prepare_create(object, cx);
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        self.0.validate_name(name, prefix)
    }

    fn validate(&self, object: &Object, cx: &Context<'_>) -> ErrorList {
        let mut errors = finalizers(object);
        errors.append(self.0.validate(object, cx));
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, cx: &Context<'_>) {
        self.0.prepare_update(part, new, old, cx);
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, cx: &Context<'_>) -> ErrorList {
        let mut errors = finalizers(new);
        errors.append(self.0.validate_update(part, new, old, cx));
        errors
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, cx: &Context<'_>) -> Vec<String> {
        self.0.warnings(new, old, cx)
    }

    fn allow_create_on_update(&self) -> bool {
        self.0.allow_create_on_update()
    }

    fn allow_unconditional_update(&self) -> bool {
        self.0.allow_unconditional_update()
    }

    fn same_generation(&self, new: &Object, old: &Object) -> bool {
        self.0.same_generation(new, old)
    }

    fn delete(&self, object: &Object, grace: Option<i64>) -> Delete {
        self.0.delete(object, grace)
    }

    fn is_pending(&self, object: &Object) -> bool {
        self.0.is_pending(object)
    }

    fn begin_delete(&self, object: &mut Object, cx: &Context<'_>) {
        self.0.begin_delete(object, cx);
    }

    fn returns_deleted(&self) -> bool {
        self.0.returns_deleted()
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        self.0.resets(part)
    }

    fn default_propagation(&self) -> Propagation {
        self.0.default_propagation()
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        self.0.field(object, path)
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        self.0.cells(object, now)
    }

    fn row_conditions(&self, object: &Object) -> Vec<Value> {
        self.0.row_conditions(object)
    }

    fn hidden_annotation(&self) -> Option<&'static str> {
        self.0.hidden_annotation()
    }

    fn missing_as(&self) -> Option<&'static str> {
        self.0.missing_as()
    }

    fn stays(&self, object: &Object) -> Option<&'static str> {
        self.0.stays(object)
    }

    fn ttl(&self, object: &Object) -> Option<Duration> {
        self.0.ttl(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_finalizer_has_a_domain_or_is_known() {
        let object = Object::new(json!({"metadata": {"finalizers": ["orphan", "a.b/c", "mine"]}})).unwrap();
        let want = "metadata.finalizers[2]: Invalid value: \"mine\": name is neither a standard finalizer name nor is it fully qualified";
        assert_eq!(finalizers(&object).to_string(), want);
    }
}
