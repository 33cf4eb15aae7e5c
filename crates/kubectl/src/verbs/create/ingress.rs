//! `create ingress`.

use serde_json::{Map, Value, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::generate::{int_or_string, make};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "ingress",
    aliases: &["ing"],
    usage: "NAME --rule=host/path=service:port[,tls[=secret]]",
    about: "Create an ingress with the specified name",
    examples: &[(
        "Direct requests to foo.com/bar to svc1:8080, with TLS secret my-cert",
        "kubectl create ingress simple --rule=\"foo.com/bar=svc1:8080,tls=my-cert\"",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("class", "", "Ingress Class to be used"),
    Flag::repeat(
        "rule",
        "Rule in format host/path=service:port[,tls=secretname]. Paths with the trailing character '*' are considered pathType=Prefix",
    ),
    Flag::text("default-backend", "", "Default service for backend, in format of svcname:port"),
    Flag::repeat("annotation", "Annotation to insert in the ingress object, in the format annotation=value"),
];

/// `host/path=service:port[,tls[=secret]]`, taken apart.
struct Rule<'a> {
    host: &'a str,
    path: &'a str,
    service: &'a str,
    port: &'a str,
    tls: Option<&'a str>,
}

fn rule(text: &str) -> Option<Rule<'_>> {
    let (rule, tls) = match text.split_once(',') {
        Some((rule, tls)) => match tls.split_once('=') {
            Some(("tls", secret)) if !secret.is_empty() => (rule, Some(secret)),
            None if tls == "tls" => (rule, Some("")),
            _ => return None,
        },
        None => (text, None),
    };
    let (host, rest) = rule.split_once('/')?;
    let (path, backend) = rest.split_once('=')?;
    let (service, port) = backend.split_once(':')?;
    let sound = |text: &str| !text.is_empty() && !text.contains(['=', ':', ',', '/']);
    (sound(service) && sound(port) && !host.contains(['=', ':', ','])).then_some(Rule {
        host,
        path,
        service,
        port,
        tls,
    })
}

fn backend(service: &str, port: &str) -> Value {
    let port = int_or_string(port);
    let field = if port.is_number() { "number" } else { "name" };
    json!({"service": {"name": service, "port": {field: port}}})
}

async fn run(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let (texts, default) = (cx.flags.list("rule"), cx.flags.text("default-backend"));
    if texts.is_empty() && default.is_empty() {
        bail!(
            "not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) \
             or a list of rules (which catch specific paths)"
        );
    }
    let mut rules = Vec::new();
    for text in &texts {
        let Some(rule) = rule(text) else {
            bail!("rule {text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]");
        };
        rules.push(rule);
    }
    let mut annotations = Map::new();
    for text in cx.flags.list("annotation") {
        let Some((key, value)) = text.split_once('=') else {
            bail!("annotation {text} is invalid and should be in format key=[value]");
        };
        annotations.insert(key.to_owned(), json!(value));
    }
    let mut spec = json!({});
    if let Some(class) = cx.flags.some("class") {
        spec["ingressClassName"] = json!(class);
    }
    if !default.is_empty() {
        let Some((service, port)) = default.split_once(':').filter(|(_, port)| !port.contains(':')) else {
            bail!("default-backend should be in format servicename:serviceport");
        };
        spec["defaultBackend"] = backend(service, port);
    }
    let (tls, hosts) = (tls(&rules), hosts(&rules));
    for (field, list) in [("tls", tls), ("rules", hosts)] {
        if !list.is_empty() {
            spec[field] = json!(list);
        }
    }
    let mut object = json!({"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": name}, "spec": spec});
    if !annotations.is_empty() {
        object["metadata"]["annotations"] = json!(annotations);
    }
    make(cx, object, true, "failed to create ingress:").await
}

/// The secrets, each with its hosts; a host counts once.
fn tls(rules: &[Rule<'_>]) -> Vec<Value> {
    let (mut all, mut seen): (Vec<Value>, Vec<&str>) = (Vec::new(), Vec::new());
    for rule in rules {
        let Some(secret) = rule.tls.filter(|_| !seen.contains(&rule.host)) else { continue };
        seen.push(rule.host);
        if let Some(known) = all.iter_mut().find(|one| one.text("secretName") == secret) {
            if let Some(hosts) = known["hosts"].as_array_mut() {
                hosts.push(json!(rule.host))
            }
            continue;
        }
        let mut one = json!({});
        if !rule.host.is_empty() {
            one["hosts"] = json!([rule.host]);
        }
        if !secret.is_empty() {
            one["secretName"] = json!(secret);
        }
        if !rule.host.is_empty() || !secret.is_empty() {
            all.push(one);
        }
    }
    all
}

/// The hosts, each with its paths.
fn hosts(rules: &[Rule<'_>]) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for rule in rules {
        let path = format!("/{}", rule.path);
        let (path, kind) = match path.strip_suffix('*') {
            Some(prefix) => (prefix.to_owned(), "Prefix"),
            None => (path, "Exact"),
        };
        let path = json!({"path": path, "pathType": kind, "backend": backend(rule.service, rule.port)});
        match all.iter_mut().find(|one| one.text("host") == rule.host) {
            Some(known) => {
                if let Some(paths) = known["http"]["paths"].as_array_mut() {
                    paths.push(path)
                }
            }
            None if rule.host.is_empty() => all.push(json!({"http": {"paths": [path]}})),
            None => all.push(json!({"host": rule.host, "http": {"paths": [path]}})),
        }
    }
    all
}
