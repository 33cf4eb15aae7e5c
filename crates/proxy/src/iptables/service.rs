//! One service port in iptables: its own chains, and its lines in the chains that all share. Pure.

use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;

use super::names::{Chains, EXTERNAL, FIREWALL, MARK_MASQ, NODE_PORTS, SERVICES};
use crate::backend::Settings;
use crate::view::{Action, Front, Kind, List, Port, PortName};

/// Text for iptables-restore, in parts that go to different places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ServiceRules {
    /// Names of the chains that only this port has.
    pub chains: Vec<String>,
    /// The rules in them.
    pub body: String,
    /// Its lines in the shared chains of table nat.
    pub nat: String,
    /// Its lines in the node ports of table nat.
    pub node_ports: String,
    /// Its lines in the shared chains of table filter.
    pub filter: String,
}

struct Writer<'a> {
    name: &'a PortName,
    port: &'a Port,
    chains: Chains,
    settings: &'a Settings,
    out: ServiceRules,
}

/// The rules of one service port.
pub fn rules(name: &PortName, port: &Port, settings: &Settings) -> ServiceRules {
    let chains = Chains::of(name);
    let mut writer = Writer { name, port, chains, settings, out: ServiceRules::default() };
    for front in &port.fronts {
        writer.front(front);
    }
    let uses = |action| port.fronts.iter().any(|front| front.action == action);
    let external = uses(Action::External) || uses(Action::ExternalLocal);
    if external || uses(Action::Internal(List::Cluster)) {
        writer.balance(List::Cluster);
    }
    if uses(Action::ExternalLocal) || uses(Action::Internal(List::Local)) {
        writer.balance(List::Local);
    }
    if external {
        writer.outside(uses(Action::ExternalLocal));
    }
    writer.firewall();
    writer.endpoints();
    writer.out
}

