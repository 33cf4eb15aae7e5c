//! From the view to nftables: the table as it is without services, and what each service port adds to its sets. Pure.

use std::net::SocketAddr;
use std::time::Duration;

use netfilter::nft::{
    Batch, Chain, Compare, Data, Element, Field, Hook, Rule, Set, Type, Value, Verdict, priority,
};

use super::names::{chain, family, learn, set, table};
use super::plan::{LOCAL_OFFSET, Plan, Way, front};
use crate::backend::{Settings, loopback};
use crate::view::{Action, Front, Kind, List, Port, PortName};

/// How many clients are remembered at once.
const CLIENTS: u32 = 1 << 18;

/// What one service port wants in the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claims {
    /// The chains its elements lead to.
    pub plans: Vec<Plan>,
    /// For how long clients keep their endpoint, in seconds.
    pub affinity: Option<u32>,
    /// Elements, with the set that each is for.
    pub elements: Vec<(&'static str, Element)>,
}

/// A transaction that replaces the table by one without services.
pub fn skeleton(settings: &Settings, ip6: bool) -> Batch {
    let mut batch = Batch::new(&table(ip6));
    batch.replace_table();
    for set in sets(ip6) {
        batch.add_set(set);
    }
    batch.add_chain(Chain::nat(chain::PREROUTING, Hook::Prerouting, priority::DNAT));
    batch.add_chain(Chain::nat(chain::OUTPUT, Hook::Output, priority::DNAT));
    batch.add_chain(Chain::nat(chain::INPUT, Hook::Input, priority::SNAT));
    batch.add_chain(Chain::nat(chain::POSTROUTING, Hook::Postrouting, priority::SNAT));
    for name in [chain::SERVICES, chain::REJECT, chain::LEARN] {
        batch.add_chain(Chain::regular(name));
    }
    batch.add_rule(chain::REJECT, Rule::new().reject(family(ip6)));
    services(&mut batch, settings, ip6);
    leaving(&mut batch, settings, ip6);
    batch
}

fn sets(ip6: bool) -> Vec<Set> {
    let address = if ip6 { Type::Ipv6 } else { Type::Ipv4 };
    let (front, endpoint) = ([address, Type::Protocol, Type::Port], [address, Type::Port]);
    let and = |fields: &[Type], more: Type| [fields, &[more]].concat();
    vec![
        Set::verdicts(set::SERVICES, &front).comment("what becomes of connections to services"),
        Set::verdicts(set::NODE_PORTS, &front[1..]).comment("the same for ports of this node"),
        Set::map(set::ENDPOINTS, &and(&front, Type::Mark), &endpoint),
        Set::map(set::NODE_PORT_ENDPOINTS, &and(&front[1..], Type::Mark), &endpoint),
        Set::new(set::CLUSTER_IPS, &[address]),
        Set::new(set::HAIRPIN, &[address, address]),
        Set::new(set::GUARDED, &front),
        Set::new(set::SOURCES, &and(&front, address)).intervals(),
        Set::verdicts(set::STICKY, &front),
        Set::verdicts(set::STICKY_NODE_PORTS, &front[1..]),
        clients(ip6),
    ]
}

/// Which endpoint a client keeps: filled by packets.
pub fn clients(ip6: bool) -> Set {
    let address = if ip6 { Type::Ipv6 } else { Type::Ipv4 };
    let client = [address, address, Type::Protocol, Type::Port];
    Set::map(set::AFFINITY, &client, &[address, Type::Port])
        .dynamic(CLIENTS)
        .comment("which endpoint a client keeps")
}

