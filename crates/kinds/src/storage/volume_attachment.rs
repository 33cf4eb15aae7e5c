//! `VolumeAttachment`: a volume is, or shall be, attached to a node.

use api::storage::v1::{VolumeAttachment, VolumeAttachmentSpec, VolumeAttachmentStatus, VolumeError};
use meta::{BadValue, ErrorList, FieldError, Path, Time, names, validate};
use resource::{Column, ColumnType, Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{keep, typed};
use crate::rules::report::{Report, text as of};
use crate::rules::status_only;
use crate::rules::volumes::sources::csi_driver_name;

/// The most that a driver may write down about an attachment, in bytes.
const MAX_METADATA: usize = 256 * 1024;
/// The longest message of an error, in bytes.
const MAX_MESSAGE: usize = 1024;

/// The descriptor.
pub fn kind() -> Kind {
    let mut attacher = text("Attacher", "io.k8s.api.storage.v1.VolumeAttachmentSpec#attacher");
    attacher.format = "name".into();
    describe::cluster("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments")
        .status()
        .columns(vec![
            name(),
            attacher,
            text("PV", "io.k8s.api.storage.v1.VolumeAttachmentSource#persistentVolumeName"),
            text("Node", "io.k8s.api.storage.v1.VolumeAttachmentSpec#nodeName"),
            Column::new(
                "Attached",
                ColumnType::Boolean,
                "io.k8s.api.storage.v1.VolumeAttachmentStatus#attached",
            ),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.set("status", json!({"attached": false}));
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, attachment_errors)
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["status"]),
            Part::Status | Part::View(_) => status_only::keep_rest(new, old),
        }
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, cx: &Context<'_>) -> ErrorList {
        let mut errors = self.validate(new, cx);
        if new.get("spec") != old.get("spec") {
            let shown = new.get("spec").map_or(BadValue::Null, BadValue::json);
            errors.invalid(&Path::new("spec"), shown, "field is immutable");
        }
        errors
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![
            object.text("spec.attacher").into(),
            object.text("spec.source.persistentVolumeName").into(),
            object.text("spec.nodeName").into(),
            json!(object.get("status.attached").and_then(Value::as_bool).unwrap_or(false)),
            age_of(object, now),
        ]
    }

    fn returns_deleted(&self) -> bool {
        true
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main => &["status"],
            Part::Status | Part::View(_) => &["metadata", "spec"],
        }
    }
}

fn attachment_errors(attachment: &VolumeAttachment) -> ErrorList {
    let mut errors = ErrorList::new();
    spec_errors(&attachment.spec, &Path::new("spec"), &mut errors);
    if let Some(status) = &attachment.status {
        status_errors(status, &Path::new("status"), &mut errors);
    }
    if let Some(volume) = &attachment.spec.source.persistent_volume_name {
        let at = Path::new("spec.source.persistentVolumeName");
        errors.problems(&at, volume, names::dns_subdomain(volume, false));
    }
    errors
}

fn spec_errors(spec: &VolumeAttachmentSpec, path: &Path<'_>, errors: &mut ErrorList) {
    csi_driver_name(&spec.attacher, &path.child("attacher"), errors);
    let at = path.child("source");
    let detail = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    match (&spec.source.inline_volume_spec, &spec.source.persistent_volume_name) {
        (None, None) => errors.required(&at, detail),
        (Some(_), Some(_)) => errors.forbidden(&at, detail),
        (None, Some(name)) if name.is_empty() => {
            errors.required(&at.child("persistentVolumeName"), "must specify non empty persistentVolumeName");
        }
        _ => {}
    }
    errors.problems(&path.child("nodeName"), &spec.node_name, names::dns_subdomain(&spec.node_name, false));
}

fn status_errors(status: &VolumeAttachmentStatus, path: &Path<'_>, errors: &mut ErrorList) {
    let metadata = status.attachment_metadata.iter().flatten();
    if metadata.map(|(key, value)| key.len() + value.len()).sum::<usize>() > MAX_METADATA {
        errors.push(FieldError::too_long(&path.child("attachmentMetadata"), MAX_METADATA));
    }
    for (field, error) in [("attachError", &status.attach_error), ("detachError", &status.detach_error)] {
        if let Some(error) = error {
            error_errors(error, &path.child(field), errors);
        }
    }
}

fn error_errors(error: &VolumeError, path: &Path<'_>, errors: &mut ErrorList) {
    if of(&error.message).len() > MAX_MESSAGE {
        errors.push(FieldError::too_long(&path.child("message"), MAX_METADATA));
    }
    if let Some(code) = error.error_code.filter(|code| *code < 0) {
        let detail = validate::inclusive_range_error(0, i64::from(i32::MAX));
        errors.invalid(&path.child("errorCode"), code, detail);
    }
}
