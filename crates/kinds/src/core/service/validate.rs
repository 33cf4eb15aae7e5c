//! What is wrong with a service.

use std::collections::HashSet;

use api::IntOrString;
use api::core::v1::{Service, ServicePort, ServiceSpec};
use meta::validate::object_meta;
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::addresses::{self, is_headless};
use crate::core::endpoints::endpoint_ip;
use crate::rules::containers::ports;
use crate::rules::probes;
use crate::rules::report::{Report, list, text};

const TOPOLOGY_HINTS: &str = "service.kubernetes.io/topology-aware-hints";
const TOPOLOGY_MODE: &str = "service.kubernetes.io/topology-mode";
const SOURCE_RANGES: &str = "service.beta.kubernetes.io/load-balancer-source-ranges";
const ONLY_BALANCED: &str = "may only be used when `type` is 'LoadBalancer'";

/// A new service, or a changed one beside the old.
pub fn service(service: &Service, old: Option<&Service>) -> ErrorList {
    let mut errors = ErrorList::new();
    let spec = service.spec.clone().unwrap_or_default();
    let old_spec = old.and_then(|old| old.spec.clone());
    topology(service, &mut errors);
    by_type(&spec, &mut errors);
    let path = Path::new("spec.ports");
    let mut names = HashSet::new();
    let all = list(&spec.ports);
    for (index, port) in all.iter().enumerate() {
        self::port(port, all.len() > 1, &mut names, &path.index(index), &mut errors);
    }
    if let Some(selector) = &spec.selector {
        errors.append(object_meta::labels(selector, &Path::new("spec.selector")));
    }
    affinity(&spec, &mut errors);
    addresses::validate(&spec, old_spec.as_ref(), &mut errors);
    external_ips(&spec, old_spec.as_ref(), &mut errors);
    if text(&spec.type_).is_empty() {
        errors.required(&Path::new("spec.type"), "");
    } else {
        let types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
        errors.one_of(&Path::new("spec.type"), text(&spec.type_), &types);
    }
    ports_together(&spec, &mut errors);
    source_ranges(service, &spec, old, &mut errors);
    balancer(&spec, &mut errors);
    balancer_class(&spec, None, &mut errors);
    external_traffic(&spec, &mut errors);
    internal_traffic(&spec, &mut errors);
    errors
}

/// A changed service.
pub fn update(new: &Service, old: &Service) -> ErrorList {
    let mut errors = ErrorList::new();
    addresses::update(new, old, &mut errors);
    let (spec, old_spec) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
    balancer_class(&spec, Some(&old_spec), &mut errors);
    if needs_health_check(&spec)
        && needs_health_check(&old_spec)
        && spec.health_check_node_port != old_spec.health_check_node_port
    {
        errors.forbidden(&Path::new("spec.healthCheckNodePort"), "field is immutable");
    }
    errors.append(service(new, Some(old)));
    errors
}

fn topology(service: &Service, errors: &mut ErrorList) {
    let annotation =
        |key: &str| service.metadata.annotations.as_ref().and_then(|annotations| annotations.get(key));
    if let (Some(mode), Some(hints)) = (annotation(TOPOLOGY_MODE), annotation(TOPOLOGY_HINTS))
        && mode != hints
    {
        let detail = format!("must match annotations[{TOPOLOGY_HINTS}] when both are specified");
        errors.invalid(&Path::new("metadata.annotations").key(TOPOLOGY_MODE), mode, detail);
    }
}

