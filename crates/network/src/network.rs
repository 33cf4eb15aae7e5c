//! The built-in pod network of one node: what it knows, and what it does when a pod comes, goes, or another node changes.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use ipnet::IpNet;
use netlink::{Handle, Netns};
use node::{Attachment, NetworkError, PodNetwork};
use runtime::Shutdown;
use tokio::sync::{Mutex, watch};

use crate::filter::Filter;
use crate::links::between::{self, Tunnels};
use crate::links::{host, pod};
use crate::names::{LINK_PREFIX, link};
use crate::pool::{Exhausted, Pool};
use crate::routes::{self, Plan};
use crate::rules::{Published, Rules};
use crate::state::LeaseFile;
use crate::topology::Topology;
use crate::{Config, Error};

/// The pod network. Clones are the same network.
#[derive(Clone)]
pub struct Network(Arc<Inner>);

struct Inner {
    config: Config,
    netns: Netns,
    host: Handle,
    filter: Filter,
    file: LeaseFile,
    pool: Mutex<Pool>,
    ground: RwLock<Option<Ground>>,
}

/// What must be known before a pod can be attached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Ground {
    /// The pods' networks of this node.
    cidrs: Vec<IpNet>,
    /// The largest packet of pods.
    mtu: u32,
    /// Ways to other nodes.
    plan: Plan,
}

