//! `/containerLogs/<namespace>/<pod>/<container>`.

use std::time::Duration;

use node::ContainerState;
use tokio::sync::mpsc;

use super::Server;
use super::answer::{self, Answer};
use super::query;
use crate::logs::{self, LogOptions};
use crate::pod::actor::Snapshot;
use crate::pod::spec;
use crate::pod::state::Attempt;

pub(super) fn log(server: &Server, namespace: &str, name: &str, container: &str, query: &str) -> Answer {
    let pairs = query::pairs(query);
    let options = match options(&pairs, server.shared.clock.now()) {
        Ok(options) => options,
        Err(error) => return answer::text(422, error),
    };
    let Some(snapshot) = server.roster.find(namespace, name, None) else {
        return answer::text(404, format!("pod \"{name}\" not found\n"));
    };
    if spec::container(&snapshot.pod, container).is_none() {
        return answer::text(404, format!("container \"{container}\" not found in pod \"{name}\"\n"));
    }
    let previous = query::first(&pairs, "previous") == Some("true");
    let attempt = match choose(&snapshot, name, container, previous) {
        Ok(attempt) => attempt,
        Err(error) => return answer::text(400, error),
    };
    let directory = server.shared.config.pod_log_dir(namespace, name, spec::uid(&snapshot.pod));
    let path = directory.join(container).join(format!("{}.log", attempt.attempt));
    let handle = server.roster.get(spec::uid(&snapshot.pod));
    let (sender, chunks) = mpsc::channel(8);
    tokio::spawn(async move {
        let ended = async move {
            if let Some(mut handle) = handle {
                handle.wait_for(|now| !now.seen.running().any(|running| running.id == attempt.id)).await;
            }
        };
        let shown = path.display().to_string();
        let told = sender.clone();
        if let Err(error) = logs::stream(path, options, ended, sender).await {
            let text = format!("failed to try resolving symlinks in path \"{shown}\": {error}\n");
            let _ = told.send(text.into()).await;
        }
    });
    answer::stream(chunks)
}

/// The attempt whose log is meant, or why there is none.
fn choose(snapshot: &Snapshot, pod: &str, container: &str, previous: bool) -> Result<Attempt, String> {
    let mut attempts = snapshot.seen.attempts.iter().filter(|attempt| attempt.name == container);
    let found = match previous {
        true => {
            let ended = attempts.skip(1).find(|attempt| attempt.state == ContainerState::Exited);
            // A container that waits for its restart has its last attempt as the previous one.
            let waiting =
                || snapshot.seen.latest(container).filter(|attempt| attempt.state == ContainerState::Exited);
            ended.or_else(waiting)
        }
        // One that ended at once may never have been seen to start.
        false => attempts.find(|attempt| attempt.started_at > 0 || attempt.state == ContainerState::Exited),
    };
    found.cloned().ok_or_else(|| match previous {
        true => format!("previous terminated container \"{container}\" in pod \"{pod}\" not found\n"),
        false => {
            let status = snapshot.pod.status.as_ref();
            let lists = status.map(|status| [&status.init_container_statuses, &status.container_statuses]);
            let status =
                lists.into_iter().flatten().flatten().flatten().find(|status| status.name == container);
            let waiting = status.and_then(|status| status.state.as_ref()?.waiting.clone());
            let (reason, message) =
                waiting.map(|waiting| (waiting.reason, waiting.message)).unwrap_or_default();
            let reason = reason.unwrap_or_else(|| "ContainerCreating".into());
            match (reason.as_str(), message) {
                ("ErrImagePull" | "ImagePullBackOff" | "InvalidImageName" | "ErrImageNeverPull", _) => {
                    format!(
                        "container \"{container}\" in pod \"{pod}\" is waiting to start: {}\n",
                        pull_words(&reason)
                    )
                }
                _ => format!("container \"{container}\" in pod \"{pod}\" is waiting to start: {reason}\n"),
            }
        }
    })
}

/// As upstream words what images are waited for.
fn pull_words(reason: &str) -> &'static str {
    match reason {
        "ErrImagePull" => "image can't be pulled",
        "ImagePullBackOff" => "trying and failing to pull image",
        "InvalidImageName" => "image name is invalid",
        _ => "image is not present and must not be pulled",
    }
}

fn options(pairs: &[(String, String)], now: std::time::SystemTime) -> Result<LogOptions, String> {
    let text = |name: &str| query::first(pairs, name).filter(|value| !value.is_empty());
    let number = |name: &str| {
        text(name)
            .map(|value| value.parse::<u64>().map_err(|_| format!("invalid {name}: {value:?}\n")))
            .transpose()
    };
    let mut since = text("sinceTime").and_then(|value| value.parse::<jiff::Timestamp>().ok());
    if let Some(seconds) = number("sinceSeconds")? {
        since =
            now.checked_sub(Duration::from_secs(seconds)).and_then(|at| jiff::Timestamp::try_from(at).ok());
    }
    Ok(LogOptions {
        follow: text("follow") == Some("true"),
        tail_lines: number("tailLines")?.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX)),
        since,
        timestamps: text("timestamps") == Some("true"),
        limit_bytes: number("limitBytes")?,
        stream: text("stream").filter(|stream| *stream != "All").map(str::to_lowercase),
    })
}