impl Writer<'_> {
    /// `-p tcp -m tcp -d ADDRESS --dport PORT`, as far as the front has them.
    fn target(&self, front: &Front) -> String {
        let protocol = self.name.protocol.word();
        let address = front.address.map(|address| format!(" -d {}", IpNet::from(address)));
        format!("-p {protocol} -m {protocol}{} --dport {}", address.unwrap_or_default(), front.port)
    }

    fn front(&mut self, front: &Front) {
        let (name, target) = (self.name, self.target(front));
        let what = match front.kind {
            Kind::ClusterIp => " cluster IP",
            Kind::ExternalIp => " external IP",
            Kind::LoadBalancer => " loadbalancer IP",
            Kind::NodePort => "",
        };
        let chain = match front.action {
            Action::Internal(List::Cluster) => Some(self.chains.cluster()),
            Action::Internal(List::Local) => Some(self.chains.local()),
            Action::External | Action::ExternalLocal if !front.sources.is_empty() => {
                Some(self.chains.firewall())
            }
            Action::External | Action::ExternalLocal => Some(self.chains.external()),
            Action::Reject | Action::Drop => None,
        };
        if let Some(chain) = &chain {
            let comment = format!("-m comment --comment \"{name}{what}\"");
            let (list, out) = match front.kind {
                Kind::NodePort => (NODE_PORTS, &mut self.out.node_ports),
                _ => (SERVICES, &mut self.out.nat),
            };
            line(out, format_args!("-A {list} {comment} {target} -j {chain}"));
        }
        if chain.is_some() && !front.sources.is_empty() {
            let comment = format!("\"{name} traffic not accepted by {}\"", self.chains.firewall());
            let rule = format_args!("-A {FIREWALL} -m comment --comment {comment} {target} -j DROP");
            line(&mut self.out.filter, rule);
        }
        self.refusal(front, &target);
    }

    /// What was not sent anywhere is refused (nobody there) or dropped (nobody here).
    fn refusal(&mut self, front: &Front, target: &str) {
        let (verdict, why) = match front.action {
            Action::Reject => ("REJECT", "has no endpoints"),
            Action::Drop => ("DROP", "has no local endpoints"),
            Action::ExternalLocal if self.port.local.is_empty() => ("DROP", "has no local endpoints"),
            _ => return,
        };
        let list = if front.kind == Kind::ClusterIp { SERVICES } else { EXTERNAL };
        let here = if front.kind == Kind::NodePort { "-m addrtype --dst-type LOCAL " } else { "" };
        let comment = format!("-m comment --comment \"{} {why}\"", self.name);
        line(&mut self.out.filter, format_args!("-A {list} {comment} {here}{target} -j {verdict}"));
    }

    fn chain(&mut self, name: String) -> String {
        self.out.chains.push(name.clone());
        name
    }

    /// The chain that picks one of a list, each with the same probability.
    fn balance(&mut self, list: List) {
        let endpoints = self.port.list(list).to_vec();
        if endpoints.is_empty() {
            return;
        }
        let chain = if list == List::Cluster { self.chains.cluster() } else { self.chains.local() };
        let chain = self.chain(chain);
        self.hide_outsiders(&chain, list);
        if let Some(seconds) = self.port.affinity {
            for endpoint in &endpoints {
                let to = self.chains.endpoint(*endpoint);
                let known = format!("-m recent --name {to} --rcheck --seconds {seconds} --reap");
                let comment = self.arrow(*endpoint);
                line(&mut self.out.body, format_args!("-A {chain} {comment} {known} -j {to}"));
            }
        }
        for (index, endpoint) in endpoints.iter().enumerate() {
            let (to, comment) = (self.chains.endpoint(*endpoint), self.arrow(*endpoint));
            let left = endpoints.len() - index;
            let chance = match left {
                1 => String::new(),
                #[expect(clippy::cast_precision_loss, reason = "counts of endpoints are small")]
                _ => format!("-m statistic --mode random --probability {:.10} ", 1.0 / left as f64),
            };
            line(&mut self.out.body, format_args!("-A {chain} {comment} {chance}-j {to}"));
        }
    }

    fn arrow(&self, endpoint: SocketAddr) -> String {
        format!("-m comment --comment \"{} -> {endpoint}\"", self.name)
    }

    /// Who comes to the cluster's address from outside may be answered by another node: the source is hidden.
    fn hide_outsiders(&mut self, chain: &str, list: List) {
        let internal = |front: &&Front| front.action == Action::Internal(list);
        let Some(front) = self.port.fronts.iter().find(internal) else { return };
        let outside = match self.settings.cluster_cidr(self.name.ip6) {
            _ if self.settings.masquerade_all => String::new(),
            Some(net) => format!(" ! -s {net}"),
            None => return,
        };
        let comment = format!("-m comment --comment \"{} cluster IP\"", self.name);
        let target = self.target(front);
        line(&mut self.out.body, format_args!("-A {chain} {comment} {target}{outside} -j {MARK_MASQ}"));
    }

    fn outside(&mut self, local: bool) {
        let (cluster, name) = (self.chains.cluster(), self.name);
        let chain = self.chains.external();
        let chain = self.chain(chain);
        let comment =
            |text: &str| format!("-m comment --comment \"{text} for {name} external destinations\"");
        let out = &mut self.out.body;
        if !local {
            line(out, format_args!("-A {chain} {} -j {MARK_MASQ}", comment("masquerade traffic")));
            line(out, format_args!("-A {chain} -j {cluster}"));
            return;
        }
        let anywhere = !self.port.cluster.is_empty();
        if let Some(net) = self.settings.cluster_cidr(name.ip6).filter(|_| anywhere) {
            line(out, format_args!("-A {chain} {} -s {net} -j {cluster}", comment("pod traffic")));
        }
        if anywhere {
            let ours = "-m addrtype --src-type LOCAL";
            line(
                out,
                format_args!("-A {chain} {} {ours} -j {MARK_MASQ}", comment("masquerade LOCAL traffic")),
            );
            line(out, format_args!("-A {chain} {} {ours} -j {cluster}", comment("route LOCAL traffic")));
        }
        if !self.port.local.is_empty() {
            line(out, format_args!("-A {chain} -j {}", self.chains.local()));
        }
    }

    fn firewall(&mut self) {
        let guarded = self.port.fronts.iter().find(|front| !front.sources.is_empty());
        let open = |front: &&Front| matches!(front.action, Action::External | Action::ExternalLocal);
        let Some(front) = guarded.filter(open) else { return };
        let external = self.chains.external();
        let chain = self.chains.firewall();
        let chain = self.chain(chain);
        let comment = format!("-m comment --comment \"{} loadbalancer IP\"", self.name);
        for net in &front.sources {
            line(&mut self.out.body, format_args!("-A {chain} {comment} -s {net} -j {external}"));
        }
    }

    fn endpoints(&mut self) {
        let balanced = |list, chain: String| self.out.chains.contains(&chain).then(|| self.port.list(list));
        let lists =
            [balanced(List::Cluster, self.chains.cluster()), balanced(List::Local, self.chains.local())];
        let mut all: Vec<SocketAddr> = lists.into_iter().flatten().flatten().copied().collect();
        all.sort();
        all.dedup();
        for endpoint in all {
            let chain = self.chains.endpoint(endpoint);
            let chain = self.chain(chain);
            let comment = format!("-m comment --comment \"{}\"", self.name);
            let address: IpAddr = endpoint.ip();
            let out = &mut self.out.body;
            line(out, format_args!("-A {chain} {comment} -s {} -j {MARK_MASQ}", IpNet::from(address)));
            let learn = self.port.affinity.map(|_| format!("-m recent --name {chain} --set "));
            let protocol = self.name.protocol.word();
            let to = format!("-p {protocol} -m {protocol} -j DNAT --to-destination {endpoint}");
            line(out, format_args!("-A {chain} {comment} {}{to}", learn.unwrap_or_default()));
        }
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes all");
}
