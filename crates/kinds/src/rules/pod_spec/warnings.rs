//! What a client should know of a pod or a template of pods though it is not wrong.

mod overlaps;
mod ports;

use std::collections::{BTreeMap, HashSet};

use api::Typed;
use api::core::v1::{
    Container, NodeSelectorTerm, PodAffinityTerm, PodSpec, PodTemplateSpec, Volume, WeightedPodAffinityTerm,
};
use meta::{Path, go, validate};
use serde_json::Value;

use super::annotations::APP_ARMOR;
use crate::rules::containers::visit;
use crate::rules::report::{list, text};
use crate::rules::resources::amount;

const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
const NO_SELECTOR: &str = "a null labelSelector results in matching no pod";
const LABELS: [(&str, &str); 8] = [
    ("beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"),
    ("beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"),
    (
        "failure-domain.beta.kubernetes.io/region",
        "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
    ),
    (
        "failure-domain.beta.kubernetes.io/zone",
        "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
    ),
    (
        "beta.kubernetes.io/instance-type",
        "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
    ),
    ("app.kubernetes.io/created-by", "deprecated since v1.9"),
    (
        "scheduler.alpha.kubernetes.io/preferAvoidPods",
        "deprecated since v1.22; use Taints and Tolerations instead",
    ),
    ("node-role.kubernetes.io/master", "use \"node-role.kubernetes.io/control-plane\" instead"),
];
const ANNOTATIONS: [(&str, &str); 3] = [
    (
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead",
    ),
    ("security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"),
    (
        "security.alpha.kubernetes.io/unsafe-sysctls",
        "non-functional in v1.11+; use the \"sysctls\" field instead",
    ),
];

/// What is said of a label of nodes that has a successor.
pub fn deprecated_label(key: &str) -> Option<&'static str> {
    LABELS.iter().find(|(label, _)| *label == key).map(|(_, message)| *message)
}

/// Warnings on a template at `path`, or on a pod if it is empty. What it replaces makes no difference.
pub fn template(template: &Value, _old: Option<&Value>, path: &str) -> Vec<String> {
    let mut tree = template.clone();
    if let Some(members) = tree.as_object_mut() {
        members.retain(|name, _| name == "metadata" || name == "spec");
    }
    let Ok(typed) = PodTemplateSpec::decode(&tree) else { return Vec::new() };
    let spec = typed.spec.unwrap_or_default();
    let annotations = typed.metadata.and_then(|meta| meta.annotations).unwrap_or_default();
    let root = if path.is_empty() { Path::nil() } else { Path::new(path) };
    let mut out = Vec::new();
    let at = root.child("spec");
    placement(&spec, &at, &mut out);
    let at_annotations = root.child("metadata");
    let at_annotations = at_annotations.child("annotations");
    for (key, message) in ANNOTATIONS.iter().filter(|(key, _)| annotations.contains_key(*key)) {
        out.push(format!("{}: {message}", at_annotations.key(key)));
    }
    for (index, volume) in list(&spec.volumes).iter().enumerate() {
        volumes(volume, &at.child("volumes").index(index), &mut out);
    }
    overlaps::find(list(&spec.volumes), &mut out);
    duplicates(&spec, &at, &mut out);
    fractions(spec.overhead.as_ref(), &at.child("overhead"), &mut out);
    profiles(&spec, &annotations, !path.is_empty(), &at_annotations, &mut out);
    visit::all(&spec, &at, |container, at| self::container(container, at, &mut out));
    ports::find(&spec, &at, &mut out);
    if spec.termination_grace_period_seconds.is_some_and(|seconds| seconds < 0) {
        let at = at.child("terminationGracePeriodSeconds");
        out.push(format!("{at}: must be >= 0; negative values are invalid and will be treated as 1"));
    }
    pod_affinity(&spec, &at, &mut out);
    addresses(&spec, &at, &mut out);
    out
}

