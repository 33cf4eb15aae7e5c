//! `KubeProxyConfiguration`, as it stands in a file or in the ConfigMap `kube-proxy` of `kube-system`. Pure.
//!
//! Fields that this proxy has no use for are accepted and left alone: the same text must do for the stock one.

use std::collections::BTreeMap;
use std::time::Duration;

use ipnet::IpNet;
use serde::Deserialize;

use crate::config::Config;

/// The key of the configuration within the ConfigMap.
pub const CONFIG_MAP_KEY: &str = "config.conf";

/// A text that is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not YAML.
    #[error("{0}")]
    Yaml(#[from] codec::yaml::YamlError),
    /// It does not have the right shape.
    #[error("{0}")]
    Shape(#[from] serde_json::Error),
    /// It is something else.
    #[error("this is a {0:?}, not a KubeProxyConfiguration")]
    Kind(String),
    /// A value that cannot be read.
    #[error("{field}: {value:?} is not {expected}")]
    Value {
        /// Where it stands.
        field: &'static str,
        /// What stands there.
        value: String,
        /// What should.
        expected: &'static str,
    },
    /// The ConfigMap has no configuration.
    #[error("the ConfigMap has no key {CONFIG_MAP_KEY}")]
    Missing,
}

/// What the text says, of what this proxy understands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct KubeProxyConfiguration {
    kind: String,
    /// The mode; empty for the default.
    pub mode: String,
    /// One network, or one per family with a comma.
    #[serde(rename = "clusterCIDR")]
    pub cluster_cidr: String,
    /// Where node ports answer.
    pub node_port_addresses: Option<Vec<String>>,
    /// Where health is served.
    pub healthz_bind_address: String,
    /// Where metrics are served.
    pub metrics_bind_address: String,
    /// The node's name, where it is not the machine's.
    pub hostname_override: String,
    /// Of the mode `iptables`.
    pub iptables: ModeConfiguration,
    /// Of the mode `nftables`.
    pub nftables: ModeConfiguration,
}

/// The part of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ModeConfiguration {
    /// Hide every source.
    pub masquerade_all: bool,
    /// The bit of the mark.
    pub masquerade_bit: Option<u32>,
    /// How often everything is checked.
    pub sync_period: String,
    /// How long changes are gathered.
    pub min_sync_period: String,
}

/// Reads a text.
pub fn parse(text: &str) -> Result<KubeProxyConfiguration, Error> {
    let tree = codec::yaml::decode(text.as_bytes())?.value;
    let configuration: KubeProxyConfiguration = serde_json::from_value(tree)?;
    match configuration.kind.as_str() {
        "KubeProxyConfiguration" => Ok(configuration),
        other => Err(Error::Kind(other.to_owned())),
    }
}

/// Reads the data of the ConfigMap.
pub fn parse_config_map(data: &BTreeMap<String, String>) -> Result<KubeProxyConfiguration, Error> {
    parse(data.get(CONFIG_MAP_KEY).ok_or(Error::Missing)?)
}

impl KubeProxyConfiguration {
    /// Puts what it says over a configuration; what it leaves open stays.
    pub fn apply(&self, config: &mut Config) -> Result<(), Error> {
        if !self.mode.is_empty() {
            config.mode.clone_from(&self.mode);
        }
        if !self.hostname_override.is_empty() {
            config.node_name.clone_from(&self.hostname_override);
        }
        if !self.cluster_cidr.is_empty() {
            config.cluster_cidrs = nets("clusterCIDR", self.cluster_cidr.split(','))?;
        }
        if let Some(addresses) = &self.node_port_addresses {
            // "primary" means the node's own addresses, of which this proxy serves all anyway.
            let addresses = addresses.iter().map(String::as_str).filter(|one| *one != "primary");
            config.node_port_addresses = nets("nodePortAddresses", addresses)?;
        }
        config.health_bind = bind("healthzBindAddress", &self.healthz_bind_address, config.health_bind)?;
        config.metrics_bind = bind("metricsBindAddress", &self.metrics_bind_address, config.metrics_bind)?;
        let mode = if config.mode == "iptables" { &self.iptables } else { &self.nftables };
        config.masquerade_all |= mode.masquerade_all;
        config.masquerade_bit = mode.masquerade_bit.unwrap_or(config.masquerade_bit);
        let min = duration("minSyncPeriod", &mode.min_sync_period)?;
        config.min_sync_period = min.unwrap_or(config.min_sync_period);
        let period = duration("syncPeriod", &mode.sync_period)?.filter(|period| !period.is_zero());
        config.sync_period = period.unwrap_or(config.sync_period);
        Ok(())
    }
}

