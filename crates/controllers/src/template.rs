//! Pods from templates, and the hash that tells one template from another.

use api::Typed as _;
use api::core::v1::{Pod, PodTemplateSpec};
use api::meta::{ObjectMeta, OwnerReference};

/// The pod that a template describes, managed by `owner`, with a name made from `owner`'s.
pub fn pod(template: &PodTemplateSpec, namespace: &str, owner: OwnerReference) -> Pod {
    let given = template.metadata.clone().unwrap_or_default();
    Pod {
        metadata: ObjectMeta {
            namespace: Some(namespace.to_owned()),
            generate_name: Some(format!("{}-", owner.name)),
            labels: given.labels,
            annotations: given.annotations,
            finalizers: given.finalizers,
            owner_references: Some(vec![owner]),
            ..ObjectMeta::default()
        },
        spec: template.spec.clone(),
        status: None,
    }
}

/// A name part that is different for different templates, in the alphabet of generated names. `collisions` gives another one for the same
/// template. Ours alone: upstream hashes the print-out of a Go struct, which nobody else can.
pub fn hash(template: &PodTemplateSpec, collisions: Option<i32>) -> String {
    let mut hash = Fnv::new();
    // Keys of objects are sorted, so that equal templates have equal texts.
    hash.write(template.encode().to_string().as_bytes());
    if let Some(collisions) = collisions {
        hash.write(&collisions.to_le_bytes());
    }
    meta::names::safe_encode(&hash.0.to_string())
}

/// Whether two templates ask for the same pods, whatever the label says by which they were told apart.
pub fn same(a: &PodTemplateSpec, b: &PodTemplateSpec, ignored_label: &str) -> bool {
    let plain = |template: &PodTemplateSpec| {
        let mut template = template.clone();
        if let Some(labels) = template.metadata.as_mut().and_then(|meta| meta.labels.as_mut()) {
            labels.remove(ignored_label);
        }
        normal(&mut template.metadata);
        template
    };
    plain(a) == plain(b)
}

/// Empty and absent are the same.
fn normal(metadata: &mut Option<ObjectMeta>) {
    if let Some(meta) = metadata {
        meta.creation_timestamp = None;
        meta.labels = meta.labels.take().filter(|labels| !labels.is_empty());
        if *meta == ObjectMeta::default() {
            *metadata = None;
        }
    }
}

/// 32-bit FNV-1a.
struct Fnv(u32);

impl Fnv {
    fn new() -> Self {
        Self(0x811c_9dc5)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn template(image: &str, label: Option<&str>) -> PodTemplateSpec {
        let mut tree = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "c", "image": image}]}});
        if let Some(label) = label {
            tree["metadata"]["labels"]["hash"] = label.into();
        }
        PodTemplateSpec::decode(&tree).unwrap()
    }

    #[test]
    fn templates_are_told_apart() {
        let one = hash(&template("a", None), None);
        assert_eq!(one, hash(&template("a", None), None));
        assert_ne!(one, hash(&template("b", None), None));
        assert_ne!(one, hash(&template("a", None), Some(1)));
        assert!(one.len() <= 10 && one.bytes().all(|b| b"bcdfghjklmnpqrstvwxz2456789".contains(&b)), "{one}");
        assert!(same(&template("a", None), &template("a", Some("x")), "hash"));
        assert!(!same(&template("a", None), &template("b", None), "hash"));
    }
}
