//! The `scale` of an object: its wanted and present number of replicas as an object of `autoscaling/v1`, whatever the object is.

use std::collections::BTreeMap;

use async_trait::async_trait;
use meta::options::{GetOptions, PatchOptions, UpdateOptions};
use meta::selector::{LabelSelector, Selector};
use meta::{FieldError, GroupKind, Path, StatusError};
use patch::apply::scale::{ReplicasPaths, record_of_parent, record_of_scale};
use patch::apply::{self, PathElement};
use resource::{Object, Part, SubresourceKind};
use schema::{Schema, Type};
use serde_json::{Value, json};

use super::Registry;
use super::patch::{Patch, Patching};
use super::update::{Source, check_name};
use super::write::Request;
use crate::{Caller, Stored, Target, error};

const API_VERSION: &str = "autoscaling/v1";

/// Where a kind keeps its numbers.
struct Paths<'a> {
    spec: &'a str,
    status: &'a str,
    selector: Option<&'a str>,
}

impl Registry {
    /// The scale of an object.
    pub async fn scale(&self, target: &Target, options: &GetOptions) -> Result<Object, StatusError> {
        let stored = self.get(target, options).await?;
        self.convert(&target.kind, 0, std::slice::from_ref(&stored)).await?;
        show(target, &stored)
    }

    /// Replaces the scale of an object; answers with the scale as it is then, and with warnings.
    pub async fn update_scale(
        &self,
        target: &Target,
        caller: &Caller,
        scale: Object,
        options: &UpdateOptions,
    ) -> Result<(Object, Vec<String>), StatusError> {
        check_name(target, &scale)?;
        let tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request = Request::new(self, target, caller, &options.field_manager, &options.dry_run, tree);
        self.write_scale(request, Change::Replace(scale)).await
    }

    /// Patches the scale of an object.
    pub async fn patch_scale(
        &self,
        target: &Target,
        caller: &Caller,
        patch: &Patch,
        options: &PatchOptions,
    ) -> Result<(Object, Vec<String>), StatusError> {
        let patching = Patching::new(patch, options)?;
        let tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let request = Request::new(self, target, caller, &options.field_manager, &options.dry_run, tree);
        self.write_scale(request, Change::Patch(patching)).await
    }

    async fn write_scale(
        &self,
        mut request: Request<'_>,
        change: Change,
    ) -> Result<(Object, Vec<String>), StatusError> {
        let target = request.target;
        // The rules of the object itself apply: its scale is no part with rules of its own.
        request.part = Part::Main;
        let written = self.write(request, &change).await?;
        Ok((show(target, &written.stored)?, written.warnings))
    }
}

/// How a scale is to change.
enum Change {
    Replace(Object),
    Patch(Patching),
}

#[async_trait]
impl Source for Change {
    async fn produce(
        &self,
        request: &mut Request<'_>,
        current: Option<&Object>,
    ) -> Result<Object, StatusError> {
        let target = request.target;
        let current = current.ok_or_else(|| error::not_found(target))?;
        let (paths, replicas) = (paths(target)?, replicas_paths(target)?);
        let internal = |problem: apply::DecodeError| StatusError::internal(problem);
        let record = current.get("metadata.managedFields");
        let mut old = bare_scale(current, &paths);
        if let Some(record) = record_of_scale(record, &replicas).map_err(internal)? {
            old.set("metadata.managedFields", record);
        }
        let new = self.scale(request, &old)?;
        check(target, &new)?;
        let mut parent = current.clone();
        parent.set(paths.spec, new.int("spec.replicas").unwrap_or(0));
        if !new.text("metadata.resourceVersion").is_empty() {
            parent.copy_from(&new, "metadata.resourceVersion");
        }
        let version = target.version().api_version();
        let scaled = new.get("metadata.managedFields");
        match record_of_parent(record, scaled, &version, &replicas).map_err(internal)? {
            Some(record) => parent.set("metadata.managedFields", record),
            None => drop(parent.remove("metadata.managedFields")),
        }
        Ok(parent)
    }
}

