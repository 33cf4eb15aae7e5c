//! What single loops need to know besides the API: what an operator can set, and secrets that only a server has.

use std::sync::Arc;
use std::time::Duration;

use api::core::v1::ServiceAccount;

/// Makes the token of a secret that was made for an account by hand: account, the secret's name and UID.
pub type TokenMaker = Arc<dyn Fn(&ServiceAccount, &str, &str) -> Result<String, String> + Send + Sync>;

/// Who signs certificates.
pub struct Authorities {
    /// Those of clients of the API.
    pub clients: tls::Authority,
    /// Those of servers: kubelets.
    pub servers: tls::Authority,
}

/// The settings.
#[derive(Clone)]
pub struct Settings {
    /// What pods trust the API server by: PEM.
    pub root_ca: String,
    /// Where nodes get their pods' addresses from, one range per family; empty hands out none.
    pub cluster_cidrs: Vec<String>,
    /// How long a node may be silent.
    pub node_monitor_grace_period: Duration,
    /// How long a new node may take to report.
    pub node_startup_grace_period: Duration,
    /// So many ended pods are kept.
    pub terminated_pod_gc_threshold: usize,
    /// How often quotas are counted even if nothing was told.
    pub resource_quota_sync_period: Duration,
    /// Who signs; without it requests wait for another signer.
    pub authorities: Option<Arc<Authorities>>,
    /// Who makes tokens; without it secrets wait for theirs.
    pub tokens: Option<TokenMaker>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            root_ca: String::new(),
            cluster_cidrs: Vec::new(),
            node_monitor_grace_period: Duration::from_secs(50),
            node_startup_grace_period: Duration::from_secs(60),
            terminated_pod_gc_threshold: 12_500,
            resource_quota_sync_period: Duration::from_secs(5 * 60),
            authorities: None,
            tokens: None,
        }
    }
}

impl std::fmt::Debug for Settings {
    /// Never shows what is secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("cluster_cidrs", &self.cluster_cidrs).finish_non_exhaustive()
    }
}
