//! Defaults of services, and what follows from what when one is written. Addresses and ports of the node are allocated by the
//! registry; here is only what needs no allocator.

use resource::Object;
use serde_json::{Value, json};

use crate::rules::object::{default, default_absent, has, items, made, same, text};

/// Whether the service can be reached from outside of the cluster.
pub fn is_external(spec: &Value) -> bool {
    let kind = text(spec, "type");
    ["LoadBalancer", "NodePort"].contains(&kind)
        || kind == "ClusterIP" && !same(spec.get("externalIPs"), None)
}

/// Fills in what the client left out.
pub fn defaults(object: &mut Object) {
    let spec = made(object.tree_mut(), "spec");
    default(spec, "sessionAffinity", "None");
    match text(spec, "sessionAffinity") {
        "None" => drop(spec.as_object_mut().and_then(|members| members.remove("sessionAffinityConfig"))),
        "ClientIP"
            if spec.pointer("/sessionAffinityConfig/clientIP/timeoutSeconds").is_none_or(Value::is_null) =>
        {
            spec["sessionAffinityConfig"] = json!({"clientIP": {"timeoutSeconds": 10800}});
        }
        _ => {}
    }
    default(spec, "type", "ClusterIP");
    for port in items(spec, "ports") {
        default(port, "protocol", "TCP");
        let target = port.get("targetPort");
        if target.is_none_or(|target| target.is_null() || *target == 0 || *target == "") {
            port["targetPort"] = port.get("port").cloned().unwrap_or(json!(0));
        }
    }
    if is_external(spec) {
        default(spec, "externalTrafficPolicy", "Cluster");
    }
    let kind = text(spec, "type").to_owned();
    if ["NodePort", "LoadBalancer", "ClusterIP"].contains(&kind.as_str()) {
        default_absent(spec, "internalTrafficPolicy", "Cluster");
    }
    if kind == "LoadBalancer" {
        default_absent(spec, "allocateLoadBalancerNodePorts", true);
        if let Some(balancer) = object.tree_mut().pointer_mut("/status/loadBalancer") {
            for ingress in items(balancer, "ingress").filter(|ingress| !text(ingress, "ip").is_empty()) {
                default_absent(ingress, "ipMode", "VIP");
            }
        }
    }
}

/// A client that knows one address only means the list of that one.
pub fn plural_of_singular(object: &mut Object) {
    let ip = object.text("spec.clusterIP").to_owned();
    if !ip.is_empty() && same(object.get("spec.clusterIPs"), None) {
        object.set("spec.clusterIPs", json!([ip]));
    }
}

/// Makes a changed service ready.
pub fn update(new: &mut Object, old: &Object) {
    new.copy_from(old, "status");
    drop_what_the_type_needs_no_more(new, old);
    keep_allocated(new, old);
    normalize_addresses(new, old);
}

fn needs_node_port(service: &Object) -> bool {
    ["NodePort", "LoadBalancer"].contains(&service.text("spec.type"))
}

fn needs_health_check(service: &Object) -> bool {
    service.text("spec.type") == "LoadBalancer" && service.text("spec.externalTrafficPolicy") == "Local"
}

fn needs_address(service: &Object) -> bool {
    service.text("spec.type") != "ExternalName"
}

fn unchanged(new: &Object, old: &Object, path: &str) -> bool {
    same(new.get(path), old.get(path))
}

fn drop_what_the_type_needs_no_more(new: &mut Object, old: &Object) {
    if needs_address(old) && !needs_address(new) {
        if unchanged(new, old, "spec.clusterIP") && unchanged(new, old, "spec.clusterIPs") {
            new.remove("spec.clusterIP");
            new.remove("spec.clusterIPs");
        }
        for path in ["spec.ipFamilies", "spec.ipFamilyPolicy"] {
            if unchanged(new, old, path) {
                new.remove(path);
            }
        }
    }
    if needs_node_port(old) && !needs_node_port(new) {
        let old_ports = node_ports(old);
        if node_ports(new).iter().all(|port| old_ports.contains(port))
            && let Some(spec) = new.tree_mut().get_mut("spec")
        {
            for port in items(spec, "ports") {
                port.as_object_mut().map(|members| members.remove("nodePort"));
            }
        }
    }
    if needs_health_check(old) && !needs_health_check(new) && unchanged(new, old, "spec.healthCheckNodePort")
    {
        new.remove("spec.healthCheckNodePort");
    }
    let balanced = |service: &Object| service.text("spec.type") == "LoadBalancer";
    if balanced(old) && !balanced(new) {
        for path in ["spec.allocateLoadBalancerNodePorts", "spec.loadBalancerClass"] {
            if unchanged(new, old, path) {
                new.remove(path);
            }
        }
    }
    let external = |service: &Object| service.get("spec").is_some_and(is_external);
    if external(old) && !external(new) && unchanged(new, old, "spec.externalTrafficPolicy") {
        new.remove("spec.externalTrafficPolicy");
    }
    if !balanced(new) && new.get("status").is_some() {
        new.set("status.loadBalancer", json!({}));
    }
}

fn node_ports(service: &Object) -> Vec<i64> {
    let ports = service.get("spec.ports").and_then(Value::as_array).into_iter().flatten();
    ports.filter_map(|port| port.get("nodePort")?.as_i64()).filter(|port| *port != 0).collect()
}

/// What was allocated for the client stays when the client sends its file again.
fn keep_allocated(new: &mut Object, old: &Object) {
    if needs_address(old) && needs_address(new) {
        for path in ["spec.clusterIP", "spec.clusterIPs"] {
            let given = new.get(path).is_some_and(|value| *value != "" && !same(Some(value), None));
            if !given {
                new.copy_from(old, path);
            }
        }
    }
    if needs_node_port(old) && needs_node_port(new) {
        let known: Vec<(String, Value, Value)> = old
            .get("spec.ports")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter(|port| has(port, "nodePort"))
            .map(|port| (text(port, "protocol").to_owned(), port["port"].clone(), port["nodePort"].clone()))
            .collect();
        let taken = node_ports(new);
        if let Some(spec) = new.tree_mut().get_mut("spec") {
            for port in items(spec, "ports") {
                let mine = known.iter().find(|(protocol, number, _)| {
                    protocol == text(port, "protocol") && *number == port["port"]
                });
                if let Some((.., node)) = mine
                    && port["nodePort"].as_i64().unwrap_or(0) == 0
                    && !taken.contains(&node.as_i64().unwrap_or(0))
                {
                    port["nodePort"] = node.clone();
                }
            }
        }
    }
    if needs_health_check(old)
        && needs_health_check(new)
        && new.int("spec.healthCheckNodePort").unwrap_or(0) == 0
    {
        new.copy_from(old, "spec.healthCheckNodePort");
    }
}

/// The single address and the list of addresses say the same, whichever the client changed.
fn normalize_addresses(new: &mut Object, old: &Object) {
    let (ip, old_ip) = (new.text("spec.clusterIP").to_owned(), old.text("spec.clusterIP").to_owned());
    if ip == old_ip {
        if same(new.get("spec.clusterIPs"), None) {
            new.copy_from(old, "spec.clusterIPs");
        }
        return;
    }
    if !unchanged(new, old, "spec.clusterIPs") {
        return;
    }
    if !old_ip.is_empty() && ip.is_empty() {
        new.remove("spec.clusterIPs");
    } else {
        new.set("spec.clusterIPs", json!([ip]));
    }
}
