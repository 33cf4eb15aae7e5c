//! Fields of features that are off in this version: they vanish from what clients send, unless the old object has them.

use serde_json::Value;

use crate::rules::object::{has, items, member};

/// Takes them out of the spec of a pod or template; `old` is what it replaces.
pub fn drop(spec: &mut Value, old: Option<&Value>) {
    if !old.is_some_and(|old| has(old, "schedulingGroup")) {
        spec.as_object_mut().map(|members| members.remove("schedulingGroup"));
    }
    if !old.is_some_and(|old| any_container(old, uses_stop_signal)) {
        for kind in ["initContainers", "containers", "ephemeralContainers"] {
            for lifecycle in items(spec, kind).filter_map(|container| member(container, "lifecycle")) {
                lifecycle.as_object_mut().map(|members| members.remove("stopSignal"));
            }
        }
    }
    for source in ["clusterTrustBundle", "podCertificate"] {
        if !old.is_some_and(|old| uses_source(old, source)) {
            drop_source(spec, source);
        }
    }
}

fn any_container(spec: &Value, test: fn(&Value) -> bool) -> bool {
    let kinds = ["initContainers", "containers", "ephemeralContainers"];
    kinds.iter().filter_map(|kind| spec.get(*kind)?.as_array()).flatten().any(test)
}

fn uses_stop_signal(container: &Value) -> bool {
    container.get("lifecycle").is_some_and(|lifecycle| has(lifecycle, "stopSignal"))
}

fn uses_source(spec: &Value, name: &str) -> bool {
    let volumes = spec.get("volumes").and_then(Value::as_array).into_iter().flatten();
    let sources = volumes.filter_map(|volume| volume.pointer("/projected/sources")?.as_array()).flatten();
    sources.into_iter().any(|source| has(source, name))
}

fn drop_source(spec: &mut Value, name: &str) {
    for projected in items(spec, "volumes").filter_map(|volume| member(volume, "projected")) {
        for source in items(projected, "sources") {
            source.as_object_mut().map(|members| members.remove(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_old_object_has_stays() {
        let spec = json!({
            "schedulingGroup": {"podGroupName": "g"},
            "containers": [{"name": "c", "lifecycle": {"stopSignal": "SIGTERM"}}],
            "volumes": [{"name": "v", "projected": {"sources": [{"podCertificate": {"keyPath": "k"}}]}}],
        });
        let mut new = spec.clone();
        drop(&mut new, None);
        let bare = json!({
            "containers": [{"name": "c", "lifecycle": {}}],
            "volumes": [{"name": "v", "projected": {"sources": [{}]}}],
        });
        assert_eq!(new, bare);
        let mut new = spec.clone();
        drop(&mut new, Some(&spec));
        assert_eq!(new, spec);
    }
}
