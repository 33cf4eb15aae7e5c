//! Takes down what outlives navarch: pods, and on request everything else that it ever made on the machine.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use netlink::Netns;
use node::{Attachment, ContainerRuntime as _, NetworkError, PodNetwork, SandboxFilter};
use runtime::Clock;

use super::isolation;
use super::places::Places;

/// Stops all pods of the embedded runtime. How many there were.
pub fn stop_pods(places: &Places) -> Result<usize> {
    if !places.agent().join("oci").is_dir() {
        return Ok(0);
    }
    isolation::enter_existing(places)?;
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tokio.block_on(async {
        let mut config = oci::Config::new(&places.agent(), Arc::new(Gone), Clock::system());
        config.run_dir = places.run().join("oci");
        let runtime = oci::Runtime::open(config).await.context("opening the container runtime")?;
        let sandboxes = runtime.list_sandboxes(&SandboxFilter::default()).await?;
        for sandbox in &sandboxes {
            runtime.stop_sandbox(&sandbox.id).await.with_context(|| format!("stopping {}", sandbox.name))?;
            runtime
                .remove_sandbox(&sandbox.id)
                .await
                .with_context(|| format!("removing {}", sandbox.name))?;
        }
        Ok(sandboxes.len())
    })
}

/// Removes rules, links, mounts, control groups and files.
pub fn remove(places: &Places, cgroup_root: &str) -> Result<()> {
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tokio.block_on(async {
        proxy::cleanup(&proxy::Config::new("").settings()).context("removing the rules of services")?;
        network::cleanup(&Netns::current()?, &places.network()).await.context("removing the pod network")
    })?;
    network::cni::uninstall(Path::new("/etc/cni/net.d"), Path::new("/opt/cni/bin"))
        .context("removing the CNI plugin")?;
    if let Ok(groups) = cgroup::Cgroups::detect(Path::new("/sys/fs/cgroup")) {
        groups.remove(cgroup_root).context("removing control groups")?;
    }
    unmount_below(places.root())?;
    isolation::leave(places)?;
    match std::fs::remove_dir_all(places.root()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", places.root().display()))
        }
        _ => Ok(()),
    }
}

/// Unmounts what is mounted below a directory, the innermost first: volumes of pods that are gone.
fn unmount_below(root: &Path) -> Result<()> {
    let table = std::fs::read_to_string("/proc/self/mountinfo").context("reading what is mounted")?;
    // The fifth field is the place; it may hold escaped characters, which paths of ours don't.
    let places = table.lines().filter_map(|line| line.split(' ').nth(4)).map(Path::new);
    let mut below: Vec<&Path> = places.filter(|place| place.starts_with(root) && *place != root).collect();
    below.sort();
    for place in below.into_iter().rev() {
        nix::mount::umount2(place, nix::mount::MntFlags::MNT_DETACH)
            .with_context(|| format!("unmounting {}", place.display()))?;
    }
    Ok(())
}

/// The pod network when navarch no longer runs: links go with their namespaces, leases with the next start.
struct Gone;

#[async_trait]
impl PodNetwork for Gone {
    fn ready(&self) -> Result<(), String> {
        Err("navarch is being stopped".to_owned())
    }

    async fn attach(&self, _: &Attachment) -> Result<Vec<std::net::IpAddr>, NetworkError> {
        Err(NetworkError::NotReady("navarch is being stopped".to_owned()))
    }

    async fn detach(&self, _: &str) -> Result<(), NetworkError> {
        Ok(())
    }

    async fn retain(&self, _: &[String]) -> Result<(), NetworkError> {
        Ok(())
    }
}