fn by_type(spec: &ServiceSpec, errors: &mut ErrorList) {
    let kind = text(&spec.type_);
    if list(&spec.ports).is_empty() && !is_headless(spec) && kind != "ExternalName" {
        errors.required(&Path::new("spec.ports"), "");
    }
    let ips = Path::new("spec.clusterIPs");
    match kind {
        "LoadBalancer" | "NodePort" if is_headless(spec) => {
            errors.invalid(&ips.index(0), "None", format!("may not be set to 'None' for {kind} services"));
        }
        "ExternalName" => {
            let given = [
                ("clusterIPs", !list(&spec.cluster_ips).is_empty()),
                ("ipFamilies", !list(&spec.ip_families).is_empty()),
                ("ipFamilyPolicy", spec.ip_family_policy.is_some()),
            ];
            for (field, _) in given.iter().filter(|(_, given)| *given) {
                let path = Path::new("spec");
                errors.forbidden(&path.child(field), "may not be set for ExternalName services");
            }
            let path = Path::new("spec.externalName");
            let name = text(&spec.external_name);
            match name.strip_suffix('.').unwrap_or(name) {
                "" => errors.required(&path, ""),
                name => errors.problems(&path, name, validate::dns1123_subdomain(name)),
            }
        }
        _ => {}
    }
}

fn port<'a>(
    port: &'a ServicePort,
    needs_name: bool,
    names: &mut HashSet<&'a str>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let name = text(&port.name);
    if needs_name && name.is_empty() {
        errors.required(&path.child("name"), "");
    } else if !name.is_empty() {
        errors.problems(&path.child("name"), name, validate::dns1123_label(name));
        if !names.insert(name) {
            errors.duplicate(&path.child("name"), name);
        }
    }
    ports::number(port.port, &path.child("port"), errors);
    let protocol = text(&port.protocol);
    if protocol.is_empty() {
        errors.required(&path.child("protocol"), "");
    } else {
        errors.one_of(&path.child("protocol"), protocol, &["SCTP", "TCP", "UDP"]);
    }
    let target = port.target_port.clone().unwrap_or(IntOrString::Int(0));
    probes::port(&target, &path.child("targetPort"), errors);
    if let Some(protocol) = &port.app_protocol {
        errors.problems(&path.child("appProtocol"), protocol, validate::qualified_name(protocol));
    }
}

fn affinity(spec: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.sessionAffinity");
    let affinity = text(&spec.session_affinity);
    if affinity.is_empty() {
        errors.required(&path, "");
    } else {
        errors.one_of(&path, affinity, &["ClientIP", "None"]);
    }
    let path = Path::new("spec.sessionAffinityConfig");
    let config = spec.session_affinity_config.as_ref();
    match affinity {
        "None" if config.is_some() => {
            errors.forbidden(&path, "must not be set when session affinity is None");
        }
        "ClientIP" => {
            const NEEDED: &str = "when session affinity type is ClientIP";
            let Some(config) = config else { return errors.required(&path, NEEDED) };
            let at = path.child("clientIP");
            let Some(client) = &config.client_ip else { return errors.required(&at, NEEDED) };
            match client.timeout_seconds {
                None => errors.required(&at.child("timeoutSeconds"), NEEDED),
                Some(seconds) if !(1..=86400).contains(&seconds) => {
                    let detail = "must be greater than 0 and less than 86400";
                    errors.invalid(&at.child("timeoutSeconds"), seconds, detail);
                }
                Some(_) => {}
            }
        }
        _ => {}
    }
}

fn external_ips(spec: &ServiceSpec, old: Option<&ServiceSpec>, errors: &mut ErrorList) {
    let path = Path::new("spec.externalIPs");
    let old: Vec<&str> =
        old.map(|old| list(&old.external_ips)).unwrap_or_default().iter().map(String::as_str).collect();
    for (index, ip) in list(&spec.external_ips).iter().enumerate() {
        let found = validate::ip_legacy(&path.index(index), ip, true, &old);
        if found.is_empty() {
            endpoint_ip(ip, &path.index(index), errors);
        }
        errors.append(found);
    }
}