fn placement(spec: &PodSpec, path: &Path<'_>, out: &mut Vec<String>) {
    for key in spec.node_selector.iter().flat_map(BTreeMap::keys) {
        if let Some(message) = deprecated_label(key) {
            out.push(format!("{}: {message}", path.child("nodeSelector").key(key)));
        }
    }
    if let Some(nodes) = spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref()) {
        let at = path.child("affinity");
        let at = at.child("nodeAffinity");
        let required = at.child("requiredDuringSchedulingIgnoredDuringExecution");
        let required = required.child("nodeSelectorTerms");
        let terms = nodes
            .required_during_scheduling_ignored_during_execution
            .iter()
            .flat_map(|s| &s.node_selector_terms);
        for (index, term) in terms.enumerate() {
            node_term(term, false, &required.index(index), out);
        }
        let preferred = at.child("preferredDuringSchedulingIgnoredDuringExecution");
        for (index, term) in
            list(&nodes.preferred_during_scheduling_ignored_during_execution).iter().enumerate()
        {
            node_term(&term.preference, true, &preferred.index(index).child("preference"), out);
        }
    }
    let at = path.child("topologySpreadConstraints");
    for (index, constraint) in list(&spec.topology_spread_constraints).iter().enumerate() {
        let at = at.index(index);
        if let Some(message) = deprecated_label(&constraint.topology_key) {
            out.push(format!("{}: {} is {message}", at.child("topologyKey"), constraint.topology_key));
        }
        if constraint.label_selector.is_none() {
            out.push(format!("{}: {NO_SELECTOR}", at.child("labelSelector")));
        }
    }
}

fn node_term(term: &NodeSelectorTerm, check_values: bool, path: &Path<'_>, out: &mut Vec<String>) {
    let at = path.child("matchExpressions");
    for (index, expression) in list(&term.match_expressions).iter().enumerate() {
        let at = at.index(index);
        if let Some(message) = deprecated_label(&expression.key) {
            out.push(format!("{}: {} is {message}", at.child("key"), expression.key));
        }
        for (index, value) in list(&expression.values).iter().enumerate().filter(|_| check_values) {
            for problem in validate::label_value(value) {
                out.push(format!("{}: {value} is invalid, {problem}", at.child("values").index(index)));
            }
        }
    }
}

fn volumes(volume: &Volume, path: &Path<'_>, out: &mut Vec<String>) {
    let found = [
        ("photonPersistentDisk", volume.photon_persistent_disk.is_some(), "v1.11, non-functional in v1.16+"),
        ("gitRepo", volume.git_repo.is_some(), "v1.11, and disabled by default in v1.33+"),
        ("scaleIO", volume.scale_io.is_some(), "v1.16, non-functional in v1.22+"),
        ("flocker", volume.flocker.is_some(), "v1.22, non-functional in v1.25+"),
        ("storageOS", volume.storageos.is_some(), "v1.22, non-functional in v1.25+"),
        ("quobyte", volume.quobyte.is_some(), "v1.22, non-functional in v1.25+"),
        ("glusterfs", volume.glusterfs.is_some(), "v1.25, non-functional in v1.26+"),
        ("cephfs", volume.cephfs.is_some(), "v1.28, non-functional in v1.31+"),
        ("rbd", volume.rbd.is_some(), "v1.28, non-functional in v1.31+"),
    ];
    for (name, _, since) in found.iter().filter(|(_, given, _)| *given) {
        out.push(format!("{}: deprecated in {since}", path.child(name)));
    }
}

fn duplicates(spec: &PodSpec, path: &Path<'_>, out: &mut Vec<String>) {
    let (mut seen, at) = (HashSet::new(), path.child("hostAliases"));
    for (index, alias) in list(&spec.host_aliases).iter().enumerate() {
        if !seen.insert(&alias.ip) {
            out.push(format!("{}: duplicate ip {}", at.index(index).child("ip"), go::quote(&alias.ip)));
        }
    }
    let (mut seen, at) = (HashSet::new(), path.child("imagePullSecrets"));
    let secrets = list(&spec.image_pull_secrets);
    for (index, secret) in secrets.iter().enumerate() {
        if !seen.insert(&secret.name) {
            out.push(format!(
                "{}: duplicate name {}",
                at.index(index).child("name"),
                go::quote(&secret.name)
            ));
        }
    }
    for (index, _) in secrets.iter().enumerate().filter(|(_, secret)| secret.name.is_empty()) {
        out.push(format!("{}: invalid empty name \"\"", at.index(index).child("name")));
    }
}

/// Bytes do not come in parts.
fn fractions(amounts: Option<&crate::rules::resources::List>, path: &Path<'_>, out: &mut Vec<String>) {
    for name in ["memory", "ephemeral-storage"] {
        if let Some(value) = amounts.and_then(|amounts| amounts.get(name)).map(amount)
            && value.milli_value() % 1000 != 0
        {
            let value = go::quote(&value.to_string());
            out.push(format!(
                "{}: fractional byte value {value} is invalid, must be an integer",
                path.key(name)
            ));
        }
    }
}

