//! References to fields of the pod and to resources of its containers, as environment variables and files show them.

use api::core::v1::{ObjectFieldSelector, ResourceFieldSelector};
use meta::{ErrorList, FieldError, Path, Quantity, validate};

use super::report::{Report, text};

/// What a file may show.
pub const VOLUME_FIELDS: &[&str] =
    &["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/// What an environment variable may show.
pub const ENV_FIELDS: &[&str] = &[
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

const RESOURCES: &[&str] = &[
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];
const HUGE_PAGES: [&str; 2] = ["limits.hugepages-", "requests.hugepages-"];
const BYTES: &[&str] = &["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

/// Every field label that the downward API knows, of which each use supports a part.
const KNOWN: &[&str] = &[
    "metadata.annotations",
    "metadata.labels",
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.serviceAccountName",
    "spec.schedulerName",
    "status.phase",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

/// A reference to a field of the pod.
pub fn field(reference: &ObjectFieldSelector, supported: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    let version = text(&reference.api_version);
    if version.is_empty() {
        return errors.required(&path.child("apiVersion"), "");
    }
    if reference.field_path.is_empty() {
        return errors.required(&path.child("fieldPath"), "");
    }
    let wanted = reference.field_path.as_str();
    let (field, subscript) = split(wanted);
    let known = version == "v1"
        && match subscript {
            Some(_) => ["metadata.annotations", "metadata.labels"].contains(&field),
            None => KNOWN.contains(&wanted) || wanted == "spec.host",
        };
    if !known {
        let why = if version != "v1" {
            format!("unsupported pod version: {version}")
        } else if subscript.is_some() {
            format!("field label does not support subscript: {wanted}")
        } else {
            format!("field label not supported: {wanted}")
        };
        return errors.invalid(
            &path.child("fieldPath"),
            wanted,
            format!("error converting fieldPath: {why}"),
        );
    }
    match subscript {
        Some(key) if field == "metadata.annotations" => {
            let key = key.to_lowercase();
            errors.problems(path, &key, validate::qualified_name(&key));
        }
        Some(key) => errors.problems(path, key, validate::qualified_name(key)),
        None => {
            let field = if wanted == "spec.host" { "spec.nodeName" } else { field };
            if !supported.contains(&field) {
                errors.push(FieldError::not_in_set(&path.child("fieldPath"), field, supported));
            }
        }
    }
}

/// `metadata.labels['key']` into the path and the key.
fn split(path: &str) -> (&str, Option<&str>) {
    let inner = path.strip_suffix("']").and_then(|path| path.split_once("['"));
    match inner {
        Some((field, key)) if !field.is_empty() => (field, Some(key)),
        _ => (path, None),
    }
}

/// A reference to a resource of a container; a file must say of which.
pub fn resource(reference: &ResourceFieldSelector, is_file: bool, path: &Path<'_>, errors: &mut ErrorList) {
    let name = reference.resource.as_str();
    if is_file && text(&reference.container_name).is_empty() {
        errors.required(&path.child("containerName"), "");
    } else if name.is_empty() {
        errors.required(&path.child("resource"), "");
    } else if !RESOURCES.contains(&name) && !HUGE_PAGES.iter().any(|prefix| name.starts_with(prefix)) {
        errors.push(FieldError::not_in_set(&path.child("resource"), name, RESOURCES));
    }
    let divisor = reference.divisor.as_ref().and_then(|divisor| divisor.0.parse::<Quantity>().ok());
    if let Some(divisor) = divisor.filter(|divisor| !divisor.is_zero()) {
        self::divisor(name, &divisor.to_string(), path, errors);
    }
}

fn divisor(resource: &str, divisor: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let of = match resource {
        "limits.cpu" | "requests.cpu" => "cpu",
        "limits.memory" | "requests.memory" => "memory",
        "limits.ephemeral-storage" | "requests.ephemeral-storage" => "local ephemeral storage",
        _ if HUGE_PAGES.iter().any(|prefix| resource.starts_with(prefix)) => "hugepages",
        _ => return,
    };
    let (supported, words): (&[&str], String) =
        if of == "cpu" { (&["1m", "1"], "1m and 1".to_owned()) } else { (BYTES, BYTES.join(", ")) };
    if !supported.contains(&divisor) {
        let detail = format!("only divisor's values {words} are supported with the {of} resource");
        errors.invalid(&path.child("divisor"), resource, detail);
    }
}
