//! From a JSON tree to a struct and back, compiled once per type, here.

use serde_json::Value;

/// A tree that does not have the shape of the type asked for.
#[derive(Debug, thiserror::Error)]
#[error("{kind}: {source}")]
pub struct DecodeError {
    /// The type asked for.
    pub kind: &'static str,
    /// What did not fit.
    pub source: serde_json::Error,
}

/// A struct of the API that can be read from, and written to, a JSON tree.
pub trait Typed: Sized {
    /// The struct with the tree's content; fields it does not have are dropped.
    fn decode(tree: &Value) -> Result<Self, DecodeError>;

    /// The tree with the struct's content; top-level objects get their `apiVersion` and `kind`.
    fn encode(&self) -> Value;
}

macro_rules! typed {
    ($($module:path { $($kind:ident)* })*) => { $( const _: () = {
        use $module::*;
        $(impl Typed for $kind {
            fn decode(tree: &Value) -> Result<Self, DecodeError> {
                serde::Deserialize::deserialize(tree)
                    .or_else(|error| match without_nulls(tree) {
                        Some(tree) => serde::Deserialize::deserialize(&tree),
                        None => Err(error),
                    })
                    .map_err(|source| DecodeError { kind: stringify!($kind), source })
            }

            fn encode(&self) -> Value {
                serde_json::to_value(self).expect("API structs have string keys and finite numbers only")
            }
        })*
    }; )*

        /// Has the generator describe every type of the table, and what they are made of.
        pub(crate) fn gather(generator: &mut k8s_openapi::schemars::SchemaGenerator) {
            $( {
                use $module::*;
                $( generator.subschema_for::<$kind>(); )*
            } )*
        }
    };
}

/// When nothing was said of a time that must be there.
const NO_TIME: &str = "0001-01-01T00:00:00Z";

/// The tree as the structs understand it: a null says as much as a field that is not there; of the two times that must be there it says that there is none.
/// `None` if there is no null in it.
fn without_nulls(tree: &Value) -> Option<Value> {
    fn mend(tree: &mut Value) -> bool {
        match tree {
            Value::Object(fields) => {
                let before = fields.len();
                fields.retain(|name, value| {
                    !value.is_null() || name == "lastTransitionTime" || name == "lastObservedTime"
                });
                let mut mended = fields.len() < before;
                for value in fields.values_mut() {
                    if value.is_null() {
                        *value = NO_TIME.into();
                        mended = true;
                    } else {
                        mended |= mend(value);
                    }
                }
                mended
            }
            Value::Array(items) => items.iter_mut().fold(false, |mended, item| mend(item) | mended),
            _ => false,
        }
    }
    let mut tree = tree.clone();
    mend(&mut tree).then_some(tree)
}

typed! {
    crate::admissionregistration::v1 {
        MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy
        ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
    }
    crate::apiextensions::v1 { CustomResourceDefinition JSONSchemaProps }
    crate::apiregistration::v1 { APIService }
    crate::apps::v1 { ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet }
    crate::authentication::v1 { SelfSubjectReview TokenRequest TokenReview }
    crate::authorization::v1 {
        LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
    }
    crate::autoscaling::v1 { Scale }
    crate::autoscaling::v2 { HorizontalPodAutoscaler }
    crate::batch::v1 { CronJob Job JobTemplateSpec }
    crate::certificates::v1 { CertificateSigningRequest }
    crate::coordination::v1 { Lease }
    crate::core::v1 {
        Binding ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim
        PersistentVolumeClaimSpec Pod PodSpec PodTemplate PodTemplateSpec ReplicationController ResourceQuota Secret
        Service ServiceAccount
    }
    crate::discovery::v1 { EndpointSlice }
    crate::flowcontrol::v1 { FlowSchema PriorityLevelConfiguration }
    crate::networking::v1 { IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR }
    crate::node::v1 { RuntimeClass }
    crate::policy::v1 { Eviction PodDisruptionBudget }
    crate::rbac::v1 { ClusterRole ClusterRoleBinding Role RoleBinding }
    crate::resource::v1 { DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice }
    crate::scheduling::v1 { PriorityClass }
    crate::storage::v1 {
        CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass
    }
    crate::meta { DeleteOptions LabelSelector ObjectMeta Status }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::v1::Pod;

    #[test]
    fn a_pod_travels_from_tree_to_struct_and_back() {
        let tree = serde_json::json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"},
            "spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": "500m"}}}]},
        });
        let pod = Pod::decode(&tree).unwrap();
        assert_eq!(pod.spec.as_ref().unwrap().containers[0].name, "c");
        assert_eq!(pod.encode(), tree);
    }

    #[test]
    fn a_null_is_nothing() {
        let condition = serde_json::json!({
            "type": "A", "status": "True", "reason": "R", "message": null, "lastTransitionTime": null,
        });
        let tree = serde_json::json!({"status": {"conditions": [condition]}});
        let service = crate::core::v1::Service::decode(&tree).unwrap();
        let conditions = service.status.unwrap().conditions.unwrap();
        assert_eq!(conditions[0].last_transition_time.0.to_string(), NO_TIME);
    }

    #[test]
    fn a_wrong_type_names_the_kind() {
        let error = Pod::decode(&serde_json::json!({"spec": 1})).unwrap_err();
        assert!(error.to_string().starts_with("Pod: "), "{error}");
    }
}
