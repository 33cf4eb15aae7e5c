//! What services are given when they are written: cluster addresses, node ports, health-check node ports. Plugged into the registry
//! around the writes of services; the ranges and what is taken of them are the registry's (`registry::allocate`).
//!
//! | file | what it does |
//! |---|---|
//! | `families` | which families of addresses a service gets |
//! | `addresses` | its cluster addresses |
//! | `objects` | the `IPAddress` behind each of them |
//! | `ports` | its ports of the node |
//! | `claims` | the key in the store behind each of them |

mod addresses;
mod claims;
mod families;
mod objects;
mod ports;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use meta::{ErrorList, GroupKind, StatusError};
use parking_lot::Mutex;
use registry::allocate::{AddressAllocator, Network, PortAllocator, PortRange, Repair};
use registry::{Hook, Pending, Registry};
use resource::{Context, Lister, Object};
use runtime::{Clock, Shutdown};

use claims::Claims;
use kinds::core::service;
use objects::Objects;
use store::Store;

/// How often what is taken is compared with what services hold.
const REPAIR_EVERY: Duration = Duration::from_secs(180);

/// For so many seconds an address without a service may belong to one that is being written.
const LEAKED_AFTER: i64 = 60;

/// What there is to give.
pub(crate) struct Ranges {
    addresses: HashMap<bool, AddressAllocator>,
    /// Whether services that ask for no family get addresses of IPv6.
    prefers_ipv6: bool,
    ports: PortAllocator,
}

impl Ranges {
    /// From the flags: one network, or one of each family with a comma between; a range of ports.
    pub(crate) fn parse(networks: &str, ports: &str) -> Result<Self, String> {
        let networks: Vec<Network> =
            networks.split(',').map(|network| network.trim().parse()).collect::<Result<_, _>>()?;
        let first = networks.first().ok_or("no network for services")?;
        Ok(Self {
            prefers_ipv6: first.is_ipv6(),
            addresses: AddressAllocator::by_family(&networks),
            ports: PortAllocator::new(ports.parse::<PortRange>()?),
        })
    }
}

/// The hook around the writes of services.
#[derive(Clone)]
pub(crate) struct Services {
    ranges: Arc<Ranges>,
    repair: Arc<Mutex<Repair>>,
    objects: Objects,
    claims: Claims,
}

impl Services {
    pub(crate) fn new(ranges: Ranges) -> Self {
        Self {
            ranges: Arc::new(ranges),
            repair: Arc::default(),
            objects: Objects::default(),
            claims: Claims::default(),
        }
    }

    /// With an object in this registry behind every address.
    pub(crate) fn with_objects(mut self, registry: &Arc<Registry>) -> Self {
        self.objects = Objects::of(registry);
        self
    }

    /// With a key in this store behind every port of the node.
    pub(crate) fn with_claims(mut self, store: Store, clock: &Clock) -> Self {
        self.claims = Claims::within(store, clock.clone());
        self
    }

    /// Takes what services hold already, and gives back what none holds.
    pub(crate) fn repair(&self, registry: &Registry) {
        let services = Lister::list(registry, "services", "");
        let services = services.iter().map(|service| &**service);
        let found = self.repair.lock().run(services, &self.ranges.addresses, &self.ranges.ports);
        for problem in &found.problems {
            tracing::warn!(problem, "a service holds what it should not");
        }
        if found.restored + found.released > 0 {
            tracing::info!(found.restored, found.released, "addresses and ports follow the services again");
        }
    }

    /// Makes the objects behind addresses, and the keys behind ports, follow the services.
    pub(crate) async fn repair_objects(&self, registry: &Registry) {
        let services = Lister::list(registry, "services", "");
        let held = services.iter().flat_map(|service| {
            addresses::held(service).into_iter().map(|address| (address, service.clone()))
        });
        let held: Vec<_> = held.collect();
        let now: meta::Time = registry.clock().now().into();
        self.objects.repair(&held, meta::Time::from_unix(now.unix() - LEAKED_AFTER)).await;
        self.claims.repair(&services.iter().flat_map(|service| ports::held(service)).collect()).await;
    }

    /// Repairs now and then until the server stops.
    pub(crate) async fn keep_repaired(self, registry: Arc<Registry>, clock: Clock, shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = clock.sleep(REPAIR_EVERY) => {
                    self.repair(&registry);
                    self.repair_objects(&registry).await;
                }
            }
        }
    }
}

