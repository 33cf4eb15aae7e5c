//! The normal form: golden objects have it, and it is what a round trip through Protobuf leaves.

use codec::{normal::normalize, protobuf};
use proptest::prelude::any;
use serde_json::json;

use super::random::{Dice, kinds, runner, tree};
use super::spec;

#[test]
fn golden_objects_are_normal() {
    for golden in spec::objects() {
        let mut normal = golden.tree();
        normalize(&mut normal, golden.definition);
        assert_eq!(normal, golden.tree(), "{}", golden.name);
    }
}

#[test]
fn normal_is_what_protobuf_leaves() {
    let kinds = kinds();
    let check = |seed: u64| {
        let mut dice = Dice(seed);
        let definition = kinds[dice.roll(kinds.len() as u64) as usize];
        let original = tree(definition, &mut dice, 6);
        let bytes = protobuf::encode_message(&original, definition).expect("fits its type");
        let settled = protobuf::decode_message(&bytes, definition).expect("our own bytes");
        let mut normal = original;
        normalize(&mut normal, definition);
        assert_eq!(normal, settled, "{}", definition.name);
        Ok(())
    };
    runner(600).run(&any::<u64>(), check).expect("holds for every seed");
}

#[test]
fn what_go_would_not_show_goes() {
    let pod = schema::builtin("", "v1", "Pod").expect("a built-in kind");
    let mut tree = json!({
        "apiVersion": "v1", "kind": "Pod", "bogus": 1,
        "metadata": {"name": "x", "labels": {}, "annotations": null, "creationTimestamp": null, "generation": 0},
        "spec": {
            "nodeName": "", "hostNetwork": false, "terminationGracePeriodSeconds": 0, "volumes": [],
            "containers": [{
                "name": "c", "x": 1, "env": null, "command": [null],
                "resources": {"limits": {"cpu": 0.5, "memory": "1024Ki"}, "requests": {}},
                "livenessProbe": {"httpGet": {"port": "http"}},
            }],
        },
        "status": {"startTime": "2024-01-01T02:00:00+02:00"},
    });
    normalize(&mut tree, pod);
    assert_eq!(
        tree,
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"},
            "spec": {
                "terminationGracePeriodSeconds": 0,
                "containers": [{
                    "name": "c", "command": [""], "resources": {"limits": {"cpu": "500m", "memory": "1Mi"}},
                    "livenessProbe": {"httpGet": {"port": "http"}},
                }],
            },
            "status": {"startTime": "2024-01-01T00:00:00Z"},
        })
    );
}

/// Whatever a stock server answered has been through its Go struct.
#[test]
fn recorded_answers_are_normal() {
    let groups =
        ["defaulting", "validation", "update", "patch", "apply", "list", "delete", "subresource", "misc"];
    let mut checked = 0;
    let mut wrong = Vec::new();
    for step in groups.iter().flat_map(|group| spec::behaviour(group)) {
        let answer = &step["response"];
        let Ok(meta) = codec::json::type_meta(answer) else { continue };
        let (group, version) = meta.api_version.split_once('/').unwrap_or(("", meta.api_version));
        let Some(definition) = schema::builtin(group, version, meta.kind) else { continue };
        let mut normal = answer.clone();
        normalize(&mut normal, definition);
        if normal != *answer {
            wrong.push(format!("{}\n  {answer}\n  {normal}", meta.kind));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 900 || spec::folder().is_none(), "only {checked} answers");
}
