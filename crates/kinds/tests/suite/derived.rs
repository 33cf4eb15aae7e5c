//! What must hold of every kind, whatever its rules are.

use meta::Time;
use resource::{Context, Object, Part, User};
use serde_json::Value;

use crate::spec;

fn samples() -> Vec<(String, Value)> {
    let Some(folder) = spec::folder() else { return Vec::new() };
    let files = std::fs::read_dir(folder.join("api-objects")).unwrap().map(|file| file.unwrap().path());
    files
        .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
        .map(|file| {
            (file.display().to_string(), serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap())
        })
        .collect()
}

/// Objects in which every field is set, mostly to nonsense: every rule has something to look at, and none may panic.
#[test]
fn rules_survive_objects_with_every_field_set() {
    let user = User::default();
    let cx = Context { user: &user, now: Time::from_unix(1_767_225_600), dry_run: false };
    let (table, mut seen) = (kinds::builtin(), 0);
    for (file, tree) in samples() {
        for kind in &table {
            for served in &kind.served {
                if tree["kind"] != *kind.kind || tree["apiVersion"] != served.api_version().as_ref() {
                    continue;
                }
                let mut object = Object::new(tree.clone()).unwrap();
                if let Some(conversion) = &served.conversion {
                    (conversion.to_hub)(&mut object);
                    let mut back = object.clone();
                    (conversion.from_hub)(&mut back);
                    assert_eq!(*back.tree(), tree, "{file}: conversion loses something");
                }
                let (old, rules) = (object.clone(), &kind.strategy);
                rules.defaults(&mut object);
                rules.prepare_create(&mut object, &cx);
                rules.validate(&object, &cx);
                rules.warnings(&object, None, &cx);
                let views = kind.subresources.iter().filter(|s| s.does == resource::SubresourceKind::View);
                let parts =
                    views.map(|s| if s.name == "status" { Part::Status } else { Part::View(&s.name) });
                for part in std::iter::once(Part::Main).chain(parts) {
                    let mut new = object.clone();
                    rules.prepare_update(part, &mut new, &old, &cx);
                    rules.validate_update(part, &new, &old, &cx);
                }
                let cells = rules.cells(&old, cx.now);
                assert_eq!(
                    cells.len(),
                    kind.columns.len().saturating_sub(1),
                    "{file}: a cell for each column"
                );
                kind.selectable.iter().for_each(|path| drop(rules.field(&old, path)));
                seen += 1;
            }
        }
    }
    println!("{seen} objects");
}

/// A bare object, as a client's mistake may be.
#[test]
fn rules_survive_empty_objects() {
    let user = User::default();
    let cx = Context { user: &user, now: Time::from_unix(1_767_225_600), dry_run: false };
    for kind in kinds::builtin() {
        let api_version = kind.hub().api_version().into_owned();
        let tree =
            serde_json::json!({"apiVersion": api_version, "kind": kind.kind, "metadata": {"name": "x"}});
        let mut object = Object::new(tree).unwrap();
        let old = object.clone();
        kind.strategy.defaults(&mut object);
        kind.strategy.prepare_create(&mut object, &cx);
        kind.strategy.validate(&object, &cx);
        kind.strategy.validate_update(Part::Main, &object, &old, &cx);
        kind.strategy.validate_update(Part::Status, &object, &old, &cx);
        kind.strategy.cells(&old, cx.now);
        kind.strategy.delete(&old, None);
    }
}
