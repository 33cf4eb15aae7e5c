//! What a kubelet is told: plain data, made of flags and files by the binary.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use api::core::v1::Taint;

/// How this node's kubelet works. `Config::new` has upstream's defaults.
#[derive(Debug, Clone)]
pub struct Config {
    /// The node's name.
    pub node_name: String,
    /// The node's addresses, the first one first.
    pub node_ips: Vec<IpAddr>,
    /// Where pods' directories are: `/var/lib/kubelet`.
    pub root_dir: PathBuf,
    /// Where pods' logs are: `/var/log/pods`.
    pub log_dir: PathBuf,
    /// Whether the node object is made if it is not there.
    pub register_node: bool,
    /// Labels of a node object that is made.
    pub node_labels: Vec<(String, String)>,
    /// Taints of a node object that is made.
    pub register_with_taints: Vec<Taint>,
    /// Whether it is made without room for pods.
    pub register_schedulable: bool,
    /// A directory, or one file, with pods.
    pub static_pod_path: Option<PathBuf>,
    /// A URL with pods.
    pub manifest_url: Option<String>,
    /// Headers that are sent there.
    pub manifest_url_headers: Vec<(String, String)>,
    /// How often the directory is looked at besides being told.
    pub file_check_frequency: Duration,
    /// How often the URL is asked.
    pub http_check_frequency: Duration,
    /// The DNS servers of the cluster.
    pub cluster_dns: Vec<IpAddr>,
    /// The domain of the cluster.
    pub cluster_domain: String,
    /// The node's own resolver configuration; empty means none.
    pub resolv_conf: PathBuf,
    /// Where the API of the kubelet listens; `None` means nowhere.
    pub listen: Option<SocketAddr>,
    /// Where its health is told, without TLS; `None` means nowhere.
    pub health_listen: Option<SocketAddr>,
    /// Most pods.
    pub max_pods: usize,
    /// Put in front of `/kubepods` in the tree of cgroups.
    pub cgroup_root: String,
    /// Whether pods get cgroups of their own made here.
    pub manage_cgroups: bool,
    /// How often the node's status is written though nothing changed.
    pub node_status_report_frequency: Duration,
    /// How often is looked whether it changed.
    pub node_status_update_frequency: Duration,
    /// How long the node's lease lasts; renewed at a quarter of it.
    pub node_lease_duration: Duration,
    /// A log is moved away when it is as long.
    pub container_log_max_size: u64,
    /// So many logs of a container are kept.
    pub container_log_max_files: usize,
    /// Images are collected when the file system is as full, in percent.
    pub image_gc_high_threshold: u8,
    /// Until it is only as full.
    pub image_gc_low_threshold: u8,
    /// Unused images are kept at least as long.
    pub image_minimum_gc_age: Duration,
    /// So many ended attempts of a container are kept.
    pub max_dead_containers_per_container: usize,
    /// Most pulls at a time.
    pub max_parallel_image_pulls: usize,
    /// The provider's id of this node.
    pub provider_id: Option<String>,
    /// The pod range, if nobody else gives one.
    pub pod_cidr: Option<String>,
    /// Resources not for pods: processors in thousandths and bytes of memory.
    pub reserved: (i64, i64),
}

impl Config {
    /// Upstream's defaults, for a node of this name and address.
    pub fn new(node_name: impl Into<String>, node_ip: IpAddr) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            node_name: node_name.into(),
            node_ips: vec![node_ip],
            root_dir: "/var/lib/kubelet".into(),
            log_dir: "/var/log/pods".into(),
            register_node: true,
            node_labels: Vec::new(),
            register_with_taints: Vec::new(),
            register_schedulable: true,
            static_pod_path: None,
            manifest_url: None,
            manifest_url_headers: Vec::new(),
            file_check_frequency: Duration::from_secs(20),
            http_check_frequency: Duration::from_secs(20),
            cluster_dns: Vec::new(),
            cluster_domain: "cluster.local".into(),
            resolv_conf: "/etc/resolv.conf".into(),
            listen: Some(SocketAddr::from(([0, 0, 0, 0], 10250))),
            health_listen: Some(SocketAddr::from(([127, 0, 0, 1], 10248))),
            max_pods: 110,
            cgroup_root: String::new(),
            manage_cgroups: true,
            node_status_report_frequency: 5 * minute,
            node_status_update_frequency: Duration::from_secs(10),
            node_lease_duration: Duration::from_secs(40),
            container_log_max_size: 10 << 20,
            container_log_max_files: 5,
            image_gc_high_threshold: 85,
            image_gc_low_threshold: 80,
            image_minimum_gc_age: 2 * minute,
            max_dead_containers_per_container: 1,
            max_parallel_image_pulls: 5,
            provider_id: None,
            pod_cidr: None,
            reserved: (0, 0),
        }
    }

    /// The directory of a pod.
    pub fn pod_dir(&self, uid: &str) -> PathBuf {
        self.root_dir.join("pods").join(uid)
    }

    /// The directory of a pod's logs: `<namespace>_<name>_<uid>`.
    pub fn pod_log_dir(&self, namespace: &str, name: &str, uid: &str) -> PathBuf {
        self.log_dir.join(format!("{namespace}_{name}_{uid}"))
    }

    /// The node's addresses as text.
    pub fn host_ips(&self) -> Vec<String> {
        self.node_ips.iter().map(IpAddr::to_string).collect()
    }
}
