//! Plans: the shapes that services have, each one chain, made when the first service of that shape appears.

use netfilter::nft::{Batch, Chain, Compare, Family, Field, Rule};

use super::names::{family, set};
use crate::backend::Settings;
use crate::view::List;

/// Indexes of endpoints on this node start here, so that both lists of a service fit into one map.
pub const LOCAL_OFFSET: u32 = 1 << 16;

/// What is done with a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// To one of so many of the list.
    Pick(List, u32),
    /// The same; sources outside of the cluster are hidden.
    Internal(List, u32),
    /// To one of so many anywhere; the source is hidden.
    External(u32),
    /// Pods and this node: to one of the first number anywhere. Others: to one of the second number here, unchanged.
    ExternalLocal(u32, u32),
}

/// A way, and how its front is told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plan {
    /// What is done.
    pub way: Way,
    /// Whether the front is a node port, which has no address.
    pub node_port: bool,
    /// Whether clients keep their endpoint.
    pub sticky: bool,
}

impl Plan {
    /// The name of its chain.
    pub fn chain(self) -> String {
        let list = |list| if list == List::Local { "local" } else { "cluster" };
        let way = match self.way {
            Way::Pick(from, n) => format!("pick-{}-{n}", list(from)),
            Way::Internal(from, n) => format!("internal-{}-{n}", list(from)),
            Way::External(n) => format!("external-{n}"),
            Way::ExternalLocal(cluster, local) => format!("external-local-{cluster}-{local}"),
        };
        let prefix = if self.node_port { "node-port-" } else { "" };
        let suffix = if self.sticky { "-sticky" } else { "" };
        format!("{prefix}{way}{suffix}")
    }

    /// The plan that this one's chain leads to, which must be there before.
    pub fn needs(self) -> Option<Self> {
        match self.way {
            Way::ExternalLocal(cluster, _) if cluster > 0 => {
                Some(Self { way: Way::Pick(List::Cluster, cluster), ..self })
            }
            _ => None,
        }
    }

    /// Writes its chain.
    pub fn write(self, batch: &mut Batch, settings: &Settings, ip6: bool) {
        let chain = self.chain();
        batch.add_chain(Chain::regular(&chain));
        for rule in self.rules(settings, ip6) {
            batch.add_rule(&chain, rule);
        }
    }

    fn rules(self, settings: &Settings, ip6: bool) -> Vec<Rule> {
        let (mark, cidr) = (settings.masquerade_mark, settings.cluster_cidr(ip6));
        let source = Field::SourceAddress(family(ip6));
        let mut rules = Vec::new();
        match self.way {
            Way::Pick(list, n) => rules.extend(self.balance(list, n, family(ip6))),
            Way::Internal(list, n) => {
                let outside = cidr.map(|net| Rule::new().within(source, Compare::Different, net));
                let hidden = if settings.masquerade_all { Some(Rule::new()) } else { outside };
                rules.extend(hidden.map(|rule| rule.mark_or(mark)));
                rules.extend(self.balance(list, n, family(ip6)));
            }
            Way::External(n) => {
                rules.push(Rule::new().mark_or(mark));
                rules.extend(self.balance(List::Cluster, n, family(ip6)));
            }
            Way::ExternalLocal(_, local) => {
                if let Some(anywhere) = self.needs().map(Self::chain) {
                    let pods = cidr.map(|net| Rule::new().within(source, Compare::Equal, net));
                    rules.extend(pods.map(|rule| rule.goto(&anywhere)));
                    let ours = Rule::new().local(Field::SourceType);
                    rules.push(ours.mark_or(mark).goto(&anywhere));
                }
                match local {
                    0 => rules.push(Rule::new().drop()),
                    n => rules.extend(self.balance(List::Local, n, family(ip6))),
                }
            }
        }
        rules
    }

    /// Where the client was before, else one of the endpoints by chance.
    fn balance(self, list: List, count: u32, family: Family) -> Vec<Rule> {
        let mut rules = Vec::new();
        let front = front(family);
        if self.sticky {
            let client = [&[Field::SourceAddress(family)], &front[..]].concat();
            rules.push(Rule::new().dnat_to_map(family, &client, set::AFFINITY));
        }
        let (front, map) = match self.node_port {
            true => (&front[1..], set::NODE_PORT_ENDPOINTS),
            false => (&front[..], set::ENDPOINTS),
        };
        let offset = if list == List::Local { LOCAL_OFFSET } else { 0 };
        let key = [front, &[Field::Random { modulus: count, offset }]].concat();
        rules.push(Rule::new().dnat_to_map(family, &key, map));
        rules
    }
}

/// What tells services apart: the address, protocol and port that a client connects to.
pub fn front(family: Family) -> [Field; 3] {
    [Field::DestinationAddress(family), Field::Protocol, Field::DestinationPort]
}
