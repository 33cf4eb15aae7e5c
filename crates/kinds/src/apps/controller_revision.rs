//! `ControllerRevision`: a state that a controller may want to go back to, as it was.

use api::apps::v1::ControllerRevision;
use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{NONE, age, age_of, name, number, text};
use crate::rules::object::{same, typed};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("apps", "v1", "ControllerRevision", "controllerrevisions")
        .columns(vec![
            name(),
            text("Controller", "Controller of the object"),
            text("Revision", "io.k8s.api.apps.v1.ControllerRevision#revision"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = revision_errors(object);
        match object.get("data") {
            None => errors.push(FieldError::required(&Path::new("data"), "data is mandatory")),
            Some(Value::Object(_)) => {}
            Some(_) => {
                errors.push(FieldError::required(&Path::new("data"), "data must be a valid JSON object"))
            }
        }
        errors
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = revision_errors(new);
        let (data, before) = (new.get("data"), old.get("data"));
        if !same(data, before) {
            let shown = data.map_or(BadValue::Null, BadValue::json);
            errors.push(FieldError::invalid(&Path::new("data"), shown, "field is immutable"));
        }
        errors
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![controller(object).into(), number(object, "revision"), age_of(object, now)]
    }
}

fn revision_errors(object: &Object) -> ErrorList {
    typed(object, |new: &ControllerRevision| {
        validate::non_negative(new.revision, &Path::new("revision")).into_iter().collect()
    })
}

/// `statefulset.apps/web`
fn controller(object: &Object) -> String {
    let owners = object.get("metadata.ownerReferences").and_then(Value::as_array).into_iter().flatten();
    let Some(owner) = owners.into_iter().find(|owner| owner["controller"] == true) else {
        return NONE.to_owned();
    };
    let of = |name: &str| owner[name].as_str().unwrap_or_default();
    let group = of("apiVersion").split_once('/').map(|(group, _)| format!(".{group}")).unwrap_or_default();
    format!("{}{group}/{}", of("kind").to_lowercase(), of("name"))
}
