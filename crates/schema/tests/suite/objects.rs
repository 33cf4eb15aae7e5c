//! Filled-in objects of every kind: the table knows each of their fields, by name and by type.

use std::fs;

use serde_json::Value;

use super::spec;

#[test]
fn every_field_of_every_object_is_known() {
    let Some(folder) = spec::folder() else { return };
    let mut known = 0;
    for entry in fs::read_dir(folder.join("api-objects")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let object: Value = serde_json::from_str(&text).unwrap();
        // One of them, the event of a watch, is no object.
        let Some(api_version) = object["apiVersion"].as_str() else { continue };
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        let Some(definition) = schema::builtin(group, version, object["kind"].as_str().unwrap()) else {
            continue;
        };
        assert_eq!(schema::strict::check(&text, definition), Default::default(), "{}", path.display());
        assert_eq!(
            schema::unknown_fields(&object, &definition.schema),
            Vec::<String>::new(),
            "{}",
            path.display()
        );
        known += 1;
    }
    assert!(known >= 90, "{known}");
    println!("{known} objects");
}
