//! `expose`: a service for what runs.

use serde_json::{Map, Value, json};

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{DRY_RUN, FILES, Flag, MANAGER_EXPOSE, PRINT, SAVE_CONFIG};
use crate::generate::{annotate_applied, int_or_string, typed};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "expose",
    section: Section::Beginner,
    usage: "(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]",
    about: "Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service",
    examples: &[(
        "Create a service for an nginx deployment, which serves on port 80 and connects to the containers on port 8000",
        "kubectl expose deployment nginx --port=80 --target-port=8000",
    )],
    flags: &[FILES, PRINT, DRY_RUN, SAVE_CONFIG, MANAGER_EXPOSE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("protocol", "", "The network protocol for the service to be created. Default is 'TCP'"),
    Flag::text(
        "port",
        "",
        "The port that the service should serve on. Copied from the resource being exposed, if unspecified",
    ),
    Flag::text(
        "type",
        "",
        "Type for this service: ClusterIP, NodePort, LoadBalancer, or ExternalName. Default is 'ClusterIP'",
    ),
    Flag::text("load-balancer-ip", "", "IP to assign to the LoadBalancer"),
    Flag::text(
        "selector",
        "",
        "A label selector to use for this service. Only equality-based selector requirements are supported",
    ),
    Flag::text("labels", "", "Labels to apply to the service created by this call").short('l'),
    Flag::text(
        "target-port",
        "",
        "Name or number for the port on the container that the service should direct traffic to",
    ),
    Flag::text(
        "external-ip",
        "",
        "Additional external IP address (not managed by Kubernetes) to accept for the service",
    ),
    Flag::text("name", "", "The name for the newly created object"),
    Flag::text(
        "session-affinity",
        "",
        "If non-empty, set the session affinity for the service to this; legal values: 'None', 'ClientIP'",
    ),
    Flag::text(
        "cluster-ip",
        "",
        "ClusterIP to be assigned to the service. Leave empty to auto-allocate, or set to 'None' to create a headless service",
    ),
    Flag::text("overrides", "", "An inline JSON override for the generated object"),
    Flag::text(
        "override-type",
        "merge",
        "The method used to override the generated object: json, merge, or strategic",
    ),
];

async fn run(cx: &Cx) -> Result {
    let outcome = Outcome::of(cx)?;
    Select::of(cx).find(cx).await?.each(async |info| expose(cx, &outcome, &info).await).await
}

async fn expose(cx: &Cx, outcome: &Outcome, info: &Info) -> Result {
    let mut service = service(cx, info)?;
    if let Some(text) = cx.flags.some("overrides") {
        super::run::override_with(&mut service, text, cx.flags.text("override-type"))?;
    }
    typed(&mut service);
    let (namespace, explicit) = cx.namespace().await?;
    if outcome.is_client_only() {
        if explicit {
            put(&mut service, "metadata.namespace", json!(namespace));
        }
        return outcome.say(cx, &service, "exposed");
    }
    if cx.flags.on("save-config") {
        annotate_applied(&mut service);
    }
    let server = cx.server().await?;
    let mut target = Info::of(&server.discovery().await?.of_kind("v1", "Service")?, Value::Null);
    target.namespace = namespace;
    let made = target.create(server, &service, outcome.query(cx)).await?;
    outcome.say(cx, &made, "exposed")
}

fn labels(text: &str) -> Result<Map<String, Value>> {
    let mut members = Map::new();
    for pair in text.split(',') {
        let parts: Vec<&str> = pair.split('=').collect();
        let [key, value] = parts[..] else { bail!("unexpected label spec: {pair}") };
        if key.is_empty() {
            bail!("unexpected empty label key");
        }
        members.insert(key.to_owned(), json!(value));
    }
    Ok(members)
}

