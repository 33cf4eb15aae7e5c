//! The ports of the node that a service is reached by, and the one by which a load balancer asks whether it is.

use std::collections::HashMap;

use kinds::core::service;
use meta::{FieldError, Path, StatusError};
use registry::allocate::PortError;
use resource::Object;
use serde_json::Value;

use super::{Given, Handed, invalid};

const HEALTH: &str = "spec.healthCheckNodePort";

/// The ports that a service holds.
pub(super) fn held(service: &Object) -> Vec<u16> {
    let health = service.int(HEALTH).filter(|_| service::needs_health_check(service));
    let ports = service::node_ports(service).into_iter().chain(health);
    ports.filter_map(|port| u16::try_from(port).ok()).filter(|port| *port != 0).collect()
}

fn take(handed: &mut Handed, port: i64) -> Result<(), PortError> {
    // What no port can be is of no range.
    let number = u16::try_from(port).map_err(|_| PortError::NotInRange(handed.ranges.ports.range()))?;
    match handed.ranges.ports.take(number) {
        // Whoever gave it back may have done so at another server: the claim decides.
        Err(PortError::Taken) if handed.claims.decide() && !handed.is_dry_run => {}
        outcome => outcome?,
    }
    handed.taken.push(Given::Port(number));
    Ok(())
}

fn take_any(handed: &mut Handed) -> Result<i64, PortError> {
    let port = handed.ranges.ports.take_any()?;
    handed.taken.push(Given::Port(port));
    Ok(port.into())
}

/// Takes the port that one of the service's ports names.
fn take_named(handed: &mut Handed, service: &Object, index: usize, port: i64) -> Result<(), StatusError> {
    take(handed, port).map_err(|error| {
        let path = Path::new("spec.ports");
        let (path, detail) = (path.index(index), error.to_string());
        invalid(service, FieldError::invalid(&path.child("nodePort"), port, detail))
    })
}

fn take_unnamed(handed: &mut Handed) -> Result<i64, StatusError> {
    take_any(handed).map_err(|error| StatusError::internal(format!("failed to allocate a nodePort: {error}")))
}

/// Number and port of the node of each of the service's ports; 0 for none.
fn listed(service: &Object) -> Vec<(i64, i64)> {
    let number = |port: &Value, name: &str| port.get(name).and_then(Value::as_i64).unwrap_or(0);
    let ports = service.get("spec.ports").and_then(Value::as_array).into_iter().flatten();
    ports.map(|port| (number(port, "port"), number(port, "nodePort"))).collect()
}

fn set(service: &mut Object, index: usize, node_port: i64) {
    if let Some(port) = service.tree_mut().pointer_mut(&format!("/spec/ports/{index}")) {
        port["nodePort"] = node_port.into();
    }
}

/// Gives a new service its ports. The same port for two protocols has one port of the node.
pub(super) fn of_new(handed: &mut Handed, service: &mut Object) -> Result<(), StatusError> {
    if service::needs_node_port(service) {
        let (ports, allocates) = (listed(service), service::allocates_node_ports(service));
        let mut by_number: HashMap<i64, i64> = HashMap::new();
        for (index, (number, asked)) in ports.iter().copied().enumerate() {
            if asked == 0 && !allocates {
                continue;
            }
            match by_number.get(&number).copied() {
                Some(given) if asked == given => {}
                Some(given) if asked == 0 => set(service, index, given),
                Some(_) => take_named(handed, service, index, asked)?,
                None => {
                    let named = ports.iter().find(|(other, node_port)| *other == number && *node_port != 0);
                    let given = match named.map(|(_, node_port)| *node_port) {
                        Some(port) => take_named(handed, service, index, port).map(|()| port)?,
                        None => take_unnamed(handed)?,
                    };
                    set(service, index, given);
                    by_number.insert(number, given);
                }
            }
        }
    }
    if service::needs_health_check(service) { take_health(handed, service) } else { Ok(()) }
}

