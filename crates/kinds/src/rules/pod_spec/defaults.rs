//! What a pod spec says when it says nothing. Works on the tree: a default is set where nothing stands.

use api::Typed;
use api::core::v1::{PodSpec, ResourceRequirements};
use meta::Quantity;
use meta::quantity::MILLI;
use serde_json::{Map, Value, json};

use super::pod_resources::aggregate;
use crate::rules::claims;
use crate::rules::object::{default, default_absent, items, made, member, text};
use crate::rules::resources;

/// Fills in what a spec leaves out, in pods and templates alike. `spec` is the tree of a `PodSpec`.
pub fn defaults(spec: &mut Value) {
    for volume in items(spec, "volumes") {
        self::volume(volume);
    }
    for kind in ["initContainers", "containers", "ephemeralContainers"] {
        for container in items(spec, kind) {
            self::container(container);
        }
    }
    default(spec, "dnsPolicy", "ClusterFirst");
    default(spec, "restartPolicy", "Always");
    made(spec, "securityContext");
    default(spec, "terminationGracePeriodSeconds", 30);
    if spec["terminationGracePeriodSeconds"].as_i64().is_some_and(|seconds| seconds < 0) {
        // Values that an older server let pass mean the shortest period.
        spec["terminationGracePeriodSeconds"] = 1.into();
    }
    default(spec, "schedulerName", "default-scheduler");
    service_account(spec);
    round(spec, "overhead");
    if let Some(own) = member(spec, "resources") {
        round(own, "limits");
        round(own, "requests");
    }
    if spec.get("hostNetwork") == Some(&Value::Bool(true)) {
        host_ports(spec);
    }
}

/// The older name of the field is kept equal to the newer one.
fn service_account(spec: &mut Value) {
    let name = [text(spec, "serviceAccountName"), text(spec, "serviceAccount")]
        .into_iter()
        .find(|name| !name.is_empty());
    if let Some(name) = name.map(str::to_owned) {
        spec["serviceAccountName"] = name.clone().into();
        spec["serviceAccount"] = name.into();
    }
}

/// With the node's network, a port is the node's port.
fn host_ports(spec: &mut Value) {
    for kind in ["initContainers", "containers"] {
        for container in items(spec, kind) {
            for port in items(container, "ports") {
                if port.get("hostPort").and_then(Value::as_i64).unwrap_or(0) == 0
                    && let Some(number) = port.get("containerPort").cloned()
                {
                    port["hostPort"] = number;
                }
            }
        }
    }
}

/// What only pods get, not templates: requests follow limits.
pub fn pod_only(spec: &mut Value) {
    for kind in ["initContainers", "containers"] {
        for container in items(spec, kind) {
            if let Some(own) = member(container, "resources") {
                requests_follow_limits(own);
            }
        }
    }
    if spec.get("resources").is_some_and(Value::is_object) {
        whole_pod(spec);
    }
    default(spec, "enableServiceLinks", true);
}

fn requests_follow_limits(own: &mut Value) {
    let Some(limits) = own.get("limits").and_then(Value::as_object).cloned() else { return };
    let requests = made(own, "requests");
    for (name, value) in limits {
        default(requests, &name, value);
    }
}

