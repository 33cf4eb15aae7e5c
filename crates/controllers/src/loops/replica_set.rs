//! `ReplicaSet`: so many pods of one template. Everything but the fields of this kind is in `replicas.rs`.

use api::apps::v1::{ReplicaSet, ReplicaSetCondition, ReplicaSetStatus};
use meta::selector::Selector;

use super::replicas::{self, Failure, Replicated, Wanted};
use crate::amount::count;
use crate::{Context, Work, selector};

/// The loop.
pub fn build(context: &Context) -> Work {
    replicas::build::<ReplicaSet>(context)
}

impl Replicated for ReplicaSet {
    const CONTROLLER: &'static str = "replicaset-controller";

    fn wanted(&self) -> Wanted {
        let spec = self.spec.as_ref();
        Wanted {
            replicas: spec.and_then(|spec| spec.replicas).unwrap_or(1),
            min_ready_seconds: spec.and_then(|spec| spec.min_ready_seconds).unwrap_or_default(),
            template: spec.and_then(|spec| spec.template.clone()).unwrap_or_default(),
        }
    }

    fn selector(&self) -> Selector {
        selector::of(self.spec.as_ref().map(|spec| &spec.selector))
    }

    fn failure(&self) -> Option<Failure> {
        let conditions = self.status.as_ref()?.conditions.as_ref()?;
        let found = conditions.iter().find(|condition| condition.type_ == replicas::FAILURE)?;
        Some(Failure {
            reason: found.reason.clone().unwrap_or_default(),
            message: found.message.clone().unwrap_or_default(),
            at: found.last_transition_time.clone(),
        })
    }

    fn with_status(&self, status: &replicas::Status) -> Self {
        let mut conditions = self.status.as_ref().and_then(|old| old.conditions.clone()).unwrap_or_default();
        conditions.retain(|condition| condition.type_ != replicas::FAILURE);
        conditions.extend(status.failure.clone().map(|failure| ReplicaSetCondition {
            type_: replicas::FAILURE.to_owned(),
            status: "True".to_owned(),
            last_transition_time: failure.at,
            reason: Some(failure.reason),
            message: Some(failure.message),
        }));
        let status = ReplicaSetStatus {
            replicas: crate::amount::int(status.replicas),
            fully_labeled_replicas: count(status.fully_labeled),
            ready_replicas: count(status.ready),
            available_replicas: count(status.available),
            terminating_replicas: Some(crate::amount::int(status.terminating)),
            observed_generation: self.metadata.generation,
            conditions: (!conditions.is_empty()).then_some(conditions),
        };
        Self { status: Some(status), ..self.clone() }
    }
}
