//! The tables against what a stock server holds.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::*;

/// The specification's directory; a plain clone has none, CI must.
fn spec() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec");
    let root = std::env::var_os("NAVARCH_SPEC").map_or(beside, PathBuf::from).join("v1.36/bootstrap");
    if root.is_dir() {
        return Some(root);
    }
    assert!(std::env::var_os("CI").is_none(), "there is no {}", root.display());
    None
}

/// What matters of an object: its names, labels, annotations and all that is not metadata, status or a default of its kind.
fn essence(tree: &Value) -> (String, Value) {
    let mut tree = tree.clone();
    let top = tree.as_object_mut().unwrap();
    for field in ["apiVersion", "kind", "status", "preemptionPolicy"] {
        top.remove(field);
    }
    if top.get("rules").is_some_and(Value::is_null) {
        top.remove("rules");
    }
    let metadata = top["metadata"].as_object_mut().unwrap();
    metadata.retain(|field, _| ["name", "namespace", "labels", "annotations"].contains(&field.as_str()));
    let key = format!("{}/{}", metadata.get("namespace").unwrap_or(&Value::Null), metadata["name"]);
    (key, tree)
}

#[test]
fn the_tables_are_what_a_fresh_stock_server_holds() {
    let Some(spec) = spec() else { return };
    for (file, made) in [
        ("clusterroles", cluster_roles()),
        ("clusterrolebindings", cluster_role_bindings()),
        ("roles", roles()),
        ("rolebindings", role_bindings()),
        ("flowschemas", flow_schemas()),
        ("prioritylevelconfigurations", priority_levels()),
        ("priorityclasses", priority_classes()),
    ] {
        let text = std::fs::read_to_string(spec.join(format!("{file}.json"))).unwrap();
        let recorded: Value = serde_json::from_str(&text).unwrap();
        let mut expected: Vec<_> = recorded["items"].as_array().unwrap().iter().map(essence).collect();
        let mut made: Vec<_> = made.iter().map(essence).collect();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        made.sort_by(|a, b| a.0.cmp(&b.0));
        let names = |all: &[(String, Value)]| all.iter().map(|one| one.0.clone()).collect::<Vec<_>>();
        assert_eq!(names(&made), names(&expected), "{file}");
        for (made, expected) in made.iter().zip(&expected) {
            assert_eq!(made.1, expected.1, "{file} {}", made.0);
        }
    }
}

#[test]
fn what_an_operator_added_stays_and_what_is_missing_comes_back() {
    let wanted =
        cluster_roles().into_iter().find(|role| role["metadata"]["name"] == "system:basic-user").unwrap();
    let whole = resource::Object::new(wanted.clone()).unwrap();
    assert_eq!(merged_role(&whole, &wanted), None, "nothing to do");
    let extra = serde_json::json!({"verbs": ["get"], "apiGroups": ["x"], "resources": ["y"]});
    let mut changed = whole.clone();
    changed.set("rules", serde_json::json!([extra]));
    let merged = merged_role(&changed, &wanted).unwrap();
    let rules = merged.get("rules").unwrap().as_array().unwrap();
    assert!(rules.contains(&extra) && rules.len() > 1, "{rules:?}");
    changed.set(
        "metadata.annotations",
        serde_json::json!({"rbac.authorization.kubernetes.io/autoupdate": "false"}),
    );
    assert_eq!(merged_role(&changed, &wanted), None, "not to be touched");

    let wanted = cluster_role_binding("cluster-admin", "g:system:masters");
    let mut found = resource::Object::new(wanted.clone()).unwrap();
    found.set("subjects", serde_json::json!([subject("u:eve")]));
    let merged = merged_binding(&found, &wanted).unwrap();
    assert_eq!(
        merged.get("subjects").unwrap(),
        &serde_json::json!([subject("u:eve"), subject("g:system:masters")])
    );
}
