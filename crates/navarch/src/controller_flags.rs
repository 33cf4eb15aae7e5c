//! The flags of controllers and scheduler, which `up` and `server` share; spelled as kube-controller-manager's where it has them.

use std::time::Duration;

use anyhow::Result;

use crate::cluster::control_plane::Manager;
use crate::cluster::election::Election;

#[derive(Debug, Clone, clap::Args)]
pub struct ControllerFlags {
    /// Which controllers run: `*` for all, `name` for one, `-name` for all but one.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "*",
        allow_hyphen_values = true
    )]
    pub controllers: Vec<String>,

    /// How long a node may be silent before it counts as lost.
    #[arg(long, value_name = "DURATION", default_value = "50s", value_parser = duration)]
    pub node_monitor_grace_period: Duration,

    /// How long a new node may take to report for the first time.
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = duration)]
    pub node_startup_grace_period: Duration,

    /// So many ended pods are kept.
    #[arg(long, value_name = "N", default_value_t = 12_500)]
    pub terminated_pod_gc_threshold: usize,

    /// How often quotas are counted even if nothing was told.
    #[arg(long, value_name = "DURATION", default_value = "5m", value_parser = duration)]
    pub resource_quota_sync_period: Duration,

    /// Whether controllers and scheduler run only on the server that holds their lease; by default with a datastore that several servers
    /// can share.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub leader_elect: Option<bool>,

    /// A leader that was not heard of for so long is replaced.
    #[arg(long, value_name = "DURATION", default_value = "15s", value_parser = duration)]
    pub leader_elect_lease_duration: Duration,

    /// A leader that can't renew its lease for so long stops leading.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    pub leader_elect_renew_deadline: Duration,

    /// How long between two attempts to get or renew a lease.
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = duration)]
    pub leader_elect_retry_period: Duration,
}

impl ControllerFlags {
    /// As configuration; `shared` says whether other servers can be on the same datastore.
    pub fn manager(&self, cluster_cidrs: &[String], shared: bool) -> Result<Manager> {
        let (lease, renew) = (self.leader_elect_lease_duration, self.leader_elect_renew_deadline);
        let retry = self.leader_elect_retry_period;
        anyhow::ensure!(
            retry < renew && renew < lease,
            "--leader-elect-retry-period must be less than --leader-elect-renew-deadline, and that less than \
             --leader-elect-lease-duration"
        );
        let elects = self.leader_elect.unwrap_or(shared);
        Ok(Manager {
            cluster_cidrs: cluster_cidrs.to_vec(),
            controllers: self.controllers.clone(),
            node_monitor_grace_period: self.node_monitor_grace_period,
            node_startup_grace_period: self.node_startup_grace_period,
            terminated_pod_gc_threshold: self.terminated_pod_gc_threshold,
            resource_quota_sync_period: self.resource_quota_sync_period,
            election: elects.then(|| Election::new(lease, renew, retry)).transpose()?,
        })
    }
}

/// `1m30s`, as Go spells it.
pub fn duration(text: &str) -> Result<Duration, String> {
    let read = text.parse::<meta::time::Duration>().map_err(|error| error.to_string())?;
    read.to_std().ok_or_else(|| "it is negative".to_owned())
}
