//! Which objects of a collection a list or watch is about.

use std::sync::Arc;

use meta::StatusError;
use meta::selector::{FieldSelector, Selector};
use resource::Kind;

use crate::{Stored, Target};

/// The part of a collection that was asked for.
#[derive(Clone)]
pub struct Filter {
    kind: Arc<Kind>,
    /// Only this namespace; empty for all.
    pub namespace: String,
    /// Only this object; empty for all.
    pub name: String,
    /// Only objects with such labels.
    pub labels: Selector,
    /// Only objects with such fields.
    pub fields: FieldSelector,
}

impl Filter {
    /// What the target and the selectors ask for. Fields that the kind cannot be selected by are refused.
    pub fn new(target: &Target, labels: &Selector, fields: &FieldSelector) -> Result<Self, StatusError> {
        let mut terms = fields.requirements().to_vec();
        for term in &mut terms {
            let stored = target.kind.strategy.field_label(&target.version().group, &term.field);
            match stored.filter(|field| target.kind.selectable.iter().any(|known| known == field)) {
                Some(field) => term.field = field,
                None => check_field(target, &term.field)?,
            }
        }
        let fields = FieldSelector::from_requirements(terms);
        // A selector on the name or the namespace narrows the search as the path would.
        let narrow = |path: &str, field: &str| {
            if path.is_empty() {
                fields.exact_match(field).unwrap_or_default().to_owned()
            } else {
                path.to_owned()
            }
        };
        let namespace = match target.kind.is_namespaced() {
            true => narrow(&target.namespace, "metadata.namespace"),
            false => String::new(),
        };
        let name = narrow(&target.name, "metadata.name");
        Ok(Self { kind: target.kind.clone(), namespace, name, labels: labels.clone(), fields })
    }

    /// Whether the object is meant.
    pub fn matches(&self, stored: &Stored) -> bool {
        let head = &stored.head;
        (self.namespace.is_empty() || *self.namespace == *head.namespace)
            && (self.name.is_empty() || *self.name == *head.name)
            && (self.labels.is_everything() || self.labels.matches(head))
            && (self.fields.is_everything() || self.fields.matches(&head.selectable(&self.kind)))
    }

    /// Whether there are selectors, so that the number of matches is not the number of keys.
    pub fn has_selectors(&self) -> bool {
        !self.labels.is_everything() || !self.fields.is_everything()
    }

    /// The place of the one object that can match, if only one can.
    pub(crate) fn one_place(&self) -> Option<String> {
        let known = !self.name.is_empty() && (!self.kind.is_namespaced() || !self.namespace.is_empty());
        known.then(|| crate::key::place(&self.namespace, &self.name))
    }
}

/// Kinds with fields of their own and kinds without differ in what they say.
fn check_field(target: &Target, field: &str) -> Result<(), StatusError> {
    let kind = &target.kind;
    let known = field == "metadata.name"
        || (field == "metadata.namespace" && kind.is_namespaced())
        || target.kind.selectable_in(target.served).iter().any(|path| path == field);
    // Cluster-wide kinds with no fields of their own take the namespace too: it is always empty.
    if known || (field == "metadata.namespace" && kind.selectable.is_empty()) {
        return Ok(());
    }
    let custom = !matches!(target.version().schema.ty, schema::Type::Ref(_));
    let version = target.version();
    Err(StatusError::bad_request(if version.group == "resource.k8s.io" && !kind.selectable.is_empty() {
        // The one group whose kinds name themselves.
        format!("field label not supported for {}, Kind={}: {field}", version.api_version(), kind.kind)
    } else if kind.selectable.is_empty() && !custom {
        format!("{field:?} is not a known field selector: only \"metadata.name\", \"metadata.namespace\"")
    } else {
        format!("field label not supported: {field}")
    }))
}
