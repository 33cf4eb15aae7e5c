//! What this node must do with packets to services, with every policy resolved: plain data, the same for every back end.
//!
//! Made from Services, EndpointSlices and the node's own facts by [`resolve`](resolve::resolve), without I/O. A back end never sees an
//! API object: which endpoints count, what is rejected and whose source must be hidden is decided here.

mod endpoints;
pub mod resolve;
mod topology;

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;

/// A transport protocol that services know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Protocol {
    /// TCP.
    Tcp,
    /// UDP.
    Udp,
    /// SCTP.
    Sctp,
}

impl Protocol {
    /// Its number in an IP header.
    pub fn number(self) -> u8 {
        match self {
            Self::Tcp => 6,
            Self::Udp => 17,
            Self::Sctp => 132,
        }
    }

    /// Its name, as tools spell it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Udp => "udp",
            Self::Sctp => "sctp",
        }
    }

    /// The protocol that the API names; TCP when it names none.
    pub fn parse(name: Option<&str>) -> Option<Self> {
        match name {
            None | Some("TCP") => Some(Self::Tcp),
            Some("UDP") => Some(Self::Udp),
            Some("SCTP") => Some(Self::Sctp),
            Some(_) => None,
        }
    }
}

/// A service by namespace and name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ServiceName {
    /// Its namespace.
    pub namespace: String,
    /// Its name there.
    pub name: String,
}

impl fmt::Display for ServiceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

/// One port of one service in one family: what a back end programs as a unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PortName {
    /// The service.
    pub service: ServiceName,
    /// The port's name; empty where a service's only port has none.
    pub port: String,
    /// Its protocol.
    pub protocol: Protocol,
    /// Whether this is the service's IPv6 side.
    pub ip6: bool,
}

impl fmt::Display for PortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.service.fmt(f)?;
        if self.port.is_empty() { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

/// What kind of address clients use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The service's address within the cluster.
    ClusterIp,
    /// An address that somebody else routes to nodes.
    ExternalIp,
    /// An address of a load balancer that hands packets on unchanged.
    LoadBalancer,
    /// A port on this node's own addresses.
    NodePort,
}

/// Which of the lists of endpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum List {
    /// Those of the whole cluster.
    Cluster,
    /// Those on this node.
    Local,
}

/// What becomes of a connection to a front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// To one of the list; the source is hidden when it lies outside of the cluster.
    Internal(List),
    /// To one of the cluster's; the source is hidden, since the endpoint may be on another node.
    External,
    /// From outside: to one on this node, source unchanged, dropped where there is none. From pods and this node: to one of the cluster's.
    ExternalLocal,
    /// Refused: the service has no endpoint anywhere.
    Reject,
    /// Dropped: there are endpoints, but none that this traffic may use.
    Drop,
}

/// One address and port that clients connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Front {
    /// What kind it is.
    pub kind: Kind,
    /// The address; none for a node port, which is on all (chosen) addresses of the node.
    pub address: Option<IpAddr>,
    /// The port.
    pub port: u16,
    /// Who may connect; everybody when empty.
    pub sources: Vec<IpNet>,
    /// What becomes of connections.
    pub action: Action,
}

/// A port of a service, resolved for this node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Port {
    /// Where clients connect to.
    pub fronts: Vec<Front>,
    /// The endpoints for traffic that may go anywhere, in order of address.
    pub cluster: Vec<SocketAddr>,
    /// The endpoints for traffic that must stay on this node, in order of address.
    pub local: Vec<SocketAddr>,
    /// Addresses of endpoints in use on this node: such a pod may reach itself through the service.
    pub hairpin: Vec<IpAddr>,
    /// How long a client keeps its endpoint, in seconds.
    pub affinity: Option<u32>,
    /// Of a UDP port, all endpoints that still serve: flows to others are forgotten.
    pub serving: Vec<SocketAddr>,
}

impl Port {
    /// The endpoints of a list.
    pub fn list(&self, list: List) -> &[SocketAddr] {
        match list {
            List::Cluster => &self.cluster,
            List::Local => &self.local,
        }
    }
}

/// A service whose load balancer asks nodes whether they have an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HealthCheck {
    /// The port it asks at.
    pub port: u16,
    /// How many ready endpoints this node has.
    pub local: usize,
}

/// Everything this node must do for services.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// Every port of every service, by name.
    pub ports: BTreeMap<PortName, Port>,
    /// Services with a health-check port.
    pub health: BTreeMap<ServiceName, HealthCheck>,
}

/// What the view must know of the node it is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeFacts {
    /// The node's name.
    pub name: String,
    /// The zone that its label says it is in.
    pub zone: Option<String>,
    /// Its own addresses.
    pub addresses: Vec<IpAddr>,
}
