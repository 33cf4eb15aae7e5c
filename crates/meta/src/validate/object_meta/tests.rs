//! Metadata and the errors it gets.

use super::*;

fn created(json: &str, scope: Scope) -> Vec<String> {
    let meta: ObjectMeta = serde_json::from_str(json).unwrap();
    let errors = create(&meta, scope, names::dns_subdomain, &Path::new("metadata"));
    errors.iter().map(ToString::to_string).collect()
}

fn updated(new: &str, old: &str) -> Vec<String> {
    let new: ObjectMeta = serde_json::from_str(new).unwrap();
    let old: ObjectMeta = serde_json::from_str(old).unwrap();
    update(&new, &old, &Path::new("metadata")).iter().map(ToString::to_string).collect()
}

#[test]
fn names_and_namespaces() {
    assert!(created(r#"{"name":"x","namespace":"n"}"#, Scope::Namespaced).is_empty());
    assert_eq!(
        created("{}", Scope::Namespaced),
        [
            "metadata.name: Required value: name or generateName is required",
            "metadata.namespace: Required value",
        ]
    );
    assert_eq!(
        created(r#"{"name":"x","namespace":"n"}"#, Scope::Cluster),
        ["metadata.namespace: Forbidden: not allowed on this type"]
    );
    assert_eq!(
        created(r#"{"name":"x","generation":-1}"#, Scope::Cluster),
        ["metadata.generation: Invalid value: -1: must be greater than or equal to 0"]
    );
}

#[test]
fn owners() {
    let owner = |extra: &str| format!(r#"{{"name":"x","ownerReferences":[{extra}]}}"#);
    assert_eq!(
        created(&owner("{}"), Scope::Cluster),
        [
            "metadata.ownerReferences[0].apiVersion: Required value: must not be empty",
            "metadata.ownerReferences[0].kind: Required value: must not be empty",
            "metadata.ownerReferences[0].name: Required value: must not be empty",
            "metadata.ownerReferences[0].uid: Required value: must not be empty",
        ]
    );
    assert_eq!(
        created(&owner(r#"{"apiVersion":"a/b/c","kind":"K","name":"n","uid":"u"}"#), Scope::Cluster),
        [
            r#"metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>"#
        ]
    );
    assert_eq!(
        created(&owner(r#"{"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}"#), Scope::Cluster),
        [
            r#"metadata.ownerReferences[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner"#
        ]
    );
    let two = r#"{"apiVersion":"v1","kind":"Pod","name":"x","uid":"u1","controller":true},{"apiVersion":"v1","kind":"Pod","name":"y","uid":"u2","controller":true}"#;
    assert_eq!(
        created(&owner(two), Scope::Cluster),
        [format!(
            "metadata.ownerReferences: Invalid value: [{two}]: Only one reference can have Controller set to true. Found \"true\" in references for Pod/x and Pod/y"
        )]
    );
}

#[test]
fn annotations_are_limited_together() {
    let big = format!(r#"{{"name":"x","annotations":{{"a":"{}","B":""}}}}"#, "v".repeat(256 * 1024));
    assert_eq!(
        created(&big, Scope::Cluster),
        ["metadata.annotations: Too long: may not be more than 262144 bytes"]
    );
}

#[test]
fn finalizers_and_managers() {
    let found = created(r#"{"name":"x","finalizers":["orphan","foregroundDeletion"]}"#, Scope::Cluster);
    assert_eq!(
        found,
        [
            r#"metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set"#
        ]
    );
    let found = created(
        r#"{"name":"x","managedFields":[{"operation":"Merge","fieldsType":"V2","manager":"a\u0001"}]}"#,
        Scope::Cluster,
    );
    assert_eq!(
        found,
        [
            "metadata.managedFields[0].operation: Invalid value: \"Merge\": must be `Apply` or `Update`",
            "metadata.managedFields[0].fieldsType: Invalid value: \"V2\": must be `FieldsV1`",
            "metadata.managedFields[0].manager: Invalid value: \"a\\x01\": invalid character U+0001 (at position 1)",
        ]
    );
}

#[test]
fn updates() {
    let old = r#"{"name":"x","uid":"u","resourceVersion":"1","generation":3,"creationTimestamp":"2024-01-01T00:00:00Z"}"#;
    assert!(updated(old, old).is_empty());
    let new = r#"{"name":"y","namespace":"n","uid":"v","generation":2,"deletionGracePeriodSeconds":5}"#;
    assert_eq!(
        updated(new, old),
        [
            r#"metadata.resourceVersion: Invalid value: "": must be specified for an update"#,
            "metadata.generation: Invalid value: 2: must not be decremented",
            r#"metadata.name: Invalid value: "y": field is immutable"#,
            r#"metadata.namespace: Invalid value: "n": field is immutable"#,
            r#"metadata.uid: Invalid value: "v": field is immutable"#,
            "metadata.creationTimestamp: Invalid value: null: field is immutable",
            "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
        ]
    );
    let deleting = r#"{"resourceVersion":"1","deletionTimestamp":"2024-01-01T00:00:00Z","finalizers":["a"]}"#;
    let adding =
        r#"{"resourceVersion":"1","deletionTimestamp":"2024-01-01T00:00:00Z","finalizers":["c","b","a"]}"#;
    assert_eq!(
        updated(adding, deleting),
        [
            r#"metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"b", "c"}"#
        ]
    );
}

#[test]
fn kinds_that_look_at_the_final_name_only() {
    let check = |json: &str| {
        let meta: ObjectMeta = serde_json::from_str(json).unwrap();
        let rule = |path: &Path<'_>, name: &str| ErrorList::from(FieldError::invalid(path, name, "bad"));
        create_by_final_name(&meta, Scope::Cluster, rule, &Path::new("metadata")).to_string()
    };
    assert_eq!(check(r#"{"name":"x","generateName":"BAD"}"#), r#"metadata.name: Invalid value: "x": bad"#);
    assert_eq!(
        check(r#"{"generateName":"g-"}"#),
        "[metadata.name: Internal error: generateName was specified (\"g-\"), but no name was generated, \
         metadata.name: Required value: name or generateName is required]"
    );
}
