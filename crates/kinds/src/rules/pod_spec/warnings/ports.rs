//! Ports of a pod's containers that get into one another's way.

use std::collections::HashMap;

use api::core::v1::{ContainerPort, PodSpec};
use meta::{Path, go};

use crate::rules::containers::visit;
use crate::rules::report::{list, text};

/// Finds ports that are defined twice, and names that are.
pub fn find(spec: &PodSpec, path: &Path<'_>, out: &mut Vec<String>) {
    let mut all: HashMap<String, Vec<(String, ContainerPort)>> = HashMap::new();
    visit::all(spec, path, |container, at| {
        for (index, port) in list(&container.ports).iter().enumerate() {
            let at = at.child("ports").index(index).to_string();
            let host_port = port.host_port.unwrap_or(0);
            if !text(&port.host_ip).is_empty() && host_port == 0 {
                out.push(format!("{at}: hostIP set without hostPort: {}", shown(port)));
            }
            let others = all.entry(format!("{}/{}", port.container_port, text(&port.protocol))).or_default();
            for (place, other) in others.iter() {
                if let Some(problem) = between(port, other) {
                    out.push(format!("{at}: {problem} port definition with {place}"));
                }
            }
            others.push((at, port.clone()));
        }
    });
    let mut names: HashMap<String, String> = HashMap::new();
    visit::all(spec, path, |container, at| {
        for (index, port) in
            list(&container.ports).iter().enumerate().filter(|(_, port)| !text(&port.name).is_empty())
        {
            let at = at.child("ports").index(index).to_string();
            match names.get(text(&port.name)) {
                Some(other) => out.push(format!(
                    "{at}: duplicate port name {} with {other}, services and probes that select ports by name will use {other}",
                    go::quote(text(&port.name))
                )),
                None => drop(names.insert(text(&port.name).to_owned(), at)),
            }
        }
    });
}

fn between(port: &ContainerPort, other: &ContainerPort) -> Option<&'static str> {
    let (a, b) = (port.host_port.unwrap_or(0), other.host_port.unwrap_or(0));
    let (ip_a, ip_b) = (text(&port.host_ip), text(&other.host_ip));
    if (ip_a, a) == (ip_b, b) {
        Some("duplicate")
    } else if a == 0 || b == 0 {
        Some("overlapping")
    } else if a == b && ip_a.is_empty() != ip_b.is_empty() {
        Some("dangerously ambiguous")
    } else {
        None
    }
}

/// A port as Go's `%+v` shows it.
fn shown(port: &ContainerPort) -> String {
    format!(
        "{{Name:{} HostPort:{} ContainerPort:{} Protocol:{} HostIP:{}}}",
        text(&port.name),
        port.host_port.unwrap_or(0),
        port.container_port,
        text(&port.protocol),
        text(&port.host_ip)
    )
}
