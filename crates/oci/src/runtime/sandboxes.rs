//! Sandboxes: made, stopped, removed.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use node::{
    Attachment, Bandwidth, DnsConfig, NamespaceMode, RuntimeError, RuntimeEventKind, SandboxConfig,
    SeccompProfile,
};

use super::model::SandboxEntry;
use super::{Runtime, blocking, other};
use crate::disk;
use crate::protocol::Call;
use crate::records::{SandboxRecord, new_id};

/// What a pod's annotations say about bandwidth, as upstream spells it.
const BANDWIDTH: [&str; 2] = ["kubernetes.io/ingress-bandwidth", "kubernetes.io/egress-bandwidth"];

impl Runtime {
    pub(super) async fn sandbox_run(
        &self,
        config: &SandboxConfig,
        handler: &str,
    ) -> Result<String, RuntimeError> {
        if !handler.is_empty() {
            return Err(RuntimeError::Invalid(format!("no runtime for {handler:?} is configured")));
        }
        if config.security.namespaces.user_namespace {
            return Err(RuntimeError::Unsupported("a user namespace".to_owned()));
        }
        if let SeccompProfile::Localhost(_) = &config.security.seccomp {
            // The sandbox itself runs no program; its containers bring their own profile.
            tracing::debug!(pod = %config.name, "a sandbox's profile is not needed");
        }
        let record = SandboxRecord {
            id: new_id(),
            config: config.clone(),
            created_at: self.now(),
            ..SandboxRecord::default()
        };
        let entry = Arc::new(SandboxEntry::new(record));
        match self.bring_up(&entry).await {
            Ok(()) => {}
            Err(error) => {
                self.tear_down(&entry).await;
                let _ = disk::remove_tree(&self.0.places.sandbox(&entry.id));
                return Err(error);
            }
        }
        self.0.model.lock().sandboxes.insert(entry.id.clone(), Arc::clone(&entry));
        self.tell(RuntimeEventKind::Created, &entry.id, "", &config.uid);
        self.tell(RuntimeEventKind::Started, &entry.id, "", &config.uid);
        Ok(entry.id.clone())
    }

    /// Files, shim, network, in this order; the record says "ready" only at the end.
    async fn bring_up(&self, entry: &Arc<SandboxEntry>) -> Result<(), RuntimeError> {
        let record = entry.record();
        let dir = self.0.places.sandbox(&entry.id);
        fs::create_dir_all(&dir).map_err(other)?;
        disk::save(&dir.join("sandbox.json"), &record).map_err(other)?;
        let resolver = match &record.config.dns {
            Some(dns) => resolv_conf(dns),
            None => fs::read_to_string("/etc/resolv.conf").unwrap_or_default(),
        };
        fs::write(dir.join("resolv.conf"), resolver).map_err(other)?;
        fs::write(dir.join("hostname"), hostname(&record.config)).map_err(other)?;
        if !record.config.log_directory.is_empty() {
            fs::create_dir_all(&record.config.log_directory).map_err(other)?;
        }
        self.launch(&record).await?;
        self.connect(entry).await?;
        let ips = if record.config.security.namespaces.network == NamespaceMode::Node {
            Vec::new()
        } else {
            let attachment = self.attachment(&record);
            self.0.config.network.attach(&attachment).await.map_err(|error| {
                RuntimeError::Other(format!("failed to set up the sandbox's network: {error}"))
            })?
        };
        let record = entry.update(|record| (record.ips, record.ready) = (ips, true));
        disk::save(&dir.join("sandbox.json"), &record).map_err(other)
    }

    fn attachment(&self, record: &SandboxRecord) -> Attachment {
        let config = &record.config;
        let [ingress, egress] = BANDWIDTH.map(|key| bits(&config.annotations, key));
        Attachment {
            sandbox_id: record.id.clone(),
            name: config.name.clone(),
            namespace: config.namespace.clone(),
            uid: config.uid.clone(),
            netns: self.0.places.run(&record.id).join("net"),
            interface: "eth0".to_owned(),
            host_ports: config.host_ports.clone(),
            bandwidth: Bandwidth { ingress, egress },
            annotations: config.annotations.clone(),
        }
    }

    pub(super) async fn sandbox_stop(&self, id: &str) -> Result<(), RuntimeError> {
        let Ok(entry) = self.sandbox(id) else { return Ok(()) };
        let _one = entry.changing.lock().await;
        if entry.record().stopped {
            // The network is asked again: an earlier call may have failed there.
            return self.0.config.network.detach(id).await.map_err(other);
        }
        let containers = self.0.model.lock().containers_of(id);
        for container in containers {
            // No grace: whoever wants it has stopped the containers before.
            if container.running().is_ok() {
                self.kill(&container).await?;
            }
        }
        let record = entry.update(|record| record.stopped = true);
        disk::save(&self.0.places.sandbox(id).join("sandbox.json"), &record).map_err(other)?;
        self.tear_down(&entry).await;
        self.tell(RuntimeEventKind::Stopped, id, "", &record.config.uid);
        Ok(())
    }