fn whole_pod(spec: &mut Value) {
    let Ok(typed) = PodSpec::decode(spec) else { return };
    let Some(own) = &typed.resources else { return };
    let none = resources::List::new();
    let (limits, requests) = (own.limits.as_ref().unwrap_or(&none), own.requests.as_ref().unwrap_or(&none));
    if limits.is_empty() && requests.is_empty() {
        return;
    }
    let mut new_limits = Map::new();
    for (name, sum) in aggregate(&typed, |r: &ResourceRequirements| r.limits.as_ref()) {
        if resources::is_huge_page(&name) && !requests.contains_key(&name) && !limits.contains_key(&name) {
            new_limits.insert(name, sum.to_string().into());
        }
    }
    let mut new_requests = Map::new();
    if !limits.is_empty() || !new_limits.is_empty() {
        let supported = |name: &str| ["cpu", "memory"].contains(&name) || resources::is_huge_page(name);
        for (name, sum) in aggregate(&typed, |r: &ResourceRequirements| r.requests.as_ref()) {
            if !requests.contains_key(&name) && supported(&name) && resources::is_overcommit_allowed(&name) {
                new_requests.insert(name, sum.to_string().into());
            }
        }
        let given = limits.iter().map(|(name, value)| (name.clone(), Value::from(value.0.clone())));
        for (name, value) in given.chain(new_limits.clone()) {
            if !requests.contains_key(&name) && supported(&name) {
                new_requests.entry(name).or_insert(value);
            }
        }
    }
    let own = made(spec, "resources");
    for (part, new) in [("limits", new_limits), ("requests", new_requests)] {
        if !new.is_empty() {
            made(own, part).as_object_mut().into_iter().for_each(|members| members.extend(new.clone()));
        }
    }
}

/// Amounts are written in their canonical form; those finer than a thousandth are rounded up.
pub fn round(tree: &mut Value, name: &str) {
    let Some(members) = tree.get_mut(name).and_then(Value::as_object_mut) else { return };
    for value in members.values_mut() {
        canonical(value, true);
    }
}

/// Puts an amount into its canonical form.
fn canonical(value: &mut Value, round: bool) {
    let text = match &*value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return,
    };
    if let Ok(mut amount) = text.parse::<Quantity>() {
        if round {
            amount.round_up(MILLI);
        }
        *value = amount.to_string().into();
    }
}

fn container(container: &mut Value) {
    let policy = pull_policy(text(container, "image"));
    default(container, "imagePullPolicy", policy);
    default(container, "terminationMessagePath", "/dev/termination-log");
    default(container, "terminationMessagePolicy", "File");
    for port in items(container, "ports") {
        default(port, "protocol", "TCP");
    }
    for variable in items(container, "env") {
        if let Some(reference) = member(variable, "valueFrom").and_then(|from| member(from, "fieldRef")) {
            default(reference, "apiVersion", "v1");
        }
        if let Some(file) = member(variable, "valueFrom").and_then(|from| member(from, "fileKeyRef")) {
            default(file, "optional", false);
        }
    }
    for name in ["livenessProbe", "readinessProbe", "startupProbe"] {
        if let Some(probe) = member(container, name) {
            self::probe(probe);
        }
    }
    if let Some(lifecycle) = member(container, "lifecycle") {
        for name in ["postStart", "preStop"] {
            if let Some(action) = member(lifecycle, name).and_then(|hook| member(hook, "httpGet")) {
                http_get(action);
            }
        }
    }
    if let Some(own) = member(container, "resources") {
        round(own, "limits");
        round(own, "requests");
    }
}

/// Images whose tag may move are pulled each time.
pub fn pull_policy(image: &str) -> &'static str {
    if tag(image) == "latest" { "Always" } else { "IfNotPresent" }
}

/// The tag of an image; `latest` if it has neither tag nor digest, empty if it is no image.
fn tag(image: &str) -> &str {
    let (name, digest) = image.split_once('@').map_or((image, None), |(name, digest)| (name, Some(digest)));
    let after_slash = name.rfind('/').map_or(0, |slash| slash + 1);
    let (name, tag) = match name[after_slash..].find(':') {
        Some(colon) => (&name[..after_slash + colon], Some(&name[after_slash + colon + 1..])),
        None => (name, None),
    };
    match (tag, digest) {
        _ if !is_repository(name) => "",
        (Some(tag), _) => tag,
        (None, None) => "latest",
        (None, Some(_)) => "",
    }
}

/// Whether a name is that of a repository: a registry, if the first part looks like one, and parts in lower case.
fn is_repository(name: &str) -> bool {
    let path = match name.split_once('/') {
        Some((first, rest))
            if first.contains(['.', ':']) || first == "localhost" || first.to_lowercase() != first =>
        {
            rest
        }
        _ => name,
    };
    let sound = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_part = |part: &str| {
        let bytes = part.as_bytes();
        bytes.first().is_some_and(|b| sound(*b))
            && bytes.last().is_some_and(|b| sound(*b))
            && bytes.iter().all(|b| sound(*b) || b"._-".contains(b))
    };
    path.split('/').all(is_part)
}

