//! The whole text for iptables-restore: shared chains always, a service's own chains when it changed. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::names::{FIXED, FORWARD, Jump, MARK_MASQ, NODE_PORTS, POSTROUTING, SERVICES};
pub use super::service::{ServiceRules, rules};
use crate::backend::{Settings, loopback};
use crate::view::{PortName, View};

/// What is to be written, besides the shared chains.
#[derive(Debug, Default)]
pub struct Scope<'a> {
    /// Ports whose own chains are written.
    pub ports: Vec<&'a PortName>,
    /// Chains of services that are to go.
    pub gone: BTreeSet<String>,
    /// Rules of built-in chains that are missing.
    pub jumps: Vec<&'static Jump>,
}

/// The text that brings both tables up to date.
pub fn text(
    all: &BTreeMap<PortName, ServiceRules>,
    view: &View,
    scope: &Scope<'_>,
    settings: &Settings,
    ip6: bool,
) -> String {
    let mut out = String::new();
    filter(&mut out, all, view, scope, settings);
    nat(&mut out, all, scope, settings, ip6);
    out
}

fn open(out: &mut String, table: &str) {
    add(out, format_args!("*{table}"));
    for (_, chains) in FIXED.iter().filter(|(of, _)| *of == table) {
        for chain in *chains {
            add(out, format_args!(":{chain} - [0:0]"));
        }
    }
}

fn jumps(out: &mut String, table: &str, scope: &Scope<'_>) {
    for jump in scope.jumps.iter().filter(|jump| jump.table == table) {
        add(out, format_args!("-I {} {} -j {}", jump.from, condition(jump), jump.to));
    }
}

/// What stands between the chain and the `-j` of a jump.
pub fn condition(jump: &Jump) -> String {
    let new = if jump.new { "-m conntrack --ctstate NEW " } else { "" };
    format!("{new}-m comment --comment \"{}\"", jump.comment)
}

fn filter(
    out: &mut String,
    all: &BTreeMap<PortName, ServiceRules>,
    view: &View,
    scope: &Scope<'_>,
    settings: &Settings,
) {
    open(out, "filter");
    jumps(out, "filter", scope);
    for rules in all.values() {
        out.push_str(&rules.filter);
    }
    for (service, health) in &view.health {
        let comment = format!("-m comment --comment \"{service} health check node port\"");
        let port = health.port;
        add(out, format_args!("-A {NODE_PORTS} {comment} -p tcp -m tcp --dport {port} -j ACCEPT"));
    }
    let mark = format!("{0:#x}/{0:#x}", settings.masquerade_mark);
    add(out, format_args!("-A {FORWARD} -m conntrack --ctstate INVALID -j DROP"));
    let comment = "-m comment --comment \"kubernetes forwarding rules\"";
    add(out, format_args!("-A {FORWARD} {comment} -m mark --mark {mark} -j ACCEPT"));
    let comment = "-m comment --comment \"kubernetes forwarding conntrack rule\"";
    add(out, format_args!("-A {FORWARD} {comment} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT"));
    add(out, format_args!("COMMIT"));
}

fn nat(
    out: &mut String,
    all: &BTreeMap<PortName, ServiceRules>,
    scope: &Scope<'_>,
    settings: &Settings,
    ip6: bool,
) {
    open(out, "nat");
    let ours: Vec<_> = scope.ports.iter().filter_map(|port| all.get(*port)).collect();
    for chain in ours.iter().flat_map(|rules| &rules.chains).chain(&scope.gone) {
        add(out, format_args!(":{chain} - [0:0]"));
    }
    jumps(out, "nat", scope);
    let mark = settings.masquerade_mark;
    add(out, format_args!("-A {POSTROUTING} -m mark ! --mark {mark:#x}/{mark:#x} -j RETURN"));
    add(out, format_args!("-A {POSTROUTING} -j MARK --xor-mark {mark:#x}"));
    let comment = "-m comment --comment \"kubernetes service traffic requiring SNAT\"";
    add(out, format_args!("-A {POSTROUTING} {comment} -j MASQUERADE --random-fully"));
    add(out, format_args!("-A {MARK_MASQ} -j MARK --or-mark {mark:#x}"));
    for rules in all.values() {
        out.push_str(&rules.nat);
        out.push_str(&rules.node_ports);
    }
    node_ports(out, settings, ip6);
    for rules in ours {
        out.push_str(&rules.body);
    }
    for chain in &scope.gone {
        add(out, format_args!("-X {chain}"));
    }
    add(out, format_args!("COMMIT"));
}

/// What is for no service address, but for one of this node's own, may be for a node port.
fn node_ports(out: &mut String, settings: &Settings, ip6: bool) {
    let comment = "kubernetes service nodeports; NOTE: this must be the last rule in this chain";
    let mut here: Vec<_> = settings.node_ports(ip6).iter().map(|net| format!("-d {net}")).collect();
    if here.is_empty() {
        here.push(format!("! -d {}", loopback(ip6)));
    }
    for destination in here {
        add(
            out,
            format_args!(
                "-A {SERVICES} -m comment --comment \"{comment}\" -m addrtype --dst-type LOCAL {destination} -j {NODE_PORTS}"
            ),
        );
    }
}

fn add(out: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(out, "{line}").expect("a string takes all");
}
