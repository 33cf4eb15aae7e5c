//! Defaults of services, and what follows from what when one is written. Addresses and ports of the node are allocated by the
//! registry; here is only what needs no allocator.

use resource::Object;
use serde_json::{Value, json};

use crate::rules::object::{default, default_absent, items, made, same, text};

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

/// What was allocated for the old service stays with the new one, and its addresses are told in one way. Comes before allocation.
pub fn carry_over(new: &mut Object, old: &Object) {
    keep_allocated(new, old);
    normalize_addresses(new, old);
}

/// Makes a changed service ready.
pub fn update(new: &mut Object, old: &Object) {
    carry_over(new, old);
    new.copy_from(old, "status");
    drop_what_the_type_needs_no_more(new, old);
}

/// Whether the service is reached by ports of the node.
pub fn needs_node_port(service: &Object) -> bool {
    ["NodePort", "LoadBalancer"].contains(&service.text("spec.type"))
}

/// Whether a load balancer asks the nodes which of them have a pod.
pub fn needs_health_check(service: &Object) -> bool {
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

/// The ports of the node that a service names.
pub fn node_ports(service: &Object) -> Vec<i64> {
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
    if allocates_node_ports(old) && allocates_node_ports(new) {
        keep_node_ports(new, old);
    }
    if needs_health_check(old)
        && needs_health_check(new)
        && new.int("spec.healthCheckNodePort").unwrap_or(0) == 0
    {
        new.copy_from(old, "spec.healthCheckNodePort");
    }
}

/// Whether ports of the node are given to the service without being asked for.
pub fn allocates_node_ports(service: &Object) -> bool {
    let balanced = service.text("spec.type") == "LoadBalancer";
    let wanted = service.get("spec.allocateLoadBalancerNodePorts") != Some(&Value::Bool(false));
    service.text("spec.type") == "NodePort" || balanced && wanted
}

/// A port keeps its port of the node by its name, unless another took that meanwhile.
fn keep_node_ports(new: &mut Object, old: &Object) {
    let old_ports = node_ports(old);
    let used: Vec<i64> = node_ports(new).into_iter().filter(|port| old_ports.contains(port)).collect();
    let known = old.get("spec.ports").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(spec) = new.tree_mut().get_mut("spec") else { return };
    for port in items(spec, "ports").filter(|port| port["nodePort"].as_i64().unwrap_or(0) == 0) {
        let before = known.iter().rfind(|old| text(old, "name") == text(port, "name"));
        let before = before.and_then(|old| old["nodePort"].as_i64()).filter(|before| *before != 0);
        if let Some(before) = before.filter(|before| !used.contains(before)) {
            port["nodePort"] = before.into();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn service(spec: Value) -> Object {
        Object::new(json!({"metadata": {"name": "s"}, "spec": spec})).unwrap()
    }

    fn updated(new: Value, old: Value) -> Value {
        let (mut new, old) = (service(new), service(old));
        update(&mut new, &old);
        new.get("spec").cloned().unwrap()
    }

    #[test]
    fn what_was_allocated_stays_and_what_is_not_needed_goes() {
        let old = json!({
            "type": "NodePort", "clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.1"], "externalTrafficPolicy": "Cluster",
            "ports": [{"name": "a", "port": 80, "protocol": "TCP", "nodePort": 30001}],
        });
        // The client sends its own file again.
        let got = updated(
            json!({"type": "NodePort", "ports": [{"name": "a", "port": 81, "protocol": "TCP"}]}),
            old.clone(),
        );
        assert_eq!((&got["clusterIP"], &got["ports"][0]["nodePort"]), (&json!("10.0.0.1"), &json!(30001)));
        // The type changes and the client keeps the rest.
        let mut new = old.clone();
        new["type"] = "ClusterIP".into();
        let got = updated(new, old.clone());
        assert_eq!(got["ports"][0].get("nodePort"), None);
        assert_eq!(got.get("externalTrafficPolicy"), None);
        // An old client knows the single address only.
        let new = json!({"type": "ExternalName", "clusterIP": "10.0.0.1", "externalName": "a.b"});
        let got = updated(new, old.clone());
        assert_eq!((got.get("clusterIP"), got.get("clusterIPs")), (None, None));
        // Another address replaces the list; that it may not is for validation to say.
        let got = updated(json!({"type": "NodePort", "clusterIP": "10.0.0.2"}), old);
        assert_eq!(got["clusterIPs"], json!(["10.0.0.2"]));
    }
}