fn take_health(handed: &mut Handed, service: &mut Object) -> Result<(), StatusError> {
    match service.int(HEALTH).unwrap_or(0) {
        0 => {
            let port = take_any(handed).map_err(|error| {
                StatusError::internal(format!("failed to allocate a HealthCheck NodePort 0: {error}"))
            })?;
            service.set(HEALTH, port);
            Ok(())
        }
        port => take(handed, port).map_err(|error| {
            StatusError::internal(format!(
                "failed to allocate requested HealthCheck NodePort {port}: {error}"
            ))
        }),
    }
}

/// Follows a change of the type or of the ports.
pub(super) fn of_changed(handed: &mut Handed, new: &mut Object, old: &Object) -> Result<(), StatusError> {
    let before = service::node_ports(old);
    if service::needs_node_port(new) {
        let allocates = service::allocates_node_ports(new);
        let mut taken: Vec<i64> = Vec::new();
        for (index, (_, asked)) in listed(new).into_iter().enumerate() {
            if asked == 0 && allocates {
                let given = take_unnamed(handed)?;
                set(new, index, given);
            } else if asked != 0 && !before.contains(&asked) && !taken.contains(&asked) {
                take_named(handed, new, index, asked)?;
                taken.push(asked);
            }
        }
    }
    // A type without ports of the node loses those that it still names, too: preparation takes them away.
    let now = if service::needs_node_port(new) { service::node_ports(new) } else { Vec::new() };
    leave(handed, before.into_iter().filter(|port| !now.contains(port)));
    match (service::needs_health_check(old), service::needs_health_check(new)) {
        (false, true) => take_health(handed, new)?,
        (true, false) => leave(handed, old.int(HEALTH).into_iter()),
        _ => {}
    }
    Ok(())
}

/// Makes the key behind each port that was taken. Where somebody else was faster another port is tried, unless this very one was asked
/// for.
pub(super) async fn claim(
    handed: &mut Handed,
    service: &mut Object,
    asked: &[u16],
) -> Result<(), StatusError> {
    let mut at = 0;
    while let Some(given) = handed.taken.get(at).copied() {
        at += 1;
        let Given::Port(port) = given else { continue };
        if handed.claims.claim(port, service).await? {
            handed.claimed_ports.push(port);
            continue;
        }
        // It stays taken here, so that it is not tried again; repair frees it when its service has gone.
        at -= 1;
        handed.taken.remove(at);
        if asked.contains(&port) {
            return Err(refused(service, port));
        }
        let another = take_unnamed(handed)?;
        replace(service, port.into(), another);
    }
    Ok(())
}

/// Whichever part of the service asks for the port is told that somebody has it.
fn refused(service: &Object, port: u16) -> StatusError {
    let number = i64::from(port);
    match listed(service).iter().position(|(_, node_port)| *node_port == number) {
        Some(index) => {
            let path = Path::new("spec.ports");
            let path = path.index(index);
            invalid(
                service,
                FieldError::invalid(&path.child("nodePort"), number, PortError::Taken.to_string()),
            )
        }
        None => StatusError::internal(format!(
            "failed to allocate requested HealthCheck NodePort {port}: {}",
            PortError::Taken
        )),
    }
}

/// Writes another port wherever the service has this one.
fn replace(service: &mut Object, old: i64, new: i64) {
    for (index, (_, node_port)) in listed(service).into_iter().enumerate() {
        if node_port == old {
            set(service, index, new);
        }
    }
    if service.int(HEALTH) == Some(old) {
        service.set(HEALTH, new);
    }
}

fn leave(handed: &mut Handed, ports: impl Iterator<Item = i64>) {
    let mut ports: Vec<u16> = ports.filter_map(|port| u16::try_from(port).ok()).collect();
    ports.sort_unstable();
    ports.dedup();
    handed.left.extend(ports.into_iter().map(Given::Port));
}
