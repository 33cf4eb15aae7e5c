//! `Binding`: a pod's node, as a scheduler says it. It is never stored: the registry writes it into the pod.

use api::core::v1::Binding;
use meta::{ErrorList, FieldError, Path};
use resource::{Context, Kind, Object, Strategy, Verb};

use crate::describe;
use crate::rules::object::typed;
use crate::rules::report::{Report, text};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "Binding", "bindings").verbs(&[Verb::Create]).strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn prepare_create(&self, _object: &mut Object, _cx: &Context<'_>) {}

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |binding: &Binding| {
            let mut errors = ErrorList::new();
            let (kind, name) = (text(&binding.target.kind), text(&binding.target.name));
            if !["", "Node"].contains(&kind) {
                errors.push(FieldError::not_supported(&Path::new("target.kind"), kind, &["Node", "<empty>"]));
            }
            errors.need(&Path::new("target.name"), name);
            errors
        })
    }
}
