//! The containers of a pod or a template: what they run, how they are, what they are given.

use serde_json::Value;

use super::shared::{annotations, join, labels, or_none, tolerations, truth};
use super::times::rfc1123;
use super::{Text, volumes};
use crate::tree::{Tree as _, show};

/// Containers with a title; statuses and the pod are there for a pod, not for a template.
pub fn describe(
    text: &mut Text,
    title: &str,
    containers: &[Value],
    statuses: &[Value],
    pod: Option<&Value>,
    space: &str,
) {
    text.line(0, format!("{space}{title}:{}", if containers.is_empty() { " <none>" } else { "" }));
    for container in containers {
        let status = statuses.iter().find(|status| status.text("name") == container.text("name"));
        one(text, container, status, pod, space);
    }
}

fn one(text: &mut Text, container: &Value, status: Option<&Value>, pod: Option<&Value>, space: &str) {
    text.line(1, format!("{}{}:", if space.is_empty() { "" } else { " " }, container.text("name")));
    if let Some(status) = status {
        text.field(2, "Container ID", status.text("containerID"));
    }
    text.field(2, "Image", container.text("image"));
    if let Some(status) = status {
        text.field(2, "Image ID", status.text("imageID"));
    }
    ports(text, "Port", container, "containerPort");
    ports(text, "Host Port", container, "hostPort");
    if container.has("securityContext.seccompProfile") {
        text.field(2, "SeccompProfile", container.text("securityContext.seccompProfile.type"));
    }
    for (title, field) in [("Command", "command"), ("Args", "args")] {
        if !container.items(field).is_empty() {
            text.line(2, format!("{title}:"));
            for word in container.items(field) {
                for line in show(word).split('\n') {
                    text.line(3, line);
                }
            }
        }
    }
    if let Some(status) = status {
        state(text, "State", status.at("state"));
        if status.has("lastState.terminated") {
            state(text, "Last State", status.at("lastState"));
        }
        text.field(2, "Ready", truth(status.at("ready")));
        text.field(2, "Restart Count", status.int("restartCount"));
    }
    resources(text, 2, container.at("resources"));
    for (title, field) in
        [("Liveness", "livenessProbe"), ("Readiness", "readinessProbe"), ("Startup", "startupProbe")]
    {
        if container.has(field) {
            text.field(2, title, probe(container.at(field)));
        }
    }
    environment_from(text, container);
    environment(text, container, pod);
    mounts(text, container);
}

fn ports(text: &mut Text, title: &str, container: &Value, field: &str) {
    let shown = container.items("ports").iter().map(|port| {
        let protocol = if port.text("protocol").is_empty() { "TCP" } else { port.text("protocol") };
        let number = format!("{}/{protocol}", port.int(field));
        if port.text("name").is_empty() { number } else { format!("{number} ({})", port.text("name")) }
    });
    let all = shown.collect::<Vec<_>>().join(", ");
    let plural = if all.contains(',') { "s" } else { "" };
    text.field(2, &format!("{title}{plural}"), or_none(all));
}

fn state(text: &mut Text, title: &str, state: &Value) {
    if state.has("running") {
        text.field(2, title, "Running");
        text.field(3, "Started", rfc1123(state.at("running.startedAt")));
    } else if state.has("terminated") {
        let of = state.at("terminated");
        text.field(2, title, "Terminated");
        text.some(3, "Reason", of.text("reason"));
        text.some(3, "Message", of.text("message"));
        text.field(3, "Exit Code", of.int("exitCode"));
        if of.int("signal") > 0 {
            text.field(3, "Signal", of.int("signal"));
        }
        text.field(3, "Started", rfc1123(of.at("startedAt")));
        text.field(3, "Finished", rfc1123(of.at("finishedAt")));
    } else {
        text.field(2, title, "Waiting");
        text.some(3, "Reason", state.text("waiting.reason"));
    }
}

/// Limits and requests.
pub fn resources(text: &mut Text, level: usize, resources: &Value) {
    for (title, field) in [("Limits", "limits"), ("Requests", "requests")] {
        let amounts = resources.members(field);
        if !amounts.is_empty() {
            text.line(level, format!("{title}:"));
        }
        for (name, amount) in amounts {
            text.field(level + 1, name, show(amount));
        }
    }
}

fn probe(probe: &Value) -> String {
    let number = |field: &str, default: i64| if probe.has(field) { probe.int(field) } else { default };
    let facts = format!(
        "delay={}s timeout={}s period={}s #success={} #failure={}",
        number("initialDelaySeconds", 0),
        number("timeoutSeconds", 0),
        number("periodSeconds", 0),
        number("successThreshold", 0),
        number("failureThreshold", 0)
    );
    if probe.has("exec") {
        return format!("exec [{}] {facts}", join(probe.items("exec.command"), " "));
    }
    if probe.has("httpGet") {
        let get = probe.at("httpGet");
        let host = get.text("host");
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        return format!(
            "http-get {}://{host}:{}{} {facts}",
            get.text("scheme").to_lowercase(),
            get.show("port"),
            get.text("path")
        );
    }
    if probe.has("tcpSocket") {
        return format!(
            "tcp-socket {}:{} {facts}",
            probe.text("tcpSocket.host"),
            probe.show("tcpSocket.port")
        );
    }
    if probe.has("grpc") {
        return format!("grpc <pod>:{} {} {facts}", probe.int("grpc.port"), probe.text("grpc.service"));
    }
    format!("unknown {facts}")
}