fn nets<'a>(field: &'static str, texts: impl Iterator<Item = &'a str>) -> Result<Vec<IpNet>, Error> {
    let wrong = |text: &str| Error::Value { field, value: text.to_owned(), expected: "a network" };
    texts.map(|text| text.trim().parse().map_err(|_| wrong(text))).collect()
}

/// An address with a port; a bare address keeps the port it had.
fn bind(
    field: &'static str,
    text: &str,
    before: Option<std::net::SocketAddr>,
) -> Result<Option<std::net::SocketAddr>, Error> {
    if text.is_empty() {
        return Ok(before);
    }
    let with_port = || {
        let address = text.parse().ok()?;
        Some(std::net::SocketAddr::new(address, before?.port()))
    };
    let found = text.parse().ok().or_else(with_port);
    let wrong = || Error::Value { field, value: text.to_owned(), expected: "an address with a port" };
    found.map(Some).ok_or_else(wrong)
}

/// A duration as Go writes it: `1m30s`, `500ms`.
fn duration(field: &'static str, text: &str) -> Result<Option<Duration>, Error> {
    let wrong = || Error::Value { field, value: text.to_owned(), expected: "a duration" };
    let (mut rest, mut total) = (text.trim(), Duration::ZERO);
    if rest.is_empty() {
        return Ok(None);
    }
    while !rest.is_empty() && rest != "0" {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
        let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
        let unit = &rest[digits..];
        let (seconds, word) = [("ms", 0.001), ("us", 0.000_001), ("h", 3600.0), ("m", 60.0), ("s", 1.0)]
            .iter()
            .find(|(word, _)| unit.starts_with(word))
            .map(|(word, seconds)| (*seconds, *word))
            .ok_or_else(wrong)?;
        total += Duration::from_secs_f64(number * seconds);
        rest = &unit[word.len()..];
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_that_installers_write_is_understood() {
        let text = "apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\n\
                    clusterCIDR: 10.244.0.0/16,fd00::/64\nbindAddress: 0.0.0.0\nmetricsBindAddress: 127.0.0.1:9999\n\
                    iptables:\n  masqueradeAll: true\n  minSyncPeriod: 1m1.5s\n  syncPeriod: 0s\nnodePortAddresses: null\n";
        let mut config = Config::new("one");
        parse(text).unwrap().apply(&mut config).unwrap();
        assert_eq!(
            (config.mode.as_str(), config.masquerade_all, config.masquerade_bit),
            ("iptables", true, 14)
        );
        assert_eq!(config.cluster_cidrs.len(), 2);
        assert_eq!(config.min_sync_period, Duration::from_millis(61_500));
        assert_eq!(config.sync_period, Duration::from_secs(30));
        assert_eq!(config.metrics_bind.unwrap().port(), 9999);
        assert!(config.node_port_addresses.is_empty());
        let data = BTreeMap::from([(CONFIG_MAP_KEY.to_owned(), text.to_owned())]);
        assert_eq!(parse_config_map(&data).unwrap().mode, "iptables");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(matches!(parse("kind: Pod"), Err(Error::Kind(_))));
        assert!(matches!(parse_config_map(&BTreeMap::new()), Err(Error::Missing)));
        let wrong = parse("kind: KubeProxyConfiguration\nclusterCIDR: nonsense").unwrap();
        let error = wrong.apply(&mut Config::new("one")).unwrap_err();
        assert_eq!(error.to_string(), "clusterCIDR: \"nonsense\" is not a network");
        for bad in ["1", "s", "1x", "1.2.3s"] {
            assert!(duration("syncPeriod", bad).is_err(), "{bad}");
        }
    }
}
