//! Services, their endpoints, and ingresses.

use std::collections::BTreeSet;

use serde_json::Value;

use super::shared::{annotations, head, join, labels, or_none, or_unset, pairs};
use super::{Facts, Text, events};
use crate::tree::Tree as _;

pub(super) fn service(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    head(text, object);
    text.field(0, "Selector", pairs(spec.at("selector")));
    text.field(0, "Type", spec.text("type"));
    text.some(0, "IP Family Policy", spec.text("ipFamilyPolicy"));
    text.field(0, "IP Families", or_none(join(spec.items("ipFamilies"), ",")));
    text.field(0, "IP", spec.text("clusterIP"));
    text.field(0, "IPs", or_none(join(spec.items("clusterIPs"), ",")));
    text.some(0, "External IPs", &join(spec.items("externalIPs"), ","));
    text.some(0, "Desired LoadBalancer IP", spec.text("loadBalancerIP"));
    text.some(0, "External Name", spec.text("externalName"));
    let ingress = object.items("status.loadBalancer.ingress").iter().map(|one| match one.text("ip") {
        "" => one.text("hostname").to_owned(),
        ip if one.has("ipMode") => format!("{ip} ({})", one.text("ipMode")),
        ip => ip.to_owned(),
    });
    text.some(0, "LoadBalancer Ingress", &ingress.collect::<Vec<_>>().join(", "));
    for port in spec.items("ports") {
        let name = if port.text("name").is_empty() { "<unset>" } else { port.text("name") };
        let protocol = port.text("protocol");
        text.line(0, format!("Port:\t{name}\t{}/{protocol}", port.int("port")));
        text.field(0, "TargetPort", format!("{}/{protocol}", port.show("targetPort")));
        text.some(0, "AppProtocol", port.text("appProtocol"));
        if port.int("nodePort") != 0 {
            text.line(0, format!("NodePort:\t{name}\t{}/{protocol}", port.int("nodePort")));
        }
        text.field(0, "Endpoints", format_slices(facts.slices.iter(), port.text("name")));
    }
    text.field(0, "Session Affinity", spec.text("sessionAffinity"));
    text.some(0, "External Traffic Policy", spec.text("externalTrafficPolicy"));
    text.some(0, "Internal Traffic Policy", spec.text("internalTrafficPolicy"));
    if spec.int("healthCheckNodePort") != 0 {
        text.field(0, "HealthCheck NodePort", spec.int("healthCheckNodePort"));
    }
    text.some(0, "LoadBalancer Source Ranges", &join(spec.items("loadBalancerSourceRanges"), ","));
    text.some(0, "Traffic Distribution", spec.text("trafficDistribution"));
    events::describe(facts, text);
}

/// The first three ready endpoints of a port, and how many more.
fn format_slices<'a>(slices: impl Iterator<Item = &'a Value>, port: &str) -> String {
    const MOST: usize = 3;
    let (mut all, mut any) = (Vec::new(), false);
    for slice in slices {
        any = true;
        let ready = |endpoint: &&Value| endpoint.at("conditions.ready").as_bool().unwrap_or(true);
        let endpoints =
            || slice.items("endpoints").iter().filter(ready).map(|endpoint| endpoint.text("addresses.0"));
        if slice.items("ports").is_empty() {
            all.extend(endpoints().map(str::to_owned));
        }
        for number in
            slice.items("ports").iter().filter(|one| one.text("name") == port).map(|one| one.int("port"))
        {
            all.extend(endpoints().map(|address| {
                if address.contains(':') {
                    format!("[{address}]:{number}")
                } else {
                    format!("{address}:{number}")
                }
            }));
        }
    }
    if !any {
        return "<none>".to_owned();
    }
    let shown = all.iter().take(MOST).cloned().collect::<Vec<_>>().join(",");
    if all.len() > MOST { format!("{shown} + {} more...", all.len() - MOST) } else { shown }
}

pub(super) fn endpoints(facts: &Facts<'_>, text: &mut Text) {
    head(text, facts.object);
    text.line(0, "Subsets:");
    for subset in facts.object.items("subsets") {
        for (title, field) in [("Addresses", "addresses"), ("NotReadyAddresses", "notReadyAddresses")] {
            let addresses: Vec<&str> = subset.items(field).iter().map(|address| address.text("ip")).collect();
            text.field(1, title, or_none(addresses.join(",")));
        }
        if !subset.items("ports").is_empty() {
            text.line(1, "Ports:");
            text.line(2, "Name\tPort\tProtocol");
            text.line(2, "----\t----\t--------");
            for port in subset.items("ports") {
                let name = if port.text("name").is_empty() { "<unset>" } else { port.text("name") };
                text.line(2, format!("{name}\t{}\t{}", port.int("port"), port.text("protocol")));
            }
        }
        text.line(0, "");
    }
    events::describe(facts, text);
}

