//! What deployments and their replica sets say, with the defaults of what they leave out.

use std::sync::Arc;

use api::apps::v1::{Deployment, DeploymentSpec, ReplicaSet, ReplicaSetStatus};
use api::core::v1::PodTemplateSpec;
use api::{IntOrString, Resource as _};

use crate::amount::scaled;

pub const REVISION: &str = "deployment.kubernetes.io/revision";
pub const REVISION_HISTORY: &str = "deployment.kubernetes.io/revision-history";
pub const DESIRED: &str = "deployment.kubernetes.io/desired-replicas";
pub const MAX: &str = "deployment.kubernetes.io/max-replicas";
pub const HASH: &str = "pod-template-hash";

/// What a deployment asks for.
pub struct Wanted<'a>(pub &'a Deployment);

impl<'a> Wanted<'a> {
    pub fn spec(&self) -> Option<&'a DeploymentSpec> {
        self.0.spec.as_ref()
    }

    pub fn replicas(&self) -> i32 {
        self.spec().and_then(|spec| spec.replicas).unwrap_or(1)
    }

    pub fn template(&self) -> PodTemplateSpec {
        self.spec().map(|spec| spec.template.clone()).unwrap_or_default()
    }

    pub fn is_paused(&self) -> bool {
        self.spec().and_then(|spec| spec.paused).unwrap_or_default()
    }

    pub fn recreates(&self) -> bool {
        let strategy = self.spec().and_then(|spec| spec.strategy.as_ref());
        strategy.and_then(|strategy| strategy.type_.as_deref()) == Some("Recreate")
    }

    /// How many pods more than wanted, and how many fewer available, a roll-out may have.
    pub fn limits(&self) -> (i32, i32) {
        if self.recreates() {
            return (0, 0);
        }
        let strategy = self.spec().and_then(|spec| spec.strategy.as_ref());
        let rolling = strategy.and_then(|strategy| strategy.rolling_update.as_ref());
        let quarter = IntOrString::String("25%".to_owned());
        let surge = rolling.and_then(|rolling| rolling.max_surge.as_ref()).unwrap_or(&quarter);
        let missing = rolling.and_then(|rolling| rolling.max_unavailable.as_ref()).unwrap_or(&quarter);
        let (surge, missing) =
            (scaled(surge, self.replicas(), true), scaled(missing, self.replicas(), false));
        // With neither nothing could ever change.
        if surge == 0 && missing == 0 { (0, 1) } else { (surge, missing.min(self.replicas())) }
    }

    pub fn surge(&self) -> i32 {
        self.limits().0
    }

    pub fn max_unavailable(&self) -> i32 {
        if self.replicas() == 0 { 0 } else { self.limits().1 }
    }

    /// After how many seconds without progress a roll-out counts as stuck.
    pub fn deadline(&self) -> Option<i32> {
        self.spec().and_then(|spec| spec.progress_deadline_seconds).filter(|seconds| *seconds != i32::MAX)
    }

    pub fn history_limit(&self) -> Option<usize> {
        let limit =
            self.spec().and_then(|spec| spec.revision_history_limit).filter(|limit| *limit != i32::MAX)?;
        usize::try_from(limit).ok()
    }
}

pub fn replicas(set: &ReplicaSet) -> i32 {
    set.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1)
}

pub fn status(set: &ReplicaSet) -> ReplicaSetStatus {
    set.status.clone().unwrap_or_default()
}

pub fn available(set: &ReplicaSet) -> i32 {
    status(set).available_replicas.unwrap_or_default()
}

pub fn total(sets: &[Arc<ReplicaSet>], count: impl Fn(&ReplicaSet) -> i32) -> i32 {
    sets.iter().map(|set| count(set)).sum()
}

pub fn revision(annotated: Option<&str>) -> i64 {
    annotated.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The oldest first.
pub fn by_age(sets: &mut [Arc<ReplicaSet>]) {
    sets.sort_by(|a, b| {
        let created = |set: &ReplicaSet| set.meta().creation_timestamp.as_ref().map(api::time::system);
        created(a).cmp(&created(b)).then_with(|| a.name().cmp(b.name()))
    });
}
