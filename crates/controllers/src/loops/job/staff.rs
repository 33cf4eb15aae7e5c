//! Which pods of a job are made and removed. Pure.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use api::batch::v1::{Job, JobSpec};
use api::core::v1::Pod;

use super::judge::deadline;
use super::numbers::Numbers;
use super::plan::{Observed, Steps, Wanted};
use super::{backoff, count, pod};
use crate::{pods, ranking};

/// So many pods at once, as upstream.
const BURST: usize = 500;

/// As many pods as may work at the same time, and no more than are still needed.
pub fn staff(
    observed: &Observed<'_>,
    spec: &JobSpec,
    mut active: Vec<Arc<Pod>>,
    numbers: &Numbers,
    steps: &mut Steps,
) {
    let number = |count: i32| usize::try_from(count).unwrap_or_default();
    let (succeeded, _) = count::totals(observed.job, observed.pods, &steps.status);
    let parallel = number(spec.parallelism.unwrap_or(1));
    let wanted = match spec.completions {
        Some(completions) => parallel.min(number(completions - succeeded)),
        None if succeeded > 0 => active.len(),
        None => parallel,
    };
    steps.after = deadline(spec, Some(&steps.status), observed.now);
    let surplus = active.len().saturating_sub(wanted);
    let mut ranked = ranking::to_go_first(active.clone(), &[], observed.now);
    if numbers.indexed {
        steps.delete = needless(observed.job, &mut ranked);
    }
    let more = surplus.saturating_sub(steps.delete.len());
    steps.delete.extend(ranked.into_iter().take(more));
    steps.delete.truncate(BURST);
    // Either too many or too few at a time.
    if !steps.delete.is_empty() {
        return;
    }
    let leaving = match count::replaces_only_failed(observed.job) {
        true => observed.pods.iter().filter(|pod| pods::is_terminating(pod)).cloned().collect(),
        false => Vec::new(),
    };
    let missing = wanted.saturating_sub(active.len() + leaving.len()).min(BURST);
    if missing == 0 {
        return;
    }
    let alone = numbers.failed.is_some();
    if let Some(pause) = backoff::of_job(observed.job, observed.pods, observed.now).filter(|_| !alone) {
        return wait(steps, pause);
    }
    if !numbers.indexed {
        steps.create = vec![Wanted::default(); missing];
        return;
    }
    active.extend(leaving);
    let free = free(spec, numbers, &active).take(missing);
    let old = |index| numbers.replaced.iter().find(|pod| pod::index(pod) == Some(index)).cloned();
    let all: Vec<_> = free.map(|index| Wanted { index: Some(index), replaced: old(index) }).collect();
    let pause = |one: &Wanted| one.replaced.as_ref().and_then(|pod| backoff::of_index(pod, observed.now));
    if let Some(pause) = all.iter().filter_map(pause).min() {
        wait(steps, pause);
    }
    steps.create = all.into_iter().filter(|one| pause(one).is_none()).collect();
}

fn wait(steps: &mut Steps, pause: Duration) {
    steps.after = Some(steps.after.map_or(pause, |after| after.min(pause)));
}

/// Takes out pods without a number that the job asks for, and all but the best of each number.
fn needless(job: &Job, ranked: &mut Vec<Arc<Pod>>) -> Vec<Arc<Pod>> {
    let (mut seen, mut kept, mut needless) = (BTreeSet::new(), Vec::new(), Vec::new());
    for one in ranked.drain(..).rev() {
        match pod::valid_index(job, &one) {
            Some(index) if seen.insert(index) => kept.push(one),
            _ => needless.push(one),
        }
    }
    ranked.extend(kept.into_iter().rev());
    needless
}

/// The numbers that nobody works on and that are not at their end.
fn free(spec: &JobSpec, numbers: &Numbers, active: &[Arc<Pod>]) -> impl Iterator<Item = i32> + use<> {
    let mut taken = numbers.succeeded.clone();
    taken.extend(numbers.failed.iter().flatten());
    taken.extend(active.iter().filter_map(|pod| pod::index(pod)));
    (0..spec.completions.unwrap_or_default()).filter(move |index| !taken.contains(index))
}
