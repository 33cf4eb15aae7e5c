//! Ports of containers.

use std::collections::HashSet;

use api::core::v1::{Container, ContainerPort};
use meta::{ErrorList, Path, validate};

use crate::rules::report::{Report, list, text};

/// What is wrong with the ports of one container.
pub fn validate(ports: &[ContainerPort], path: &Path<'_>, errors: &mut ErrorList) {
    let mut names = HashSet::new();
    for (index, port) in ports.iter().enumerate() {
        let at = path.index(index);
        let name = text(&port.name);
        if !name.is_empty() {
            let problems = validate::port_name(name);
            if problems.is_empty() && !names.insert(name) {
                errors.duplicate(&at.child("name"), name);
            }
            errors.problems(&at.child("name"), name, problems);
        }
        if port.container_port == 0 {
            errors.required(&at.child("containerPort"), "");
        } else {
            number(port.container_port, &at.child("containerPort"), errors);
        }
        if let Some(host_port) = port.host_port.filter(|port| *port != 0) {
            number(host_port, &at.child("hostPort"), errors);
        }
        let protocol = text(&port.protocol);
        if protocol.is_empty() {
            errors.required(&at.child("protocol"), "");
        } else {
            errors.one_of(&at.child("protocol"), protocol, &["SCTP", "TCP", "UDP"]);
        }
    }
}

/// A port number.
pub fn number(port: i32, path: &Path<'_>, errors: &mut ErrorList) {
    for problem in validate::port_number(port.into()) {
        errors.invalid(path, port, problem);
    }
}

/// Each port of the node is asked for once.
pub fn host_ports_once(containers: &[Container], path: &Path<'_>, errors: &mut ErrorList) {
    let mut taken = HashSet::new();
    for (index, container) in containers.iter().enumerate() {
        for (at, port) in list(&container.ports).iter().enumerate() {
            let Some(number) = port.host_port.filter(|port| *port != 0) else { continue };
            let key = format!("{}/{}/{number}", text(&port.protocol), text(&port.host_ip));
            if taken.contains(&key) {
                let path = path.index(index);
                errors.duplicate(&path.child("ports").index(at).child("hostPort"), &key);
            }
            taken.insert(key);
        }
    }
}
