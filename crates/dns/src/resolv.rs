//! `/etc/resolv.conf`: the servers that a node asks. Nothing else in it matters here.

use std::net::{IpAddr, SocketAddr};

/// The servers named in the text, except those in `own`: a server must not ask itself.
pub(crate) fn servers(text: &str, own: &[SocketAddr]) -> Vec<SocketAddr> {
    let named = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
    // A scope (`fe80::1%eth0`) can't be kept in an address alone; such servers are left out.
    let addresses = named.filter_map(|rest| rest.split_whitespace().next()?.parse::<IpAddr>().ok());
    addresses.map(|ip| SocketAddr::new(ip, 53)).filter(|server| !own.contains(server)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_and_oneself_is_left_out() {
        let text = "# one\nsearch x\nnameserver 10.0.0.1 # main\n nameserver\tfd00::1\nnameserver fe80::1%eth0\nnameserver 10.0.0.2\nnameserver\n";
        let own = ["10.0.0.2:53".parse().unwrap()];
        let found: Vec<String> = servers(text, &own).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["10.0.0.1:53", "[fd00::1]:53"]);
    }
}
