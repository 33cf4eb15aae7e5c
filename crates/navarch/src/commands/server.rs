//! `navarch server`: the control plane in the foreground.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use runtime::{Clock, Shutdown};

use super::{announce, stop_on_signal};
use crate::cluster::address;
use crate::cluster::control_plane::{self, ControlPlane};
use crate::controller_flags::ControllerFlags;

/// Run the control plane: API server, controllers, scheduler.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    flags: Flags,

    /// Where nodes get their pods' addresses from; one range of each family, with a comma between.
    #[arg(long, value_name = "CIDR", value_delimiter = ',', default_value = "10.244.0.0/16")]
    cluster_cidr: Vec<String>,

    #[command(flatten)]
    controllers: ControllerFlags,
}

/// The flags of the API server, which `up` has too.
#[derive(Debug, clap::Args)]
pub struct Flags {
    /// Where nodes and pods reach this server; the address of the default route by default.
    #[arg(long, value_name = "IP")]
    advertise_address: Option<IpAddr>,

    /// The address of the secure port.
    #[arg(long, value_name = "IP", default_value = "0.0.0.0")]
    bind_address: IpAddr,

    /// The port for HTTPS; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 6443)]
    secure_port: u16,

    /// A port on the loopback device without TLS, where everybody may do everything; 0 is off.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    insecure_port: u16,

    /// Where services get their addresses from; one range of each family, with a comma between.
    #[arg(long, value_name = "CIDR", default_value = "10.96.0.0/16")]
    service_cluster_ip_range: String,

    /// Where services get their node ports from.
    #[arg(long, value_name = "FROM-TO", default_value = "30000-32767")]
    service_node_port_range: String,

    /// Where objects are kept: `embedded`, or `etcd://host:port[,host:port]`.
    #[arg(long, value_name = "URL", default_value = "embedded")]
    datastore: String,

    /// Who may sign the certificate of an etcd datastore; without it there is no TLS to it.
    #[arg(long, value_name = "FILE")]
    etcd_cafile: Option<PathBuf>,

    /// The certificate to show to an etcd datastore.
    #[arg(long, value_name = "FILE", requires = "etcd_keyfile")]
    etcd_certfile: Option<PathBuf>,

    /// Its key.
    #[arg(long, value_name = "FILE", requires = "etcd_certfile")]
    etcd_keyfile: Option<PathBuf>,

    /// A secret that all servers of one datastore are given: by it they get the cluster's keys from each other.
    #[arg(long, value_name = "SECRET", env = "NAVARCH_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// A second place for the administrator's kubeconfig.
    #[arg(long, value_name = "FILE")]
    write_kubeconfig: Option<PathBuf>,

    /// Static tokens, in lines of `token,user,uid,"group1,group2"`.
    #[arg(long, value_name = "FILE")]
    token_auth_file: Option<PathBuf>,

    /// How many reads are served at once.
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_requests_inflight: usize,

    /// How many writes are served at once.
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_mutating_requests_inflight: usize,

    /// How long a request may take that is no watch and no connection.
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = super::duration)]
    request_timeout: Duration,

    /// How long to go on serving after saying that this server is no longer ready.
    #[arg(long, value_name = "DURATION", default_value = "0", value_parser = super::duration)]
    shutdown_delay_duration: Duration,

    /// Admission plugins to run beside those that run anyway.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "NodeRestriction")]
    enable_admission_plugins: Vec<String>,

    /// Admission plugins not to run.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    disable_admission_plugins: Vec<String>,

    /// How long pods that say nothing of it stay on a node that is not ready, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    default_not_ready_toleration_seconds: i64,

    /// How long pods that say nothing of it stay on a node that is silent, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    default_unreachable_toleration_seconds: i64,
}

impl Flags {
    /// As configuration.
    pub fn config(&self, data_dir: &Path) -> apiserver::Config {
        apiserver::Config {
            data_dir: data_dir.to_owned(),
            bind_address: self.bind_address,
            secure_port: self.secure_port,
            advertise_address: self.advertise_address.or_else(|| address::of_this_machine().ok()),
            listener: None,
            insecure_port: self.insecure_port,
            service_cluster_ip_range: self.service_cluster_ip_range.clone(),
            service_node_port_range: self.service_node_port_range.clone(),
            datastore: self.datastore.clone(),
            datastore_tls: apiserver::DatastoreTls {
                ca_file: self.etcd_cafile.clone(),
                cert_file: self.etcd_certfile.clone(),
                key_file: self.etcd_keyfile.clone(),
            },
            token: self.token.clone(),
            write_kubeconfig: self.write_kubeconfig.clone(),
            token_auth_file: self.token_auth_file.clone(),
            limits: apiserver::LimitsConfig {
                max_mutating: self.max_mutating_requests_inflight,
                max_readonly: self.max_requests_inflight,
                // A request that waits may use a part of its time for it.
                queue_wait: self.request_timeout / 4,
                ..apiserver::LimitsConfig::default()
            },
            request_timeout: self.request_timeout,
            shutdown_delay: self.shutdown_delay_duration,
            connections: apiserver::ConnectionLimits::default(),
            enable_admission_plugins: self.enable_admission_plugins.clone(),
            disable_admission_plugins: self.disable_admission_plugins.clone(),
            default_not_ready_toleration_seconds: self.default_not_ready_toleration_seconds,
            default_unreachable_toleration_seconds: self.default_unreachable_toleration_seconds,
        }
    }
}

/// Serves until told to stop, then drains.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    std::fs::create_dir_all(data_dir).with_context(|| format!("making {}", data_dir.display()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let shutdown = Shutdown::new();
        stop_on_signal(shutdown.clone())?;
        let api = args.flags.config(data_dir);
        let clock = Clock::system();
        apiserver::share_keys(&api, &clock).await?;
        let manager = args.controllers.manager(&args.cluster_cidr, api.is_shared())?;
        let plane = ControlPlane { api, manager };
        control_plane::run(plane, clock, shutdown, |ready| announce(&ready.url)).await
    })
}
