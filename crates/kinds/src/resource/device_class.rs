//! `DeviceClass`: kinds of devices that can be asked for.

use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Strategy};
use serde_json::Value;

use super::{GROUP, lists};
use crate::describe;
use crate::printing::{age, age_of, name};
use crate::rules::report::Report;
use crate::rules::resources;

const MAX_CONFIGS: usize = 32;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "DeviceClass", "deviceclasses")
        .generation()
        .columns(vec![name(), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
        let spec = object.get("spec").unwrap_or(&Value::Null);
        lists::selectors(spec, &path, &mut errors);
        lists::validate(spec, "config", MAX_CONFIGS, &path, &mut errors, None, lists::configuration);
        if let Some(name) = spec["extendedResourceName"].as_str().filter(|name| !resources::is_extended(name))
        {
            errors.invalid(
                &path.child("extendedResourceName"),
                name,
                "must be a valid extended resource name",
            );
        }
        errors
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}