fn environment_from(text: &mut Text, container: &Value) {
    if container.items("envFrom").is_empty() {
        return;
    }
    text.line(2, "Environment Variables from:");
    for source in container.items("envFrom") {
        let (from, of) =
            if source.has("configMapRef") { ("ConfigMap", "configMapRef") } else { ("Secret", "secretRef") };
        let of = source.at(of);
        let prefix = match source.text("prefix") {
            "" => String::new(),
            prefix => format!(" with prefix '{prefix}'"),
        };
        text.line(3, format!("{}\t{from}{prefix}\tOptional: {}", of.text("name"), of.truth("optional")));
    }
}

fn environment(text: &mut Text, container: &Value, pod: Option<&Value>) {
    let none = if container.items("env").is_empty() { "\t<none>" } else { "" };
    text.line(2, format!("Environment:{none}"));
    for variable in container.items("env") {
        let (name, from) = (variable.text("name"), variable.at("valueFrom"));
        if from.is_null() {
            for (index, line) in variable.text("value").split('\n').enumerate() {
                text.line(3, if index == 0 { format!("{name}:\t{line}") } else { format!("\t{line}") });
            }
        } else if from.has("fieldRef") {
            let (version, path) = (from.text("fieldRef.apiVersion"), from.text("fieldRef.fieldPath"));
            let value = pod.map(|pod| pod_field(pod, path)).unwrap_or_default();
            text.line(3, format!("{name}:\t{value} ({version}:{path})"));
        } else if from.has("resourceFieldRef") {
            let resource = from.text("resourceFieldRef.resource");
            let value = container.at("resources").show(resource);
            let value = if value.is_empty() && resource.starts_with("limits.") {
                "node allocatable".to_owned()
            } else {
                value
            };
            text.line(3, format!("{name}:\t{value} ({resource})"));
        } else {
            let (of, words) = if from.has("secretKeyRef") {
                ("secretKeyRef", "in secret")
            } else {
                ("configMapKeyRef", "of config map")
            };
            let of = from.at(of);
            text.line(
                3,
                format!(
                    "{name}:\t<set to the key '{}' {words} '{}'>\tOptional: {}",
                    of.text("key"),
                    of.text("name"),
                    of.truth("optional")
                ),
            );
        }
    }
}

/// A field of a pod as containers are given it.
fn pod_field(pod: &Value, path: &str) -> String {
    if let Some((map, key)) = path.strip_suffix("']").and_then(|path| path.split_once("['")) {
        return pod.at(map).get(key).map(show).unwrap_or_default();
    }
    pod.show(path)
}

fn mounts(text: &mut Text, container: &Value) {
    let mut mounts: Vec<&Value> = container.items("volumeMounts").iter().collect();
    mounts.sort_by_key(|mount| mount.text("mountPath").to_owned());
    text.line(2, format!("Mounts:{}", if mounts.is_empty() { "\t<none>" } else { "" }));
    for mount in &mounts {
        let mut flags = if mount.truth("readOnly") { "ro" } else { "rw" }.to_owned();
        if !mount.text("subPath").is_empty() {
            flags += &format!(",path={}", meta::go::quote(mount.text("subPath")));
        }
        text.line(3, format!("{} from {} ({flags})", mount.text("mountPath"), mount.text("name")));
    }
    let mut devices: Vec<&Value> = container.items("volumeDevices").iter().collect();
    devices.sort_by_key(|device| device.text("devicePath").to_owned());
    if !devices.is_empty() {
        text.line(2, format!("Devices:{}", if mounts.is_empty() { "\t<none>" } else { "" }));
    }
    for device in devices {
        text.line(3, format!("{} from {}", device.text("devicePath"), device.text("name")));
    }
}

/// Constraints on how pods are spread.
pub fn spread(text: &mut Text, list: &[Value], space: &str) {
    let mut list: Vec<&Value> = list.iter().collect();
    list.sort_by_key(|one| one.text("topologyKey").to_owned());
    for (index, one) in list.into_iter().enumerate() {
        let title = if index == 0 { "Topology Spread Constraints:" } else { "" };
        let mut line = format!(
            "{space}{title}\t{}:{} when max skew {} is exceeded",
            one.text("topologyKey"),
            one.text("whenUnsatisfiable"),
            one.int("maxSkew")
        );
        if one.has("labelSelector") {
            line += &format!(" for selector {}", super::shared::selector(one.at("labelSelector")));
        }
        text.line(0, line);
    }
}

/// A pod template.
pub fn template(template: &Value, text: &mut Text) {
    let spec = template.at("spec");
    text.line(0, "Pod Template:");
    labels(text, "  Labels", template.at("metadata.labels"));
    if !template.members("metadata.annotations").is_empty() {
        annotations(text, "  Annotations", template.at("metadata.annotations"));
    }
    text.some(1, "Service Account", spec.text("serviceAccountName"));
    if !spec.items("initContainers").is_empty() {
        describe(text, "Init Containers", spec.items("initContainers"), &[], None, "  ");
    }
    describe(text, "Containers", spec.items("containers"), &[], None, "  ");
    volumes::describe(text, spec.items("volumes"), "  ");
    spread(text, spec.items("topologySpreadConstraints"), "  ");
    text.some(1, "Priority Class Name", spec.text("priorityClassName"));
    labels(text, "  Node-Selectors", spec.at("nodeSelector"));
    tolerations(text, "  Tolerations", spec.items("tolerations"));
}
