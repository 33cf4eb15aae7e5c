//! Pods from a directory or file: told of changes by the kernel, and looked at from time to time besides.

use std::path::Path;
use std::sync::Arc;

use api::core::v1::Pod;
use notify::{RecursiveMode, Watcher as _};
use runtime::{Clock, Shutdown};
use tokio::sync::mpsc;

use super::{Pods, Source, manifest};
use crate::config::Config;

/// Sends all pods whenever they may have changed, until told to stop.
pub async fn run(config: Config, out: mpsc::UnboundedSender<Pods>, clock: Clock, shutdown: Shutdown) {
    let Some(path) = config.static_pod_path.clone() else { return };
    let (told, mut changes) = mpsc::channel(1);
    // That somebody reads, we ourselves most of all, is no news.
    let told = move |event: notify::Result<notify::Event>| {
        if !event.is_ok_and(|event| event.kind.is_access()) {
            let _ = told.try_send(());
        }
    };
    let mut watcher = notify::recommended_watcher(told).ok();
    let mut watching = false;
    let mut last: Option<Vec<Arc<Pod>>> = None;
    let seen = meta::Time::from(clock.now()).to_string();
    loop {
        if let (Some(watcher), false) = (&mut watcher, watching) {
            watching = watcher.watch(&path, RecursiveMode::NonRecursive).is_ok();
        }
        let pods = read_all(&path, &config.node_name, &seen);
        if last.as_ref() != Some(&pods) {
            last = Some(pods.clone());
            if out.send((Source::File, pods)).is_err() {
                return;
            }
        }
        tokio::select! {
            () = shutdown.wait() => return,
            _ = changes.recv(), if watching => {}
            () = clock.sleep(config.file_check_frequency) => {}
        }
    }
}

/// The pods of all files; a file that can't be read counts as none.
fn read_all(path: &Path, node: &str, seen: &str) -> Vec<Arc<Pod>> {
    let mut files = match path.is_dir() {
        true => std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect(),
        false => vec![path.to_owned()],
    };
    files.retain(|file| {
        file.is_file() && !file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    });
    files.sort();
    let mut pods = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string());
        let found = text
            .and_then(|text| manifest::parse(&text, &file.display().to_string(), Source::File, node, seen));
        match found {
            Ok(found) => pods.extend(found),
            Err(error) => tracing::warn!(file = %file.display(), error, "not a pod"),
        }
    }
    pods
}
