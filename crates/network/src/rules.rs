//! The rules that pods need on their node, as text for `nft`: the node's address for what leaves the cluster, and host ports.
//!
//! Pure. The whole table is replaced in one transaction; `filter` performs it. What each rule is for:
//!
//! | chain | rule |
//! |---|---|
//! | `raw` | nothing from a pod may claim to be for the node's loopback, which host ports make reachable |
//! | `prerouting`, `output` | a node's port leads to the pod that asked for it |
//! | `postrouting` | pods that leave the cluster, and whoever comes back to itself through a host port, get the node's address |
//!
//! Network policies will get chains of their own beside these, in a table of their own.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::net::IpAddr;

use ipnet::IpNet;
use node::{HostPort, Protocol};

use crate::names::{LINK_PREFIX, TABLE};

/// A port of the node and the pod it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Published {
    /// The port.
    pub(crate) port: HostPort,
    /// The pod's address.
    pub(crate) pod: IpAddr,
}

/// What the table is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    /// The pods' networks of this node; empty leaves every source as it is.
    pub(crate) pods: Vec<IpNet>,
    /// Where pods are seen with their own address.
    pub(crate) direct: Vec<IpNet>,
    /// Host ports.
    pub(crate) published: Vec<Published>,
}

/// What removes the table, whether or not it is there.
pub(crate) fn remove() -> String {
    format!("add table inet {TABLE}\ndelete table inet {TABLE}\n")
}

/// What puts the table in place of the one that is there.
pub(crate) fn render(rules: &Rules) -> String {
    let mut out = remove();
    let _ = writeln!(out, "table inet {TABLE} {{");
    for (six, name) in [(false, "4"), (true, "6")] {
        sets(&mut out, rules, six, name);
    }
    out.push_str(&chains());
    out.push_str("}\n");
    out
}

fn sets(out: &mut String, rules: &Rules, six: bool, name: &str) {
    let kind = if six { "ipv6_addr" } else { "ipv4_addr" };
    let nets = |all: &[IpNet]| -> Vec<String> {
        IpNet::aggregate(&all.iter().copied().filter(|net| net.addr().is_ipv6() == six).collect::<Vec<_>>())
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    set(out, &format!("set pods{name}"), &format!("type {kind}; flags interval;"), &nets(&rules.pods));
    set(out, &format!("set direct{name}"), &format!("type {kind}; flags interval;"), &nets(&rules.direct));
    let (mut anywhere, mut bound, mut selves) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for Published { port, pod } in rules.published.iter().filter(|published| published.pod.is_ipv6() == six) {
        let target = format!("{pod} . {}", port.container_port);
        let from = format!("{} . {}", protocol(port.protocol), port.host_port);
        match port.host_ip.parse::<IpAddr>() {
            Ok(ip) if !ip.is_unspecified() && ip.is_ipv6() == six => {
                bound.insert(format!("{ip} . {from} : {target}"));
            }
            // An address of the other family leads nowhere in this one.
            Ok(ip) if !ip.is_unspecified() => continue,
            _ => {
                anywhere.insert(format!("{from} : {target}"));
            }
        }
        selves.insert(format!("{pod} . {pod}"));
    }
    let to = format!("{kind} . inet_service");
    set(
        out,
        &format!("map ports{name}"),
        &format!("type inet_proto . inet_service : {to};"),
        &Vec::from_iter(anywhere),
    );
    let typed = format!("type {kind} . inet_proto . inet_service : {to};");
    set(out, &format!("map bound{name}"), &typed, &Vec::from_iter(bound));
    set(out, &format!("set selves{name}"), &format!("type {kind} . {kind};"), &Vec::from_iter(selves));
}

fn set(out: &mut String, name: &str, kind: &str, elements: &[String]) {
    let _ = write!(out, "  {name} {{ {kind}");
    if !elements.is_empty() {
        let _ = write!(out, " elements = {{ {} }}", elements.join(", "));
    }
    out.push_str(" }\n");
}

fn chains() -> String {
    let pods = format!("\"{LINK_PREFIX}*\"");
    format!(
        r"  chain raw {{
    type filter hook prerouting priority raw; policy accept;
    iifname {pods} ip daddr 127.0.0.0/8 drop
  }}
  chain ports {{
    dnat ip to ip daddr . meta l4proto . th dport map @bound4
    dnat ip6 to ip6 daddr . meta l4proto . th dport map @bound6
    dnat ip to meta l4proto . th dport map @ports4
    dnat ip6 to meta l4proto . th dport map @ports6
  }}
  chain prerouting {{
    type nat hook prerouting priority dstnat; policy accept;
    fib daddr type local jump ports
  }}
  chain output {{
    type nat hook output priority -100; policy accept;
    fib daddr type local jump ports
  }}
  chain postrouting {{
    type nat hook postrouting priority srcnat; policy accept;
    oifname {pods} ip saddr 127.0.0.0/8 masquerade
    ct status dnat ip saddr . ip daddr @selves4 masquerade
    ct status dnat ip6 saddr . ip6 daddr @selves6 masquerade
    oifname {pods} accept
    ip saddr @pods4 ip daddr != @direct4 ip daddr != 224.0.0.0/4 masquerade
    ip6 saddr @pods6 ip6 daddr != @direct6 ip6 daddr != ff00::/8 masquerade
  }}
"
    )
}

fn protocol(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Tcp => "tcp",
        Protocol::Udp => "udp",
        Protocol::Sctp => "sctp",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_in_text() {
        let port = |host_port, host_ip: &str, protocol| HostPort {
            protocol,
            container_port: 8080,
            host_port,
            host_ip: host_ip.into(),
        };
        let four: IpAddr = "10.244.0.5".parse().unwrap();
        let rules = Rules {
            pods: vec!["10.244.0.0/24".parse().unwrap(), "fd00:244::/64".parse().unwrap()],
            direct: ["10.244.0.0/16", "10.244.1.0/24", "172.31.0.3/32", "172.31.0.2/32", "fd00:244::/56"]
                .map(|net| net.parse().unwrap())
                .into(),
            published: vec![
                Published { port: port(80, "", Protocol::Tcp), pod: four },
                Published { port: port(80, "", Protocol::Tcp), pod: "fd00:244::5".parse().unwrap() },
                Published { port: port(53, "127.0.0.1", Protocol::Udp), pod: four },
                Published { port: port(53, "127.0.0.1", Protocol::Udp), pod: "fd00:244::5".parse().unwrap() },
                Published { port: port(90, "::", Protocol::Sctp), pod: four },
            ],
        };
        let text = render(&rules);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/rules.nft");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(text, std::fs::read_to_string(path).unwrap());
    }
}