/// Packets that arrive or start here: is it for a service, and what becomes of it?
fn services(batch: &mut Batch, settings: &Settings, ip6: bool) {
    let (family, services) = (family(ip6), chain::SERVICES);
    let front = front(family);
    batch.add_rule(chain::PREROUTING, Rule::new().jump(services));
    batch.add_rule(chain::OUTPUT, Rule::new().jump(services));
    let from = [&front[..], &[Field::SourceAddress(family)]].concat();
    let guarded = Rule::new().in_set(&front, Compare::Equal, set::GUARDED);
    batch.add_rule(services, guarded.in_set(&from, Compare::Different, set::SOURCES).drop());
    batch.add_rule(services, Rule::new().verdict_map(&front, set::SERVICES));
    let mut here = Vec::new();
    let destination = || Field::DestinationAddress(family);
    for net in settings.node_ports(ip6) {
        here.push(Rule::new().within(destination(), Compare::Equal, net));
    }
    if here.is_empty() {
        here.push(Rule::new().within(destination(), Compare::Different, loopback(ip6)));
    }
    for rule in here {
        let rule = rule.local(Field::DestinationType);
        batch.add_rule(services, rule.verdict_map(&front[1..], set::NODE_PORTS));
    }
    let other = Rule::new().in_set(&[destination()], Compare::Equal, set::CLUSTER_IPS).reject(family);
    batch.add_rule(services, other.comment("a service, but not one of its ports"));
}

/// Packets that leave, or are for this machine: who got which endpoint, and whose source is hidden?
fn leaving(batch: &mut Batch, settings: &Settings, ip6: bool) {
    let family = family(ip6);
    let was = [Field::OriginalAddress(family), Field::Protocol, Field::OriginalPort];
    batch.add_rule(chain::LEARN, Rule::new().verdict_map(&was, set::STICKY));
    batch.add_rule(chain::LEARN, Rule::new().verdict_map(&was[1..], set::STICKY_NODE_PORTS));
    for hook in [chain::INPUT, chain::POSTROUTING] {
        batch.add_rule(hook, Rule::new().rewritten().jump(chain::LEARN));
    }
    let mark = settings.masquerade_mark;
    let marked = Rule::new().bits(Field::Mark, Compare::Equal, mark).mark_xor(mark).masquerade();
    batch.add_rule(chain::POSTROUTING, marked);
    let pair = [Field::SourceAddress(family), Field::DestinationAddress(family)];
    let itself = Rule::new().rewritten().in_set(&pair, Compare::Equal, set::HAIRPIN);
    batch.add_rule(chain::POSTROUTING, itself.masquerade().comment("a pod that reaches itself"));
}

/// Writes the chain that keeps clients for so many seconds.
pub fn affinity(batch: &mut Batch, seconds: u32, ip6: bool) {
    let family = family(ip6);
    let client =
        [Field::SourceAddress(family), Field::OriginalAddress(family), Field::Protocol, Field::OriginalPort];
    let endpoint = [Field::DestinationAddress(family), Field::DestinationPort];
    let name = learn(seconds);
    batch.add_chain(Chain::regular(&name));
    let keep = Duration::from_secs(seconds.into());
    batch.add_rule(&name, Rule::new().learn(set::AFFINITY, &client, &endpoint, keep));
}

/// What a service port wants in the table. `slots` says which endpoint has which index.
pub fn claims(name: &PortName, port: &Port, slots: &Slots) -> Claims {
    let mut claims = Claims { affinity: port.affinity, ..Claims::default() };
    for front in &port.fronts {
        claim_front(&mut claims, name, port, front, slots);
    }
    for address in &port.hairpin {
        let pair = vec![Value::Address(*address), Value::Address(*address)];
        claims.elements.push((set::HAIRPIN, Element::new(pair)));
    }
    claims.plans.sort();
    claims.plans.dedup();
    claims
}

/// Which endpoint has which index, for both lists of a service port.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Slots {
    /// Of the whole cluster.
    pub cluster: Vec<SocketAddr>,
    /// Of this node.
    pub local: Vec<SocketAddr>,
}

impl Slots {
    /// The slots for these endpoints: whoever has one keeps it, so that one endpoint more or less changes one element or two.
    pub fn fill(&self, port: &Port) -> Self {
        Self { cluster: place(&self.cluster, &port.cluster), local: place(&self.local, &port.local) }
    }
}

