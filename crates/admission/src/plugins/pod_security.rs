//! `PodSecurity`: pods keep to the level that the labels of their namespace set. What enforces refuses pods; what warns speaks of
//! pods and of what makes them; namespaces are checked for labels that mean nothing.
//!
//! | file | what it holds |
//! |---|---|
//! | `policy` | levels, versions, and what a namespace's labels say |
//! | `checks` | every check, one file each, and which apply to a level at a version |

mod checks;
mod policy;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Typed;
use api::core::v1::PodSpec;
use async_trait::async_trait;
use meta::{StatusError, go};
use resource::Object;
use serde_json::Value;

use crate::{Config, Plugin, Request, pods};
use checks::Verdict;
use policy::{Level, LevelVersion, Policy};

/// Of a namespace whose level changes, so many pods are checked at most.
const MOST: usize = 3000;

/// What makes pods, and where their spec is in it.
const MAKERS: [(&str, &str, &str); 8] = [
    ("", "podtemplates", "template"),
    ("", "replicationcontrollers", "spec.template"),
    ("apps", "replicasets", "spec.template"),
    ("apps", "deployments", "spec.template"),
    ("apps", "statefulsets", "spec.template"),
    ("apps", "daemonsets", "spec.template"),
    ("batch", "jobs", "spec.template"),
    ("batch", "cronjobs", "spec.jobTemplate.spec.template"),
];

/// Paths of a pod through which its spec cannot change.
const IGNORED: [&str; 8] = ["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"];

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(PodSecurity)
}

struct PodSecurity;