fn service(cx: &Cx, info: &Info) -> Result<Value> {
    let object = &info.object;
    let kind = object.kind();
    if !["ReplicationController", "Service", "Pod", "Deployment", "ReplicaSet"].contains(&kind) {
        bail!(
            "cannot expose a {}",
            if info.resource.group.is_empty() {
                kind.to_owned()
            } else {
                format!("{kind}.{}", info.resource.group)
            }
        );
    }
    let selector = match cx.flags.some("selector") {
        Some(text) => labels(text)?,
        None => own_selector(object).map_err(|error| {
            plain(format!("couldn't retrieve selectors via --selector flag or introspection: {error}"))
        })?,
    };
    let headless = cx.flags.text("cluster-ip") == "None";
    let ports = match cx.flags.some("port") {
        Some(port) => vec![port.to_owned()],
        None => own_ports(object).into_iter().map(|(port, _)| port).collect(),
    };
    if ports.is_empty() && !headless {
        bail!("couldn't find port via --port flag or introspection");
    }
    let entries = entries(cx, &ports.join(","), &own_ports(object))?;
    let name = cx.flags.some("name").map_or_else(|| info.name.chars().take(63).collect(), str::to_owned);
    let own_labels = || object.at("metadata.labels").as_object().cloned().unwrap_or_default();
    let labels = cx.flags.some("labels").map_or_else(|| Ok(own_labels()), labels)?;
    let mut service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": {"selector": selector},
    });
    if !labels.is_empty() {
        put(&mut service, "metadata.labels", Value::Object(labels));
    }
    if !entries.is_empty() {
        put(&mut service, "spec.ports", json!(entries));
    }
    for (flag, field) in
        [("type", "type"), ("cluster-ip", "clusterIP"), ("session-affinity", "sessionAffinity")]
    {
        if let Some(value) = cx.flags.some(flag) {
            if flag == "session-affinity" && !["None", "ClientIP"].contains(&value) {
                bail!("unknown session affinity: {value}");
            }
            put(&mut service, &format!("spec.{field}"), json!(value));
        }
    }
    if let Some(address) = cx.flags.some("external-ip") {
        put(&mut service, "spec.externalIPs", json!([address]));
    }
    if cx.flags.text("type") == "LoadBalancer" && cx.flags.some("load-balancer-ip").is_some() {
        put(&mut service, "spec.loadBalancerIP", json!(cx.flags.text("load-balancer-ip")));
    }
    Ok(service)
}

fn own_selector(object: &Value) -> Result<Map<String, Value>> {
    let map = |path: &str| object.at(path).as_object().cloned().unwrap_or_default();
    let selector = match object.kind() {
        "Pod" if map("metadata.labels").is_empty() => bail!("the pod has no labels and cannot be exposed"),
        "Pod" => map("metadata.labels"),
        "Service" if map("spec.selector").is_empty() => bail!("the service has no pod selector set"),
        "Service" | "ReplicationController" => map("spec.selector"),
        _ if !object.items("spec.selector.matchExpressions").is_empty() => {
            bail!(
                "couldn't convert expressions - \"{}\" to map-based selector format",
                object.at("spec.selector.matchExpressions")
            )
        }
        _ => map("spec.selector.matchLabels"),
    };
    Ok(selector)
}

/// Ports with their protocols.
fn own_ports(object: &Value) -> Vec<(String, String)> {
    let mut ports = Vec::new();
    let mut add = |port: i64, protocol: &str| {
        let protocol = if protocol.is_empty() { "TCP" } else { protocol };
        ports.push((port.to_string(), protocol.to_owned()));
    };
    if object.kind() == "Service" {
        for port in object.items("spec.ports") {
            add(port.int("port"), port.text("protocol"));
        }
        return ports;
    }
    let spec = if object.kind() == "Pod" { object.at("spec") } else { object.at("spec.template.spec") };
    for port in spec.items("containers").iter().flat_map(|container| container.items("ports")) {
        add(port.int("containerPort"), port.text("protocol"));
    }
    ports
}

fn entries(cx: &Cx, ports: &str, known: &[(String, String)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    let ports: Vec<&str> = ports.split(',').filter(|port| !port.is_empty()).collect();
    let target = |port: i64| cx.flags.some("target-port").map_or_else(|| json!(port), int_or_string);
    for (index, text) in ports.iter().enumerate() {
        let number: i64 = text
            .parse()
            .map_err(|_| plain(format!("strconv.Atoi: parsing {}: invalid syntax", meta::go::quote(text))))?;
        let named = if ports.len() > 1 { format!("port-{}", index + 1) } else { String::new() };
        let mut push = |name: String, protocol: &str| {
            let mut entry = json!({"port": number, "protocol": protocol, "targetPort": target(number)});
            if !name.is_empty() {
                entry["name"] = json!(name);
            }
            all.push(entry);
        };
        let own: Vec<&str> =
            known.iter().filter(|(port, _)| port == text).map(|(_, protocol)| protocol.as_str()).collect();
        match (cx.flags.text("protocol"), own.as_slice()) {
            ("", [] | [_]) => push(named, own.first().copied().unwrap_or("TCP")),
            ("", several) => {
                for protocol in several {
                    push(format!("port-{}-{}", index + 1, protocol.to_lowercase()), protocol);
                }
            }
            (protocol, _) => push(named, protocol),
        }
    }
    Ok(all)
}
