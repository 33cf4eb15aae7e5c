//! What should be taken, from the services that exist: on start all of it, later the difference.
//!
//! What is taken but held by no service is not given back at once, for a write may be under way that will hold it: only what was
//! seen so several times in a row is a leak.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

use resource::Object;
use serde_json::Value;

use super::{AddressAllocator, PortAllocator};

/// How often something must be seen as leaked before it is given back.
const PATIENCE: u8 = 3;

/// Compares what is taken with what services hold.
#[derive(Default)]
pub struct Repair {
    addresses: HashMap<IpAddr, u8>,
    ports: HashMap<u16, u8>,
}

/// What a repair found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Held by a service but not taken: it is taken now.
    pub restored: usize,
    /// Taken but held by nobody for long: it is free now.
    pub released: usize,
    /// Held by two services at once, or out of range; for people to look at.
    pub problems: Vec<String>,
}

impl Repair {
    /// Looks at all services once.
    pub fn run<'o>(
        &mut self,
        services: impl IntoIterator<Item = &'o Object>,
        families: &HashMap<bool, AddressAllocator>,
        ports: &PortAllocator,
    ) -> Repaired {
        let mut found = Repaired::default();
        let (mut held_addresses, mut held_ports) = (HashSet::new(), HashSet::new());
        for service in services {
            let name = format!("{}/{}", service.namespace(), service.name());
            for address in addresses(service) {
                if held_addresses.insert(address) {
                    found.note(restore_address(families, address, &name));
                } else {
                    let text = format!(
                        "the cluster IP {address} for service {name} was assigned to multiple services"
                    );
                    found.problems.push(text);
                }
            }
            for port in node_ports(service) {
                if held_ports.insert(port) {
                    found.note(restore_port(ports, port, &name));
                } else {
                    let text =
                        format!("the node port {port} for service {name} was assigned to multiple services");
                    found.problems.push(text);
                }
            }
        }
        let taken = families.values().flat_map(AddressAllocator::all);
        for address in leaked(&mut self.addresses, taken, &held_addresses) {
            families.values().for_each(|family| family.release(address));
            found.released += 1;
        }
        for port in leaked(&mut self.ports, ports.all().into_iter(), &held_ports) {
            ports.release(port);
            found.released += 1;
        }
        found
    }
}

impl Repaired {
    fn note(&mut self, restored: Result<bool, String>) {
        match restored {
            Ok(restored) => self.restored += usize::from(restored),
            Err(problem) => self.problems.push(problem),
        }
    }
}

/// Takes what a service holds, if it is not taken; says whether it was not.
fn restore_address(
    families: &HashMap<bool, AddressAllocator>,
    address: IpAddr,
    service: &str,
) -> Result<bool, String> {
    let family = families.get(&address.is_ipv6());
    let family = family
        .ok_or_else(|| format!("the cluster IP {address} of service {service} is of no configured family"))?;
    if family.has(address) {
        return Ok(false);
    }
    let taken = family.take(address).map(|()| true);
    taken.map_err(|error| format!("the cluster IP of service {service}: {error}"))
}

fn restore_port(ports: &PortAllocator, port: u16, service: &str) -> Result<bool, String> {
    if ports.has(port) {
        return Ok(false);
    }
    let taken = ports.take(port).map(|()| true);
    taken.map_err(|error| format!("the node port {port} of service {service}: {error}"))
}

/// What has been taken and held by nobody for long enough; counts the rest.
fn leaked<T>(seen: &mut HashMap<T, u8>, taken: impl Iterator<Item = T>, held: &HashSet<T>) -> Vec<T>
where
    T: Copy + Eq + std::hash::Hash,
{
    let mut next = HashMap::new();
    let mut gone = Vec::new();
    for one in taken.filter(|one| !held.contains(one)) {
        let times = seen.get(&one).copied().unwrap_or(0) + 1;
        if times >= PATIENCE {
            gone.push(one);
        } else {
            next.insert(one, times);
        }
    }
    *seen = next;
    gone
}

/// The cluster addresses that a service holds.
fn addresses(service: &Object) -> Vec<IpAddr> {
    let list = service.get("spec.clusterIPs").and_then(Value::as_array).into_iter().flatten();
    let mut texts: Vec<&str> = list.filter_map(Value::as_str).collect();
    let first = service.text("spec.clusterIP");
    if texts.is_empty() {
        texts.push(first);
    }
    texts.into_iter().filter_map(|text| text.parse().ok()).collect()
}

/// The node ports that a service holds, each once though it may serve several protocols.
fn node_ports(service: &Object) -> HashSet<u16> {
    let ports = service.get("spec.ports").and_then(Value::as_array).into_iter().flatten();
    let ports = ports.filter_map(|port| port.get("nodePort").and_then(Value::as_u64));
    let health = service.int("spec.healthCheckNodePort").and_then(|port| u64::try_from(port).ok());
    ports.chain(health).filter_map(|port| u16::try_from(port).ok()).filter(|port| *port != 0).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Network;
    use super::*;

    fn service(name: &str, spec: Value) -> Object {
        Object::new(json!({"metadata": {"name": name, "namespace": "ns"}, "spec": spec})).unwrap()
    }

    #[test]
    fn what_services_hold_is_taken_and_leaks_are_given_back_in_time() {
        let networks: Vec<Network> = vec!["10.0.0.0/24".parse().unwrap(), "fd00::/112".parse().unwrap()];
        let families = AddressAllocator::by_family(&networks);
        let ports = PortAllocator::new("30000-30100".parse().unwrap());
        let services = [
            service(
                "a",
                json!({"clusterIP": "10.0.0.5", "clusterIPs": ["10.0.0.5", "fd00::5"], "ports": [
                {"nodePort": 30001, "protocol": "TCP"}, {"nodePort": 30001, "protocol": "UDP"}], "healthCheckNodePort": 30002}),
            ),
            service("b", json!({"clusterIP": "None"})),
            service("c", json!({"clusterIP": "10.0.0.5"})),
        ];
        families[&false].take("10.0.0.9".parse().unwrap()).unwrap();
        ports.take(30050).unwrap();
        let mut repair = Repair::default();
        let first = repair.run(&services, &families, &ports);
        assert_eq!((first.restored, first.released, first.problems.len()), (4, 0, 1), "{first:?}");
        assert!(ports.has(30001) && ports.has(30002) && families[&true].has("fd00::5".parse().unwrap()));
        assert_eq!(repair.run(&services, &families, &ports).released, 0);
        assert_eq!(repair.run(&services, &families, &ports).released, 2);
        assert!(!ports.has(30050) && !families[&false].has("10.0.0.9".parse().unwrap()));
        assert!(families[&false].has("10.0.0.5".parse().unwrap()));
    }
}