pub(super) fn endpoint_slice(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    head(text, object);
    text.field(0, "AddressType", object.text("addressType"));
    if object.items("ports").is_empty() {
        text.line(0, "Ports: <unset>");
    } else {
        text.line(0, "Ports:");
        text.line(1, "Name\tPort\tProtocol");
        text.line(1, "----\t----\t--------");
        for port in object.items("ports") {
            let name = if port.text("name").is_empty() { "<unset>" } else { port.text("name") };
            text.line(1, format!("{name}\t{}\t{}", or_unset(port.at("port")), port.text("protocol")));
        }
    }
    if object.items("endpoints").is_empty() {
        text.line(0, "Endpoints: <none>");
    } else {
        text.line(0, "Endpoints:");
    }
    for endpoint in object.items("endpoints") {
        text.field(1, "- Addresses", or_none(join(endpoint.items("addresses"), ", ")));
        text.line(2, "Conditions:");
        text.field(3, "Ready", or_unset(endpoint.at("conditions.ready")));
        text.field(2, "Hostname", or_unset(endpoint.at("hostname")));
        if endpoint.has("targetRef") {
            text.field(
                2,
                "TargetRef",
                format!("{}/{}", endpoint.text("targetRef.kind"), endpoint.text("targetRef.name")),
            );
        }
        text.field(2, "NodeName", or_unset(endpoint.at("nodeName")));
        text.field(2, "Zone", or_unset(endpoint.at("zone")));
    }
    events::describe(facts, text);
}

pub(super) fn ingress(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    let spec = object.at("spec");
    text.field(0, "Name", object.name());
    labels(text, "Labels", object.at("metadata.labels"));
    text.field(0, "Namespace", object.namespace());
    let addresses: BTreeSet<&str> = object
        .items("status.loadBalancer.ingress")
        .iter()
        .map(|one| if one.text("ip").is_empty() { one.text("hostname") } else { one.text("ip") })
        .collect();
    text.field(0, "Address", addresses.into_iter().collect::<Vec<_>>().join(","));
    text.field(
        0,
        "Ingress Class",
        if spec.has("ingressClassName") { spec.text("ingressClassName") } else { "<none>" },
    );
    let default = if spec.has("defaultBackend") {
        backend(facts, spec.at("defaultBackend"))
    } else {
        "<default>".to_owned()
    };
    text.field(0, "Default backend", &default);
    if !spec.items("tls").is_empty() {
        text.line(0, "TLS:");
        for tls in spec.items("tls") {
            let hosts = join(tls.items("hosts"), ",");
            match tls.text("secretName") {
                "" => text.line(1, format!("SNI routes {hosts}")),
                secret => text.line(1, format!("{secret} terminates {hosts}")),
            }
        }
    }
    text.line(0, "Rules:\n  Host\tPath\tBackends");
    text.line(1, "----\t----\t--------");
    let rules: Vec<&Value> = spec.items("rules").iter().filter(|rule| rule.has("http")).collect();
    for rule in &rules {
        let host = if rule.text("host").is_empty() { "*" } else { rule.text("host") };
        text.line(1, format!("{host}\t"));
        for path in rule.items("http.paths") {
            text.line(2, format!("\t{} \t{}", path.text("path"), backend(facts, path.at("backend"))));
        }
    }
    if rules.is_empty() {
        text.line(1, format!("*\t*\t{default}"));
    }
    annotations(text, "Annotations", object.at("metadata.annotations"));
    events::describe(facts, text);
}

fn backend(facts: &Facts<'_>, backend: &Value) -> String {
    if backend.has("resource") {
        let of = backend.at("resource");
        let group = if of.has("apiGroup") { of.text("apiGroup") } else { "<none>" };
        return format!("APIGroup: {group}, Kind: {}, Name: {}", of.kind(), of.text("name"));
    }
    let (name, port) = (backend.text("service.name"), backend.at("service.port"));
    let title = if port.has("number") {
        format!("{name}:{}", port.int("number"))
    } else {
        format!("{name}:{}", port.text("name"))
    };
    let Some(service) = facts.services.iter().find(|service| service.name() == name) else {
        return format!("{title} (<error: services {} not found>)", meta::go::quote(name));
    };
    let fits = |one: &&Value| {
        port.has("number") && one.int("port") == port.int("number")
            || port.has("name") && one.text("name") == port.text("name")
    };
    let port_name = service.items("spec.ports").iter().find(fits).map_or("", |one| one.text("name"));
    let own = |slice: &&Value| {
        slice.at("metadata.labels").get("kubernetes.io/service-name").is_some_and(|of| of == name)
    };
    format!("{title} ({})", format_slices(facts.slices.iter().filter(own), port_name))
}
