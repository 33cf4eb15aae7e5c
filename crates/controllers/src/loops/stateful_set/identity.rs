//! Who a pod of a stateful set is: its number, its name, its claims; and the pod for a number. Pure.

use api::Resource as _;
use api::apps::v1::{ControllerRevision, StatefulSet, StatefulSetSpec};
use api::core::v1::{PersistentVolumeClaim, PersistentVolumeClaimVolumeSource, Pod, PodTemplateSpec, Volume};

use crate::{history, template};

const NAME: &str = "statefulset.kubernetes.io/pod-name";
const INDEX: &str = "apps.kubernetes.io/pod-index";
/// The name of the revision of a pod's template.
const REVISION: &str = "controller-revision-hash";

/// The spec; of every set that the API has there is one.
pub fn spec(set: &StatefulSet) -> StatefulSetSpec {
    set.spec.clone().unwrap_or_default()
}

/// The set's name and the number that a pod's name consists of.
pub fn parts(pod: &Pod) -> Option<(&str, i32)> {
    let (parent, number) = pod.name().rsplit_once('-')?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((parent, number.parse().ok().filter(|_| digits)?))
}

/// The number of a pod.
pub fn ordinal(pod: &Pod) -> Option<i32> {
    parts(pod).map(|(_, ordinal)| ordinal)
}

/// Whether a pod is one of the set by its name.
pub fn is_member(set: &StatefulSet, pod: &Pod) -> bool {
    parts(pod).is_some_and(|(parent, _)| parent == set.name())
}

/// The first number.
pub fn start(set: &StatefulSet) -> i32 {
    set.spec.as_ref().and_then(|spec| spec.ordinals.as_ref()?.start).unwrap_or_default()
}

/// How many pods there shall be.
pub fn replicas(set: &StatefulSet) -> i32 {
    set.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1)
}

/// Whether the set wants a pod of this number.
pub fn is_in_range(set: &StatefulSet, ordinal: i32) -> bool {
    (start(set)..start(set) + replicas(set)).contains(&ordinal)
}

/// The revision that a pod is of.
pub fn revision(pod: &Pod) -> &str {
    pod.label(REVISION)
}

/// The claims of the pod of this number, with the names of their volumes.
pub fn claims(set: &StatefulSet, ordinal: i32) -> Vec<(String, PersistentVolumeClaim)> {
    let spec = spec(set);
    let templates = spec.volume_claim_templates.into_iter().flatten();
    let made = templates.map(|mut claim| {
        let volume = claim.name().to_owned();
        let meta = claim.meta_mut();
        meta.name = Some(format!("{volume}-{}-{ordinal}", set.name()));
        meta.namespace = Some(set.namespace().to_owned());
        let labels = spec.selector.match_labels.clone().unwrap_or_default();
        if !labels.is_empty() {
            meta.labels.get_or_insert_default().extend(labels);
        }
        claim.status = None;
        (volume, claim)
    });
    made.collect()
}

/// Whether a pod says who it is.
pub fn has_identity(set: &StatefulSet, pod: &Pod) -> bool {
    is_member(set, pod) && pod.label(NAME) == pod.name()
}

/// Whether a pod uses its claims.
pub fn has_storage(set: &StatefulSet, pod: &Pod) -> bool {
    let Some(ordinal) = ordinal(pod) else { return false };
    let volumes = || pod.spec.iter().flat_map(|spec| spec.volumes.iter().flatten());
    claims(set, ordinal).iter().all(|(name, claim)| {
        let used = volumes().find(|volume| volume.name == *name);
        let used = used.and_then(|volume| volume.persistent_volume_claim.as_ref());
        used.is_some_and(|used| used.claim_name == claim.name())
    })
}

/// Makes a pod say who it is.
pub fn identify(pod: &mut Pod, ordinal: i32) {
    let name = pod.name().to_owned();
    let labels = pod.meta_mut().labels.get_or_insert_default();
    labels.insert(NAME.to_owned(), name);
    labels.insert(INDEX.to_owned(), ordinal.to_string());
}

/// Makes a pod use its claims.
pub fn store(set: &StatefulSet, pod: &mut Pod, ordinal: i32) {
    let claims = claims(set, ordinal);
    let Some(spec) = pod.spec.as_mut().filter(|_| !claims.is_empty()) else { return };
    let mut others = spec.volumes.take().unwrap_or_default();
    others.retain(|volume| !claims.iter().any(|(name, _)| *name == volume.name));
    let own = claims.into_iter().map(|(name, claim)| Volume {
        name,
        persistent_volume_claim: Some(PersistentVolumeClaimVolumeSource {
            claim_name: claim.name().to_owned(),
            read_only: None,
        }),
        ..Volume::default()
    });
    spec.volumes = Some(own.chain(others).collect());
}

/// The pod of this number, of the old or the new template, whichever the way of updating asks for.
pub fn make(
    set: &StatefulSet,
    current: &ControllerRevision,
    update: &ControllerRevision,
    ordinal: i32,
) -> Pod {
    let spec = spec(set);
    let strategy = spec.update_strategy.unwrap_or_default();
    let old = match &strategy.rolling_update {
        Some(rolling) => ordinal < start(set) + rolling.partition.unwrap_or_default(),
        None if strategy.type_.as_deref() == Some("RollingUpdate") => {
            let current = set.status.as_ref().and_then(|status| status.current_replicas).unwrap_or_default();
            ordinal < start(set) + current
        }
        None => false,
    };
    let chosen = if old { current } else { update };
    let wanted: PodTemplateSpec = history::template_of(chosen).unwrap_or(spec.template);
    let mut pod = template::pod(&wanted, set.namespace(), set.controller_reference());
    let name = format!("{}-{ordinal}", set.name());
    pod.meta_mut().name = Some(name.clone());
    identify(&mut pod, ordinal);
    pod.meta_mut().labels.get_or_insert_default().insert(REVISION.to_owned(), chosen.name().to_owned());
    let inner = pod.spec.get_or_insert_default();
    inner.hostname = Some(name);
    inner.subdomain = spec.service_name.filter(|name| !name.is_empty());
    store(set, &mut pod, ordinal);
    pod
}
