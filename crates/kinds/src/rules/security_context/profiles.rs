//! Seccomp and AppArmor profiles.

use api::core::v1::{AppArmorProfile, SeccompProfile};
use meta::{BadValue, ErrorList, FieldError, Path};

use crate::rules::report::Report;
use crate::rules::volumes::paths;

const TYPES: [&str; 3] = ["Localhost", "RuntimeDefault", "Unconfined"];

/// A seccomp profile.
pub fn seccomp(profile: Option<&SeccompProfile>, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(profile) = profile else { return };
    let at = path.child("type");
    match profile.type_.as_str() {
        "" => errors.required(&at, "type is required when seccompProfile is set"),
        kind if TYPES.contains(&kind) => {}
        other => errors.push(FieldError::not_supported(&at, other, &TYPES)),
    }
    let at = path.child("localhostProfile");
    match (profile.type_ == "Localhost", &profile.localhost_profile) {
        (true, None) => errors.required(&at, "must be set when seccomp type is Localhost"),
        (true, Some(file)) => paths::descending(file, &at, errors),
        (false, Some(file)) => {
            let shown =
                format!("{{\"Type\":{},\"LocalhostProfile\":{}}}", quoted(&profile.type_), quoted(file));
            errors.invalid(&at, BadValue::Json(shown), "can only be set when seccomp type is Localhost");
        }
        (false, None) => {}
    }
}

fn quoted(text: &str) -> String {
    meta::go::to_json(text).unwrap_or_default()
}

/// An AppArmor profile.
pub fn app_armor(profile: Option<&AppArmorProfile>, path: &Path<'_>, errors: &mut ErrorList) {
    const NEEDED: &str = "must be set when AppArmor type is Localhost";
    let Some(profile) = profile else { return };
    let at = path.child("localhostProfile");
    match (profile.type_.as_str(), &profile.localhost_profile) {
        ("Localhost", None) => errors.required(&at, NEEDED),
        ("Localhost", Some(name)) => {
            if name.trim() != name {
                errors.invalid(&at, name, "must not be padded with whitespace");
            } else if name.is_empty() {
                errors.required(&at, NEEDED);
            }
            if name.len() > 4095 {
                errors.push(FieldError::too_long(&at, 4095));
            }
        }
        ("RuntimeDefault" | "Unconfined", Some(name)) => {
            errors.invalid(&at, name, "can only be set when AppArmor type is Localhost");
        }
        ("RuntimeDefault" | "Unconfined", None) => {}
        ("", _) => errors.required(&path.child("type"), "type is required when appArmorProfile is set"),
        (other, _) => errors.push(FieldError::not_supported(&path.child("type"), other, &TYPES)),
    }
}
