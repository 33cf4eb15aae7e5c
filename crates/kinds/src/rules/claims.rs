//! Claims of storage: what a `PersistentVolumeClaim` and the templates of claims have in common.

use api::core::v1::{PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate};
use meta::selector::LabelSelectorOptions;
use meta::validate::object_meta;
use meta::{BadValue, ErrorList, Path, names, validate};
use serde_json::Value;

use super::label_selector;
use super::object::default_absent;
use super::report::{POSITIVE, Report, list, text};
use super::resources::{self, amount};

const MODES: [&str; 4] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/// What is let pass because the old object has it already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Values of the selector that are no label values.
    pub invalid_selector_values: bool,
    /// Groups of data sources that are no DNS subdomains.
    pub invalid_source_group: bool,
}

impl Options {
    /// For a claim that replaces `old`.
    pub fn update(old: &PersistentVolumeClaimSpec) -> Self {
        let path = Path::new("selector");
        let selector = old.selector.as_ref();
        let judged = selector.map(|s| label_selector::validate(s, LabelSelectorOptions::default(), &path));
        let source = old.data_source.as_ref().is_some_and(|source| source.api_group.is_some());
        let source_ref = old.data_source_ref.as_ref().is_some_and(|source| source.api_group.is_some());
        Self {
            invalid_selector_values: judged.is_some_and(|errors| !errors.is_empty()),
            invalid_source_group: source || source_ref,
        }
    }
}

/// Fills in what the spec of a claim leaves out.
pub fn defaults(spec: &mut Value) {
    default_absent(spec, "volumeMode", "Filesystem");
}

/// The access modes of a volume or claim.
pub fn access_modes(modes: &[String], path: &Path<'_>, errors: &mut ErrorList) {
    for mode in modes {
        errors.one_of(path, mode, &MODES);
    }
    let once = modes.iter().any(|mode| mode == "ReadWriteOncePod");
    if once && modes.iter().any(|mode| mode != "ReadWriteOncePod" && MODES.contains(&mode.as_str())) {
        errors.forbidden(path, "may not use ReadWriteOncePod with other access modes");
    }
}

/// The spec of a claim.
pub fn validate(spec: &PersistentVolumeClaimSpec, options: Options, path: &Path<'_>, errors: &mut ErrorList) {
    let modes = list(&spec.access_modes);
    if modes.is_empty() {
        errors.required(&path.child("accessModes"), "at least 1 access mode is required");
    }
    if let Some(selector) = &spec.selector {
        let how = LabelSelectorOptions {
            allow_invalid_label_value: options.invalid_selector_values,
            ..LabelSelectorOptions::default()
        };
        errors.append(label_selector::validate(selector, how, &path.child("selector")));
    }
    access_modes(modes, &path.child("accessModes"), errors);
    storage(spec, &path.child("resources"), errors);
    let class = text(&spec.storage_class_name);
    if !class.is_empty() {
        errors.problems(&path.child("storageClassName"), class, names::dns_subdomain(class, false));
    }
    if let Some(mode) = &spec.volume_mode {
        errors.one_of(&path.child("volumeMode"), mode, &["Block", "Filesystem"]);
    }
    data_sources(spec, options, path, errors);
    let class = text(&spec.volume_attributes_class_name);
    if !class.is_empty() {
        errors.problems(&path.child("volumeAttributesClassName"), class, names::dns_subdomain(class, false));
    }
}

fn storage(spec: &PersistentVolumeClaimSpec, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.key("storage");
    let requests = spec.resources.as_ref().and_then(|resources| resources.requests.as_ref());
    match requests.and_then(|requests| requests.get("storage")) {
        None => errors.required(&at, ""),
        Some(size) if amount(size).sign() <= 0 => errors.invalid(&at, amount(size).to_string(), POSITIVE),
        Some(size) => resources::quantity("storage", size, &at, errors),
    }
}

fn data_sources(spec: &PersistentVolumeClaimSpec, options: Options, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(source) = &spec.data_source {
        let at = path.child("dataSource");
        data_source(&source.name, &source.kind, text(&source.api_group), options, &at, errors);
    }
    if let Some(source) = &spec.data_source_ref {
        let at = path.child("dataSourceRef");
        data_source(&source.name, &source.kind, text(&source.api_group), options, &at, errors);
        let namespace = text(&source.namespace);
        if !namespace.is_empty() {
            errors.problems(&at.child("namespace"), namespace, names::dns_label(namespace, false));
        }
    }
    let (Some(source), Some(reference)) = (&spec.data_source, &spec.data_source_ref) else { return };
    // Upstream shows its path object as the value: it has nothing that JSON would show.
    if !text(&reference.namespace).is_empty() {
        let detail = "may not be specified when dataSourceRef.namespace is specified";
        errors.invalid(path, BadValue::Json("{}".to_owned()), detail);
    } else if (&source.api_group, &source.kind, &source.name)
        != (&reference.api_group, &reference.kind, &reference.name)
    {
        errors.invalid(path, BadValue::Json("{}".to_owned()), "must match dataSourceRef");
    }
}

fn data_source(
    name: &str,
    kind: &str,
    group: &str,
    options: Options,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    errors.need(&path.child("name"), name);
    errors.need(&path.child("kind"), kind);
    if group.is_empty() && kind != "PersistentVolumeClaim" {
        let detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
        errors.invalid(path, kind, detail);
    }
    if !group.is_empty() && !options.invalid_source_group {
        errors.problems(&path.child("apiGroup"), group, validate::dns1123_subdomain(group));
    }
}

/// A template of claims inside a pod's ephemeral volume: labels and annotations are all it may say of itself.
pub fn validate_template(template: &PersistentVolumeClaimTemplate, path: &Path<'_>, errors: &mut ErrorList) {
    let meta = template.metadata.clone().unwrap_or_default();
    let at = path.child("metadata");
    errors.append(object_meta::annotations(&meta.annotations.unwrap_or_default(), &at.child("annotations")));
    errors.append(object_meta::labels(&meta.labels.unwrap_or_default(), &at.child("labels")));
    let given = [
        ("name", meta.name.is_some_and(|name| !name.is_empty())),
        ("generateName", meta.generate_name.is_some_and(|name| !name.is_empty())),
        ("namespace", meta.namespace.is_some_and(|name| !name.is_empty())),
        ("selfLink", meta.self_link.is_some_and(|link| !link.is_empty())),
        ("uID", meta.uid.is_some_and(|uid| !uid.is_empty())),
        ("resourceVersion", meta.resource_version.is_some_and(|version| !version.is_empty())),
        ("generation", meta.generation.is_some_and(|generation| generation != 0)),
        ("creationTimestamp", meta.creation_timestamp.is_some()),
        ("deletionTimestamp", meta.deletion_timestamp.is_some()),
        ("deletionGracePeriodSeconds", meta.deletion_grace_period_seconds.is_some()),
        ("ownerReferences", meta.owner_references.is_some_and(|list| !list.is_empty())),
        ("finalizers", meta.finalizers.is_some_and(|list| !list.is_empty())),
        ("managedFields", meta.managed_fields.is_some_and(|list| !list.is_empty())),
    ];
    for (name, _) in given.iter().filter(|(_, given)| *given) {
        errors.forbidden(&at.child(name), "cannot be set");
    }
    validate(&template.spec, Options::default(), &path.child("spec"), errors);
}
