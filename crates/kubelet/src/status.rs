//! The status of a pod as the API shows it: a pure view of its [`State`].
//!
//! Reasons and messages are upstream's. `render` gives the whole; who writes it, and when, is `status_writer`'s.

pub mod conditions;
mod containers;
mod phase;
mod resources;
#[cfg(test)]
mod tests;

use api::core::v1::{HostIP, PodCondition, PodIP, PodStatus};
use api::meta::Time;

use crate::backoff::SECOND;
use crate::pod::spec;
use crate::pod::state::{Life, State};
use crate::resources::qos_class;

/// What every pod of this node shares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Host {
    /// The node's addresses.
    pub ips: Vec<String>,
    /// The runtime's name, in front of container ids: `containerd`.
    pub runtime: String,
}

/// A time of the API from nanoseconds since 1970, to the second.
pub fn time(nanos: i64) -> Time {
    Time(jiff::Timestamp::from_second(nanos.div_euclid(SECOND)).unwrap_or_default())
}

/// The phase as the containers alone give it.
pub fn phase_now(state: &State) -> &'static str {
    let statuses = containers::render(state, "");
    phase::of(state, &statuses, false)
}

/// The whole status.
pub fn render(state: &State, host: &Host, now: i64) -> PodStatus {
    let old = &state.status;
    let over = matches!(state.life, Life::Terminated { .. } | Life::Gone);
    let mut statuses = containers::render(state, &host.runtime);
    let is_static = spec::is_static(&state.pod);
    let mut phase = phase::of(state, &statuses, over && !is_static);
    let api_phase = state.pod.status.as_ref().and_then(|status| status.phase.as_deref());
    for known in [old.phase.as_deref(), api_phase].into_iter().flatten() {
        // No way leads back from an end.
        phase = match known {
            "Failed" => "Failed",
            "Succeeded" => "Succeeded",
            _ => phase,
        };
    }
    if over {
        containers::settle(&mut statuses);
    }
    if state.verdict.is_some() || (over && !is_static && !spec::is_final(Some(phase))) {
        phase = "Failed";
    }
    let same_phase = old.phase.as_deref() == Some(phase);
    let kept = |text: &Option<String>| text.clone().filter(|_| same_phase);
    let verdict = state.verdict.as_ref();
    let mut status = PodStatus {
        phase: Some(phase.to_owned()),
        reason: verdict.map(|verdict| verdict.reason.clone()).or_else(|| kept(&old.reason)),
        message: verdict.map(|verdict| verdict.message.clone()).or_else(|| kept(&old.message)),
        start_time: Some(old.start_time.clone().unwrap_or_else(|| time(now))),
        qos_class: Some(qos_class(&state.pod).name().to_owned()),
        observed_generation: state.pod.metadata.generation,
        nominated_node_name: old.nominated_node_name.clone(),
        resource_claim_statuses: old.resource_claim_statuses.clone(),
        ..PodStatus::default()
    };
    conditions::put(&mut status, state, &statuses, now);
    statuses.into_status(&mut status);
    resources::put(&mut status, state);
    addresses(&mut status, state, host);
    status
}

fn addresses(status: &mut PodStatus, state: &State, host: &Host) {
    status.host_ip = host.ips.first().cloned();
    status.host_ips = Some(host.ips.iter().map(|ip| HostIP { ip: ip.clone() }).collect());
    let seen = state.seen.sandboxes.first().map(|sandbox| sandbox.ips.clone()).unwrap_or_default();
    let ips = match spec::host_network(&state.pod) {
        true => host.ips.clone(),
        false => seen,
    };
    if ips.is_empty() {
        // An ended pod keeps the address it had.
        status.pod_ip = state.status.pod_ip.clone();
        status.pod_ips = state.status.pod_ips.clone();
        return;
    }
    status.pod_ip = ips.first().cloned();
    status.pod_ips = Some(ips.into_iter().map(|ip| PodIP { ip }).collect());
}

/// A condition by its type.
pub fn condition<'a>(status: &'a PodStatus, kind: &str) -> Option<&'a PodCondition> {
    status.conditions.iter().flatten().find(|condition| condition.type_ == kind)
}
