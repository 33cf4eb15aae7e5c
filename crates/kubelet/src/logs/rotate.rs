//! Logs that have grown too long are moved away; so many are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use node::{ContainerFilter, ContainerState};

use crate::shared::Shared;

/// How often logs are measured: a program may write a lot, but nobody tells how much.
const PERIOD: Duration = Duration::from_secs(10);

/// Rotates until told to stop.
pub async fn run(shared: Arc<Shared>) {
    loop {
        tokio::select! {
            () = shared.shutdown.wait() => return,
            () = shared.clock.sleep(PERIOD) => {}
        }
        if let Err(error) = all(&shared).await {
            tracing::warn!(%error, "logs can't be rotated");
        }
    }
}

async fn all(shared: &Shared) -> Result<(), node::RuntimeError> {
    let filter = ContainerFilter { state: Some(ContainerState::Running), ..ContainerFilter::default() };
    for container in shared.runtime.list_containers(&filter).await? {
        let Ok(status) = shared.runtime.container_status(&container.id).await else { continue };
        let path = PathBuf::from(&status.log_path);
        if std::fs::metadata(&path).is_ok_and(|meta| meta.len() >= shared.config.container_log_max_size) {
            let stamp = meta::Time::from(shared.clock.now()).to_string().replace([':', '-'], "");
            if let Err(error) = move_away(&path, &stamp, shared.config.container_log_max_files) {
                tracing::warn!(path = %path.display(), %error, "the log can't be moved away");
                continue;
            }
            shared.runtime.reopen_log(&container.id).await?;
        }
    }
    Ok(())
}

/// Moves the log away and removes the oldest ones, so that with the new one there are so many.
fn move_away(path: &Path, stamp: &str, most: usize) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let directory = path.parent().unwrap_or(Path::new("/"));
    std::fs::rename(path, directory.join(format!("{name}.{stamp}")))?;
    let prefix = format!("{name}.");
    let mut old: Vec<PathBuf> = std::fs::read_dir(directory)?
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .map(|entry| entry.path())
        .collect();
    old.sort();
    let many = old.len().saturating_sub(most.saturating_sub(1));
    old[..many].iter().try_for_each(std::fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("0.log");
        for stamp in ["1", "2", "3", "4"] {
            std::fs::write(&path, stamp).unwrap();
            move_away(&path, stamp, 3).unwrap();
        }
        let mut names: Vec<_> = std::fs::read_dir(directory.path())
            .unwrap()
            .flatten()
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["0.log.3", "0.log.4"]);
    }
}
