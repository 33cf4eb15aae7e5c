//! What to do about a lease as it was found. Pure. Only this process's own clock counts: how long a record has not changed, never
//! the times written in it.

use std::time::{Duration, SystemTime};

use api::coordination::v1::{Lease, LeaseSpec};
use api::meta::ObjectMeta;
use api::{Resource as _, time};

use super::LeaderConfig;

/// The record as it was last seen to change.
#[derive(Debug, Default)]
pub(super) struct Observed {
    record: Option<LeaseSpec>,
    at: Duration,
}

impl Observed {
    /// Takes notice of a record at a time of the monotonic clock.
    pub fn see(&mut self, lease: Option<&Lease>, now: Duration) {
        let record = lease.and_then(|lease| lease.spec.clone());
        if record != self.record {
            (self.record, self.at) = (record, now);
        }
    }
}

#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// Somebody else leads.
    Wait,
    /// Nobody ever did.
    Create(Lease),
    /// Renew it, or take it over.
    Update(Lease),
}

pub(super) fn step(
    config: &LeaderConfig,
    observed: &Observed,
    found: Option<Lease>,
    now: Duration,
    wall: SystemTime,
) -> Step {
    let Some(mut lease) = found else {
        let metadata = ObjectMeta {
            namespace: Some(config.namespace.clone()),
            name: Some(config.name.clone()),
            ..ObjectMeta::default()
        };
        let spec = LeaseSpec { lease_transitions: Some(0), ..taken(config, wall) };
        return Step::Create(Lease { metadata, spec: Some(spec) });
    };
    let spec = lease.spec.take().unwrap_or_default();
    let holder = spec.holder_identity.as_deref().unwrap_or_default();
    let renews = holder == config.identity;
    let seconds = spec
        .lease_duration_seconds
        .map_or(config.lease, |seconds| Duration::from_secs(u64::try_from(seconds).unwrap_or_default()));
    let is_held = !holder.is_empty() && observed.at + seconds > now;
    if is_held && !renews {
        return Step::Wait;
    }
    let transitions = spec.lease_transitions.unwrap_or_default();
    let new = if renews {
        LeaseSpec {
            acquire_time: spec.acquire_time.clone(),
            lease_transitions: Some(transitions),
            ..taken(config, wall)
        }
    } else {
        LeaseSpec { lease_transitions: Some(transitions + 1), ..taken(config, wall) }
    };
    lease.spec = Some(LeaseSpec { preferred_holder: spec.preferred_holder, strategy: spec.strategy, ..new });
    Step::Update(lease)
}

fn taken(config: &LeaderConfig, wall: SystemTime) -> LeaseSpec {
    let now = time::micro_time(wall);
    LeaseSpec {
        holder_identity: Some(config.identity.clone()),
        lease_duration_seconds: Some(i32::try_from(config.lease.as_secs()).unwrap_or(i32::MAX)),
        acquire_time: Some(now.clone()),
        renew_time: Some(now),
        ..LeaseSpec::default()
    }
}

/// The lease without a holder, if this process holds it: the next need not wait.
pub(super) fn released(config: &LeaderConfig, mut lease: Lease, wall: SystemTime) -> Option<Lease> {
    let spec = lease.spec.as_mut()?;
    if spec.holder_identity.as_deref() != Some(&config.identity) {
        return None;
    }
    let now = time::micro_time(wall);
    *spec = LeaseSpec {
        holder_identity: Some(String::new()),
        lease_duration_seconds: Some(1),
        acquire_time: Some(now.clone()),
        renew_time: Some(now),
        lease_transitions: spec.lease_transitions,
        ..LeaseSpec::default()
    };
    tracing::debug!(lease = lease.name(), "released");
    Some(lease)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::*;

    fn at(seconds: u64) -> (Duration, SystemTime) {
        (Duration::from_secs(seconds), UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds))
    }

    fn attempt(who: &str, observed: &mut Observed, lease: &mut Option<Lease>, seconds: u64) -> bool {
        let (config, (now, wall)) = (LeaderConfig::new("kube-system", "it", who), at(seconds));
        observed.see(lease.as_ref(), now);
        match step(&config, observed, lease.clone(), now, wall) {
            Step::Wait => false,
            Step::Create(new) | Step::Update(new) => {
                observed.see(Some(&new), now);
                *lease = Some(new);
                true
            }
        }
    }

    #[test]
    fn a_lease_is_taken_renewed_waited_for_and_taken_over() {
        let (mut lease, mut one, mut two) = (None, Observed::default(), Observed::default());
        assert!(attempt("one", &mut one, &mut lease, 0));
        assert!(!attempt("two", &mut two, &mut lease, 1));
        assert!(attempt("one", &mut one, &mut lease, 10));
        assert!(!attempt("two", &mut two, &mut lease, 11));
        assert!(!attempt("two", &mut two, &mut lease, 25));
        let acquired = lease.as_ref().and_then(|lease| lease.spec.as_ref()?.acquire_time.clone());
        assert_eq!(acquired, Some(time::micro_time(at(0).1)));
        assert!(attempt("two", &mut two, &mut lease, 27));
        let spec = lease.as_ref().unwrap().spec.as_ref().unwrap();
        assert_eq!((spec.holder_identity.as_deref(), spec.lease_transitions), (Some("two"), Some(1)));
        assert!(!attempt("one", &mut one, &mut lease, 28));
    }

    #[test]
    fn a_released_lease_is_free_at_once() {
        let (mut lease, mut one, mut two) = (None, Observed::default(), Observed::default());
        assert!(attempt("one", &mut one, &mut lease, 0));
        assert!(!attempt("two", &mut two, &mut lease, 0));
        let config = LeaderConfig::new("kube-system", "it", "one");
        assert_eq!(
            released(&LeaderConfig::new("kube-system", "it", "two"), lease.clone().unwrap(), at(1).1),
            None
        );
        lease = released(&config, lease.unwrap(), at(1).1);
        assert!(attempt("two", &mut two, &mut lease, 1));
    }
}