fn profiles(
    spec: &PodSpec,
    annotations: &BTreeMap<String, String>,
    is_template: bool,
    path: &Path<'_>,
    out: &mut Vec<String>,
) {
    const SECCOMP: &str = "non-functional in v1.27+; use the \"seccompProfile\" field instead";
    let context = spec.security_context.as_ref();
    if annotations.contains_key(SECCOMP_POD)
        && context.is_none_or(|context| context.seccomp_profile.is_none())
    {
        out.push(format!("{}: {SECCOMP}", path.key(SECCOMP_POD)));
    }
    for container in visit::each(spec) {
        let own = container.security_context.as_ref();
        let key = format!("{SECCOMP_CONTAINER}{}", container.name);
        if annotations.contains_key(&key) && own.is_none_or(|own| own.seccomp_profile.is_none()) {
            out.push(format!("{}: {SECCOMP}", path.key(&key)));
        }
        let key = format!("{APP_ARMOR}{}", container.name);
        let field = own.and_then(|own| own.app_armor_profile.as_ref());
        if is_template && field.is_none() && annotations.contains_key(&key) {
            out.push(format!(
                "{}: deprecated since v1.30; use the \"appArmorProfile\" field instead",
                path.key(&key)
            ));
        }
    }
}

fn container(container: &Container, path: &Path<'_>, out: &mut Vec<String>) {
    let own = container.resources.as_ref();
    let at = path.child("resources");
    for name in ["memory", "ephemeral-storage"] {
        for (field, amounts) in [
            ("limits", own.and_then(|own| own.limits.as_ref())),
            ("requests", own.and_then(|own| own.requests.as_ref())),
        ] {
            let one = amounts.and_then(|amounts| amounts.get_key_value(name));
            let one = one.map(|(name, value)| BTreeMap::from([(name.clone(), value.clone())]));
            fractions(one.as_ref(), &at.child(field), out);
        }
    }
    let (mut seen, at) = (HashSet::new(), path.child("env"));
    for (index, variable) in list(&container.env).iter().enumerate() {
        if seen.insert(&variable.name) {
            continue;
        }
        let (reference, value) = (format!("$({})", variable.name), text(&variable.value));
        if variable.value_from.is_some() || value == reference || !value.contains(&reference) {
            let name = go::quote(&variable.name);
            out.push(format!(
                "{}: hides previous definition of {name}, which may be dropped when using apply",
                at.index(index)
            ));
        }
    }
}

fn pod_affinity(spec: &PodSpec, path: &Path<'_>, out: &mut Vec<String>) {
    let Some(affinity) = &spec.affinity else { return };
    let at = path.child("affinity");
    let mut look = |field: &str, required: &[PodAffinityTerm], preferred: &[WeightedPodAffinityTerm]| {
        let at = at.child(field);
        let required_at = at.child("requiredDuringSchedulingIgnoredDuringExecution");
        for (index, _) in required.iter().enumerate().filter(|(_, term)| term.label_selector.is_none()) {
            out.push(format!("{}: {NO_SELECTOR}", required_at.index(index).child("labelSelector")));
        }
        let preferred_at = at.child("preferredDuringSchedulingIgnoredDuringExecution");
        for (index, _) in
            preferred.iter().enumerate().filter(|(_, term)| term.pod_affinity_term.label_selector.is_none())
        {
            let at = preferred_at.index(index);
            out.push(format!("{}: {NO_SELECTOR}", at.child("podAffinityTerm").child("labelSelector")));
        }
    };
    if let Some(own) = &affinity.pod_affinity {
        let (required, preferred) = (
            list(&own.required_during_scheduling_ignored_during_execution),
            list(&own.preferred_during_scheduling_ignored_during_execution),
        );
        look("podAffinity", required, preferred);
    }
    if let Some(own) = &affinity.pod_anti_affinity {
        let (required, preferred) = (
            list(&own.required_during_scheduling_ignored_during_execution),
            list(&own.preferred_during_scheduling_ignored_during_execution),
        );
        look("podAntiAffinity", required, preferred);
    }
}

fn addresses(spec: &PodSpec, path: &Path<'_>, out: &mut Vec<String>) {
    let at = path.child("dnsConfig");
    let at = at.child("nameservers");
    let servers = spec.dns_config.iter().flat_map(|config| list(&config.nameservers));
    for (index, server) in servers.enumerate() {
        out.extend(validate::ip_warnings(&at.index(index), server));
    }
    let at = path.child("hostAliases");
    for (index, alias) in list(&spec.host_aliases).iter().enumerate() {
        out.extend(validate::ip_warnings(&at.index(index).child("ip"), &alias.ip));
    }
}
