//! What events say of a change: a prefix, and what the pod may use as JSON, in upstream's order of fields.

use api::Typed as _;
use api::core::v1::Pod;
use serde_json::{Value, json};

/// `Pod resize …: {…}`.
pub fn of(what: &str, pod: &Pod, generation: i64, error: &str) -> String {
    let tree = pod.encode();
    let mut fields = Vec::new();
    for list in ["initContainers", "containers"] {
        let all = tree["spec"][list].as_array().map(Vec::as_slice).unwrap_or_default();
        if !all.is_empty() {
            let parts: Vec<String> = all.iter().map(container).collect();
            fields.push(format!("\"{list}\":[{}]", parts.join(",")));
        }
    }
    fields.push(format!("\"generation\":{generation}"));
    if !error.is_empty() {
        fields.push(format!("\"error\":{}", json!(error)));
    }
    format!("Pod resize {what}: {{{}}}", fields.join(","))
}

fn container(container: &Value) -> String {
    let resources = container.get("resources").cloned().unwrap_or_else(|| json!({}));
    format!("{{\"name\":{},\"resources\":{resources}}}", container["name"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_summed_up() {
        let containers = json!([{"name": "a", "resources": {"limits": {"cpu": "1"}}}, {"name": "b"}]);
        let pod = Pod::decode(&json!({"spec": {"containers": containers}})).unwrap();
        assert_eq!(
            of("Deferred", &pod, 3, "no \"room\""),
            r#"Pod resize Deferred: {"containers":[{"name":"a","resources":{"limits":{"cpu":"1"}}},{"name":"b","resources":{}}],"generation":3,"error":"no \"room\""}"#
        );
        assert!(of("started", &pod, 3, "").ends_with(r#""generation":3}"#));
    }
}
