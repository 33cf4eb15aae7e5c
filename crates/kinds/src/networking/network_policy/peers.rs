//! The two sides of a rule: ports, and whom they are open to.

use api::IntOrString;
use api::meta::LabelSelector;
use api::networking::v1::{IPBlock, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec};
use meta::selector::LabelSelectorOptions;
use meta::{ErrorList, FieldError, Path, validate};
use std::net::IpAddr;

use crate::rules::label_selector;
use crate::rules::report::{Report, list};

const PROTOCOLS: [&str; 3] = ["TCP", "UDP", "SCTP"];

/// What is let pass because the old object has it already.
pub struct Lenience<'o> {
    any_values: bool,
    blocks: Vec<&'o str>,
}

impl<'o> Lenience<'o> {
    /// For an object that replaces `old`.
    pub fn of(old: Option<&'o NetworkPolicySpec>) -> Self {
        let Some(old) = old else { return Self { any_values: false, blocks: Vec::new() } };
        let from = list(&old.ingress).iter().flat_map(|rule| list(&rule.from));
        let to = list(&old.egress).iter().flat_map(|rule| list(&rule.to));
        let blocks = from.chain(to).filter_map(|peer| peer.ip_block.as_ref());
        let blocks = blocks.flat_map(|block| std::iter::once(&block.cidr).chain(list(&block.except)));
        let given = old.pod_selector.clone().unwrap_or_default();
        let judged = label_selector::validate(&given, LabelSelectorOptions::default(), &Path::nil());
        Self { any_values: !judged.is_empty(), blocks: blocks.map(String::as_str).collect() }
    }

    /// What is wrong with a selector at `path`.
    pub fn selector(&self, selector: &LabelSelector, path: &Path<'_>) -> ErrorList {
        let options =
            LabelSelectorOptions { allow_invalid_label_value: self.any_values, ..Default::default() };
        label_selector::validate(selector, options, path)
    }
}

/// What is wrong with the ports at `path`.
pub fn ports(ports: &[NetworkPolicyPort], path: &Path<'_>, errors: &mut ErrorList) {
    for (i, port) in ports.iter().enumerate() {
        port_errors(port, &path.index(i), errors);
    }
}

fn port_errors(port: &NetworkPolicyPort, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(protocol) = port.protocol.as_deref().filter(|protocol| !PROTOCOLS.contains(protocol)) {
        errors.push(FieldError::not_supported(&path.child("protocol"), protocol, &PROTOCOLS));
    }
    let (at, last) = (path.child("port"), path.child("endPort"));
    match (&port.port, port.end_port) {
        (Some(IntOrString::Int(number)), end) => {
            for problem in validate::port_number(i64::from(*number)) {
                errors.invalid(&at, *number, problem);
            }
            let Some(end) = end else { return };
            if end < *number {
                errors.invalid(&last, *number, "must be greater than or equal to `port`");
            }
            for problem in validate::port_number(i64::from(end)) {
                errors.invalid(&last, end, problem);
            }
        }
        (Some(IntOrString::String(name)), end) => {
            if let Some(end) = end {
                errors.invalid(&last, end, "may not be specified when `port` is non-numeric");
            }
            errors.problems(&at, name, validate::port_name(name));
        }
        (None, Some(end)) => errors.invalid(&last, end, "may not be specified when `port` is not specified"),
        (None, None) => {}
    }
}

/// What is wrong with the peers at `path`.
pub fn validate(
    peers: &[NetworkPolicyPeer],
    lenience: &Lenience<'_>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    for (i, peer) in peers.iter().enumerate() {
        let at = path.index(i);
        if let Some(selector) = &peer.pod_selector {
            errors.append(lenience.selector(selector, &at.child("podSelector")));
        }
        if let Some(selector) = &peer.namespace_selector {
            errors.append(lenience.selector(selector, &at.child("namespaceSelector")));
        }
        if let Some(block) = &peer.ip_block {
            block_errors(block, lenience, &at.child("ipBlock"), errors);
        }
        let selects = peer.pod_selector.is_some() || peer.namespace_selector.is_some();
        match (selects, peer.ip_block.is_some()) {
            (false, false) => errors.required(&at, "must specify a peer"),
            (true, true) => errors.forbidden(&at, "may not specify both ipBlock and another peer"),
            _ => {}
        }
    }
}

fn block_errors(block: &IPBlock, lenience: &Lenience<'_>, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("cidr");
    if block.cidr.is_empty() {
        return errors.required(&at, "");
    }
    errors.append(validate::cidr_legacy(&at, &block.cidr, true, &lenience.blocks));
    let Some(outer) = validate::parse_cidr_sloppy(&block.cidr) else { return };
    let at = path.child("except");
    for (i, text) in list(&block.except).iter().enumerate() {
        errors.append(validate::cidr_legacy(&at.index(i), text, true, &lenience.blocks));
        let Some(inner) = validate::parse_cidr_sloppy(text) else { continue };
        if !contains(outer, inner.0) || outer.1 >= inner.1 {
            errors.invalid(&at.index(i), text, "must be a strict subset of `cidr`");
        }
    }
}

fn contains((network, length): (IpAddr, u8), address: IpAddr) -> bool {
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    let ((network, width), (address, other)) = (bits(network), bits(address));
    let mask = u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0);
    width == other && network & mask == address & mask
}
