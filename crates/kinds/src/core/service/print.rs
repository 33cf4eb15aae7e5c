//! What `kubectl get services` shows.

use std::collections::BTreeSet;

use meta::Time;
use resource::Object;
use serde_json::Value;

use crate::printing::{NONE, UNKNOWN, age_of, labels};

/// The cells after the name.
pub fn cells(service: &Object, now: Time) -> Vec<Value> {
    let texts = |path: &str| -> Vec<String> {
        let items = service.get(path).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let cluster_ip = texts("spec.clusterIPs").into_iter().next().unwrap_or_else(|| NONE.to_owned());
    vec![
        service.text("spec.type").into(),
        cluster_ip.into(),
        external(service, &texts("spec.externalIPs")).into(),
        ports(service).into(),
        age_of(service, now),
        labels(service.get("spec.selector")),
    ]
}

fn external(service: &Object, own: &[String]) -> String {
    match service.text("spec.type") {
        "ClusterIP" | "NodePort" if own.is_empty() => NONE.to_owned(),
        "ClusterIP" | "NodePort" => own.join(","),
        "LoadBalancer" => {
            let ingress =
                service.get("status.loadBalancer.ingress").and_then(Value::as_array).into_iter().flatten();
            let text = |item: &Value, name: &str| {
                item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            let of = |item: &Value| {
                Some(text(item, "ip")).filter(|ip| !ip.is_empty()).unwrap_or_else(|| text(item, "hostname"))
            };
            let found: BTreeSet<String> = ingress.map(of).filter(|text| !text.is_empty()).collect();
            let all: Vec<&str> = found.iter().chain(own).map(String::as_str).collect();
            if all.is_empty() { "<pending>".to_owned() } else { all.join(",") }
        }
        "ExternalName" => service.text("spec.externalName").to_owned(),
        _ => UNKNOWN.to_owned(),
    }
}

fn ports(service: &Object) -> String {
    let items = service.get("spec.ports").and_then(Value::as_array).into_iter().flatten();
    let one = |port: &Value| {
        let protocol = port["protocol"].as_str().unwrap_or_default();
        match port["nodePort"].as_i64().unwrap_or(0) {
            0 => format!("{}/{protocol}", port["port"]),
            node => format!("{}:{node}/{protocol}", port["port"]),
        }
    };
    let all: Vec<String> = items.map(one).collect();
    if all.is_empty() { NONE.to_owned() } else { all.join(",") }
}
