//! `PodTemplate`: a template of pods that stands alone.

use api::core::v1::PodTemplate;
use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{containers, labels, name, text};
use crate::rules::object::{made, typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::pod_template;

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "PodTemplate", "podtemplates")
        .columns(vec![
            name(),
            text("Containers", "Names of each container in the template."),
            text("Images", "Images referenced by each container in the template."),
            text("Pod Labels", "The labels for the pod template."),
        ])
        .generation()
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        pod_template::defaults(made(object.tree_mut(), "template"));
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        pod_template::drop_disabled(made(object.tree_mut(), "template"), None);
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        pod_template::drop_disabled(made(new.tree_mut(), "template"), old.get("template"));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |own: &PodTemplate| {
            pod_template::validate(
                &own.template.clone().unwrap_or_default(),
                &Options::create(),
                &Path::new("template"),
            )
        })
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &PodTemplate, old: &PodTemplate| {
            let options = Options::update(old.template.as_ref().and_then(|template| template.spec.as_ref()));
            pod_template::validate(
                &new.template.clone().unwrap_or_default(),
                &options,
                &Path::new("template"),
            )
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let template = new.get("template").cloned().unwrap_or_default();
        pod_template::warnings(&template, old.and_then(|old| old.get("template")), "template")
    }

    fn cells(&self, object: &Object, _now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "template.spec.containers");
        vec![names, images, labels(object.get("template.metadata.labels"))]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}
