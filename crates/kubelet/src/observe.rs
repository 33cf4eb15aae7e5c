//! What the runtime has of one pod, read into plain data.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use node::{
    ContainerFilter, ContainerRuntime, ContainerState, ContainerStatus, RuntimeError, SandboxFilter,
    SandboxState,
};

use crate::names;
use crate::pod::state::{Attempt, Observation, SandboxSeen};

/// How much of last words is kept.
const MESSAGE_BYTES: usize = 4096;
/// How much of a log counts as last words.
const MESSAGE_LOG_BYTES: usize = 2048;
const MESSAGE_LOG_LINES: usize = 80;

/// What has ended does not change any more: it is read once. By container id.
pub type Ended = HashMap<String, Attempt>;

/// Everything the runtime has of the pod with this UID.
pub async fn observe(
    runtime: &dyn ContainerRuntime,
    uid: &str,
    ended: &mut Ended,
) -> Result<Observation, RuntimeError> {
    let labels = BTreeMap::from([(names::POD_UID.to_owned(), uid.to_owned())]);
    let mut listed =
        runtime.list_sandboxes(&SandboxFilter { labels: labels.clone(), ..SandboxFilter::default() }).await?;
    listed.sort_by_key(|sandbox| (std::cmp::Reverse(sandbox.attempt), std::cmp::Reverse(sandbox.created_at)));
    let mut seen = Observation::default();
    for sandbox in listed {
        let ready = sandbox.state == SandboxState::Ready;
        // Only the newest one's addresses are of interest.
        let ips = match ready && seen.sandboxes.is_empty() {
            true => match runtime.sandbox_status(&sandbox.id).await {
                Ok(status) => status.ips,
                Err(error) if error.is_not_found() => continue,
                Err(error) => return Err(error),
            },
            false => Vec::new(),
        };
        seen.sandboxes.push(SandboxSeen { id: sandbox.id, attempt: sandbox.attempt, ready, ips });
    }
    let listed = runtime.list_containers(&ContainerFilter { labels, ..ContainerFilter::default() }).await?;
    ended.retain(|id, _| listed.iter().any(|container| container.id == *id));
    for container in listed {
        if let Some(known) = ended.get(&container.id) {
            seen.attempts.push(known.clone());
            continue;
        }
        match runtime.container_status(&container.id).await {
            Ok(status) => {
                let attempt = attempt(status);
                if attempt.state == ContainerState::Exited {
                    ended.insert(attempt.id.clone(), attempt.clone());
                }
                seen.attempts.push(attempt);
            }
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error),
        }
    }
    seen.attempts.sort_by_key(|attempt| std::cmp::Reverse(attempt.attempt));
    Ok(seen)
}

fn attempt(status: ContainerStatus) -> Attempt {
    let message = last_words(&status);
    let container = status.container;
    let annotation = |key: &str| container.annotations.get(key).cloned();
    let count = annotation(names::RESTART_COUNT).and_then(|text| text.parse().ok());
    let name = container.labels.get(names::CONTAINER_NAME).cloned().unwrap_or(container.name);
    Attempt {
        name,
        attempt: count.unwrap_or(container.attempt),
        hash: annotation(names::CONTAINER_HASH).unwrap_or_default(),
        id: container.id,
        sandbox_id: container.sandbox_id,
        state: container.state,
        started_at: status.started_at,
        finished_at: status.finished_at,
        exit_code: status.exit_code,
        reason: status.reason,
        message,
        image: container.image,
        image_id: if status.image_id.is_empty() { container.image_ref } else { status.image_id },
        user: status.user,
    }
}

/// What an ended container left in its file, or the end of its log if it failed and that may count.
fn last_words(status: &ContainerStatus) -> String {
    let annotation =
        |key: &str| status.container.annotations.get(key).map(String::as_str).unwrap_or_default();
    if status.container.state != ContainerState::Exited {
        return String::new();
    }
    let path = annotation(names::TERMINATION_MESSAGE_PATH);
    let mount = status.mounts.iter().find(|mount| !path.is_empty() && mount.container_path == path);
    let words = mount.map(|mount| tail(Path::new(&mount.host_path), MESSAGE_BYTES)).unwrap_or_default();
    if !words.is_empty() {
        return words;
    }
    if annotation(names::TERMINATION_MESSAGE_POLICY) == "FallbackToLogsOnError" && status.exit_code != 0 {
        let text = tail(Path::new(&status.log_path), 4 * MESSAGE_LOG_BYTES);
        return crate::logs::last_lines(&text, MESSAGE_LOG_LINES, MESSAGE_LOG_BYTES);
    }
    status.message.clone()
}

/// The end of a file as text.
fn tail(path: &Path, most: usize) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(most)..]).into_owned()
}
