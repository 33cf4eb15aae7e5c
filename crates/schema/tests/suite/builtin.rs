//! The table's content: lookups, counts, and the Protobuf side against the field data.

use std::collections::BTreeSet;

use schema::{ListType, Literal, MapType, PatchStrategy, Schema, Shape, Special, Type, Wire};
use serde_json::Value;

use super::spec;

fn at(group: &str, version: &str, kind: &str, path: &str) -> &'static Schema {
    let definition = schema::builtin(group, version, kind).unwrap();
    definition.schema.at(path.split('.')).unwrap_or_else(|| panic!("{kind} {path}"))
}

#[test]
fn indexes_are_sorted_and_agree() {
    let names: Vec<&str> = schema::definitions().iter().map(|definition| definition.name).collect();
    assert!(names.is_sorted());
    for definition in schema::definitions() {
        assert!(std::ptr::eq(schema::definition(definition.name).unwrap(), *definition));
        for kind in definition.kinds {
            assert!(std::ptr::eq(schema::builtin(kind.group, kind.version, kind.kind).unwrap(), *definition));
        }
        if let Some(object) = definition.schema.object() {
            assert!(object.fields.is_sorted_by(|a, b| a.name < b.name), "{definition:?}");
        }
        if let Some(message) = &definition.message {
            assert!(message.fields.is_sorted_by(|a, b| a.tag < b.tag), "{definition:?}");
        }
    }
    assert!(schema::builtin("", "v1", "Nothing").is_none());
    assert!(schema::definition("io.k8s.api.core.v1.Nothing").is_none());
}

#[test]
fn merge_facts_by_path() {
    let ports = at("", "v1", "Service", "spec.ports");
    assert_eq!(ports.list_type, ListType::Map);
    assert_eq!(ports.list_map_keys(), ["port", "protocol"]);
    assert_eq!((ports.patch_strategy, ports.patch_merge_key()), (PatchStrategy::Merge, Some("port")));
    let protocol = at("", "v1", "Service", "spec.ports.0.protocol");
    assert_eq!(protocol.default_value(), Some(&Literal::Text("TCP".into())));
    let volumes = at("apps", "v1", "Deployment", "spec.template.spec.volumes");
    assert!(volumes.patch_strategy.merges() && volumes.patch_strategy.retains_keys());
    assert!(at("apps", "v1", "Deployment", "spec.strategy").patch_strategy.retains_keys());
    assert_eq!(at("", "v1", "Pod", "metadata.finalizers").list_type, ListType::Set);
    assert_eq!(at("", "v1", "Service", "spec.selector").map_type, MapType::Atomic);
    assert_eq!(at("apps", "v1", "Deployment", "spec.selector").effective_map_type(), MapType::Atomic);
    assert_eq!(at("apps", "v1", "Deployment", "spec").effective_map_type(), MapType::Granular);
    let claim = at("", "v1", "PersistentVolumeClaim", "metadata.labels.any");
    assert_eq!(claim.ty, Type::String);
    assert_eq!(at("", "v1", "Pod", "spec.containers.0.resources.limits.cpu").special(), Special::Quantity);
}

#[test]
fn counts_of_the_published_part() {
    let published = schema::definitions().iter().filter(|definition| definition.published);
    let fields: Vec<&Schema> = published
        .filter_map(|definition| definition.schema.object())
        .flat_map(|object| object.fields.iter().map(|field| &field.schema))
        .collect();
    let count = |test: fn(&&&Schema) -> bool| fields.iter().filter(test).count();
    assert_eq!(fields.len(), 2_458, "properties");
    assert_eq!(count(|s| s.list_type != ListType::Unset), 303, "list types");
    assert_eq!(count(|s| !s.list_map_keys().is_empty()), 59, "list-map keys");
    assert_eq!(count(|s| s.patch_merge_key().is_some()), 54, "patch merge keys");
    assert_eq!(count(|s| s.default_value().is_some()), 19, "defaults that are not zero");
}

#[test]
fn every_protobuf_field_is_there() {
    let Some(folder) = spec::folder() else { return };
    let fields = spec::read(&folder.join("fields.json"));
    let mut seen = 0;
    for (name, expected) in fields["messages"].as_object().unwrap() {
        let definition = schema::definition(name).unwrap_or_else(|| panic!("{name} is missing"));
        if definition.special != Special::None {
            assert!(definition.message.is_none());
            continue;
        }
        let message = definition.message.as_ref().unwrap();
        assert_eq!(message.fields.len(), expected.as_array().unwrap().len(), "{name}");
        for field in expected.as_array().unwrap() {
            check_field(definition, field);
            seen += 1;
        }
    }
    assert!(seen > 2_300, "{seen}");
}

