//! The versions of a custom kind: which there are, and what each says besides its schema.

use meta::{ErrorList, Path, go, validate};
use serde_json::Value;

use super::shared::Shared;
use super::{defaults, schema, selectable, structural};
use crate::rules::object::{has, text};
use crate::rules::report::Report;
use crate::rules::seen::any_repeats;

const COLUMN_TYPES: &str = "boolean,date,integer,number,string";
const COLUMN_FORMATS: &str = "byte,date,date-time,double,float,int32,int64,password";

/// What is wrong with the versions of the spec at `path`.
pub fn validate(shared: &Shared, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("versions");
    let versions = &shared.versions;
    if !has(&shared.top["schema"], "openAPIV3Schema") {
        for (i, _) in versions.iter().enumerate().filter(|(_, v)| !has(&v["schema"], "openAPIV3Schema")) {
            let at = at.index(i);
            let at = at.child("schema");
            errors.required(&at.child("openAPIV3Schema"), "");
        }
    }
    for (i, version) in versions.iter().enumerate() {
        let (at, name) = (at.index(i), text(version, "name"));
        let problems = validate::dns1035_label(name);
        if !problems.is_empty() {
            errors.invalid(&at.child("name"), name, problems.join(","));
        }
        for problem in warning_problems(version) {
            errors.invalid(&at.child("deprecationWarning"), text(version, "deprecationWarning"), problem);
        }
        let holder = if has(version, "subresources") { version } else { &shared.top };
        details(version, &at, "schema", has(&holder["subresources"], "status"), errors);
    }
    if any_repeats(versions.iter().map(|version| text(version, "name"))) {
        errors.invalid(&at, shared.shown(), "must contain unique version names");
    }
    if versions.iter().filter(|version| version["storage"] == true).count() != 1 {
        errors.invalid(&at, shared.shown(), "must have exactly one version marked as storage version");
    }
}

/// What is wrong with schema, subresources and columns; `name` is what the schema is called here.
pub fn details(tree: &Value, path: &Path<'_>, name: &str, has_status: bool, errors: &mut ErrorList) {
    let root = &tree["schema"]["openAPIV3Schema"];
    if root.is_object() {
        let at = path.child(name);
        root_errors(root, has_status, &at, errors);
    }
    subresource_errors(&tree["subresources"], &path.child("subresources"), errors);
    let at = path.child("additionalPrinterColumns");
    for (i, column) in tree["additionalPrinterColumns"].as_array().into_iter().flatten().enumerate() {
        column_errors(column, &at.index(i), errors);
    }
    if root.is_object() {
        selectable::validate(tree, root, path, errors);
    }
}

fn root_errors(root: &Value, has_status: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("openAPIV3Schema");
    let kind = text(root, "type");
    if has_status && !kind.is_empty() && kind != "object" {
        let detail = r#"only "object" is allowed as the type at the root of the schema if the status subresource is enabled"#;
        errors.invalid(&path.child("openAPIV3Schema.type"), kind, detail);
    }
    if root["nullable"] == true {
        errors.forbidden(&path.child("openAPIV3Schema.nullable"), "nullable cannot be true at the root");
    }
    let mut found = structural::validate(root, &at);
    if found.is_empty() {
        defaults::validate(root, &at, &mut found);
    }
    errors.append(found);
    schema::validate(root, schema::Place::root(), &at, errors);
}

fn warning_problems(version: &Value) -> Vec<String> {
    if !has(version, "deprecationWarning") {
        return Vec::new();
    }
    if version["deprecated"] != true {
        return vec!["can only be set for deprecated versions".to_owned()];
    }
    let warning = text(version, "deprecationWarning");
    let mut problems = Vec::new();
    if warning.len() > 256 {
        problems.push("must be <= 256 characters long".to_owned());
    }
    if warning.is_empty() {
        problems.push("must not be an empty string".to_owned());
    }
    if let Some((at, _)) = warning.char_indices().find(|(_, c)| !go::is_print(*c)) {
        problems.push(format!(
            "must only contain printable UTF-8 characters; non-printable character found at index {at}"
        ));
    }
    problems
}

fn column_errors(column: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("name"), text(column, "name"));
    let (kind, at) = (text(column, "type"), path.child("type"));
    if kind.is_empty() {
        errors.required(&at, &format!("must be one of {COLUMN_TYPES}"));
    } else if !COLUMN_TYPES.split(',').any(|known| known == kind) {
        errors.invalid(&at, kind, format!("must be one of {COLUMN_TYPES}"));
    }
    let format = text(column, "format");
    if !format.is_empty() && !COLUMN_FORMATS.split(',').any(|known| known == format) {
        errors.invalid(&path.child("format"), format, format!("must be one of {COLUMN_FORMATS}"));
    }
    let (json_path, at) = (text(column, "jsonPath"), path.child("JSONPath"));
    errors.need(&at, json_path);
    simple_path(json_path, &at, errors);
}

/// Whether a text is a path such as `.spec.replicas`; an empty one is nothing to judge.
fn simple_path(given: &str, path: &Path<'_>, errors: &mut ErrorList) -> bool {
    let wrong = !given.is_empty() && !given.starts_with('.');
    if wrong {
        errors.invalid(path, given, "must be a simple json path starting with .");
    }
    !wrong
}

fn subresource_errors(subresources: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let scale = &subresources["scale"];
    if !scale.is_object() {
        return;
    }
    let places: [(&str, &[&str], &str, bool); 3] = [
        ("specReplicasPath", &[".spec."], ".spec", true),
        ("statusReplicasPath", &[".status."], ".status", true),
        ("labelSelectorPath", &[".spec.", ".status."], "either .spec or .status", false),
    ];
    for (field, prefixes, words, needed) in places {
        let (given, name) = (text(scale, field), format!("scale.{field}"));
        let at = path.child(&name);
        if needed {
            errors.need(&at, given);
        }
        let fits = given.is_empty() || prefixes.iter().any(|prefix| given.starts_with(prefix));
        if simple_path(given, &at, errors) && !fits {
            errors.invalid(&at, given, format!("should be a json path under {words}"));
        }
    }
}
