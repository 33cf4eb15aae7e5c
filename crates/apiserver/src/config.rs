//! What an operator can set. Filled from flags by the binary, where each field is spelled as kube-apiserver spells it.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::limits::LimitsConfig;
use crate::server::ConnectionLimits;

/// How the server runs. The defaults are those of the flags.
#[derive(Debug, Clone)]
pub struct Config {
    /// `--data-dir`: where all state lives.
    pub data_dir: PathBuf,
    /// `--bind-address`: the address of the secure port.
    pub bind_address: IpAddr,
    /// `--secure-port`: 0 takes any that is free.
    pub secure_port: u16,
    /// `--advertise-address`: where nodes and pods reach this server; nowhere if it is not known.
    pub advertise_address: Option<IpAddr>,
    /// A further socket for HTTPS, opened by the caller: perhaps in another network namespace. The kubeconfig leads there.
    pub listener: Option<Arc<TcpListener>>,
    /// `--insecure-port`: without TLS and open to whoever is on this machine; 0 is off.
    pub insecure_port: u16,
    /// `--service-cluster-ip-range`: one range, or one of each family with a comma between.
    pub service_cluster_ip_range: String,
    /// `--service-node-port-range`
    pub service_node_port_range: String,
    /// `--datastore`: empty or `embedded` for the store in the data directory, else `etcd://host:port[,host:port]`.
    pub datastore: String,
    /// `--etcd-cafile`, `--etcd-certfile`, `--etcd-keyfile`: for a datastore that speaks TLS.
    pub datastore_tls: DatastoreTls,
    /// `--token`: what servers of one datastore share, to get the cluster's keys from each other.
    pub token: Option<String>,
    /// `--write-kubeconfig`: a second place for the administrator's kubeconfig.
    pub write_kubeconfig: Option<PathBuf>,
    /// `--token-auth-file`: lines of `token,user,uid,"group1,group2"`.
    pub token_auth_file: Option<PathBuf>,
    /// `--max-requests-inflight`, `--max-mutating-requests-inflight`
    pub limits: LimitsConfig,
    /// `--request-timeout`: how long a request may take that is no watch and no connection.
    pub request_timeout: Duration,
    /// `--shutdown-delay-duration`: how long the server still serves after it has begun to say that it is not ready.
    pub shutdown_delay: Duration,
    /// How long a connection may take.
    pub connections: ConnectionLimits,
    /// `--enable-admission-plugins`: beside those that are on anyway.
    pub enable_admission_plugins: Vec<String>,
    /// `--disable-admission-plugins`
    pub disable_admission_plugins: Vec<String>,
    /// `--default-not-ready-toleration-seconds`
    pub default_not_ready_toleration_seconds: i64,
    /// `--default-unreachable-toleration-seconds`
    pub default_unreachable_toleration_seconds: i64,
}

/// Files of certificates for the datastore.
#[derive(Debug, Clone, Default)]
pub struct DatastoreTls {
    /// Who may sign the datastore's certificate; without it there is no TLS.
    pub ca_file: Option<PathBuf>,
    /// What the server shows.
    pub cert_file: Option<PathBuf>,
    /// Its key.
    pub key_file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: "/var/lib/navarch".into(),
            bind_address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            secure_port: 6443,
            advertise_address: None,
            listener: None,
            insecure_port: 0,
            service_cluster_ip_range: "10.96.0.0/16".into(),
            service_node_port_range: "30000-32767".into(),
            datastore: String::new(),
            datastore_tls: DatastoreTls::default(),
            token: None,
            write_kubeconfig: None,
            token_auth_file: None,
            limits: LimitsConfig::default(),
            request_timeout: Duration::from_secs(60),
            shutdown_delay: Duration::ZERO,
            connections: ConnectionLimits::default(),
            // As cluster installers set it: a node may change only what is its own.
            enable_admission_plugins: vec!["NodeRestriction".into()],
            disable_admission_plugins: Vec::new(),
            default_not_ready_toleration_seconds: 300,
            default_unreachable_toleration_seconds: 300,
        }
    }
}

impl Config {
    /// Whether several servers can have the datastore at once.
    pub fn is_shared(&self) -> bool {
        !matches!(self.datastore.as_str(), "" | "embedded")
    }

    /// The directory of certificates and keys.
    pub fn pki_dir(&self) -> PathBuf {
        self.data_dir.join("pki")
    }

    /// The directory of the embedded store.
    pub(crate) fn store_dir(&self) -> PathBuf {
        self.data_dir.join("store")
    }

    /// The host under which a client on this machine reaches the secure port.
    pub(crate) fn local_host(&self) -> String {
        match self.bind_address {
            address if address.is_unspecified() => "127.0.0.1".to_owned(),
            IpAddr::V6(address) => format!("[{address}]"),
            address => address.to_string(),
        }
    }

    /// The first address of the service range: that of the service `kubernetes`.
    pub(crate) fn service_address(&self) -> Option<IpAddr> {
        self.nth_service_address(1)
    }

    /// The tenth address of the service range: that of the service `kube-dns`.
    pub fn dns_address(&self) -> Option<IpAddr> {
        self.nth_service_address(10)
    }

    fn nth_service_address(&self, nth: u8) -> Option<IpAddr> {
        let first = self.service_cluster_ip_range.split(',').next()?;
        match first.split('/').next()?.parse().ok()? {
            IpAddr::V4(base) => Some(IpAddr::V4((u32::from(base).checked_add(nth.into())?).into())),
            IpAddr::V6(base) => Some(IpAddr::V6((u128::from(base).checked_add(nth.into())?).into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_addresses_follow_from_the_flags() {
        let mut config = Config::default();
        assert_eq!(config.service_address(), Some(IpAddr::V4(Ipv4Addr::new(10, 96, 0, 1))));
        assert_eq!(config.local_host(), "127.0.0.1");
        config.bind_address = "::1".parse().unwrap();
        config.service_cluster_ip_range = "fd00::/112,10.0.0.0/16".into();
        assert_eq!(config.service_address(), Some("fd00::1".parse().unwrap()));
        assert_eq!(config.local_host(), "[::1]");
    }
}