    /// Network first, while its namespace is there; then the shim with all that it holds.
    async fn tear_down(&self, entry: &Arc<SandboxEntry>) {
        if let Err(error) = self.0.config.network.detach(&entry.id).await {
            tracing::warn!(sandbox = %entry.id, %error, "the sandbox's network is not taken down");
        }
        entry.update(|record| record.stopped = true);
        if let Ok(shim) = entry.shim() {
            let _ = shim.call(Call::Shutdown, Vec::new()).await;
            shim.closed().await;
            entry.connect(None);
        }
        let (runtime, id) = (self.clone(), entry.id.clone());
        let _ = blocking(move || {
            runtime.dismantle(&id);
            Ok(())
        })
        .await;
        self.leave_groups();
    }

    /// The last one out removes the group of shims, unless one is just coming in.
    fn leave_groups(&self) {
        let Ok(_nobody_comes) = self.0.launching.try_write() else { return };
        if self.0.groups.processes(&self.shims_group()).is_ok_and(|left| left.is_empty()) {
            let _ = self.0.groups.remove(&self.shims_group());
        }
    }

    pub(super) async fn sandbox_remove(&self, id: &str) -> Result<(), RuntimeError> {
        let Ok(entry) = self.sandbox(id) else { return Ok(()) };
        self.sandbox_stop(id).await?;
        let containers = self.0.model.lock().containers_of(id);
        for container in containers {
            self.container_remove(&container.id).await?;
        }
        let _one = entry.changing.lock().await;
        let (runtime, own_group) = (self.clone(), self.own_group(&entry.record()));
        let dir = self.0.places.sandbox(id);
        blocking(move || {
            if let Some(group) = own_group {
                let _ = runtime.0.groups.remove(&group);
            }
            disk::remove_tree(&dir).map_err(other)
        })
        .await?;
        self.leave_groups();
        self.0.model.lock().sandboxes.remove(id);
        self.tell(RuntimeEventKind::Deleted, id, "", &entry.record().config.uid);
        Ok(())
    }

    /// The control group of a sandbox that named no parent: ours to make and to remove.
    fn own_group(&self, record: &SandboxRecord) -> Option<String> {
        let prefix = self.0.config.cgroup_prefix.trim_end_matches('/');
        record.config.cgroup_parent.is_empty().then(|| format!("{prefix}/pods/{}", record.id))
    }

    /// Below which a sandbox's containers have their control groups.
    pub(super) fn pod_group(&self, record: &SandboxRecord) -> String {
        self.own_group(record).unwrap_or_else(|| record.config.cgroup_parent.trim_end_matches('/').to_owned())
    }
}

/// The resolver's file.
fn resolv_conf(dns: &DnsConfig) -> String {
    let mut text = String::new();
    if !dns.searches.is_empty() {
        text += &format!("search {}\n", dns.searches.join(" "));
    }
    for server in &dns.servers {
        text += &format!("nameserver {server}\n");
    }
    if !dns.options.is_empty() {
        text += &format!("options {}\n", dns.options.join(" "));
    }
    text
}

fn hostname(config: &SandboxConfig) -> String {
    let own = config.hostname.clone();
    let name = if own.is_empty() {
        fs::read_to_string("/etc/hostname").unwrap_or_default().trim().to_owned()
    } else {
        own
    };
    name + "\n"
}

/// Bits per second from an annotation such as `10M`.
fn bits(annotations: &BTreeMap<String, String>, key: &str) -> Option<u64> {
    let text = annotations.get(key)?.trim();
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let factor = match &text[split..] {
        "" => 1,
        "k" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "Ki" => 1 << 10,
        "Mi" => 1 << 20,
        "Gi" => 1 << 30,
        _ => return None,
    };
    text[..split].parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolver_and_bandwidth() {
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let dns = DnsConfig {
            servers: list(&["10.96.0.10"]),
            searches: list(&["a.b", "b"]),
            options: list(&["ndots:5"]),
        };
        assert_eq!(resolv_conf(&dns), "search a.b b\nnameserver 10.96.0.10\noptions ndots:5\n");
        for (text, expected) in [("10M", Some(10_000_000)), ("1Ki", Some(1024)), ("7", Some(7)), ("x", None)]
        {
            assert_eq!(bits(&[("k".to_owned(), text.to_owned())].into(), "k"), expected);
        }
    }
}
