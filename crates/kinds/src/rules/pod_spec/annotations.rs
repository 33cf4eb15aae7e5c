//! Annotations of pods that have a meaning for the system.

use std::collections::BTreeMap;

use api::core::v1::{AppArmorProfile, PodSpec, SeccompProfile};
use meta::{ErrorList, Path, go};

use crate::rules::containers::visit;
use crate::rules::report::{Report, text};
use crate::rules::volumes::paths;

/// On a mirror pod: the hash of the static pod it shows.
pub const MIRROR: &str = "kubernetes.io/config.mirror";
/// How costly it is to delete the pod, beside others.
pub const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";
/// Before the name of a container: its AppArmor profile.
pub const APP_ARMOR: &str = "container.apparmor.security.beta.kubernetes.io/";
const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";

type Annotations = BTreeMap<String, String>;

/// What is wrong with a pod's (or template's) annotations at `path`.
pub fn validate(annotations: &Annotations, spec: Option<&PodSpec>, path: &Path<'_>) -> ErrorList {
    judge(annotations, spec, false, path)
}

/// `any_cost`: the cost of deletion may be no number, because that of the old pod is none.
fn judge(annotations: &Annotations, spec: Option<&PodSpec>, any_cost: bool, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let node = spec.map_or("", |spec| text(&spec.node_name));
    if let Some(hash) = annotations.get(MIRROR).filter(|_| node.is_empty()) {
        errors.invalid(&path.key(MIRROR), hash, "must set spec.nodeName if mirror pod annotation is set");
    }
    if let Some(cost) = annotations.get(DELETION_COST)
        && !any_cost
        && !is_cost(cost)
    {
        errors.invalid(&path.key(DELETION_COST), cost, "must be a 32bit integer");
    }
    for (key, profile) in annotations {
        if key == SECCOMP_POD || key.starts_with(SECCOMP_CONTAINER) {
            seccomp(profile, &path.child(key), &mut errors);
        }
    }
    for (key, profile) in annotations {
        let Some(container) = key.strip_prefix(APP_ARMOR) else { continue };
        if !spec.is_some_and(|spec| visit::each(spec).any(|c| c.name == container)) {
            errors.invalid(&path.key(key), container, "container not found");
        }
        if !["", "runtime/default", "unconfined"].contains(&profile.as_str())
            && !profile.starts_with("localhost/")
        {
            let detail = format!("invalid AppArmor profile name: {}", go::quote(profile));
            errors.invalid(&path.key(key), profile, detail);
        }
    }
    errors
}

/// A number of 32 bits, written without needless signs and zeros.
fn is_cost(cost: &str) -> bool {
    let digits = cost.strip_prefix('-').unwrap_or(cost);
    let plain = digits == "0" && cost == "0" || !digits.starts_with('0') && !digits.starts_with('+');
    plain && cost.parse::<i32>().is_ok()
}

fn seccomp(profile: &str, path: &Path<'_>, errors: &mut ErrorList) {
    match profile.strip_prefix("localhost/") {
        Some(file) => paths::descending(file, path, errors),
        None if ["runtime/default", "docker/default", "unconfined"].contains(&profile) => {}
        None => errors.invalid(path, profile, "must be a valid seccomp profile"),
    }
}

/// What of a pod's annotations may not change.
pub fn validate_update(
    new: &Annotations,
    old: &Annotations,
    spec: Option<&PodSpec>,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = ErrorList::new();
    for key in old.keys().filter(|key| new.get(*key) != old.get(*key)) {
        if key.starts_with(APP_ARMOR) {
            errors.forbidden(&path.key(key), "may not remove or update AppArmor annotations");
        }
        if key == MIRROR {
            errors.forbidden(&path.key(key), "may not remove or update mirror pod annotation");
        }
    }
    for key in new.keys().filter(|key| !old.contains_key(*key)) {
        if key.starts_with(APP_ARMOR) {
            errors.forbidden(&path.key(key), "may not add AppArmor annotations");
        }
        if key == MIRROR {
            errors.forbidden(&path.key(key), "may not add mirror pod annotation");
        }
    }
    let any_cost = old.get(DELETION_COST).is_some_and(|cost| !is_cost(cost));
    errors.append(judge(new, spec, any_cost, path));
    errors
}

/// Whether annotations of old and the fields that took their place say the same; `path` is the spec's.
pub fn validate_profiles(annotations: &Annotations, spec: &PodSpec, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let context = spec.security_context.as_ref();
    if let (Some(profile), Some(annotation)) =
        (context.and_then(|c| c.seccomp_profile.as_ref()), annotations.get(SECCOMP_POD))
    {
        seccomp_match(
            annotation,
            profile,
            &path.child("securityContext").child("seccompProfile"),
            &mut errors,
        );
    }
    visit::all(spec, path, |container, at| {
        let at = at.child("securityContext");
        let field = container.security_context.as_ref().and_then(|c| c.seccomp_profile.as_ref());
        let annotation = annotations.get(&format!("{SECCOMP_CONTAINER}{}", container.name));
        if let (Some(profile), Some(annotation)) = (field, annotation) {
            seccomp_match(annotation, profile, &at.child("seccompProfile"), &mut errors);
        }
    });
    if spec.os.as_ref().is_some_and(|os| os.name == "windows") {
        return errors;
    }
    let of_pod = context.and_then(|c| c.app_armor_profile.as_ref());
    visit::all(spec, path, |container, at| {
        let own = container.security_context.as_ref().and_then(|c| c.app_armor_profile.as_ref());
        let annotation = annotations.get(&format!("{APP_ARMOR}{}", container.name));
        if let (Some(profile), Some(annotation)) = (own.or(of_pod), annotation) {
            let at = at.child("securityContext");
            app_armor_match(annotation, profile, &at.child("appArmorProfile"), &mut errors);
        }
    });
    errors
}

fn seccomp_match(annotation: &str, profile: &SeccompProfile, path: &Path<'_>, errors: &mut ErrorList) {
    const TYPE: &str = "seccomp type in annotation and field must match";
    let same = match profile.type_.as_str() {
        "Unconfined" => annotation == "unconfined",
        "RuntimeDefault" => annotation == "runtime/default" || annotation == "docker/default",
        "Localhost" => match annotation.strip_prefix("localhost/") {
            Some(file) if profile.localhost_profile.as_deref() != Some(file) => {
                let detail = "seccomp profile in annotation and field must match";
                return errors.forbidden(&path.child("localhostProfile"), detail);
            }
            file => file.is_some(),
        },
        _ => true,
    };
    if !same {
        errors.forbidden(&path.child("type"), TYPE);
    }
}

fn app_armor_match(annotation: &str, profile: &AppArmorProfile, path: &Path<'_>, errors: &mut ErrorList) {
    let same = match profile.type_.as_str() {
        "Unconfined" => annotation == "unconfined",
        "RuntimeDefault" => annotation == "runtime/default",
        "Localhost" => match annotation.strip_prefix("localhost/") {
            Some(name) if profile.localhost_profile.as_deref() != Some(name) => {
                let detail = "apparmor profile in annotation and field must match";
                return errors.forbidden(&path.child("localhostProfile"), detail);
            }
            name => name.is_some(),
        },
        _ => true,
    };
    if !same {
        errors.forbidden(&path.child("type"), "apparmor type in annotation and field must match");
    }
}