fn ports_together(spec: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.ports");
    let all = list(&spec.ports);
    let given = |port: &ServicePort| port.node_port.filter(|port| *port != 0);
    if text(&spec.type_) == "ClusterIP" {
        for (index, _) in all.iter().enumerate().filter(|(_, port)| given(port).is_some()) {
            let at = path.index(index);
            errors.forbidden(&at.child("nodePort"), "may not be used when `type` is 'ClusterIP'");
        }
    }
    let mut taken = HashSet::new();
    for (index, port) in all.iter().enumerate() {
        if let Some(node_port) = given(port)
            && !taken.insert((text(&port.protocol), node_port))
        {
            errors.duplicate(&path.index(index).child("nodePort"), node_port);
        }
    }
    let mut taken = HashSet::new();
    for (index, port) in all.iter().enumerate() {
        let protocol = text(&port.protocol);
        if !taken.insert((protocol, port.port)) {
            let shown = format!(
                "{{\"Name\":\"\",\"Protocol\":\"{protocol}\",\"AppProtocol\":null,\"Port\":{},\"TargetPort\":0,\"NodePort\":0}}",
                port.port
            );
            errors.duplicate(&path.index(index), BadValue::Json(shown));
        }
    }
}

fn source_ranges(service: &Service, spec: &ServiceSpec, old: Option<&Service>, errors: &mut ErrorList) {
    let is_balanced = text(&spec.type_) == "LoadBalancer";
    let ranges = list(&spec.load_balancer_source_ranges);
    if !ranges.is_empty() {
        let path = Path::new("spec.LoadBalancerSourceRanges");
        if !is_balanced {
            errors.forbidden(&path, ONLY_BALANCED);
        }
        let old = old.and_then(|old| old.spec.as_ref()).map(|old| list(&old.load_balancer_source_ranges));
        let old: Vec<&str> = old.unwrap_or_default().iter().map(|range| range.trim()).collect();
        for (index, range) in ranges.iter().enumerate() {
            errors.append(validate::cidr_legacy(&path.index(index), range.trim(), true, &old));
        }
        return;
    }
    let annotation = |service: &Service| service.metadata.annotations.as_ref()?.get(SOURCE_RANGES).cloned();
    let Some(ranges) = annotation(service) else { return };
    let path = Path::new("metadata.annotations");
    let path = path.key(SOURCE_RANGES);
    if !is_balanced {
        errors.forbidden(&path, ONLY_BALANCED);
    }
    if old.and_then(annotation).as_ref() != Some(&ranges) && !ranges.trim().is_empty() {
        for range in ranges.trim().split(',') {
            errors.append(validate::cidr_legacy(&path, range.trim(), true, &[]));
        }
    }
}

fn balancer(spec: &ServiceSpec, errors: &mut ErrorList) {
    let is_balanced = text(&spec.type_) == "LoadBalancer";
    match spec.allocate_load_balancer_node_ports {
        Some(_) if !is_balanced => {
            errors.forbidden(&Path::new("spec.allocateLoadBalancerNodePorts"), ONLY_BALANCED);
        }
        None if is_balanced => errors.required(&Path::new("allocateLoadBalancerNodePorts"), ""),
        _ => {}
    }
}

fn balancer_class(spec: &ServiceSpec, old: Option<&ServiceSpec>, errors: &mut ErrorList) {
    let path = Path::new("spec.loadBalancerClass");
    let is_balanced = |spec: &ServiceSpec| text(&spec.type_) == "LoadBalancer";
    let class = spec.load_balancer_class.as_ref();
    if let Some(old) = old
        && is_balanced(old)
        && is_balanced(spec)
        && old.load_balancer_class.as_ref() != class
    {
        errors.invalid(&path, class, "may not change once set");
    }
    match class {
        Some(class) if is_balanced(spec) => errors.problems(&path, class, validate::qualified_name(class)),
        Some(_) => errors.forbidden(&path, ONLY_BALANCED),
        None => {}
    }
}

fn needs_health_check(spec: &ServiceSpec) -> bool {
    text(&spec.type_) == "LoadBalancer" && text(&spec.external_traffic_policy) == "Local"
}

