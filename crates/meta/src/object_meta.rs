//! Metadata that every object and list carries, as upstream writes and reads it.
//!
//! An empty string, map or list is the same as an absent one and is not written; JSON null reads as absent, as Go reads
//! it. Validation is in [`crate::validate::object_meta`]. Callers that only move objects do not need these types.

use crate::gvk::{GroupVersionKind, ParseGroupVersionError};
use crate::time::Time;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// Reads JSON null as the default, which is what Go does for everything that is no pointer.
pub(crate) fn null_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads a time, where null and Go's zero time both mean that none is set.
fn time_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Time>, D::Error> {
    Ok(Option::<Time>::deserialize(deserializer)?.filter(|time| !time.is_zero()))
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &i64) -> bool {
    *value == 0
}

/// The finalizer that makes a delete leave dependents behind.
pub const FINALIZER_ORPHAN: &str = "orphan";
/// The finalizer that makes a delete wait for dependents.
pub const FINALIZER_FOREGROUND: &str = "foregroundDeletion";

/// What kind of object this is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeMeta {
    /// The kind.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Group and version.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub api_version: String,
}

impl TypeMeta {
    /// Group, version and kind in one.
    pub fn gvk(&self) -> Result<GroupVersionKind, ParseGroupVersionError> {
        GroupVersionKind::from_api_version(&self.api_version, &self.kind)
    }
}

/// Metadata of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListMeta {
    /// No longer set by servers.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub self_link: String,
    /// The version of the store that the list shows.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub resource_version: String,
    /// Where the next chunk starts; empty when there is none.
    #[serde(
        rename = "continue",
        default,
        deserialize_with = "null_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub continue_token: String,
    /// How many objects follow this chunk, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_item_count: Option<i64>,
    /// Which shard of the collection the list shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard_info: Option<ShardInfo>,
}

/// Which shard of a collection a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardInfo {
    /// The shard selector that was asked for.
    #[serde(default, deserialize_with = "null_default")]
    pub selector: String,
}

/// Metadata of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectMeta {
    /// The name, unique in its namespace.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What to begin a generated name with.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub generate_name: String,
    /// The namespace; empty for cluster-wide objects.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// No longer set by servers.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub self_link: String,
    /// Tells this object from others of its name before and after it.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub uid: String,
    /// The version of the store at which the object was last written.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub resource_version: String,
    /// Counts changes of the desired state.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "is_zero")]
    pub generation: i64,
    /// When the object was created.
    #[serde(default, deserialize_with = "time_or_none", skip_serializing_if = "Option::is_none")]
    pub creation_timestamp: Option<Time>,
    /// When the object is to be gone; set by a graceful delete.
    #[serde(default, deserialize_with = "time_or_none", skip_serializing_if = "Option::is_none")]
    pub deletion_timestamp: Option<Time>,
    /// How long the delete may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deletion_grace_period_seconds: Option<i64>,
    /// What selectors look at.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// What tools note down.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
    /// The objects that this one depends on.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub owner_references: Vec<OwnerReference>,
    /// What must be done before the object may go.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
    /// Who set which field.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub managed_fields: Vec<ManagedFieldsEntry>,
}

impl ObjectMeta {
    /// The owner that controls this object, if one does.
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    /// Whether a delete is under way.
    pub fn is_being_deleted(&self) -> bool {
        self.deletion_timestamp.is_some()
    }
}

/// An object that another depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReference {
    /// Group and version.
    #[serde(default, deserialize_with = "null_default")]
    pub api_version: String,
    /// The kind.
    #[serde(default, deserialize_with = "null_default")]
    pub kind: String,
    /// The name.
    #[serde(default, deserialize_with = "null_default")]
    pub name: String,
    /// The UID.
    #[serde(default, deserialize_with = "null_default")]
    pub uid: String,
    /// Whether the owner manages the object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<bool>,
    /// Whether the owner's foreground delete waits for the object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_owner_deletion: Option<bool>,
}

/// The fields that one manager set in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ManagedFieldsEntry {
    /// Who.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub manager: String,
    /// `Apply` or `Update`; kept as text since validation reports what it does not know.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub operation: String,
    /// The version that the field names are of.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub api_version: String,
    /// When the set of fields last changed.
    #[serde(default, deserialize_with = "time_or_none", skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// Always `FieldsV1`.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub fields_type: String,
    /// The set of fields.
    #[serde(rename = "fieldsV1", default, skip_serializing_if = "Option::is_none")]
    pub fields_v1: Option<serde_json::Value>,
    /// The subresource through which the fields were set.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "String::is_empty")]
    pub subresource: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_metadata_is_an_empty_object() {
        assert_eq!(serde_json::to_string(&ObjectMeta::default()).unwrap(), "{}");
        assert_eq!(serde_json::to_string(&ListMeta::default()).unwrap(), "{}");
    }

    #[test]
    fn null_reads_as_absent() {
        let text = r#"{"name":null,"labels":null,"generation":null,"creationTimestamp":null,"ownerReferences":null,"finalizers":null,"deletionTimestamp":null,"deletionGracePeriodSeconds":null}"#;
        assert_eq!(serde_json::from_str::<ObjectMeta>(text).unwrap(), ObjectMeta::default());
    }

    #[test]
    fn writes_fields_in_upstreams_order() {
        let text = r#"{"name":"x","generateName":"g-","namespace":"n","uid":"u","resourceVersion":"7","generation":2,"creationTimestamp":"2024-01-02T03:04:05Z","deletionTimestamp":"2024-01-02T03:04:06Z","deletionGracePeriodSeconds":0,"labels":{"a":"b"},"annotations":{"c":""},"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"p","uid":"q","controller":true}],"finalizers":["f"],"managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","time":"2024-01-02T03:04:05Z","fieldsType":"FieldsV1","fieldsV1":{"f:data":{".":{},"f:k":{}}}}]}"#;
        let meta: ObjectMeta = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&meta).unwrap(), text);
        assert_eq!(meta.controller().map(|owner| owner.name.as_str()), Some("p"));
        assert!(meta.is_being_deleted());
    }
}
