//! Other people's CNI plugins as our pod network: the first network in `/etc/cni/net.d`, its plugins executed in order.
//!
//! | module | what it holds |
//! |---|---|
//! | `list` | finding and reading the configuration; what each plugin is given (pure) |
//! | `exec` | running a plugin |
//!
//! What was answered for a sandbox is kept on disk, since `DEL` needs it, also after a restart.

mod exec;
mod list;

use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use ipnet::IpNet;
use netlink::{Handle, Netns};
use node::{Attachment, NetworkError, PodNetwork};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use list::{NetworkList, find};

/// Where things are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignConfig {
    /// Where networks are configured: `/etc/cni/net.d`.
    pub config_dir: PathBuf,
    /// Where plugins are: `/opt/cni/bin`, `/usr/lib/cni`.
    pub program_dirs: Vec<PathBuf>,
    /// Where answers are kept; made if it is missing.
    pub data_dir: PathBuf,
    /// The node's network namespace; `None` takes the one of the caller.
    pub netns: Option<PathBuf>,
}

/// A pod network made of plugins.
#[derive(Debug, Clone)]
pub struct Cni(ForeignConfig);

/// What is kept of a sandbox.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    attachment: Attachment,
    network: NetworkList,
    result: Value,
}

impl Cni {
    /// With these places; the configuration may come later.
    pub fn new(config: ForeignConfig) -> Self {
        Self(config)
    }

    fn network(&self) -> Result<NetworkList, String> {
        match find(&self.0.config_dir) {
            Ok(Some(network)) => Ok(network),
            Ok(None) => Err(format!("no network is configured in {}", self.0.config_dir.display())),
            Err(error) => Err(error.to_string()),
        }
    }

    /// A file per sandbox; ids of runtimes are hexadecimal, and anything else is made harmless.
    fn file(&self, sandbox_id: &str) -> PathBuf {
        let name = sandbox_id.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_");
        self.0.data_dir.join(format!("{name}.json"))
    }

    fn kept(&self, sandbox_id: &str) -> Option<Kept> {
        serde_json::from_slice(&fs::read(self.file(sandbox_id)).ok()?).ok()
    }

    fn keep(&self, kept: &Kept) -> io::Result<()> {
        fs::create_dir_all(&self.0.data_dir)?;
        let path = self.file(&kept.attachment.sandbox_id);
        let new = path.with_extension("new");
        fs::write(&new, serde_json::to_vec(kept)?)?;
        fs::rename(new, path)
    }

    /// Runs the plugins of a network one after the other, each with what the one before answered.
    async fn run(&self, command: &str, kept: &Kept) -> Result<Value, NetworkError> {
        let mut plugins: Vec<Value> = kept.network.plugins.clone();
        if command == "DEL" {
            plugins.reverse();
        }
        let mut previous = kept.result.clone();
        for plugin in plugins {
            let input = kept.network.input(&plugin, &kept.attachment, &previous);
            let kind = plugin["type"].as_str().unwrap_or_default();
            let output = exec::run(&self.0, kind, command, &kept.attachment, input).await;
            let output =
                output.map_err(|error| NetworkError::Other(format!("CNI plugin {kind}: {error}")))?;
            if command == "ADD" {
                previous = output;
            }
        }
        Ok(previous)
    }
}

#[async_trait]
impl PodNetwork for Cni {
    fn ready(&self) -> Result<(), String> {
        self.network().map(drop)
    }

    async fn attach(&self, want: &Attachment) -> Result<Vec<IpAddr>, NetworkError> {
        if let Some(kept) = self.kept(&want.sandbox_id).filter(|kept| !kept.result.is_null()) {
            return Ok(addresses(&kept.result));
        }
        let network = self.network().map_err(NetworkError::NotReady)?;
        loopback(&want.netns).await?;
        let mut kept = Kept { attachment: want.clone(), network, result: Value::Null };
        let other = |error: io::Error| NetworkError::Other(error.to_string());
        // Kept before the first plugin runs: whatever happens from here on, `detach` finds what to take back.
        self.keep(&kept).map_err(other)?;
        match self.run("ADD", &kept).await {
            Ok(result) => {
                kept.result = result;
                self.keep(&kept).map_err(other)?;
                Ok(addresses(&kept.result))
            }
            Err(error) => {
                // The specification asks for a `DEL` after an `ADD` that failed.
                let _ = self.detach(&want.sandbox_id).await;
                Err(error)
            }
        }
    }

    async fn detach(&self, sandbox_id: &str) -> Result<(), NetworkError> {
        if let Some(kept) = self.kept(sandbox_id) {
            self.run("DEL", &kept).await?;
        }
        match fs::remove_file(self.file(sandbox_id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(NetworkError::Other(error.to_string()))
            }
            _ => Ok(()),
        }
    }

    async fn retain(&self, sandbox_ids: &[String]) -> Result<(), NetworkError> {
        let entries = fs::read_dir(&self.0.data_dir).into_iter().flatten().flatten();
        let held =
            entries.filter_map(|entry| serde_json::from_slice::<Kept>(&fs::read(entry.path()).ok()?).ok());
        let ids: Vec<String> = held.map(|kept| kept.attachment.sandbox_id).collect();
        for gone in ids.iter().filter(|id| !sandbox_ids.contains(id)) {
            self.detach(gone).await?;
        }
        Ok(())
    }
}

/// The addresses of a result, in order, of any version since 0.3.
fn addresses(result: &Value) -> Vec<IpAddr> {
    let ips = result["ips"].as_array().into_iter().flatten();
    ips.filter_map(|ip| ip["address"].as_str()?.parse::<IpNet>().ok()).map(|net| net.addr()).collect()
}

/// Runtimes bring the loopback up themselves, not by a plugin of the network.
async fn loopback(netns: &Path) -> Result<(), NetworkError> {
    let up = async {
        let handle = Handle::within(&Netns::open(netns)?)?;
        match handle.link("lo").await? {
            Some(lo) => handle.set_up(lo.index).await,
            None => Ok(()),
        }
    };
    up.await.map_err(|error: netlink::Error| NetworkError::Other(error.to_string()))
}
