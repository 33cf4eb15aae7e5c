//! Environment variables of containers.

use api::core::v1::{ConfigMapKeySelector, EnvFromSource, EnvVar, FileKeySelector, SecretKeySelector};
use meta::{ErrorList, Path, names, validate};

use super::field_refs;
use super::report::{Report, text};
use super::volumes::paths;

/// `env`
pub fn validate(vars: &[EnvVar], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, var) in vars.iter().enumerate() {
        let at = path.index(index);
        if var.name.is_empty() {
            errors.required(&at.child("name"), "");
        } else {
            errors.problems(&at.child("name"), &var.name, validate::relaxed_env_var_name(&var.name));
        }
        value_from(var, &at.child("valueFrom"), errors);
    }
}

fn value_from(var: &EnvVar, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(source) = &var.value_from else { return };
    let mut count = 0;
    if let Some(field) = &source.field_ref {
        count += 1;
        field_refs::field(field, field_refs::ENV_FIELDS, &path.child("fieldRef"), errors);
    }
    if let Some(resource) = &source.resource_field_ref {
        count += 1;
        field_refs::resource(resource, false, &path.child("resourceFieldRef"), errors);
    }
    if let Some(ConfigMapKeySelector { name, key, .. }) = &source.config_map_key_ref {
        count += 1;
        key_selector(name, key, &path.child("configMapKeyRef"), errors);
    }
    if let Some(SecretKeySelector { name, key, .. }) = &source.secret_key_ref {
        count += 1;
        key_selector(name, key, &path.child("secretKeyRef"), errors);
    }
    if let Some(file) = &source.file_key_ref {
        count += 1;
        file_key(file, &path.child("fileKeyRef"), errors);
    }
    if count == 0 {
        let detail = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
        errors.invalid(path, "", detail);
    } else if !text(&var.value).is_empty() {
        errors.invalid(path, "", "may not be specified when `value` is not empty");
    } else if count > 1 {
        errors.invalid(path, "", "may not have more than one field specified at a time");
    }
}

fn key_selector(name: &str, key: &str, path: &Path<'_>, errors: &mut ErrorList) {
    errors.problems(&path.child("name"), name, names::dns_subdomain(name, false));
    if key.is_empty() {
        errors.required(&path.child("key"), "");
    } else {
        errors.problems(&path.child("key"), key, validate::config_map_key(key));
    }
}

fn file_key(file: &FileKeySelector, path: &Path<'_>, errors: &mut ErrorList) {
    if file.key.is_empty() {
        errors.required(&path.child("key"), "");
    } else {
        errors.problems(&path.child("key"), &file.key, validate::relaxed_env_var_name(&file.key));
    }
    if file.volume_name.is_empty() {
        errors.required(&path.child("volumeName"), "");
    } else {
        let at = path.child("volumeName");
        errors.problems(&at, &file.volume_name, validate::dns1123_label(&file.volume_name));
    }
    if file.path.is_empty() {
        errors.required(&path.child("path"), "");
    } else {
        paths::no_backsteps(&file.path, &path.child("path"), errors);
    }
}

/// `envFrom`
pub fn validate_from(sources: &[EnvFromSource], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, source) in sources.iter().enumerate() {
        let at = path.index(index);
        let prefix = text(&source.prefix);
        if !prefix.is_empty() {
            errors.problems(&at.child("prefix"), prefix, validate::relaxed_env_var_name(prefix));
        }
        if let Some(map) = &source.config_map_ref {
            named(&map.name, &at.child("configMapRef").child("name"), errors);
        }
        if let Some(secret) = &source.secret_ref {
            named(&secret.name, &at.child("secretRef").child("name"), errors);
        }
        match (source.config_map_ref.is_some(), source.secret_ref.is_some()) {
            (false, false) => errors.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"),
            (true, true) => errors.invalid(path, "", "may not have more than one field specified at a time"),
            _ => {}
        }
    }
}

fn named(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if name.is_empty() {
        errors.required(path, "");
    } else {
        errors.problems(path, name, names::dns_subdomain(name, true));
    }
}
