//! Which config maps and secrets a pod refers to. Pure.

use std::collections::BTreeSet;

use api::core::v1::Pod;

use crate::environment;
use crate::pod::spec;

/// Which kind of object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A config map.
    ConfigMap,
    /// A secret.
    Secret,
}

/// One object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// Its kind.
    pub kind: Kind,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
}

impl Reference {
    /// By its parts.
    pub fn new(kind: Kind, namespace: &str, name: &str) -> Self {
        Self { kind, namespace: namespace.to_owned(), name: name.to_owned() }
    }
}

/// All objects that a pod refers to: in volumes, in environments, to pull images.
pub fn of(pod: &Pod) -> BTreeSet<Reference> {
    let mut found = BTreeSet::new();
    let Some(pod_spec) = &pod.spec else { return found };
    let namespace = spec::namespace(pod);
    let mut add = |kind, name: &str| {
        if !name.is_empty() {
            found.insert(Reference::new(kind, namespace, name));
        }
    };
    for volume in pod_spec.volumes.iter().flatten() {
        if let Some(source) = &volume.config_map {
            add(Kind::ConfigMap, &source.name);
        }
        if let Some(name) = volume.secret.as_ref().and_then(|source| source.secret_name.as_deref()) {
            add(Kind::Secret, name);
        }
        for source in volume.projected.iter().flat_map(|projected| projected.sources.iter().flatten()) {
            source.config_map.iter().for_each(|source| add(Kind::ConfigMap, &source.name));
            source.secret.iter().for_each(|source| add(Kind::Secret, &source.name));
        }
    }
    for (_, container) in spec::containers(pod) {
        let (maps, secrets) = environment::needs(&container);
        maps.iter().for_each(|name| add(Kind::ConfigMap, name));
        secrets.iter().for_each(|name| add(Kind::Secret, name));
    }
    pod_spec.image_pull_secrets.iter().flatten().for_each(|secret| add(Kind::Secret, &secret.name));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;

    #[test]
    fn all_places_are_looked_at() {
        let pod = Pod::decode(&serde_json::json!({"metadata": {"namespace": "n"}, "spec": {
            "imagePullSecrets": [{"name": "pull"}],
            "volumes": [
                {"name": "a", "configMap": {"name": "cm1"}}, {"name": "b", "secret": {"secretName": "s1"}},
                {"name": "c", "projected": {"sources": [{"configMap": {"name": "cm2"}}, {"secret": {"name": "s2"}}]}},
            ],
            "containers": [{"name": "c", "envFrom": [{"configMapRef": {"name": "cm3"}}],
                "env": [{"name": "X", "valueFrom": {"secretKeyRef": {"name": "s3", "key": "k"}}}]}],
        }}));
        let names: Vec<String> = of(&pod.unwrap()).into_iter().map(|reference| reference.name).collect();
        assert_eq!(names, ["cm1", "cm2", "cm3", "pull", "s1", "s2", "s3"]);
    }
}
