//! Names of pods: the address is in the name, with dashes, so nothing has to be watched. As upstream's default (`pods insecure`), the
//! pod need not exist.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hickory_proto::rr::Name;

/// The address in `10-244-0-5.<namespace>.pod.<domain>`.
pub(super) fn address(name: &Name, domain: &Name) -> Option<IpAddr> {
    if name.num_labels() != domain.num_labels() + 3 {
        return None;
    }
    let mut labels = name.iter();
    let first = std::str::from_utf8(labels.next()?).ok()?;
    if labels.nth(1)? != b"pod" {
        return None;
    }
    parse(first)
}

/// An address as a label: dots or colons are dashes.
pub(super) fn label(ip: IpAddr) -> String {
    ip.to_string().replace(['.', ':'], "-")
}

fn parse(label: &str) -> Option<IpAddr> {
    if let Ok(four) = label.replace('-', ".").parse::<Ipv4Addr>() {
        return Some(four.into());
    }
    label.replace('-', ":").parse::<Ipv6Addr>().ok().map(IpAddr::from)
}