impl Network {
    /// The network of this node, fed by what `nodes` says; it works until `shutdown`. Pods' links stay when it stops.
    pub async fn open(
        config: Config,
        mut nodes: watch::Receiver<Topology>,
        shutdown: Shutdown,
    ) -> Result<Self, Error> {
        let netns = match &config.netns {
            Some(path) => Netns::open(path)?,
            None => Netns::current()?,
        };
        let disk = |path: PathBuf| move |source| Error::Disk { path, source };
        let file = LeaseFile::within(&config.data_dir).map_err(disk(config.data_dir.clone()))?;
        let pool = Mutex::new(file.load().map_err(disk(config.data_dir.clone()))?);
        let (host, filter) = (Handle::within(&netns)?, Filter::new(netns.clone()));
        let network =
            Self(Arc::new(Inner { config, netns, host, filter, file, pool, ground: RwLock::new(None) }));
        let topology = nodes.borrow_and_update().clone();
        network.follow(&topology).await;
        let follower = network.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = shutdown.wait() => return,
                    changed = nodes.changed() => if changed.is_err() { return },
                }
                let topology = nodes.borrow_and_update().clone();
                follower.follow(&topology).await;
            }
        });
        Ok(network)
    }

    /// The pods' networks of this node, once they are known.
    pub fn pod_cidrs(&self) -> Vec<IpNet> {
        self.ground().map(|ground| ground.cidrs).unwrap_or_default()
    }

    /// The node's end of a sandbox's link.
    pub fn host_interface(sandbox_id: &str) -> String {
        link(sandbox_id)
    }

    /// Takes up what the nodes are now. What fails is logged; the next change tries again.
    async fn follow(&self, topology: &Topology) {
        match self.prepare(topology).await {
            Ok(Some(ground)) => {
                *self.0.ground.write().unwrap_or_else(PoisonError::into_inner) = Some(ground);
                if let Err(error) = self.publish().await {
                    tracing::error!(%error, "rules of the pod network are missing");
                }
            }
            Ok(None) => tracing::debug!("waiting for this node's podCIDRs"),
            Err(error) => tracing::error!(%error, "the pod network could not follow a change of nodes"),
        }
    }

    async fn prepare(&self, topology: &Topology) -> Result<Option<Ground>, Error> {
        let mut topology = topology.clone();
        let config = &self.0.config;
        if !config.pod_cidrs.is_empty() {
            topology.own.pod_cidrs.clone_from(&config.pod_cidrs);
        }
        let cidrs = topology.own.pod_cidrs.clone();
        if cidrs.is_empty() {
            return Ok(None);
        }
        host::forward(&self.0.netns, &cidrs)?;
        let uplink = host::uplink(&self.0.host, &topology.own).await?;
        let plan = routes::plan(&topology, config.mode, &uplink.networks, &config.cluster_cidrs);
        let port = if config.vxlan_port == 0 { 8472 } else { config.vxlan_port };
        between::apply(&self.0.host, &self.0.netns, &plan, Tunnels { port, outer_mtu: uplink.link.mtu })
            .await?;
        // All pods of the node get what the narrowest way allows; 70 bytes cover tunnels of either family.
        let narrow = if plan.devices.is_empty() { 0 } else { 70 };
        let mtu = config.mtu.unwrap_or_else(|| uplink.link.mtu.saturating_sub(narrow).max(1280));
        Ok(Some(Ground { cidrs, mtu, plan }))
    }

    /// Brings the rules up to date with leases and nodes.
    async fn publish(&self) -> Result<(), Error> {
        let Some(ground) = self.ground() else { return Ok(()) };
        let pool = self.0.pool.lock().await;
        let mut published = Vec::new();
        for lease in pool.leases.values() {
            let each = lease.host_ports.iter().flat_map(|port| lease.ips.iter().map(move |pod| (port, pod)));
            published.extend(each.map(|(port, pod)| Published { port: port.clone(), pod: *pod }));
        }
        let pods = if self.0.config.keep_source { Vec::new() } else { ground.cidrs };
        // Under the pool's lock: two changes of it must not be published in the wrong order.
        self.0.filter.apply(&Rules { pods, direct: ground.plan.direct, published }).await
    }

    /// Takes an address for a sandbox, and keeps it on disk before anybody uses it.
    async fn lease(&self, want: &Attachment, cidrs: &[IpNet]) -> Result<Vec<IpAddr>, NetworkError> {
        let mut pool = self.0.pool.lock().await;
        let mut new = pool.clone();
        let pod = format!("{}/{}", want.namespace, want.name);
        let ips = new
            .take(&want.sandbox_id, &pod, cidrs)
            .map_err(|Exhausted(cidr)| NetworkError::Exhausted(cidr.to_string()))?;
        if let Some(lease) = new.leases.get_mut(&want.sandbox_id) {
            lease.host_ports.clone_from(&want.host_ports);
        }
        self.keep(&mut pool, new)?;
        Ok(ips)
    }

    fn keep(&self, pool: &mut Pool, new: Pool) -> Result<(), Error> {
        if *pool != new {
            self.0
                .file
                .save(&new)
                .map_err(|source| Error::Disk { path: self.0.config.data_dir.clone(), source })?;
            *pool = new;
        }
        Ok(())
    }

    fn ground(&self) -> Option<Ground> {
        self.0.ground.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl PodNetwork for Network {
    fn ready(&self) -> Result<(), String> {
        self.ground().map(drop).ok_or_else(|| "the node has no podCIDR yet".to_owned())
    }

    async fn attach(&self, want: &Attachment) -> Result<Vec<IpAddr>, NetworkError> {
        let ground =
            self.ground().ok_or_else(|| NetworkError::NotReady("the node has no podCIDR yet".into()))?;
        let held = self.0.pool.lock().await.leases.contains_key(&want.sandbox_id);
        let ips = self.lease(want, &ground.cidrs).await?;
        if let Err(error) = pod::attach(&self.0.host, &self.0.netns, want, &ips, ground.mtu).await {
            // Who was never told of an address will not give it back.
            if !held {
                self.detach(&want.sandbox_id).await?;
            }
            return Err(error.into());
        }
        if !want.host_ports.is_empty() {
            self.publish().await?;
        }
        Ok(ips)
    }

    async fn detach(&self, sandbox_id: &str) -> Result<(), NetworkError> {
        pod::detach(&self.0.host, sandbox_id).await?;
        let mut pool = self.0.pool.lock().await;
        let mut new = pool.clone();
        let lease = new.give_back(sandbox_id);
        self.keep(&mut pool, new)?;
        drop(pool);
        if lease.is_some_and(|lease| !lease.host_ports.is_empty()) {
            self.publish().await?;
        }
        Ok(())
    }

    async fn retain(&self, sandbox_ids: &[String]) -> Result<(), NetworkError> {
        let held: Vec<String> = self.0.pool.lock().await.leases.keys().cloned().collect();
        for gone in held.iter().filter(|held| !sandbox_ids.contains(held)) {
            tracing::info!(sandbox = %gone, "takes back the address of a sandbox that is gone");
            self.detach(gone).await?;
        }
        let wanted: Vec<String> = sandbox_ids.iter().map(|id| link(id)).collect();
        let links = self.0.host.links().await.map_err(Error::from)?;
        let ours = links.iter().filter(|link| link.name.starts_with(LINK_PREFIX));
        for orphan in ours.filter(|link| !wanted.contains(&link.name)) {
            self.0.host.delete_link(&orphan.name).await.map_err(Error::from)?;
        }
        Ok(())
    }
}
