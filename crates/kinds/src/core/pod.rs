//! `Pod`: containers that run together on one node.

mod prepare;
mod print;
pub mod qos;
mod resize;
mod status;
mod update;

use api::Typed;
use api::core::v1::Pod;
use meta::{ErrorList, ObjectMeta, Path, Time};
use resource::{Context, Delete, Kind, Object, Part, Strategy, Verb};
use serde_json::{Value, json};
use std::borrow::Cow;

use crate::describe::{self, VIEW};
use crate::printing::{age, name, text as column};
use crate::rules::containers::image_spaces;
use crate::rules::object::{made, typed};
use crate::rules::pod_spec::{self, Options, annotations, warnings};
use crate::rules::report::{Report, list, text};

/// The descriptor.
pub fn kind() -> Kind {
    let create = [Verb::Create];
    let streams = [Verb::Create, Verb::Get];
    let proxy = [Verb::Create, Verb::Delete, Verb::Get, Verb::Patch, Verb::Update];
    describe::namespaced("", "v1", "Pod", "pods")
        .short(&["po"])
        .categories(&["all"])
        .connect("attach", &streams, Some(("", "v1", "PodAttachOptions")))
        .action("binding", &create, ("", "v1", "Binding"))
        .view("ephemeralcontainers", VIEW)
        .action("eviction", &create, ("policy", "v1", "Eviction"))
        .connect("exec", &streams, Some(("", "v1", "PodExecOptions")))
        .connect("log", &[Verb::Get], None)
        .connect("portforward", &streams, Some(("", "v1", "PodPortForwardOptions")))
        .connect("proxy", &proxy, Some(("", "v1", "PodProxyOptions")))
        .view("resize", VIEW)
        .view("status", VIEW)
        .columns(vec![
            name(),
            column("Ready", "The aggregate readiness state of this pod for accepting traffic."),
            column("Status", "The aggregate status of the containers in this pod."),
            column(
                "Restarts",
                "The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.",
            ),
            age(),
            column("IP", "io.k8s.api.core.v1.PodStatus#podIP").wide(),
            column("Node", "io.k8s.api.core.v1.PodSpec#nodeName").wide(),
            column("Nominated Node", "io.k8s.api.core.v1.PodStatus#nominatedNodeName").wide(),
            column("Readiness Gates", "io.k8s.api.core.v1.PodSpec#readinessGates").wide(),
        ])
        .selectable(&[
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.podIPs",
            "status.nominatedNodeName",
        ])
        .generation()
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main | Part::View(_) => &["status"],
            Part::Status => &["spec"],
        }
    }

    fn row_conditions(&self, object: &Object) -> Vec<Value> {
        let (phase, message) = match object.text("status.phase") {
            "Succeeded" => ("Succeeded", "The pod has completed successfully."),
            "Failed" => ("Failed", "The pod failed."),
            _ => return Vec::new(),
        };
        vec![json!({"type": "Completed", "status": "True", "reason": phase, "message": message})]
    }

    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        pod_spec::defaults(spec);
        pod_spec::defaults::pod_only(spec);
        prepare::addresses(object);
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        prepare::create(object, cx);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |pod: &Pod| {
            let spec = pod.spec.clone().unwrap_or_default();
            let mut errors = metadata_and_spec(object, pod, &Options::create().of_pod());
            let path = Path::new("spec");
            if !list(&spec.ephemeral_containers).is_empty() {
                errors.forbidden(&path.child("ephemeralContainers"), "cannot be set on create");
            }
            if !text(&spec.node_name).is_empty() && !list(&spec.scheduling_gates).is_empty() {
                let detail = "cannot be set until all schedulingGates have been cleared";
                errors.forbidden(&path.child("nodeName"), detail);
            }
            let own = pod.metadata.annotations.clone().unwrap_or_default();
            errors.append(annotations::validate_profiles(&own, &spec, &path));
            errors
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        prepare::update(part, new, old);
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let (Ok(pod), Ok(before)) = (Pod::decode(new.tree()), Pod::decode(old.tree())) else {
            return typed(new, |_: &Pod| ErrorList::new());
        };
        let pair = update::Pair { new, old, pod: &pod, before: &before };
        match part {
            Part::Main => update::main(&pair),
            Part::Status => status::validate(&pair),
            Part::View("ephemeralcontainers") => update::ephemeral_containers(&pair),
            Part::View(_) => resize::validate(&pair),
        }
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        if old.is_some() {
            return Vec::new();
        }
        let mut all = Vec::new();
        let problems = meta::validate::dns1123_label(new.name());
        if !problems.is_empty() {
            all.push(format!(
                "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [{}]",
                problems.join(" ")
            ));
        }
        all.extend(warnings::template(new.tree(), None, ""));
        all
    }

    fn delete(&self, object: &Object, grace: Option<i64>) -> Delete {
        let mut period = grace.or_else(|| object.int("spec.terminationGracePeriodSeconds")).unwrap_or(0);
        let ended = ["Failed", "Succeeded"].contains(&object.text("status.phase"));
        if object.text("spec.nodeName").is_empty() || ended {
            period = 0;
        }
        Delete::Gracefully(if period < 0 { 1 } else { period })
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        match path {
            "spec.hostNetwork" => {
                if object.get(path) == Some(&Value::Bool(true)) {
                    "true".into()
                } else {
                    "false".into()
                }
            }
            "status.podIP" | "status.podIPs" => {
                let first =
                    object.get("status.podIPs").and_then(|ips| ips.get(0)).and_then(|ip| ip.get("ip"));
                first.and_then(Value::as_str).unwrap_or_default().into()
            }
            path => object.text(path).into(),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        print::cells(object, now)
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

/// What holds of every pod, new or changed.
fn metadata_and_spec(object: &Object, pod: &Pod, options: &Options) -> ErrorList {
    let spec = pod.spec.clone().unwrap_or_default();
    let (own, path) = (pod.metadata.annotations.clone().unwrap_or_default(), Path::new("spec"));
    let mut errors = annotations::validate(&own, Some(&spec), &Path::new("metadata.annotations"));
    let meta: ObjectMeta = serde_json::from_value(object.tree()["metadata"].clone()).unwrap_or_default();
    errors.append(pod_spec::validate(&spec, Some(&meta), options, &path));
    if text(&spec.service_account_name).is_empty() {
        let volumes = path.child("volumes");
        for (index, volume) in list(&spec.volumes).iter().enumerate() {
            let sources = volume.projected.iter().flat_map(|projected| list(&projected.sources));
            for (at, _) in sources.enumerate().filter(|(_, source)| source.service_account_token.is_some()) {
                let volume = volumes.index(index);
                let volume = volume.child("projected");
                let detail = "must not be specified when serviceAccountName is not set";
                errors.forbidden(&volume.child("sources").index(at).child("serviceAccountToken"), detail);
            }
        }
    }
    for (field, containers) in
        [("containers", spec.containers.as_slice()), ("initContainers", list(&spec.init_containers))]
    {
        for (index, container) in containers.iter().enumerate() {
            image_spaces(container, &path.child(field).index(index), &mut errors);
        }
    }
    errors
}
