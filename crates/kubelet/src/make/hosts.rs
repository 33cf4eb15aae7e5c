//! `/etc/hosts` of a pod, which the kubelet manages.

use api::core::v1::HostAlias;

/// The file of a pod with addresses of its own.
pub fn managed(ips: &[String], hostname: &str, domain: &str, aliases: &[HostAlias]) -> String {
    let mut text = String::from(
        "# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n\
         fe00::0\tip6-localnet\nfe00::0\tip6-mcastprefix\nfe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n",
    );
    for ip in ips {
        let line = match domain {
            "" => format!("{ip}\t{hostname}\n"),
            domain => format!("{ip}\t{hostname}.{domain}\t{hostname}\n"),
        };
        text.push_str(&line);
    }
    text + &of_aliases(aliases)
}

/// The file of a pod that has the node's addresses: the node's own, and what the pod adds.
pub fn of_node(node: &str, aliases: &[HostAlias]) -> String {
    format!("# Kubernetes-managed hosts file (host network).\n{node}{}", of_aliases(aliases))
}

fn of_aliases(aliases: &[HostAlias]) -> String {
    if aliases.is_empty() {
        return String::new();
    }
    let line = |alias: &HostAlias| {
        format!("{}\t{}\n", alias.ip, alias.hostnames.clone().unwrap_or_default().join("\t"))
    };
    format!("\n# Entries added by HostAliases.\n{}", aliases.iter().map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_and_aliases() {
        let alias = HostAlias { ip: "1.2.3.4".into(), hostnames: Some(vec!["a".into(), "b".into()]) };
        let text = managed(&["10.0.0.7".into()], "web", "s.n.svc.c.l", &[alias]);
        let tail = text.split("ip6-allrouters\n").nth(1).unwrap();
        assert_eq!(
            tail,
            "10.0.0.7\tweb.s.n.svc.c.l\tweb\n\n# Entries added by HostAliases.\n1.2.3.4\ta\tb\n"
        );
        assert!(of_node("127.0.0.1 x\n", &[]).ends_with(".\n127.0.0.1 x\n"));
    }
}
