//! What the node has promised a pod and its containers, and what their cgroups were told.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Quantity as Text;
use api::Typed as _;
use api::core::v1::{Container, Pod, PodSpec, ResourceRequirements};
use meta::Quantity;
use serde_json::Value;

use crate::resources::Amounts;

/// What is promised. Ephemeral containers have no part in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Allocation {
    pod: Option<ResourceRequirements>,
    containers: BTreeMap<String, ResourceRequirements>,
}

/// What cgroups were told; nothing is known of those that are not there.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Actuated {
    /// Of containers, by name.
    pub containers: BTreeMap<String, Amounts>,
    /// Of the pod.
    pub pod: Option<Amounts>,
}

impl Allocation {
    /// What a pod asks for.
    pub fn of(pod: &Pod) -> Self {
        let Some(spec) = &pod.spec else { return Self::default() };
        let all = spec.init_containers.iter().flatten().chain(&spec.containers);
        Self {
            pod: spec.resources.clone(),
            containers: all
                .map(|one| (one.name.clone(), one.resources.clone().unwrap_or_default()))
                .collect(),
        }
    }

    /// Whether this is what a pod asks for, however it spells it.
    pub fn is_of(&self, pod: &Pod) -> bool {
        let asked = Self::of(pod);
        let known = |(name, asked): (&String, &ResourceRequirements)| {
            self.containers.get(name).is_none_or(|ours| same(Some(ours), Some(asked)))
        };
        same(self.pod.as_ref(), asked.pod.as_ref()) && asked.containers.iter().all(known)
    }

    /// The pod as it is promised; the pod itself if that is what it asks for.
    pub fn apply(&self, pod: &Arc<Pod>) -> Arc<Pod> {
        if self.is_of(pod) {
            return pod.clone();
        }
        let mut promised = Pod::clone(pod);
        if let Some(spec) = &mut promised.spec {
            spec.resources.clone_from(&self.pod);
            for container in spec.init_containers.iter_mut().flatten().chain(&mut spec.containers) {
                if let Some(ours) = self.containers.get(&container.name) {
                    container.resources = Some(ours.clone());
                }
            }
        }
        Arc::new(promised)
    }

    /// For the record: the smallest pod that says it.
    pub fn to_tree(&self) -> Value {
        let containers = self.containers.iter().map(|(name, resources)| Container {
            name: name.clone(),
            resources: Some(resources.clone()),
            ..Container::default()
        });
        let spec =
            PodSpec { containers: containers.collect(), resources: self.pod.clone(), ..PodSpec::default() };
        Pod { spec: Some(spec), ..Pod::default() }.encode()
    }

    /// From the record.
    pub fn from_tree(tree: &Value) -> Option<Self> {
        Pod::decode(tree).ok().map(|pod| Self::of(&pod))
    }
}

fn same(a: Option<&ResourceRequirements>, b: Option<&ResourceRequirements>) -> bool {
    let lists = |of: Option<&ResourceRequirements>| {
        let given = |list: Option<&BTreeMap<String, Text>>| list.cloned().unwrap_or_default();
        [given(of.and_then(|of| of.requests.as_ref())), given(of.and_then(|of| of.limits.as_ref()))]
    };
    lists(a).iter().zip(&lists(b)).all(|(a, b)| {
        a.len() == b.len() && a.iter().all(|(name, one)| b.get(name).is_some_and(|other| equal(one, other)))
    })
}

fn equal(a: &Text, b: &Text) -> bool {
    match (a.0.parse::<Quantity>(), b.0.parse::<Quantity>()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(cpu: &str, pod_level: Value) -> Arc<Pod> {
        let containers =
            json!([{"name": "a", "image": "i", "resources": {"requests": {"cpu": cpu}}}, {"name": "b"}]);
        let tree = json!({"spec": {"containers": containers, "resources": pod_level}});
        Arc::new(Pod::decode(&tree).unwrap())
    }

    #[test]
    fn it_is_laid_over_a_pod() {
        let (small, large) = (pod("1", json!({})), pod("2", json!({"limits": {"cpu": "3"}})));
        let ours = Allocation::of(&small);
        assert!(ours.is_of(&small) && !ours.is_of(&large));
        assert!(ours.is_of(&pod("1000m", json!({"limits": {}}))), "spelling does not count");
        assert!(Arc::ptr_eq(&ours.apply(&small), &small));
        let promised = ours.apply(&large);
        assert!(ours.is_of(&promised));
        assert_eq!(promised.spec.as_ref().unwrap().containers[0].image.as_deref(), Some("i"));
        let read = Allocation::from_tree(&ours.to_tree()).unwrap();
        assert!(read.is_of(&small) && !read.is_of(&large));
    }
}
