//! The proof that every served kind travels in every encoding: its published object, filled to the last field, and one with nothing
//! but a name, are the same object as JSON, YAML and Protobuf, and typed.

use codec::{json, protobuf, yaml};
use schema::Definition;
use serde_json::{Value, json};

use crate::spec;

/// Every version of every kind, as `group.version.Kind` and its type.
fn served() -> Vec<(String, &'static Definition)> {
    let mut all = Vec::new();
    for kind in kinds::builtin() {
        for served in &kind.served {
            let group = if served.group.is_empty() { "core" } else { &served.group };
            let name = format!("{group}.{}.{}", served.version, kind.kind);
            let definition = schema::builtin(&served.group, &served.version, &kind.kind);
            all.push((name.clone(), definition.unwrap_or_else(|| panic!("{name} has no type"))));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.dedup_by(|a, b| a.0 == b.0);
    all
}

/// The object is the same through every encoding.
fn travels(name: &str, tree: &Value, definition: &'static Definition) {
    let text = json::to_vec(tree);
    let read = json::decode_typed(&text, definition).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(read.findings.is_empty(), "{name}: {:?}", read.findings);
    assert_eq!(&read.value, tree, "{name} as JSON");
    assert_eq!(&json::decode(&json::to_vec_pretty(tree)).unwrap().value, tree, "{name} as long JSON");
    let printed = yaml::to_string(tree);
    assert_eq!(&yaml::decode(printed.as_bytes()).unwrap().value, tree, "{name} as YAML");
    let message = protobuf::encode(tree, definition).unwrap_or_else(|error| panic!("{name}: {error}"));
    let opened = protobuf::open_envelope(&message).unwrap();
    assert_eq!(
        (opened.api_version, opened.kind),
        (tree["apiVersion"].as_str().unwrap(), tree["kind"].as_str().unwrap())
    );
    assert_eq!(&protobuf::decode(&opened, definition).unwrap(), tree, "{name} as Protobuf");
}

#[test]
fn published_objects_travel() {
    let Some(folder) = spec::folder() else { return };
    let folder = folder.join("api-objects");
    let mut missing = Vec::new();
    for (name, definition) in served() {
        let Ok(text) = std::fs::read(folder.join(format!("{name}.json"))) else {
            missing.push(name);
            continue;
        };
        let tree = json::decode(&text).unwrap().value;
        travels(&name, &tree, definition);
        let read = |ending| std::fs::read(folder.join(format!("{name}.{ending}"))).unwrap();
        assert_eq!(yaml::decode(&read("yaml")).unwrap().value, tree, "{name} from YAML");
        assert_eq!(yaml::to_string(&tree).as_bytes(), read("yaml"), "{name} to YAML");
        let message = read("pb");
        let opened = protobuf::open_envelope(&message).unwrap();
        assert_eq!(protobuf::decode(&opened, definition).unwrap(), tree, "{name} from Protobuf");
        assert_eq!(protobuf::encode(&tree, definition).unwrap(), message, "{name} to Protobuf");
    }
    // The only ones of which upstream publishes none: they are of servers that it builds apart.
    assert_eq!(
        missing,
        ["apiextensions.k8s.io.v1.CustomResourceDefinition", "apiregistration.k8s.io.v1.APIService"]
    );
}

#[test]
fn objects_with_nothing_but_a_name_travel() {
    let mut count = 0;
    for (name, definition) in served() {
        let mut parts = name.rsplitn(3, '.');
        let (kind, version, group) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let api_version = if group == "core" { version.to_owned() } else { format!("{group}/{version}") };
        let bare = json!({"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}});
        // Protobuf has no absence where Go has none: what it reads back is the object as every encoding then has it.
        let message = protobuf::encode(&bare, definition).unwrap_or_else(|error| panic!("{name}: {error}"));
        let settled = protobuf::decode(&protobuf::open_envelope(&message).unwrap(), definition).unwrap();
        assert_eq!(settled["metadata"]["name"], "x", "{name}");
        travels(&name, &settled, definition);
        let mut normal = bare.clone();
        codec::normal::normalize(&mut normal, definition);
        assert_eq!(
            protobuf::encode(&normal, definition).unwrap(),
            message,
            "{name}: as the server would have stored it"
        );
        count += 1;
    }
    assert!(count > 60, "only {count} kinds");
}