fn external_traffic(spec: &ServiceSpec, errors: &mut ErrorList) {
    let kind = text(&spec.type_);
    let is_external = ["LoadBalancer", "NodePort"].contains(&kind)
        || kind == "ClusterIP" && !list(&spec.external_ips).is_empty();
    let path = Path::new("spec.externalTrafficPolicy");
    let policy = text(&spec.external_traffic_policy);
    match (is_external, policy) {
        (false, "") => {}
        (false, policy) => {
            let detail = "may only be set for externally-accessible services";
            errors.invalid(&path, BadValue::json(policy), detail);
        }
        (true, "") => errors.required(&path, ""),
        (true, policy) => errors.one_of(&path, policy, &["Cluster", "Local"]),
    }
    let path = Path::new("spec.healthCheckNodePort");
    // The registry allocates a port before it asks, so one that is missing is the registry's to add.
    let port = spec.health_check_node_port.unwrap_or(0);
    if needs_health_check(spec) {
        if port != 0 {
            ports::number(port, &path, errors);
        }
    } else if port != 0 {
        let detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
        errors.invalid(&path, port, detail);
    }
}

fn internal_traffic(spec: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.internalTrafficPolicy");
    match &spec.internal_traffic_policy {
        None if ["NodePort", "LoadBalancer", "ClusterIP"].contains(&text(&spec.type_)) => {
            errors.required(&path, "")
        }
        None => {}
        Some(policy) => errors.one_of(&path, policy, &["Cluster", "Local"]),
    }
    if let Some(distribution) = &spec.traffic_distribution {
        let supported = ["PreferClose", "PreferSameZone", "PreferSameNode"];
        if !supported.contains(&distribution.as_str()) {
            let path = Path::new("spec.trafficDistribution");
            errors.push(FieldError::not_supported(&path, distribution, &supported));
        }
    }
}

/// A changed status.
pub fn status(new: &Service, old: &Service) -> ErrorList {
    let mut errors = ErrorList::new();
    let ingress = |service: &Service| {
        let balancer = service.status.as_ref().and_then(|status| status.load_balancer.clone());
        balancer.and_then(|balancer| balancer.ingress).unwrap_or_default()
    };
    let path = Path::new("status.loadBalancer.ingress");
    let (new_ingress, old_ingress) = (ingress(new), ingress(old));
    if new.spec.as_ref().is_none_or(|spec| text(&spec.type_) != "LoadBalancer") {
        if !new_ingress.is_empty() {
            errors.forbidden(&path, "may only be used when `spec.type` is 'LoadBalancer'");
        }
        return errors;
    }
    let known: Vec<&str> =
        old_ingress.iter().map(|ingress| text(&ingress.ip)).filter(|ip| !ip.is_empty()).collect();
    for (index, one) in new_ingress.iter().enumerate() {
        let at = path.index(index);
        let (ip, hostname) = (text(&one.ip), text(&one.hostname));
        if !ip.is_empty() {
            errors.append(validate::ip_legacy(&at.child("ip"), ip, true, &known));
        }
        let at_mode = at.child("ipMode");
        match &one.ip_mode {
            None if !ip.is_empty() => errors.required(&at_mode, "must be specified when `ip` is set"),
            None => {}
            Some(_) if ip.is_empty() => {
                errors.forbidden(&at_mode, "may not be specified when `ip` is not set")
            }
            Some(mode) => errors.one_of(&at_mode, mode, &["Proxy", "VIP"]),
        }
        if !hostname.is_empty() {
            errors.problems(&at.child("hostname"), hostname, validate::dns1123_subdomain(hostname));
            if validate::parse_ip_sloppy(hostname).is_some() {
                errors.invalid(&at.child("hostname"), hostname, "must be a DNS name, not an IP address");
            }
        }
    }
    errors
}