#[async_trait]
impl Hook for Services {
    async fn create(
        &self,
        object: &mut Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        service::plural_of_singular(object);
        families::settle(&self.ranges, object, None)?;
        let (asked, asked_ports) = (families::texts(object, "spec.clusterIPs"), ports::held(object));
        let mut handed = Handed::new(self, cx.dry_run);
        addresses::of_new(&mut handed, object)?;
        ports::of_new(&mut handed, object)?;
        if !cx.dry_run {
            addresses::claim(&mut handed, object, &asked).await?;
            ports::claim(&mut handed, object, &asked_ports).await?;
        }
        Ok(handed.unless(cx.dry_run))
    }

    async fn update(
        &self,
        new: &mut Object,
        old: &Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        service::carry_over(new, old);
        families::settle(&self.ranges, new, Some(old))?;
        let (asked, asked_ports) = (families::texts(new, "spec.clusterIPs"), ports::held(new));
        let mut handed = Handed::new(self, cx.dry_run);
        addresses::of_changed(&mut handed, new, old)?;
        ports::of_changed(&mut handed, new, old)?;
        if !cx.dry_run {
            addresses::claim(&mut handed, new, &asked).await?;
            ports::claim(&mut handed, new, &asked_ports).await?;
        }
        Ok(handed.unless(cx.dry_run))
    }

    async fn deleted(&self, object: &Object) {
        let held = addresses::held(object);
        self.objects.release(&held).await;
        self.objects.delete_endpoints(object).await;
        for address in held {
            self.ranges.give_back(Given::Address(address));
        }
        let ports = ports::held(object);
        self.claims.release(&ports).await;
        for port in ports {
            self.ranges.give_back(Given::Port(port));
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Given {
    Address(IpAddr),
    Port(u16),
}

impl Given {
    fn address(&self) -> Option<IpAddr> {
        match self {
            Self::Address(address) => Some(*address),
            Self::Port(_) => None,
        }
    }

    fn port(&self) -> Option<u16> {
        match self {
            Self::Address(_) => None,
            Self::Port(port) => Some(*port),
        }
    }
}

impl Ranges {
    fn give_back(&self, given: Given) {
        match given {
            Given::Address(address) => {
                self.addresses.get(&address.is_ipv6()).into_iter().for_each(|family| family.release(address));
            }
            Given::Port(port) => self.ports.release(port),
        }
    }
}

/// What a write under way was given, and what is free once it is done.
struct Handed {
    ranges: Arc<Ranges>,
    objects: Objects,
    taken: Vec<Given>,
    /// Those of the addresses taken whose object was made.
    claimed: Vec<IpAddr>,
    claims: Claims,
    /// Those of the ports taken whose key was made.
    claimed_ports: Vec<u16>,
    is_dry_run: bool,
    /// What the old service had and the new one has not.
    left: Vec<Given>,
}

impl Handed {
    fn new(services: &Services, is_dry_run: bool) -> Self {
        Self {
            ranges: services.ranges.clone(),
            objects: services.objects.clone(),
            taken: Vec::new(),
            claimed: Vec::new(),
            claims: services.claims.clone(),
            claimed_ports: Vec::new(),
            is_dry_run,
            left: Vec::new(),
        }
    }

    /// Nothing stays taken for a dry run: its service only shows what it could have had.
    fn unless(self, dry_run: bool) -> Option<Box<dyn Pending>> {
        (!dry_run).then(|| Box::new(self) as Box<dyn Pending>)
    }
}

impl Pending for Handed {
    fn commit(mut self: Box<Self>) {
        self.taken = std::mem::take(&mut self.left);
        self.claimed = self.taken.iter().filter_map(Given::address).collect();
        self.claimed_ports = self.taken.iter().filter_map(Given::port).collect();
    }
}

/// What is in `taken` when it goes is free again: all that was taken if the write failed, what was left behind if not.
impl Drop for Handed {
    fn drop(&mut self) {
        self.objects.release_later(std::mem::take(&mut self.claimed));
        self.claims.release_later(std::mem::take(&mut self.claimed_ports));
        for given in std::mem::take(&mut self.taken) {
            self.ranges.give_back(given);
        }
    }
}

fn invalid(service: &Object, errors: impl Into<ErrorList>) -> StatusError {
    StatusError::invalid(&GroupKind::new("", "Service"), service.name(), &errors.into())
}

#[cfg(test)]
mod tests;
