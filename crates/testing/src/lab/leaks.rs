//! What a node has that it did not have in the beginning: links, mounts, processes, cgroups, namespaces, rules.

use std::fs;
use std::os::unix::fs::MetadataExt;

use anyhow::{Context, Result};

use crate::lab::Node;
use crate::lab::cgroups::{self, Cgroup};
use crate::lab::node::WAITER;

/// Everything that is left, in words.
pub(super) async fn find(
    node: &Node,
    holder: u32,
    mounts: &[String],
    cgroups: &[Cgroup],
) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let handle = node.handle()?;
    for link in handle.links().await?.into_iter().filter(|link| !["lo", "eth0"].contains(&link.name.as_str()))
    {
        found.push(format!("link {} ({})", link.name, link.kind));
    }
    for route in handle.routes().await?.into_iter().filter(|route| route.protocol == 78) {
        found.push(format!("route to {}", route.destination));
    }
    found.extend(
        self::mounts(holder)?
            .into_iter()
            .filter(|mount| !mounts.contains(mount))
            .map(|m| format!("mount {m}")),
    );
    found.extend(processes(holder)?.into_iter().map(|process| format!("process {process}")));
    for cgroup in cgroups {
        found.extend(cgroups::below(&cgroup.dir).into_iter().map(|dir| format!("cgroup {}", dir.display())));
    }
    for entry in fs::read_dir(node.dir().join("run/netns")).into_iter().flatten().flatten() {
        found.push(format!("network namespace {}", entry.path().display()));
    }
    found.extend(rules(node).await?);
    Ok(found)
}

/// Tables of packet filters, whoever made them.
async fn rules(node: &Node) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let tables = node.run(&["nft", "list", "tables"]).await?;
    found.extend(tables.lines().map(|table| format!("nft {table}")));
    for file in ["/proc/net/ip_tables_names", "/proc/net/ip6_tables_names"] {
        // A table once used stays listed, empty; what counts are chains of one's own.
        let names = node.output(&["cat", file]).await?.stdout;
        for table in names.lines() {
            let tool = if file.contains("ip6") { "ip6tables-legacy-save" } else { "iptables-legacy-save" };
            let saved = node.output(&[tool, "-t", table]).await?.stdout;
            found.extend(
                saved.lines().filter(|line| line.starts_with("-A")).map(|rule| format!("iptables {rule}")),
            );
        }
    }
    Ok(found)
}

/// Mount points of the node, with what is mounted there. Identities are left out: mounting anew what was there is no leak.
pub(super) fn mounts(holder: u32) -> Result<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{holder}/mountinfo")).context("the node is gone")?;
    let read = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        let kind = fields.iter().position(|field| *field == "-").and_then(|at| fields.get(at + 1))?;
        Some(format!("{} ({kind})", fields.get(4)?))
    };
    Ok(text.lines().filter_map(read).collect())
}

/// Processes on the node beside its own two, by id and command as the machine sees them.
fn processes(holder: u32) -> Result<Vec<String>> {
    let own = fs::metadata(format!("/proc/{holder}/ns/pid_for_children")).context("the node is gone")?.ino();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let path = entry.path();
        // It may end while it is looked at.
        let Ok(namespace) = fs::metadata(path.join("ns/pid")) else { continue };
        let Ok(status) = fs::read_to_string(path.join("status")) else { continue };
        let inner = status.lines().find_map(|line| line.strip_prefix("NSpid:")).unwrap_or_default();
        if namespace.ino() != own || inner.split_whitespace().last() == Some("1") {
            continue;
        }
        let command = fs::read_to_string(path.join("cmdline")).unwrap_or_default().replace('\0', " ");
        if command.trim() != WAITER {
            found.push(format!("{} {}", entry.file_name().display(), command.trim()));
        }
    }
    Ok(found)
}
