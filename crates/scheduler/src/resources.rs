//! Amounts of what nodes have and pods want, as whole numbers that add up.

use std::collections::BTreeMap;

use api::Quantity;
use api::core::v1::{Container, PodSpec};

/// What a container is taken to use when it asks for nothing, so that such pods spread too: 100m and 200Mi.
const DEFAULT_MILLI_CPU: i64 = 100;
const DEFAULT_MEMORY: i64 = 200 * 1024 * 1024;

/// Amounts by resource. `cpu` in thousandths, all else in units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resources {
    pub milli_cpu: i64,
    pub memory: i64,
    pub ephemeral_storage: i64,
    /// Hugepages and extended resources.
    pub others: BTreeMap<String, i64>,
}

impl Resources {
    /// Reads a resource list; what can't be read counts as nothing (the API has validated it).
    pub fn of(list: Option<&BTreeMap<String, Quantity>>) -> Self {
        let mut result = Self::default();
        for (name, quantity) in list.into_iter().flatten() {
            let Ok(quantity) = quantity.0.parse::<meta::Quantity>() else { continue };
            match name.as_str() {
                "cpu" => result.milli_cpu = quantity.milli_value(),
                "memory" => result.memory = quantity.value(),
                "ephemeral-storage" => result.ephemeral_storage = quantity.value(),
                "pods" => {}
                other => {
                    result.others.insert(other.to_owned(), quantity.value());
                }
            }
        }
        result
    }

    pub fn add(&mut self, other: &Self) {
        self.milli_cpu += other.milli_cpu;
        self.memory += other.memory;
        self.ephemeral_storage += other.ephemeral_storage;
        for (name, amount) in &other.others {
            *self.others.entry(name.clone()).or_default() += amount;
        }
    }

    pub fn subtract(&mut self, other: &Self) {
        self.milli_cpu -= other.milli_cpu;
        self.memory -= other.memory;
        self.ephemeral_storage -= other.ephemeral_storage;
        for (name, amount) in &other.others {
            *self.others.entry(name.clone()).or_default() -= amount;
        }
    }

    fn at_least(&mut self, other: &Self) {
        self.milli_cpu = self.milli_cpu.max(other.milli_cpu);
        self.memory = self.memory.max(other.memory);
        self.ephemeral_storage = self.ephemeral_storage.max(other.ephemeral_storage);
        for (name, amount) in &other.others {
            let own = self.others.entry(name.clone()).or_default();
            *own = (*own).max(*amount);
        }
    }

    fn override_with(&mut self, list: Option<&BTreeMap<String, Quantity>>) {
        let own = Self::of(list);
        let named = |name: &str| list.is_some_and(|list| list.contains_key(name));
        if named("cpu") {
            self.milli_cpu = own.milli_cpu;
        }
        if named("memory") {
            self.memory = own.memory;
        }
        self.others.extend(own.others);
    }
}

/// What a pod asks for: its containers together, or its largest init container if that is more; sidecars count from their start.
pub fn requests(spec: &PodSpec) -> Resources {
    total(spec, &|container| {
        Resources::of(container.resources.as_ref().and_then(|resources| resources.requests.as_ref()))
    })
}

/// The same for scores, where a container that asks for nothing counts as a small one.
pub fn assumed_requests(spec: &PodSpec) -> Resources {
    total(spec, &|container| {
        let list = container.resources.as_ref().and_then(|resources| resources.requests.as_ref());
        let mut own = Resources::of(list);
        let named = |name: &str| list.is_some_and(|list| list.contains_key(name));
        if !named("cpu") {
            own.milli_cpu = DEFAULT_MILLI_CPU;
        }
        if !named("memory") {
            own.memory = DEFAULT_MEMORY;
        }
        own
    })
}

fn total(spec: &PodSpec, of: &dyn Fn(&Container) -> Resources) -> Resources {
    let mut running = Resources::default();
    for container in &spec.containers {
        running.add(&of(container));
    }
    let (mut sidecars, mut largest_start) = (Resources::default(), Resources::default());
    for container in spec.init_containers.iter().flatten() {
        let mut own = of(container);
        if container.restart_policy.as_deref() == Some("Always") {
            sidecars.add(&own);
            own = sidecars.clone();
        } else {
            own.add(&sidecars);
        }
        largest_start.at_least(&own);
    }
    running.add(&sidecars);
    running.at_least(&largest_start);
    running.override_with(spec.resources.as_ref().and_then(|resources| resources.requests.as_ref()));
    running.add(&Resources::of(spec.overhead.as_ref()));
    running
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::json;

    fn spec(tree: serde_json::Value) -> PodSpec {
        PodSpec::decode(&tree).unwrap()
    }

    fn container(name: &str, cpu: &str) -> serde_json::Value {
        json!({"name": name, "resources": {"requests": {"cpu": cpu, "example.com/gpu": "1"}}})
    }

    #[test]
    fn containers_add_up_and_a_larger_start_counts() {
        let mut start = container("i", "1");
        start["restartPolicy"] = json!("Always");
        let cases = [
            (json!({"containers": [container("a", "100m"), container("b", "200m")]}), 300, 2),
            (
                json!({"containers": [container("a", "100m")], "initContainers": [container("i", "1")]}),
                1000,
                1,
            ),
            (json!({"containers": [container("a", "100m")], "initContainers": [start]}), 1100, 2),
            (json!({"containers": [container("a", "100m")], "overhead": {"cpu": "50m"}}), 150, 1),
        ];
        for (tree, cpu, gpus) in cases {
            let found = requests(&spec(tree.clone()));
            assert_eq!((found.milli_cpu, found.others["example.com/gpu"]), (cpu, gpus), "{tree}");
        }
    }

    #[test]
    fn a_container_that_asks_for_nothing_counts_as_a_small_one_for_scores() {
        let nothing = spec(json!({"containers": [{"name": "a"}]}));
        assert_eq!(requests(&nothing), Resources::default());
        assert_eq!(assumed_requests(&nothing).milli_cpu, DEFAULT_MILLI_CPU);
    }
}
