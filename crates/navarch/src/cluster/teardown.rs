//! Takes down what outlives navarch: pods, and on request everything else that it ever made on the machine.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use netlink::Netns;
use node::{Attachment, ContainerRuntime, NetworkError, PodNetwork, SandboxFilter};
use runtime::{Clock, Shutdown};

use super::isolation;
use super::places::Places;

/// Notes which runtime gets the pods, for whoever takes them down.
pub fn remember(places: &Places, endpoint: Option<&str>) -> Result<()> {
    let file = places.runtime_endpoint();
    let noted = match endpoint {
        Some(endpoint) => fs::create_dir_all(places.agent()).and_then(|()| fs::write(&file, endpoint)),
        None => fs::remove_file(&file).or_else(gone_is_fine),
    };
    noted.with_context(|| format!("writing {}", file.display()))
}

fn gone_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Stops all pods, whichever runtime has them. How many there were.
pub fn stop_pods(places: &Places) -> Result<usize> {
    let endpoint = fs::read_to_string(places.runtime_endpoint()).ok();
    if endpoint.is_none() && !places.agent().join("oci").is_dir() {
        return Ok(0);
    }
    isolation::enter_existing(places)?;
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tokio.block_on(async {
        let Some(endpoint) = endpoint else {
            let mut config = oci::Config::new(&places.agent(), Arc::new(Gone), Clock::system());
            config.run_dir = places.run().join("oci");
            let runtime = oci::Runtime::open(config).await.context("opening the container runtime")?;
            return stop_all(&runtime).await;
        };
        // The runtime asks our plugin to take each pod from the network, and it asks here.
        network::cni::serve(&places.cni_socket(), Arc::new(Gone), Shutdown::new()).context("serving CNI")?;
        let runtime = cri::Runtime::connect(&endpoint, Clock::system()).await.with_context(|| {
            format!(
                "the pods are in the container runtime at {endpoint}, which can't be reached: start it first"
            )
        })?;
        stop_all(&runtime).await
    })
}

async fn stop_all(runtime: &dyn ContainerRuntime) -> Result<usize> {
    let sandboxes = runtime.list_sandboxes(&SandboxFilter::default()).await?;
    for sandbox in &sandboxes {
        runtime.stop_sandbox(&sandbox.id).await.with_context(|| format!("stopping {}", sandbox.name))?;
        runtime.remove_sandbox(&sandbox.id).await.with_context(|| format!("removing {}", sandbox.name))?;
    }
    Ok(sandboxes.len())
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
        // Pods are gone by now; what is left was just being started when navarch ended.
        groups.kill(cgroup_root).context("ending what is left")?;
        groups.remove(cgroup_root).context("removing control groups")?;
    }
    unmount_below(places.root())?;
    isolation::leave(places)?;
    match fs::remove_dir_all(places.root()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", places.root().display()))
        }
        _ => Ok(()),
    }
}

/// Unmounts what is mounted below a directory, the innermost first: volumes of pods that are gone.
fn unmount_below(root: &Path) -> Result<()> {
    let table = fs::read_to_string("/proc/self/mountinfo").context("reading what is mounted")?;
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
