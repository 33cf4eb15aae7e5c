//! `ValidatingAdmissionPolicyBinding`: where a policy holds, and what follows when it is not met.

use meta::{BadValue, ErrorList, Path, Time};
use resource::{Context, Kind, Object, Strategy};
use serde_json::Value;

use super::{GROUP, bindings, match_rules};
use crate::describe;
use crate::rules::report::Report;
use crate::rules::seen::Seen;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings")
        .categories(&["api-extensions"])
        .generation()
        .columns(bindings::columns())
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        bindings::defaults(object);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = bindings::validate(object);
        action_errors(object, &Path::new("spec.validationActions"), &mut errors);
        errors
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        bindings::cells(object, now)
    }
}

fn action_errors(object: &Object, path: &Path<'_>, errors: &mut ErrorList) {
    let spec = object.get("spec").unwrap_or(&Value::Null);
    let actions = match_rules::texts(spec, "validationActions");
    let mut seen = Seen::new();
    for (i, action) in actions.iter().enumerate() {
        errors.one_of(&path.index(i), action, &["Audit", "Deny", "Warn"]);
        if seen.again(action) {
            errors.duplicate(&path.index(i), *action);
        }
    }
    if actions.contains(&"Deny") && actions.contains(&"Warn") {
        let detail = "must not contain both Deny and Warn (repeating the same validation failure information in the API \
                      response and headers serves no purpose)";
        errors.invalid(path, BadValue::json(&actions), detail);
    }
    if actions.is_empty() {
        errors.required(path, "at least one validation action is required");
    }
}
