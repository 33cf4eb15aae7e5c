//! Whether the node takes a pod that was bound to it: the scheduler's picture may be older than the node's.

use std::sync::Arc;

use api::core::v1::Pod;

use super::{Roster, ports};
use crate::pod::spec;
use crate::pod::state::{Life, Verdict};
use crate::shared::Shared;

/// Why the node does not take the pod, if it does not.
pub(super) fn judge(shared: &Shared, pod: &Arc<Pod>, roster: &Roster) -> Option<Verdict> {
    // What has ended uses nothing.
    if spec::is_final(pod.status.as_ref().and_then(|status| status.phase.as_deref())) {
        return None;
    }
    // What runs already was taken, and files have nobody who would look for another place.
    let begun = pod.status.as_ref().is_some_and(|status| status.start_time.is_some());
    let judged = !begun && !spec::is_static(pod) && pod.metadata.deletion_timestamp.is_none();
    let os = pod.spec.as_ref().and_then(|spec| spec.os.as_ref());
    if judged && os.is_some_and(|os| os.name != "linux") {
        let message = "Failed to admit pod as the OS field doesn't match node OS";
        return Some(Verdict {
            reason: "PodOSNotSupported".into(),
            message: message.into(),
            disruption: false,
        });
    }
    if let Err(verdict) = shared.ledger.admit(pod, judged) {
        return Some(verdict);
    }
    let taken = judged && {
        let others = roster.all();
        let mut others =
            others.iter().filter(|other| !matches!(other.life, Life::Terminated { .. } | Life::Gone));
        others.any(|other| ports::conflict(pod, &other.pod))
    };
    taken.then(|| {
        shared.ledger.release(spec::uid(pod));
        let message =
            "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
        Verdict { reason: "NodePorts".into(), message: message.into(), disruption: false }
    })
}