fn place(before: &[SocketAddr], wanted: &[SocketAddr]) -> Vec<SocketAddr> {
    let wanted_set: std::collections::HashSet<_> = wanted.iter().collect();
    let kept: Vec<_> =
        (0..wanted.len()).map(|i| before.get(i).filter(|old| wanted_set.contains(old))).collect();
    let settled: std::collections::HashSet<_> = kept.iter().flatten().collect();
    let mut homeless = wanted.iter().filter(|one| !settled.contains(one));
    kept.iter().filter_map(|slot| slot.or_else(|| homeless.next())).copied().collect()
}

fn claim_front(claims: &mut Claims, name: &PortName, port: &Port, front: &Front, slots: &Slots) {
    let key = key(name, front);
    let node_port = front.kind == Kind::NodePort;
    let (services, endpoints, sticky) = match node_port {
        true => (set::NODE_PORTS, set::NODE_PORT_ENDPOINTS, set::STICKY_NODE_PORTS),
        false => (set::SERVICES, set::ENDPOINTS, set::STICKY),
    };
    let way = way(front.action, port);
    let verdict = match way {
        None if front.action == Action::Drop => Verdict::Drop,
        None => Verdict::Goto(chain::REJECT.to_owned()),
        Some(way) => {
            let plan = Plan { way, node_port, sticky: port.affinity.is_some() };
            claims.plans.extend(plan.needs());
            claims.plans.push(plan);
            Verdict::Goto(plan.chain())
        }
    };
    let element = Element::with(key.clone(), Data::Verdict(verdict)).comment(name.to_string());
    claims.elements.push((services, element));
    if let Some(Value::Address(address)) = key.first().filter(|_| front.kind == Kind::ClusterIp) {
        claims.elements.push((set::CLUSTER_IPS, Element::new(vec![Value::Address(*address)])));
    }
    for (list, offset) in way.map(lists).unwrap_or_default() {
        let slots = if list == List::Local { &slots.local } else { &slots.cluster };
        for (index, endpoint) in (offset..).zip(slots) {
            let key = [&key[..], &[Value::Mark(index)]].concat();
            let to = Data::Values(vec![Value::Address(endpoint.ip()), Value::Port(endpoint.port())]);
            claims.elements.push((endpoints, Element::with(key, to)));
        }
    }
    if let Some(seconds) = port.affinity.filter(|_| way.is_some()) {
        let jump = Data::Verdict(Verdict::Jump(learn(seconds)));
        claims.elements.push((sticky, Element::with(key.clone(), jump)));
    }
    if !front.sources.is_empty() {
        claims.elements.push((set::GUARDED, Element::new(key.clone())));
    }
    for net in &front.sources {
        let key = [&key[..], &[Value::Net(*net)]].concat();
        claims.elements.push((set::SOURCES, Element::new(key)));
    }
}

/// What tells the front from others: its address (of a node port none), protocol and port.
fn key(name: &PortName, front: &Front) -> Vec<Value> {
    let rest = [Value::Protocol(name.protocol.number()), Value::Port(front.port)];
    front.address.map(Value::Address).into_iter().chain(rest).collect()
}

/// The way for an action; none where nothing is to be reached.
fn way(action: Action, port: &Port) -> Option<Way> {
    let count = |list| u32::try_from(port.list(list).len()).expect("a service has fewer endpoints");
    match action {
        Action::Reject | Action::Drop => None,
        Action::Internal(list) => Some(Way::Internal(list, count(list))),
        Action::External => Some(Way::External(count(List::Cluster))),
        Action::ExternalLocal => Some(Way::ExternalLocal(count(List::Cluster), count(List::Local))),
    }
}

/// The lists that a way picks from, with the index that each starts at.
fn lists(way: Way) -> Vec<(List, u32)> {
    match way {
        Way::Pick(List::Local, _) | Way::Internal(List::Local, _) => vec![(List::Local, LOCAL_OFFSET)],
        Way::ExternalLocal(..) => vec![(List::Cluster, 0), (List::Local, LOCAL_OFFSET)],
        Way::Pick(..) | Way::Internal(..) | Way::External(_) => vec![(List::Cluster, 0)],
    }
}
