//! Sets of completion indexes, as the status writes them: `0-2,5`.

use std::collections::BTreeSet;
use std::sync::Arc;

use api::batch::v1::Job;
use api::core::v1::Pod;

use super::{count, failure_policy, pod};
use crate::pods;

/// The numbers that have succeeded.
pub fn succeeded(job: &Job, pods: &[Arc<Pod>]) -> BTreeSet<i32> {
    let status = job.status.as_ref();
    let mut done = within(job, status.and_then(|status| status.completed_indexes.as_deref()));
    let new = pods.iter().filter(|pod| pods::phase(pod) == "Succeeded" && count::is_tracked(pod));
    done.extend(new.filter_map(|pod| pod::valid_index(job, pod)));
    done
}

/// The numbers that have failed for good, of a job whose numbers fail each on its own.
pub fn failed(job: &Job, pods: &[Arc<Pod>]) -> Option<BTreeSet<i32>> {
    let limit = job.spec.as_ref()?.backoff_limit_per_index?;
    let mut failed = within(job, job.status.as_ref().and_then(|status| status.failed_indexes.as_deref()));
    let is_last = |pod: &&Arc<Pod>| {
        count::is_tracked(pod)
            && count::has_failed(job, pod)
            && (failure_policy::ends_index(job, pod)
                || failure_policy::counts(job, pod) && pod::failures(pod) >= limit)
    };
    failed.extend(pods.iter().filter(is_last).filter_map(|pod| pod::valid_index(job, pod)));
    Some(failed)
}

/// Of each number that is neither done nor at work, the failed pod that the next one replaces: it is kept until then, because it knows
/// how often the number has failed.
pub fn replaced(
    job: &Job,
    pods: &[Arc<Pod>],
    (done, failed): (&BTreeSet<i32>, &BTreeSet<i32>),
) -> Vec<Arc<Pod>> {
    let active: BTreeSet<i32> =
        pods.iter().filter(|pod| pods::is_active(pod)).filter_map(|pod| pod::index(pod)).collect();
    let mut last: Vec<Arc<Pod>> = Vec::new();
    for pod in pods.iter().filter(|pod| count::is_tracked(pod) && count::has_failed(job, pod)) {
        let Some(index) = pod::valid_index(job, pod) else { continue };
        if done.contains(&index) || failed.contains(&index) || active.contains(&index) {
            continue;
        }
        let rank = |pod: &Pod| (pod::failures(pod) + pod::ignored_failures(pod), super::backoff::ended(pod));
        match last.iter_mut().find(|one| pod::index(one) == Some(index)) {
            Some(other) if rank(other) <= rank(pod) => *other = pod.clone(),
            Some(_) => {}
            None => last.push(pod.clone()),
        }
    }
    last
}

/// The set that a text describes, without numbers that the job no longer has.
fn within(job: &Job, text: Option<&str>) -> BTreeSet<i32> {
    let completions = job.spec.as_ref().and_then(|spec| spec.completions).unwrap_or_default();
    parse(text.unwrap_or_default()).into_iter().filter(|index| *index < completions).collect()
}

/// The set that a text describes; parts that make no sense are left out.
pub fn parse(text: &str) -> BTreeSet<i32> {
    let part = |part: &str| -> Option<std::ops::RangeInclusive<i32>> {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.split(',').filter_map(part).flatten().collect()
}

/// The text that describes a set.
pub fn render(indexes: &BTreeSet<i32>) -> String {
    let mut text = String::new();
    let mut rest = indexes.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if_eq(&(last + 1)) {
            last = next;
        }
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&first.to_string());
        if last > first {
            text.push(if last == first + 1 { ',' } else { '-' });
            text.push_str(&last.to_string());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_short() {
        for text in ["", "0", "0-2", "1,3-5,7", "0,1"] {
            assert_eq!(render(&parse(text)), text);
        }
        assert_eq!(render(&parse("2,0,1,9")), "0-2,9");
    }
}
