//! What a client should know of a service though it is not wrong.

use meta::{Path, validate};
use resource::Object;
use serde_json::Value;

const TOPOLOGY_HINTS: &str = "service.kubernetes.io/topology-aware-hints";

/// The warnings on a service.
pub fn of(service: &Object) -> Vec<String> {
    let mut out = Vec::new();
    let texts = |path: &str| -> Vec<String> {
        let items = service.get(path).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    if service.annotation(TOPOLOGY_HINTS).is_some() {
        out.push(format!(
            "annotation {TOPOLOGY_HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead"
        ));
    }
    let kind = service.text("spec.type");
    let ip = service.text("spec.clusterIP");
    let external = texts("spec.externalIPs");
    if !["", "None"].contains(&ip) {
        addresses("spec.clusterIPs", &texts("spec.clusterIPs"), &mut out);
    }
    let headless = kind == "ClusterIP" && ip == "None";
    if headless {
        ignored(service, &external, &mut out);
    }
    addresses("spec.externalIPs", &external, &mut out);
    if !external.is_empty() && !headless && kind != "ExternalName" {
        out.push(
            "spec.externalIPs is deprecated and may no longer be implemented in some clusters".to_owned(),
        );
    }
    let balancer = service.text("spec.loadBalancerIP");
    if !balancer.is_empty() {
        out.extend(validate::ip_warnings(&Path::new("spec.loadBalancerIP"), balancer));
    }
    let path = Path::new("spec.loadBalancerSourceRanges");
    for (index, range) in texts("spec.loadBalancerSourceRanges").iter().enumerate() {
        out.extend(validate::cidr_warnings(&path.index(index), range));
    }
    if kind == "ExternalName" && !external.is_empty() {
        out.push("spec.externalIPs is ignored when spec.type is \"ExternalName\"".to_owned());
    }
    if kind != "ExternalName" && !service.text("spec.externalName").is_empty() {
        out.push("spec.externalName is ignored when spec.type is not \"ExternalName\"".to_owned());
    }
    if service.text("spec.trafficDistribution") == "PreferClose" {
        out.push(
            "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"".to_owned(),
        );
    }
    out
}

/// What means nothing to a service without an address.
fn ignored(service: &Object, external: &[String], out: &mut Vec<String>) {
    let ignored = [
        ("loadBalancerIP", !service.text("spec.loadBalancerIP").is_empty()),
        ("externalIPs", !external.is_empty()),
        ("SessionAffinity", service.text("spec.sessionAffinity") != "None"),
    ];
    for (field, _) in ignored.iter().filter(|(_, given)| *given) {
        out.push(format!("spec.{field} is ignored for headless services"));
    }
}

fn addresses(path: &str, ips: &[String], out: &mut Vec<String>) {
    let path = Path::new(path);
    for (index, ip) in ips.iter().enumerate() {
        out.extend(validate::ip_warnings(&path.index(index), ip));
    }
}
