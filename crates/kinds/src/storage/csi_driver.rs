//! `CSIDriver`: what a driver for storage needs of the cluster.

use api::storage::v1::{CSIDriver, CSIDriverSpec, TokenRequest};
use meta::validate::object_meta::immutable_field;
use meta::{ErrorList, FieldError, Path, Time};
use resource::{Column, ColumnType, Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{NONE, UNSET, age, age_of, name, text};
use crate::rules::object::{default, default_absent, made, same, typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::seen::Seen;

/// The shortest and the longest life of a token, in seconds.
const TOKEN_SECONDS: (i64, i64) = (600, 1 << 32);
/// A field of a feature that is off.
const GATED: &str = "spec.preventPodSchedulingIfMissing";

/// The descriptor.
pub fn kind() -> Kind {
    let boolean = |name, description| Column::new(name, ColumnType::Boolean, description);
    describe::cluster("storage.k8s.io", "v1", "CSIDriver", "csidrivers")
        .columns(vec![
            name(),
            boolean("AttachRequired", "io.k8s.api.storage.v1.CSIDriverSpec#attachRequired"),
            boolean("PodInfoOnMount", "io.k8s.api.storage.v1.CSIDriverSpec#podInfoOnMount"),
            boolean("StorageCapacity", "io.k8s.api.storage.v1.CSIDriverSpec#storageCapacity"),
            text("TokenRequests", "io.k8s.api.storage.v1.CSIDriverSpec#tokenRequests"),
            boolean("RequiresRepublish", "io.k8s.api.storage.v1.CSIDriverSpec#requiresRepublish"),
            text("Modes", "io.k8s.api.storage.v1.CSIDriverSpec#volumeLifecycleModes"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        default(spec, "attachRequired", true);
        default(spec, "podInfoOnMount", false);
        default(spec, "storageCapacity", false);
        default_absent(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
        if spec.get("volumeLifecycleModes").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            spec["volumeLifecycleModes"] = json!(["Persistent"]);
        }
        default(spec, "requiresRepublish", false);
        default(spec, "seLinuxMount", false);
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove(GATED);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |driver: &CSIDriver| spec_errors(&driver.spec))
    }

    fn prepare_update(&self, _part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        if old.get(GATED).is_none() {
            new.remove(GATED);
        }
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &CSIDriver, old: &CSIDriver| {
            let (path, new, old) = (Path::new("spec"), &new.spec, &old.spec);
            let mut errors = spec_errors(new);
            let at = path.child("attachedRequired");
            errors.append(immutable_field(&new.attach_required, &old.attach_required, &at));
            let at = path.child("volumeLifecycleModes");
            errors.append(immutable_field(&new.volume_lifecycle_modes, &old.volume_lifecycle_modes, &at));
            errors
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let requests = new.get("spec.tokenRequests");
        let changed = old.is_none_or(|old| !same(requests, old.get("spec.tokenRequests")));
        let asks = requests.and_then(Value::as_array).is_some_and(|list| !list.is_empty());
        if !changed || !asks || new.get("spec.serviceAccountTokenInSecrets").is_some() {
            return Vec::new();
        }
        vec![
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible \
             logging of tokens in volume attributes"
                .to_owned(),
        ]
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let is = |path, or| json!(object.get(path).and_then(Value::as_bool).unwrap_or(or));
        let texts = |path, field: fn(&Value) -> &Value| {
            let items = object.get(path).and_then(Value::as_array)?.iter();
            Some(items.map(|item| field(item).as_str().unwrap_or_default()).collect::<Vec<_>>().join(","))
        };
        let audiences = texts("spec.tokenRequests", |request| &request["audience"]);
        let modes = texts("spec.volumeLifecycleModes", |mode| mode).filter(|modes| !modes.is_empty());
        vec![
            is("spec.attachRequired", true),
            is("spec.podInfoOnMount", false),
            is("spec.storageCapacity", false),
            audiences.unwrap_or_else(|| UNSET.to_owned()).into(),
            is("spec.requiresRepublish", false),
            modes.unwrap_or_else(|| NONE.to_owned()).into(),
            age_of(object, now),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn spec_errors(spec: &CSIDriverSpec) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let needed = [
        ("attachedRequired", spec.attach_required),
        ("podInfoOnMount", spec.pod_info_on_mount),
        ("storageCapacity", spec.storage_capacity),
    ];
    for (field, _) in needed.iter().filter(|(_, value)| value.is_none()) {
        errors.required(&path.child(field), "");
    }
    if let Some(policy) = &spec.fs_group_policy {
        let supported = ["File", "None", "ReadWriteOnceWithFSType"];
        errors.one_of(&path.child("fsGroupPolicy"), policy, &supported);
    }
    token_errors(list(&spec.token_requests), &path.child("tokenRequests"), &mut errors);
    for mode in list(&spec.volume_lifecycle_modes) {
        let supported = ["Persistent", "Ephemeral"];
        if !supported.contains(&mode.as_str()) {
            errors.push(FieldError::not_supported(&path.child("volumeLifecycleModes"), mode, &supported));
        }
    }
    if spec.se_linux_mount.is_none() {
        errors.required(&path.child("seLinuxMount"), "");
    }
    if let Some(period) = spec.node_allocatable_update_period_seconds.filter(|period| *period < 10) {
        let detail = "must be greater than or equal to 10 seconds";
        errors.invalid(&path.child("nodeAllocatableUpdatePeriodSeconds"), period, detail);
    }
    if let Some(is) = spec.service_account_token_in_secrets
        && list(&spec.token_requests).is_empty()
    {
        let detail = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
        errors.invalid(&path.child("serviceAccountTokenInSecrets"), is, detail);
    }
    errors
}

fn token_errors(requests: &[TokenRequest], path: &Path<'_>, errors: &mut ErrorList) {
    let mut seen = Seen::new();
    for (i, request) in requests.iter().enumerate() {
        let at = path.index(i);
        if seen.again(&request.audience) {
            errors.duplicate(&at.child("audience"), &request.audience);
            continue;
        }
        let Some(seconds) = request.expiration_seconds else { continue };
        if seconds < TOKEN_SECONDS.0 {
            let detail = "may not specify a duration less than 10 minutes";
            errors.invalid(&at.child("expirationSeconds"), seconds, detail);
        }
        if seconds > TOKEN_SECONDS.1 {
            let detail = "may not specify a duration larger than 2^32 seconds";
            errors.invalid(&at.child("expirationSeconds"), seconds, detail);
        }
    }
}
