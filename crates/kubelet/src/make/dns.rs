//! The resolver of a pod: the cluster's, the node's, or the pod's own, by its policy.

use api::core::v1::Pod;
use node::DnsConfig;

use crate::pod::spec;

/// As many servers as resolvers look at.
const MOST_SERVERS: usize = 3;
/// As many domains and letters as newer resolvers look at.
const MOST_SEARCHES: usize = 32;
const MOST_SEARCH_LETTERS: usize = 2048;

/// What the node knows about names.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The cluster's servers.
    pub cluster_servers: Vec<String>,
    /// The cluster's domain.
    pub cluster_domain: String,
    /// The node's own resolver.
    pub node: DnsConfig,
}

/// Reads a resolver configuration.
pub fn parse(text: &str) -> DnsConfig {
    let mut config = DnsConfig::default();
    for line in text.lines() {
        let line = line.split(['#', ';']).next().unwrap_or_default();
        let mut words = line.split_whitespace();
        match words.next() {
            Some("nameserver") => config.servers.extend(words.next().map(str::to_owned)),
            // The last one counts; a lone dot says nothing.
            Some("search") => {
                config.searches = words
                    .map(|word| if word == "." { word } else { word.trim_end_matches('.') }.to_owned())
                    .collect();
            }
            Some("options") => config.options.extend(words.map(str::to_owned)),
            _ => {}
        }
    }
    config
}

/// The resolver of a pod.
pub fn of(pod: &Pod, names: &Names) -> DnsConfig {
    let policy = pod.spec.as_ref().and_then(|spec| spec.dns_policy.as_deref()).unwrap_or("ClusterFirst");
    let cluster = match policy {
        "None" => return with_own(pod, DnsConfig::default()),
        "ClusterFirstWithHostNet" => true,
        "ClusterFirst" => !spec::host_network(pod),
        _ => false,
    };
    let base = match cluster && !names.cluster_servers.is_empty() {
        true => of_cluster(pod, names),
        // An empty file would make resolvers ask the pod itself.
        false if names.node.servers.is_empty() => DnsConfig {
            servers: vec!["127.0.0.1".into()],
            searches: vec![".".into()],
            ..DnsConfig::default()
        },
        false => names.node.clone(),
    };
    with_own(pod, base)
}

fn of_cluster(pod: &Pod, names: &Names) -> DnsConfig {
    let domain = &names.cluster_domain;
    let mut searches = Vec::new();
    if !domain.is_empty() {
        let namespace = spec::namespace(pod);
        searches = vec![format!("{namespace}.svc.{domain}"), format!("svc.{domain}"), domain.clone()];
    }
    add_new(&mut searches, &names.node.searches);
    DnsConfig { servers: names.cluster_servers.clone(), searches, options: vec!["ndots:5".into()] }
}

/// With what the pod itself adds, within what resolvers bear.
fn with_own(pod: &Pod, mut config: DnsConfig) -> DnsConfig {
    if let Some(own) = pod.spec.as_ref().and_then(|spec| spec.dns_config.as_ref()) {
        add_new(&mut config.servers, own.nameservers.as_deref().unwrap_or_default());
        add_new(&mut config.searches, own.searches.as_deref().unwrap_or_default());
        for option in own.options.iter().flatten() {
            let name = option.name.clone().unwrap_or_default();
            config.options.retain(|old| old.split(':').next() != Some(&name));
            let value = option.value.as_ref().map(|value| format!(":{value}")).unwrap_or_default();
            config.options.push(format!("{name}{value}"));
        }
    }
    config.servers.truncate(MOST_SERVERS);
    config.searches.truncate(MOST_SEARCHES);
    while config.searches.join(" ").len() > MOST_SEARCH_LETTERS {
        config.searches.pop();
    }
    config
}

fn add_new(list: &mut Vec<String>, more: &[String]) {
    for item in more {
        if !list.contains(item) {
            list.push(item.clone());
        }
    }
}

/// The file.
pub fn render(config: &DnsConfig) -> String {
    let mut text = String::new();
    if !config.searches.is_empty() {
        text.push_str(&format!("search {}\n", config.searches.join(" ")));
    }
    for server in &config.servers {
        text.push_str(&format!("nameserver {server}\n"));
    }
    if !config.options.is_empty() {
        text.push_str(&format!("options {}\n", config.options.join(" ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::json;

    #[test]
    fn every_policy() {
        let names = Names {
            cluster_servers: vec!["10.96.0.10".into()],
            cluster_domain: "cluster.local".into(),
            node: parse("# x\nnameserver 1.1.1.1\nsearch a.b. c\noptions edns0\n"),
        };
        let cluster = "search n.svc.cluster.local svc.cluster.local cluster.local a.b c\nnameserver 10.96.0.10\noptions ndots:5\n";
        let node = "search a.b c\nnameserver 1.1.1.1\noptions edns0\n";
        let own = json!({"nameservers": ["9.9.9.9"], "searches": ["x"], "options": [{"name": "ndots", "value": "2"}]});
        for (spec, expected) in [
            (json!({}), cluster),
            (json!({"dnsPolicy": "ClusterFirst", "hostNetwork": true}), node),
            (json!({"dnsPolicy": "ClusterFirstWithHostNet", "hostNetwork": true}), cluster),
            (json!({"dnsPolicy": "Default"}), node),
            (
                json!({"dnsPolicy": "None", "dnsConfig": own}),
                "search x\nnameserver 9.9.9.9\noptions ndots:2\n",
            ),
            (
                json!({"dnsConfig": own}),
                "search n.svc.cluster.local svc.cluster.local cluster.local a.b c x\nnameserver 10.96.0.10\nnameserver 9.9.9.9\noptions ndots:2\n",
            ),
        ] {
            let mut full = json!({"containers": []});
            full.as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
            let pod = Pod::decode(&json!({"metadata": {"namespace": "n"}, "spec": full})).unwrap();
            assert_eq!(render(&of(&pod, &names)), expected, "{spec}");
        }
    }
}