fn check_field(definition: &schema::Definition, expected: &Value) {
    let name = definition.name;
    let tag = expected["tag"].as_u64().unwrap() as u32;
    let field = definition.message.as_ref().unwrap().by_tag(tag).unwrap();
    let flag = |key: &str| expected[key].as_bool().unwrap_or_default();
    assert_eq!(field.pointer, flag("pointer"), "{name} {tag}");
    assert_eq!(field.omit_empty, flag("omitempty"), "{name} {tag}");
    assert_eq!(field.json.is_none(), flag("inline"), "{name} {tag}");
    if flag("repeated") {
        assert_eq!(field.shape, Shape::List, "{name} {tag}");
    }
    if expected.get("map_key").is_some() {
        assert_eq!(field.shape, Shape::Map, "{name} {tag}");
    }
    if let (Wire::Message(target), false) =
        (field.wire, expected["type"].as_str().unwrap().contains("v1.JSONSchema"))
    {
        let list = expected["type"].as_str().unwrap();
        assert!(target.name == list || list.ends_with("ResourceList") || list.ends_with("ValidationRules"));
    }
    // What JSON shows under a name, the schema knows under that name.
    if let (Some(json), false) = (field.json, name.ends_with("runtime.Unknown")) {
        let known =
            definition.schema.object().unwrap().field(json).unwrap_or_else(|| panic!("{name} {json}"));
        match field.shape {
            Shape::List => assert!(known.items().is_some(), "{name} {json}"),
            Shape::Map => assert!(known.values().is_some(), "{name} {json}"),
            Shape::One => {}
        }
    }
}

#[test]
fn inlined_structs_are_flat_in_json_and_nested_on_the_wire() {
    let volume = schema::definition("io.k8s.api.core.v1.Volume").unwrap();
    assert!(volume.schema.object().unwrap().field("hostPath").is_some());
    let source = volume.message.as_ref().unwrap().by_tag(2).unwrap();
    assert!(source.json.is_none());
    let Wire::Message(source) = source.wire else { panic!("a message") };
    assert_eq!(source.name, "io.k8s.api.core.v1.VolumeSource");
    assert!(source.message.as_ref().unwrap().fields.iter().any(|field| field.json == Some("hostPath")));
}

#[test]
fn named_collections_are_looked_through() {
    let field = |name: &str, json: &str| {
        let message = schema::definition(name).unwrap().message.as_ref().unwrap();
        message.fields.iter().find(|field| field.json == Some(json)).unwrap()
    };
    let limits = field("io.k8s.api.core.v1.ResourceRequirements", "limits");
    assert!(matches!(limits.wire, Wire::Message(d) if d.special == Special::Quantity));
    assert_eq!((limits.shape, limits.go_type), (Shape::Map, "v1.ResourceList"));
    let extra = field("io.k8s.api.authentication.v1.UserInfo", "extra");
    assert!(matches!(extra.wire, Wire::Message(d) if d.special == Special::StringList));
    assert_eq!(extra.go_type, "map[string]v1.ExtraValue");
    let labels = field("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "labels");
    assert_eq!(labels.go_type, "map[string]string");
}

#[test]
fn discovery_lists_the_ga_resources() {
    let resources: Vec<_> = schema::discovery::group_versions().iter().flat_map(|gv| gv.resources).collect();
    let plain = resources.iter().filter(|resource| resource.subresource().is_none()).count();
    assert_eq!((schema::discovery::group_versions().len(), plain, resources.len()), (22, 68, 113));
    let scale = schema::discovery::resource("apps", "v1", "deployments/scale").unwrap();
    assert_eq!((scale.group, scale.version, scale.kind), ("autoscaling", "v1", "Scale"));
    let groups: BTreeSet<_> = schema::discovery::group_versions().iter().map(|gv| gv.group).collect();
    assert_eq!(groups.len(), 21);
    for gv in schema::discovery::group_versions() {
        for resource in gv.resources {
            // A subresource may have a kind of another group (`scale`).
            let (group, version) = if resource.version.is_empty() {
                (gv.group, gv.version)
            } else {
                (resource.group, resource.version)
            };
            assert!(schema::builtin(group, version, resource.kind).is_some(), "{resource:?}");
        }
    }
}
