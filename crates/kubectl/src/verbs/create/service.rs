//! `create service clusterip|nodeport|loadbalancer|externalname`.

use serde_json::{Value, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::generate::{int_or_string, make};

/// The verb.
pub const VERB: Verb = Verb {
    name: "service",
    aliases: &["svc"],
    usage: "[flags]",
    about: "Create a service using a specified subcommand",
    below: &[CLUSTER_IP, EXTERNAL_NAME, LOAD_BALANCER, NODE_PORT],
    ..Verb::NONE
};

const CLUSTER_IP: Verb = Verb {
    name: "clusterip",
    usage: "NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]",
    about: "Create a ClusterIP service",
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], TCP, IP],
    run: Some(|cx| Box::pin(run(cx, "ClusterIP"))),
    ..Verb::NONE
};
const NODE_PORT: Verb = Verb {
    name: "nodeport",
    usage: "NAME [--tcp=port:targetPort] [--dry-run=server|client|none]",
    about: "Create a NodePort service",
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], TCP, PORT],
    run: Some(|cx| Box::pin(run(cx, "NodePort"))),
    ..Verb::NONE
};
const LOAD_BALANCER: Verb = Verb {
    name: "loadbalancer",
    usage: "NAME [--tcp=port:targetPort] [--dry-run=server|client|none]",
    about: "Create a LoadBalancer service",
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], TCP],
    run: Some(|cx| Box::pin(run(cx, "LoadBalancer"))),
    ..Verb::NONE
};
const EXTERNAL_NAME: Verb = Verb {
    name: "externalname",
    usage: "NAME --external-name external.name [--dry-run=server|client|none]",
    about: "Create an ExternalName service",
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], TCP, EXTERNAL],
    required: &["external-name"],
    run: Some(|cx| Box::pin(run(cx, "ExternalName"))),
    ..Verb::NONE
};

static TCP: &[Flag] = &[Flag::list("tcp", "Port pairs can be specified as '<port>:<targetPort>'")];
static IP: &[Flag] =
    &[Flag::text("clusterip", "", "Assign your own ClusterIP or set to 'None' for a 'headless' service")];
static PORT: &[Flag] =
    &[Flag::number("node-port", "0", "Port used to expose the service on each node in a cluster")];
static EXTERNAL: &[Flag] = &[Flag::text("external-name", "", "External name of service")];

async fn run(cx: &Cx, kind: &str) -> Result {
    let name = cx.one_name()?;
    let tcp = cx.flags.list("tcp");
    let address = if kind == "ClusterIP" { cx.flags.text("clusterip") } else { "" };
    if tcp.is_empty() && kind != "ExternalName" && address != "None" {
        bail!("at least one tcp port specifier must be provided");
    }
    let ports = tcp.iter().map(|text| port(cx, kind, text)).collect::<Result<Vec<_>>>()?;
    let mut spec = json!({"type": kind, "selector": {"app": name}});
    if !ports.is_empty() {
        spec["ports"] = json!(ports);
    }
    if !address.is_empty() {
        spec["clusterIP"] = json!(address);
    }
    if kind == "ExternalName" {
        let external = cx.flags.text("external-name");
        if !meta::validate::dns1123_subdomain(external).is_empty() {
            bail!("invalid service external name {external}");
        }
        spec["externalName"] = json!(external);
    }
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "labels": {"app": name}}, "spec": spec,
    });
    make(cx, service, true, &format!("failed to create {kind} service:")).await
}

/// `80:8080`, `80:http` or `80`.
fn port(cx: &Cx, kind: &str, text: &str) -> Result<Value> {
    let (port, target) = text.split_once(':').unwrap_or((text, text));
    let number: i64 = port
        .parse()
        .map_err(|_| plain(format!("strconv.Atoi: parsing {}: invalid syntax", meta::go::quote(port))))?;
    let wrong = meta::validate::port_number(number);
    if !wrong.is_empty() {
        bail!("{}", wrong.join(","));
    }
    let target = int_or_string(target);
    let wrong = match &target {
        Value::Number(number) => meta::validate::port_number(number.as_i64().unwrap_or_default()),
        other => meta::validate::port_name(other.as_str().unwrap_or_default()),
    };
    if !wrong.is_empty() {
        bail!("{}", wrong.join(","));
    }
    let mut entry =
        json!({"name": text.replace(':', "-"), "port": number, "targetPort": target, "protocol": "TCP"});
    if kind == "NodePort" && cx.flags.int("node-port") != 0 {
        entry["nodePort"] = json!(cx.flags.int("node-port"));
    }
    Ok(entry)
}