fn template_of(request: &Request<'_>) -> Option<&'static str> {
    MAKERS.iter().find(|(group, plural, _)| request.is_whole(group, plural)).map(|(.., path)| *path)
}

#[async_trait]
impl Plugin for PodSecurity {
    fn handles(&self, request: &Request<'_>) -> bool {
        (request.creates() || request.updates())
            && (request.is_whole("", "namespaces")
                || (request.is("", "pods") && !IGNORED.contains(&request.subresource()))
                || template_of(request).is_some())
    }

    async fn validate(
        &self,
        request: &Request<'_>,
        object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let Some(object) = object else { return Ok(()) };
        if request.is("", "namespaces") {
            return namespace(request, object, warnings);
        }
        let name = request.namespace();
        let found = request.state.find("namespaces", "", name).await?;
        let Some(namespace) = found else {
            let why = format!("failed to lookup namespace {}", go::quote(name));
            return if request.is("", "pods") { Err(StatusError::internal(why)) } else { Ok(()) };
        };
        let (policy, problems) = Policy::of(&namespace);
        match template_of(request) {
            None if problems.is_empty() && policy.is_privileged() => Ok(()),
            None if request.old().is_some_and(|old| !is_significant(object, old)) => Ok(()),
            None => pod(request, object, &policy, warnings),
            Some(path) => {
                if let Some(template) = object.get(path)
                    && let Some(text) = warning(&policy, template)?
                {
                    warnings.push(text);
                }
                Ok(())
            }
        }
    }
}

/// A pod: refused by what is enforced, else spoken of by what warns.
fn pod(
    request: &Request<'_>,
    pod: &Object,
    policy: &Policy,
    warnings: &mut Vec<String>,
) -> Result<(), StatusError> {
    let verdict = judge(pod.tree(), policy.enforce)?;
    if !verdict.is_allowed() {
        let (level, detail) = (go::quote(&policy.enforce.to_string()).to_string(), verdict.detail());
        return Err(request.forbidden(Some(pod), format!("violates PodSecurity {level}: {detail}")));
    }
    warnings.extend(warning(policy, pod.tree())?);
    Ok(())
}

/// What the level that warns says of a pod or a template.
fn warning(policy: &Policy, template: &Value) -> Result<Option<String>, StatusError> {
    let verdict = judge(template, policy.warn)?;
    let level = policy.warn.to_string();
    let text = || format!("would violate PodSecurity {}: {}", go::quote(&level), verdict.detail());
    Ok((!verdict.is_allowed()).then(text))
}

fn judge(template: &Value, level: LevelVersion) -> Result<Verdict, StatusError> {
    if level.level == Level::Privileged {
        return Ok(Verdict::default());
    }
    let spec =
        PodSpec::decode(template.get("spec").unwrap_or(&Value::Null)).map_err(StatusError::internal)?;
    let annotations = template.pointer("/metadata/annotations").and_then(Value::as_object);
    let text = |(key, value): (&String, &Value)| (key.clone(), value.as_str().unwrap_or_default().to_owned());
    let annotations: BTreeMap<String, String> = annotations.into_iter().flatten().map(text).collect();
    Ok(checks::run(&checks::Pod::new(&annotations, &spec), level))
}

/// Whether an update can change the verdict: only images and added containers can.
fn is_significant(new: &Object, old: &Object) -> bool {
    let images = |pod: &Object, list: &str| -> Vec<String> {
        let image = |container: &Value| container["image"].as_str().unwrap_or_default().to_owned();
        pods::items(pod, list).map(image).collect()
    };
    let added = pods::items(new, "ephemeralContainers").any(|container| {
        let mut known = pods::items(old, "ephemeralContainers");
        let known = known.find(|known| known["name"] == container["name"]);
        known.is_none_or(|known| known["image"] != container["image"])
    });
    added || ["containers", "initContainers"].iter().any(|list| images(new, list) != images(old, list))
}

/// A namespace: its labels mean something, and whoever tightens its level learns which pods would not be let in any more.
fn namespace(request: &Request<'_>, new: &Object, warnings: &mut Vec<String>) -> Result<(), StatusError> {
    let (policy, problems) = Policy::of(new);
    let invalid = || Err(StatusError::invalid(&request.group_kind(), new.name(), &problems));
    let Some(old) = request.old() else {
        return if problems.is_empty() { Ok(()) } else { invalid() };
    };
    let (before, known) = Policy::of(old);
    if !problems.is_empty() && problems.to_string() != known.to_string() {
        return invalid();
    }
    let (now, was) = (policy.enforce, before.enforce);
    if now == was || now.level == Level::Privileged || (now.version == was.version && now.level <= was.level)
    {
        return Ok(());
    }
    warnings.extend(existing(&request.state.list("pods", new.name()), new.name(), now)?);
    Ok(())
}

/// What is to be said of the pods that are in the namespace already: each kind of trouble once, with the first pod that has it.
fn existing(found: &[Arc<Object>], namespace: &str, level: LevelVersion) -> Result<Vec<String>, StatusError> {
    let mut by_reason: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for pod in found.iter().take(MOST) {
        let verdict = judge(pod.tree(), level)?;
        if !verdict.is_allowed() {
            by_reason.entry(verdict.reason()).or_default().push(pod.name());
        }
    }
    let mut warnings = Vec::new();
    if found.len() > MOST {
        warnings.push(format!(
            "new PodSecurity enforce level only checked against the first {MOST} of {} existing pods",
            found.len()
        ));
    }
    if !by_reason.is_empty() {
        let (namespace, level) = (go::quote(namespace), level.to_string());
        let level = go::quote(&level);
        warnings.push(format!(
            "existing pods in namespace {namespace} violate the new PodSecurity enforce level {level}"
        ));
    }
    let mut lines: Vec<String> = by_reason.iter().map(|(reason, names)| line(reason, names)).collect();
    lines.sort();
    warnings.append(&mut lines);
    Ok(warnings)
}

fn line(reason: &str, names: &[&str]) -> String {
    let first = names.iter().min().copied().unwrap_or_default();
    match names.len() {
        0 | 1 => format!("{first}: {reason}"),
        2 => format!("{first} (and 1 other pod): {reason}"),
        more => format!("{first} (and {} other pods): {reason}", more - 1),
    }
}
