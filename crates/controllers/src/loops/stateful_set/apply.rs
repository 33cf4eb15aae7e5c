//! Does what was planned for a stateful set, with upstream's events.

use api::Resource as _;
use api::apps::v1::{StatefulSet, StatefulSetStatus};
use api::core::v1::{PersistentVolumeClaim, Pod};
use client::DeleteOptions;
use informer::{Error, Key, Next, Reference, Severity};

use super::plan::{Plan, Step};
use super::{StatefulSets, identity};
use crate::batch;

impl StatefulSets {
    pub(super) async fn apply(&self, key: &Key, set: &StatefulSet, plan: Plan) -> Result<Next, Error> {
        let (creates, others): (Vec<_>, Vec<_>) =
            plan.steps.into_iter().partition(|step| matches!(step, Step::Create(_)));
        let mut failure = batch::slow_start(creates.len(), |at| self.perform(key, set, &creates[at])).await.1;
        for step in &others {
            if failure.is_some() {
                break;
            }
            failure = self.perform(key, set, step).await.err();
        }
        if !says_the_same(set.status.as_ref(), &plan.status) {
            let updated = StatefulSet { status: Some(plan.status), ..set.clone() };
            self.client.within::<StatefulSet>(&key.namespace).update_status(&updated).await?;
        }
        match failure {
            Some(failure) => Err(failure),
            None => Ok(plan.after.map_or(Next::Done, Next::After)),
        }
    }

    async fn perform(&self, key: &Key, set: &StatefulSet, step: &Step) -> Result<(), Error> {
        match step {
            Step::Create(pod) => self.create(key, set, pod).await,
            Step::Provide(pod) => self.provide(key, set, pod).await,
            Step::Repair(pod) => {
                let outcome = match self.provide(key, set, pod).await {
                    Ok(()) => self.update(key, pod).await,
                    Err(error) => Err(error),
                };
                self.tell(set, "Update", pod.name(), &outcome);
                outcome
            }
            Step::Delete(pod) => {
                let outcome = self.delete(key, pod).await;
                self.tell(set, "Delete", pod.name(), &outcome);
                outcome
            }
            Step::Own(claim) => {
                let claims = self.client.within::<PersistentVolumeClaim>(&key.namespace);
                match claims.update(claim).await {
                    Ok(claim) => self.stored.wrote(key, &claim),
                    Err(error) if error.is_not_found() => {}
                    Err(error) => return Err(error.into()),
                }
                Ok(())
            }
            Step::Foreign(name) => {
                let message = format!(
                    "PersistentVolumeClaim {name} has a conflicting OwnerReference that acts as a manging controller, the retention \
                     policy is ignored for this claim"
                );
                self.recorder.event(&Reference::of(set), Severity::Warning, "ConflictingController", message);
                Ok(())
            }
        }
    }

    async fn create(&self, key: &Key, set: &StatefulSet, pod: &Pod) -> Result<(), Error> {
        if let Err(error) = self.provide(key, set, pod).await {
            let outcome = Err(error);
            self.tell(set, "Create", pod.name(), &outcome);
            return outcome;
        }
        match self.client.within::<Pod>(&key.namespace).create(pod).await {
            Ok(made) => {
                self.made.wrote(key, &made);
                self.tell(set, "Create", pod.name(), &Ok(()));
                Ok(())
            }
            Err(error) if error.is_namespace_terminating() => Ok(()),
            // Another pod has the name: when it goes, the set is told.
            Err(error) if error.is_already_exists() => Err(error.into()),
            Err(error) => {
                let outcome = Err(error.into());
                self.tell(set, "Create", pod.name(), &outcome);
                outcome
            }
        }
    }

    async fn update(&self, key: &Key, pod: &Pod) -> Result<(), Error> {
        let updated = self.client.within::<Pod>(&key.namespace).update(pod).await?;
        self.made.wrote(key, &updated);
        Ok(())
    }

    async fn delete(&self, key: &Key, pod: &Pod) -> Result<(), Error> {
        let options = DeleteOptions::of_uid(pod.uid());
        match self.client.within::<Pod>(&key.namespace).delete(pod.name(), &options).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => {
                self.made.deleted(key, pod);
                Ok(())
            }
        }
    }

    /// Makes the claims of a pod that are not there.
    async fn provide(&self, key: &Key, set: &StatefulSet, pod: &Pod) -> Result<(), Error> {
        let claims = self.client.within::<PersistentVolumeClaim>(&key.namespace);
        for (_, claim) in identity::claims(set, identity::ordinal(pod).unwrap_or_default()) {
            match self.claims.get(&key.namespace, claim.name()) {
                Some(found) if found.is_being_deleted() => {
                    return Err(Error::other(format!("pvc {} is being deleted", claim.name())));
                }
                Some(_) => continue,
                None => {}
            }
            let about = Reference::of(set);
            let (claim_name, pod_name, set_name) = (claim.name(), pod.name(), set.name());
            match claims.create(&claim).await {
                Ok(made) => {
                    self.stored.wrote(key, &made);
                    let message =
                        format!("Create Claim {claim_name} Pod {pod_name} in StatefulSet {set_name} success");
                    self.recorder.event(&about, Severity::Normal, "SuccessfulCreate", message);
                }
                // The cache is behind: it will tell.
                Err(error) if error.is_already_exists() => {}
                Err(error) => {
                    let message = format!(
                        "Create Claim {claim_name} for Pod {pod_name} in StatefulSet {set_name} failed error: {error}"
                    );
                    self.recorder.event(&about, Severity::Warning, "FailedCreate", message);
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    fn tell(&self, set: &StatefulSet, verb: &str, pod: &str, outcome: &Result<(), Error>) {
        let about = Reference::of(set);
        match outcome {
            Ok(()) => {
                let message = format!("{verb} Pod {pod} in StatefulSet {} successful", set.name());
                self.recorder.event(&about, Severity::Normal, &format!("Successful{verb}"), message);
            }
            Err(error) => {
                let message = format!("{verb} Pod {pod} in StatefulSet {} failed error: {error}", set.name());
                self.recorder.event(&about, Severity::Warning, &format!("Failed{verb}"), message);
            }
        }
    }

    /// A name is taken by the revision of another template with the same hash: the next try uses another.
    pub(super) async fn rename(&self, set: &StatefulSet) -> Result<Next, Error> {
        let sets = self.client.within::<StatefulSet>(set.namespace());
        let mut fresh = sets.get(set.name()).await?;
        let status = fresh.status.get_or_insert_default();
        status.collision_count = Some(status.collision_count.unwrap_or_default() + 1);
        sets.update_status(&fresh).await?;
        Err(Error::other("another revision has the name; trying another name"))
    }
}

/// Zero and absent are the same.
fn says_the_same(old: Option<&StatefulSetStatus>, new: &StatefulSetStatus) -> bool {
    let facts = |status: &StatefulSetStatus| {
        let numbers = [
            status.ready_replicas,
            status.available_replicas,
            status.current_replicas,
            status.updated_replicas,
            status.collision_count,
        ];
        let names = [status.current_revision.clone(), status.update_revision.clone()];
        (status.replicas, status.observed_generation, numbers.map(Option::unwrap_or_default), names)
    };
    old.is_some_and(|old| facts(old) == facts(new))
}
