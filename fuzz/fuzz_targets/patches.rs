//! Any two JSON texts as an object and a patch of every kind: applied or refused, never a panic, never more nested than allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patch::apply::{self, Cx, FieldSet};
use patch::{json_patch, merge, strategic};
use schema::{Schema, Type};
use serde_json::Value;

const KINDS: [(&str, &str, &str); 4] =
    [("", "v1", "Pod"), ("", "v1", "Service"), ("apps", "v1", "Deployment"), ("", "v1", "ConfigMap")];

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fuzz_target!(|input: (u8, &[u8], &[u8])| {
    let (group, version, kind) = KINDS[usize::from(input.0) % KINDS.len()];
    let (Ok(live), Ok(patch)) = (codec::json::decode(input.1), codec::json::decode(input.2)) else { return };
    let (live, patch) = (live.value, patch.value);
    let schema = Schema::of(Type::Ref(schema::builtin(group, version, kind).expect("a built-in kind")));
    if let Ok(patched) = json_patch::apply(live.clone(), &patch) {
        assert!(depth(&patched) <= json_patch::MAX_DEPTH + 1);
    }
    merge::apply(&mut live.clone(), &patch);
    let _ = strategic::apply(live.clone(), &patch, &schema);
    let _ = strategic::create_two_way(&live, &patch, &schema);
    let cx = Cx { force: input.0 & 0x80 != 0, ..Cx::new(&schema, version, kind, "fuzz", "2026-01-01T00:00:00Z") };
    if let Ok(applied) = apply::apply(Some(&live), &patch, &cx) {
        apply::apply(Some(&applied.object), &patch, &cx).expect("what was applied can be applied again");
    }
    let mut written = patch.clone();
    apply::track_update(Some(&live), &mut written, &cx);
    if let Ok(set) = FieldSet::from_json(&patch) {
        assert_eq!(FieldSet::from_json(&set.to_json()).expect("our own form"), set);
    }
});
