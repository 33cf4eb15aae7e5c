//! Which cgroups change in which order, so that a pod's limit never is below its containers': what grows, grows from the outside in; what
//! shrinks, shrinks from the inside out; and among containers those that shrink go first.

use api::core::v1::Pod;
use node::LinuxResources;

use crate::pod::spec::{self, Role};
use crate::pod::state::Observation;
use crate::resources::{self, Amounts};

/// A running container that is to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The container's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it was told last.
    pub have: Amounts,
    /// What it is to be told.
    pub want: Amounts,
}

/// What is to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What the pod's cgroup was told last.
    pub pod_have: Amounts,
    /// What it is to be told.
    pub pod_want: Amounts,
    /// Containers.
    pub changes: Vec<Change>,
}

/// One thing to tell a cgroup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To the pod's; what is 0 stays.
    Pod(LinuxResources),
    /// To a container's.
    Container {
        /// Its id.
        id: String,
        /// Its name.
        name: String,
        /// All that it may use then.
        amounts: Amounts,
    },
}

impl Plan {
    /// What differs between what a pod was promised and what its cgroups were told.
    pub fn of(pod: &Pod, seen: &Observation) -> Self {
        let pod_want = resources::pod_amounts(pod);
        let mut changes = Vec::new();
        for attempt in seen.running() {
            let Some((role, container)) = spec::container(pod, &attempt.name) else { continue };
            let want = resources::effective(pod, &container);
            let have = seen.actuated.containers.get(&attempt.name).copied().unwrap_or(want);
            if role != Role::Ephemeral && have != want {
                changes.push(Change { id: attempt.id.clone(), name: attempt.name.clone(), have, want });
            }
        }
        Self { pod_have: seen.actuated.pod.unwrap_or(pod_want), pod_want, changes }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.pod_have == self.pod_want
    }

    /// What to do, in order: memory, then processors.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let memory = LinuxResources { memory_limit: self.pod_want.memory_limit, ..LinuxResources::default() };
        let limit = compare(self.pod_have.memory_limit, self.pod_want.memory_limit);
        let sizes = |of: &Amounts| (of.memory_limit, of.memory_request);
        steps.extend((limit > 0).then(|| Step::Pod(memory.clone())));
        steps.extend(self.containers(sizes, |change| Amounts {
            memory_limit: change.want.memory_limit,
            memory_request: change.want.memory_request,
            ..change.have
        }));
        steps.extend((limit < 0).then_some(Step::Pod(memory)));

        let quota = LinuxResources {
            cpu_period: 100_000,
            cpu_quota: resources::quota(self.pod_want.cpu_limit),
            ..LinuxResources::default()
        };
        let shares = resources::shares(self.pod_want.cpu_request);
        let shares = LinuxResources { cpu_shares: shares, ..LinuxResources::default() };
        let limit = compare(self.pod_have.cpu_limit, self.pod_want.cpu_limit);
        let request = self.pod_want.cpu_request - self.pod_have.cpu_request;
        steps.extend((limit > 0).then(|| Step::Pod(quota.clone())));
        steps.extend((request > 0).then(|| Step::Pod(shares.clone())));
        steps.extend(self.containers(|of| (of.cpu_limit, of.cpu_request), |change| change.want));
        steps.extend((request < 0).then_some(Step::Pod(shares)));
        steps.extend((limit < 0).then_some(Step::Pod(quota)));
        steps
    }

    /// The containers whose limit or request (in this order) differs, those that shrink first.
    fn containers(
        &self,
        sizes: impl Fn(&Amounts) -> (i64, i64),
        then: impl Fn(&Change) -> Amounts,
    ) -> Vec<Step> {
        let grows = |change: &Change| {
            let (have, want) = (sizes(&change.have), sizes(&change.want));
            match compare(have.0, want.0) {
                0 => want.1 > have.1,
                way => way > 0,
            }
        };
        let mut some: Vec<&Change> =
            self.changes.iter().filter(|change| sizes(&change.have) != sizes(&change.want)).collect();
        some.sort_by_key(|change| grows(change));
        let step = |change: &Change| Step::Container {
            id: change.id.clone(),
            name: change.name.clone(),
            amounts: then(change),
        };
        some.into_iter().map(step).collect()
    }
}

/// Which way a limit goes. No limit is more than any; one that is taken away stays as it is.
fn compare(have: i64, want: i64) -> i64 {
    match (have, want) {
        (_, 0) => 0,
        (0, _) => -1,
        (have, want) => want - have,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(cpu: i64, memory: i64) -> Amounts {
        Amounts { cpu_request: cpu, cpu_limit: cpu, memory_request: memory, memory_limit: memory }
    }

    fn told(plan: &Plan) -> Vec<String> {
        let line = |step: Step| match step {
            Step::Pod(LinuxResources { memory_limit, .. }) if memory_limit != 0 => {
                format!("pod memory {memory_limit}")
            }
            Step::Pod(LinuxResources { cpu_quota, .. }) if cpu_quota != 0 => format!("pod quota {cpu_quota}"),
            Step::Pod(limits) => format!("pod shares {}", limits.cpu_shares),
            Step::Container { name, amounts, .. } => {
                format!("{name} {} {}", amounts.cpu_limit, amounts.memory_limit)
            }
        };
        plan.steps().into_iter().map(line).collect()
    }

    fn plan(pod: (Amounts, Amounts), containers: &[(&str, Amounts, Amounts)]) -> Plan {
        let change = |(name, have, want): &(&str, Amounts, Amounts)| Change {
            id: (*name).into(),
            name: (*name).into(),
            have: *have,
            want: *want,
        };
        Plan { pod_have: pod.0, pod_want: pod.1, changes: containers.iter().map(change).collect() }
    }

    #[test]
    fn the_order_keeps_containers_within_their_pod() {
        let containers =
            [("up", amounts(100, 10), amounts(300, 40)), ("down", amounts(200, 30), amounts(100, 10))];
        let grown = plan((amounts(300, 40), amounts(400, 50)), &containers);
        assert_eq!(
            told(&grown),
            [
                "pod memory 50",
                "down 200 10",
                "up 100 40",
                "pod quota 40000",
                "pod shares 409",
                "down 100 10",
                "up 300 40"
            ]
        );
        let containers =
            [("up", amounts(100, 10), amounts(150, 10)), ("down", amounts(300, 30), amounts(100, 10))];
        let shrunk = plan((amounts(400, 40), amounts(250, 20)), &containers);
        assert_eq!(
            told(&shrunk),
            ["down 300 10", "pod memory 20", "down 100 10", "up 150 10", "pod shares 256", "pod quota 25000"]
        );
    }

    #[test]
    fn a_limit_that_is_added_shrinks_and_one_that_is_taken_away_stays() {
        let added = plan((amounts(0, 0), amounts(100, 10)), &[("a", amounts(0, 0), amounts(100, 10))]);
        assert_eq!(
            told(&added),
            ["a 0 10", "pod memory 10", "pod shares 102", "a 100 10", "pod quota 10000"]
        );
        let request = Amounts { memory_request: 5, ..amounts(100, 10) };
        let only = plan((amounts(100, 10), amounts(100, 10)), &[("a", amounts(100, 10), request)]);
        assert_eq!(told(&only), ["a 100 10"]);
        let gone = Amounts { memory_limit: 0, ..amounts(100, 10) };
        assert_eq!(told(&plan((amounts(100, 10), gone), &[])), [""; 0]);
    }
}
