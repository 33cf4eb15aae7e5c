//! Collecting garbage, first version: ended containers beyond what is kept for their logs, and unused images when the disk fills up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use node::{Container, ContainerFilter, ContainerState, Image};

use crate::manager::Roster;
use crate::names;
use crate::pod::spec;
use crate::shared::Shared;

/// How often containers are collected.
const PERIOD: Duration = Duration::from_secs(60);
/// How many of those go by between looks at images.
const IMAGES_EVERY: u32 = 5;

/// Collects until told to stop.
pub async fn run(shared: Arc<Shared>, roster: Roster) {
    let mut unused: HashMap<String, Duration> = HashMap::new();
    for round in 1.. {
        tokio::select! {
            () = shared.shutdown.wait() => return,
            () = shared.clock.sleep(PERIOD) => {}
        }
        if let Err(error) = containers(&shared, &roster).await {
            tracing::warn!(%error, "ended containers can't be collected");
        }
        if round % IMAGES_EVERY == 0
            && let Err(error) = images(&shared, &roster, &mut unused).await
        {
            tracing::warn!(%error, "images can't be collected");
        }
    }
}

async fn containers(shared: &Shared, roster: &Roster) -> Result<(), node::RuntimeError> {
    let all = shared.runtime.list_containers(&ContainerFilter::default()).await?;
    let known = |uid: &str| roster.get(uid).is_some();
    for id in superfluous(&all, shared.config.max_dead_containers_per_container, known) {
        shared.runtime.remove_container(&id).await?;
    }
    Ok(())
}

/// Ended containers beyond the newest `keep` before the current one, of pods that are known.
fn superfluous(all: &[Container], keep: usize, known: impl Fn(&str) -> bool) -> Vec<String> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Container>> = BTreeMap::new();
    for container in all {
        let label = |key: &str| container.labels.get(key).map(String::as_str).unwrap_or_default();
        if known(label(names::POD_UID)) {
            groups.entry((label(names::POD_UID), label(names::CONTAINER_NAME))).or_default().push(container);
        }
    }
    let mut ids = Vec::new();
    for mut group in groups.into_values() {
        group.sort_by_key(|container| std::cmp::Reverse(container.attempt));
        let old = group.into_iter().skip(1 + keep);
        ids.extend(
            old.filter(|container| container.state != ContainerState::Running)
                .map(|container| container.id.clone()),
        );
    }
    ids
}

async fn images(
    shared: &Shared,
    roster: &Roster,
    unused: &mut HashMap<String, Duration>,
) -> Result<(), node::RuntimeError> {
    let images = shared.runtime.list_images().await?;
    let used = used_names(shared, roster).await?;
    let now = shared.clock.monotonic();
    unused.retain(|id, _| images.iter().any(|image| image.id == *id && !is_used(image, &used)));
    for image in images.iter().filter(|image| !is_used(image, &used)) {
        unused.entry(image.id.clone()).or_insert(now);
    }
    let Some(usage) = shared.runtime.image_filesystem().await?.into_iter().next() else { return Ok(()) };
    let Ok(stat) = rustix::fs::statvfs(usage.mountpoint.as_str()) else { return Ok(()) };
    let (total, free) = (stat.f_blocks * stat.f_frsize, stat.f_bavail * stat.f_frsize);
    let percent = |part: u64| {
        u8::try_from((u128::from(total) - u128::from(part)) * 100 / u128::from(total.max(1))).unwrap_or(100)
    };
    if percent(free) < shared.config.image_gc_high_threshold {
        return Ok(());
    }
    let low = u64::from(100 - shared.config.image_gc_low_threshold);
    let mut missing = (total / 100 * low).saturating_sub(free);
    let mut candidates: Vec<(&Image, Duration)> =
        images.iter().filter_map(|image| Some((image, *unused.get(&image.id)?))).collect();
    candidates.sort_by_key(|(_, since)| *since);
    for (image, since) in candidates {
        if missing == 0 || now - since < shared.config.image_minimum_gc_age || image.pinned {
            continue;
        }
        shared.runtime.remove_image(&image.id).await?;
        missing = missing.saturating_sub(image.size);
    }
    Ok(())
}

/// The names and ids of images that containers or wanted pods use.
async fn used_names(shared: &Shared, roster: &Roster) -> Result<BTreeSet<String>, node::RuntimeError> {
    let mut used = BTreeSet::new();
    for container in shared.runtime.list_containers(&ContainerFilter::default()).await? {
        used.extend([container.image, container.image_ref]);
    }
    for snapshot in roster.all() {
        used.extend(
            spec::containers(&snapshot.pod).into_iter().filter_map(|(_, container)| container.image.clone()),
        );
    }
    Ok(used)
}

fn is_used(image: &Image, used: &BTreeSet<String>) -> bool {
    used.contains(&image.id) || image.tags.iter().chain(&image.digests).any(|name| used.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_ended_one_is_kept_for_its_log() {
        let container = |name: &str, attempt, state| Container {
            id: format!("{name}{attempt}"),
            sandbox_id: "s".into(),
            name: name.into(),
            attempt,
            image: String::new(),
            image_ref: String::new(),
            state,
            created_at: 0,
            labels: BTreeMap::from([
                (names::POD_UID.to_owned(), "u".to_owned()),
                (names::CONTAINER_NAME.to_owned(), name.to_owned()),
            ]),
            annotations: BTreeMap::new(),
        };
        let all = [
            container("a", 0, ContainerState::Exited),
            container("a", 1, ContainerState::Exited),
            container("a", 2, ContainerState::Running),
            container("b", 0, ContainerState::Exited),
        ];
        assert_eq!(superfluous(&all, 1, |_| true), ["a0"]);
        assert_eq!(superfluous(&all, 1, |_| false), [] as [&str; 0]);
    }
}