impl Change {
    /// The new scale, with its record of managers.
    fn scale(&self, request: &mut Request<'_>, old: &Object) -> Result<Object, StatusError> {
        let schema = Schema::of(Type::Ref(
            schema::builtin("autoscaling", "v1", "Scale").expect("the table holds every built-in kind"),
        ));
        let (manager, now) = (request.manager.to_owned(), request.now.to_string());
        let cx = apply::Cx {
            subresource: "scale",
            ..apply::Cx::new(&schema, API_VERSION, "Scale", &manager, &now)
        };
        let mut old = old.clone();
        old.set("apiVersion", API_VERSION);
        old.set("kind", "Scale");
        let mut new = match self {
            Self::Replace(scale) => {
                let mut scale = scale.clone();
                for path in ["metadata.uid", "metadata.creationTimestamp"] {
                    if scale.get(path).is_none() {
                        scale.copy_from(&old, path);
                    }
                }
                scale.copy_from(&old, "status");
                scale
            }
            Self::Patch(patching) => patching.apply_to(request, Some(&old), &schema, &cx)?,
        };
        crate::settle::settle(new.tree_mut(), &schema);
        if !matches!(self, Self::Patch(patching) if patching.is_apply()) {
            apply::track_update(Some(old.tree()), new.tree_mut(), &cx);
        }
        Ok(new)
    }
}

fn check(target: &Target, scale: &Object) -> Result<(), StatusError> {
    check_name(target, scale)?;
    let replicas = scale.int("spec.replicas").unwrap_or(0);
    if replicas >= 0 {
        return Ok(());
    }
    let spec = Path::new("spec");
    let error = FieldError::invalid(&spec.child("replicas"), replicas, "must be greater than or equal to 0");
    Err(StatusError::invalid(&GroupKind::new("autoscaling", "Scale"), &target.name, &error.into()))
}

fn paths(target: &Target) -> Result<Paths<'_>, StatusError> {
    match target.below().map(|below| &below.does) {
        Some(SubresourceKind::Scale { spec_replicas, status_replicas, selector }) => {
            Ok(Paths { spec: spec_replicas, status: status_replicas, selector: selector.as_deref() })
        }
        _ => Err(error::not_served()),
    }
}

fn replicas_paths(target: &Target) -> Result<ReplicasPaths, StatusError> {
    let path: Vec<PathElement> = paths(target)?.spec.split('.').map(PathElement::field).collect();
    let served =
        target.kind.served.iter().map(|served| (served.api_version().into_owned(), Some(path.clone())));
    Ok(served.collect::<BTreeMap<_, _>>())
}

fn show(target: &Target, stored: &Stored) -> Result<Object, StatusError> {
    let object = stored.hub_object(&target.kind).map_err(|problem| error::unreadable(target, &problem))?;
    scale_of(target, &object)
}

/// The scale of an object in the hub version, `apiVersion` and `kind` included; an error if the target is none.
pub fn scale_of(target: &Target, object: &Object) -> Result<Object, StatusError> {
    let paths = paths(target)?;
    if target.kind.is_custom() && object.get(paths.spec).is_none() {
        let problem = format!("the spec replicas field \".{}\" does not exist", paths.spec);
        return Err(StatusError::internal(problem));
    }
    let mut scale = bare_scale(object, &paths);
    scale.set("apiVersion", API_VERSION);
    scale.set("kind", "Scale");
    Ok(scale)
}

fn bare_scale(object: &Object, paths: &Paths<'_>) -> Object {
    let mut scale = Object::new(json!({"metadata": {}, "spec": {}, "status": {}})).expect("it is an object");
    for name in ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] {
        let path = format!("metadata.{name}");
        if object.get(&path).is_some() {
            scale.copy_from(object, &path);
        }
    }
    if let Some(replicas) = object.int(paths.spec).filter(|replicas| *replicas != 0) {
        scale.set("spec.replicas", replicas);
    }
    scale.set("status.replicas", object.int(paths.status).unwrap_or(0));
    let selector = paths.selector.and_then(|path| object.get(path)).map(selector_text).unwrap_or_default();
    if !selector.is_empty() {
        scale.set("status.selector", selector);
    }
    scale
}

/// A selector as text: it is one already, or a label selector, or (in old kinds) a map of labels.
fn selector_text(selector: &Value) -> String {
    if let Value::String(text) = selector {
        return text.clone();
    }
    let structured = selector.get("matchLabels").is_some() || selector.get("matchExpressions").is_some();
    if structured {
        let selector: Option<LabelSelector> = serde_json::from_value(selector.clone()).ok();
        let parsed = selector.and_then(|selector| selector.to_selector().ok());
        return parsed.map(|selector| selector.to_string()).unwrap_or_default();
    }
    let labels: BTreeMap<String, String> = serde_json::from_value(selector.clone()).unwrap_or_default();
    Selector::from_labels(&labels).to_string()
}
