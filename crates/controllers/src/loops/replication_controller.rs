//! `ReplicationController`: the elder brother of `ReplicaSet`, with a plain map as its selector. Everything but the fields of this kind is
//! in `replicas.rs`.

use api::core::v1::{ReplicationController, ReplicationControllerCondition, ReplicationControllerStatus};
use meta::selector::Selector;

use super::replicas::{self, Failure, Replicated, Wanted};
use crate::amount::count;
use crate::{Context, Work, selector};

/// The loop.
pub fn build(context: &Context) -> Work {
    replicas::build::<ReplicationController>(context)
}

impl Replicated for ReplicationController {
    const CONTROLLER: &'static str = "replication-controller";

    fn wanted(&self) -> Wanted {
        let spec = self.spec.as_ref();
        Wanted {
            replicas: spec.and_then(|spec| spec.replicas).unwrap_or(1),
            min_ready_seconds: spec.and_then(|spec| spec.min_ready_seconds).unwrap_or_default(),
            template: spec.and_then(|spec| spec.template.clone()).unwrap_or_default(),
        }
    }

    fn selector(&self) -> Selector {
        selector::of_map(self.spec.as_ref().and_then(|spec| spec.selector.as_ref()))
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
        conditions.extend(status.failure.clone().map(|failure| ReplicationControllerCondition {
            type_: replicas::FAILURE.to_owned(),
            status: "True".to_owned(),
            last_transition_time: failure.at,
            reason: Some(failure.reason),
            message: Some(failure.message),
        }));
        let status = ReplicationControllerStatus {
            replicas: crate::amount::int(status.replicas),
            fully_labeled_replicas: count(status.fully_labeled),
            ready_replicas: count(status.ready),
            available_replicas: count(status.available),
            observed_generation: self.metadata.generation,
            conditions: (!conditions.is_empty()).then_some(conditions),
        };
        Self { status: Some(status), ..self.clone() }
    }
}
