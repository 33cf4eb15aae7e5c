//! What the answer of a webhook means, and the words of a refusal. Pure.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use meta::status::{Response as Answered, Status};
use meta::{StatusError, go};
use serde::Deserialize;

use super::caller::Reply;
use super::review::Version;

/// What a webhook says.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Whether the request may go on.
    pub allowed: bool,
    /// Why not.
    pub status: Option<Status>,
    /// How the object is to change; empty if it is not.
    pub patch: Vec<u8>,
    /// The kind of patch.
    pub patch_type: String,
    /// What the client should know.
    pub warnings: Vec<String>,
    /// What auditors should know.
    pub annotations: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Review {
    #[serde(default)]
    api_version: String,
    #[serde(default)]
    kind: String,
    response: Option<Response>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    uid: String,
    #[serde(default)]
    allowed: bool,
    status: Option<Status>,
    patch: Option<String>,
    patch_type: Option<String>,
    audit_annotations: Option<BTreeMap<String, String>>,
    warnings: Option<Vec<String>>,
}

/// Reads the answer to a review; the error is the reason why the webhook counts as not asked.
pub fn read(reply: &Reply, version: Version, uid: &str, mutating: bool) -> Result<Verdict, String> {
    let review = decode(reply).map_err(|why| format!("failed to call webhook: {why}"))?;
    let invalid = |why: String| format!("received invalid webhook response: {why}");
    let response = review.response.ok_or_else(|| invalid("webhook response was absent".to_owned()))?;
    let patch = STANDARD
        .decode(response.patch.unwrap_or_default())
        .map_err(|_| "failed to call webhook: illegal base64 data in response.patch".to_owned())?;
    let mut patch_type = response.patch_type;
    match version {
        Version::V1 => {
            if response.uid != uid {
                let (expected, got) = (go::quote(uid), go::quote(&response.uid));
                return Err(invalid(format!("expected response.uid={expected}, got {got}")));
            }
            let expected = named(version.api_version(), "AdmissionReview");
            let got = named(&review.api_version, &review.kind);
            if expected != got {
                return Err(invalid(format!("expected webhook response of {expected}, got {got}")));
            }
            check_patch(&patch, patch_type.as_deref(), mutating).map_err(invalid)?;
        }
        // Clients of the old version need not say what they answer.
        Version::V1Beta1 => patch_type = (mutating && !patch.is_empty()).then(|| "JSONPatch".to_owned()),
    }
    Ok(Verdict {
        allowed: response.allowed,
        status: response.status,
        patch: if mutating { patch } else { Vec::new() },
        patch_type: patch_type.unwrap_or_default(),
        warnings: response.warnings.unwrap_or_default(),
        annotations: response.audit_annotations.unwrap_or_default(),
    })
}

/// A patch and its type come together, and from webhooks that may change something.
fn check_patch(patch: &[u8], patch_type: Option<&str>, mutating: bool) -> Result<(), String> {
    let problem = match (mutating, patch.is_empty(), patch_type) {
        (true, false, None) => "webhook returned response.patch but not response.patchType",
        (true, true, Some(_)) => "webhook returned response.patchType but not response.patch",
        (true, false, Some("")) => "webhook returned invalid response.patchType of \"\"",
        (false, false, _) => "validating webhook may not return response.patch",
        (false, true, Some(_)) => "validating webhook may not return response.patchType",
        _ => return Ok(()),
    };
    Err(problem.to_owned())
}

fn named(api_version: &str, kind: &str) -> String {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    format!("{group}/{version}, Kind={kind}")
}

/// A body that is a review. The words are those of upstream's client.
fn decode(reply: &Reply) -> Result<Review, String> {
    if !(200..300).contains(&reply.code) {
        if let Some(error) = StatusError::from_json(&reply.body) {
            return Err(error.to_string());
        }
        let text = String::from_utf8_lossy(&reply.body);
        let message = if text.trim().is_empty() { "unknown" } else { text.trim() };
        let answered = Answered {
            code: reply.code,
            verb: "POST",
            group: "",
            resource: "",
            name: "",
            message,
            retry_after_seconds: 0,
            unexpected: true,
        };
        return Err(StatusError::from_response(&answered).to_string());
    }
    if reply.body.is_empty() {
        let (code, kind) = (reply.code, &reply.content_type);
        return Err(format!("0-length response with status code: {code} and content type: {kind}"));
    }
    serde_json::from_slice(&reply.body)
        .map_err(|error| format!("couldn't get version/kind; json parse error: {error}"))
}

/// The refusal of a webhook. Whatever it says, a refusal is a failure.
pub fn denied(name: &str, status: Option<Status>) -> StatusError {
    let mut error = StatusError::bad_request("");
    let denied = format!("admission webhook {} denied the request", go::quote(name));
    let Some(given) = status else {
        let own = error.status_mut();
        own.message = format!("{denied} without explanation");
        own.reason = meta::StatusReason::Unknown;
        return error;
    };
    let own = error.status_mut();
    *own = given;
    own.code = own.code.max(400);
    if matches!(own.status.as_str(), "" | meta::status::SUCCESS) {
        own.status = meta::status::FAILURE.to_owned();
    }
    own.message = match (own.message.as_str(), own.reason.as_str()) {
        ("", "") => format!("{denied} without explanation"),
        ("", reason) => format!("{denied}: {reason}"),
        (message, _) => format!("{denied}: {message}"),
    };
    error
}

/// The answer where a webhook could not be asked and requests must not go on without it.
pub fn failed(name: &str, reason: &str) -> StatusError {
    StatusError::internal(format!("failed calling webhook {}: {reason}", go::quote(name)))
}

/// The answer where nothing is to be stored and a webhook can't tell.
pub fn no_dry_run(name: &str) -> StatusError {
    StatusError::bad_request(format!("admission webhook {} does not support dry run", go::quote(name)))
}