fn probe(probe: &mut Value) {
    for (name, value) in
        [("timeoutSeconds", 1), ("periodSeconds", 10), ("successThreshold", 1), ("failureThreshold", 3)]
    {
        if probe.get(name).and_then(Value::as_i64).unwrap_or(0) == 0 {
            probe[name] = value.into();
        }
    }
    if let Some(action) = member(probe, "httpGet") {
        http_get(action);
    }
    if let Some(action) = member(probe, "grpc") {
        default_absent(action, "service", "");
    }
}

fn http_get(action: &mut Value) {
    default(action, "path", "/");
    default(action, "scheme", "HTTP");
}

fn volume(volume: &mut Value) {
    if volume
        .as_object()
        .is_some_and(|members| members.iter().all(|(name, value)| name == "name" || value.is_null()))
    {
        volume["emptyDir"] = json!({});
    }
    for name in ["secret", "configMap", "downwardAPI", "projected"] {
        if let Some(source) = member(volume, name) {
            default(source, "defaultMode", 0o644);
        }
    }
    if let Some(source) = member(volume, "hostPath") {
        default_absent(source, "type", "");
    }
    if let Some(source) = member(volume, "downwardAPI") {
        field_refs(source);
    }
    if let Some(limit) = member(volume, "emptyDir").and_then(|source| source.get_mut("sizeLimit")) {
        canonical(limit, false);
    }
    if let Some(projected) = member(volume, "projected") {
        for source in items(projected, "sources") {
            if let Some(token) = member(source, "serviceAccountToken") {
                default(token, "expirationSeconds", 3600);
            }
            if let Some(source) = member(source, "downwardAPI") {
                field_refs(source);
            }
        }
    }
    if let Some(image) = member(volume, "image") {
        let policy = pull_policy(text(image, "reference"));
        default(image, "pullPolicy", policy);
    }
    if let Some(template) = member(volume, "ephemeral").and_then(|e| member(e, "volumeClaimTemplate")) {
        claims::defaults(made(template, "spec"));
    }
    storage(volume);
}

/// Kinds of storage with defaults of their own, in volumes of pods and in persistent volumes.
pub fn storage(volume: &mut Value) {
    if let Some(source) = member(volume, "iscsi") {
        default(source, "iscsiInterface", "default");
    }
    if let Some(source) = member(volume, "rbd") {
        default(source, "pool", "rbd");
        default(source, "user", "admin");
        default(source, "keyring", "/etc/ceph/keyring");
    }
    if let Some(source) = member(volume, "scaleIO") {
        default(source, "storageMode", "ThinProvisioned");
        default(source, "fsType", "xfs");
    }
    if let Some(source) = member(volume, "azureDisk") {
        default_absent(source, "cachingMode", "ReadWrite");
        default_absent(source, "kind", "Shared");
        default_absent(source, "fsType", "ext4");
        default_absent(source, "readOnly", false);
    }
}

fn field_refs(source: &mut Value) {
    for item in items(source, "items") {
        if let Some(reference) = member(item, "fieldRef") {
            default(reference, "apiVersion", "v1");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let table = [
            ("nginx", "latest"),
            ("nginx:latest", "latest"),
            ("nginx:1.2", "1.2"),
            ("registry:5000/nginx", "latest"),
            ("registry:5000/nginx:v1", "v1"),
            ("nginx@sha256:0123", ""),
            ("nginx:v1@sha256:0123", "v1"),
            ("Registry/nginx", "latest"),
            ("Nginx", ""),
            ("a/B", ""),
            (" nginx", ""),
            ("nginx:V1", "V1"),
            ("", ""),
        ];
        for (image, want) in table {
            assert_eq!(tag(image), want, "{image}");
        }
    }
}
