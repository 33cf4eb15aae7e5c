//! The JSON and texts of constructors, beside the recorded answers that the integration tests compare with.

use super::*;
use crate::field::{ErrorList, FieldError, Path};
use crate::gvk::{GroupKind, GroupResource};

fn json(error: &StatusError) -> String {
    serde_json::to_string(error.status()).unwrap()
}

#[test]
fn not_found_is_a_stock_answer() {
    let error = StatusError::not_found(&GroupResource::new("apps", "deployments"), "x");
    let want = r#"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps \"x\" not found","reason":"NotFound","details":{"name":"x","group":"apps","kind":"deployments"},"code":404}"#;
    assert_eq!(json(&error), want);
    assert_eq!(StatusError::from_json(want.as_bytes()), Some(error.clone()));
    assert!(error.is_not_found() && !error.is_conflict());
}

#[test]
fn invalid_lists_every_cause() {
    let errors = ErrorList::from_iter([
        FieldError::required(&Path::new("a"), ""),
        FieldError::invalid(&Path::new("b"), "v", "bad"),
    ]);
    let error = StatusError::invalid(&GroupKind::new("apps", "Deployment"), "x", &errors);
    assert_eq!(
        error.to_string(),
        r#"Deployment.apps "x" is invalid: [a: Required value, b: Invalid value: "v": bad]"#
    );
    assert_eq!(error.causes()[1].reason, "FieldValueInvalid");
    assert_eq!(error.causes()[1].message, r#"Invalid value: "v": bad"#);
    assert_eq!(error.code(), 422);
    let bare = StatusError::invalid(&GroupKind::default(), "", &ErrorList::new());
    assert_eq!(bare.to_string(), r#" "" is invalid"#);
}

#[test]
fn texts() {
    let pods = GroupResource::new("", "pods");
    let table = [
        (StatusError::already_exists(&pods, "x"), r#"pods "x" already exists"#),
        (
            StatusError::modified(&pods, "x"),
            r#"Operation cannot be fulfilled on pods "x": the object has been modified; please apply your changes to the latest version and try again"#,
        ),
        (StatusError::forbidden(&pods, "x", "no"), r#"pods "x" is forbidden: no"#),
        (StatusError::forbidden(&pods, "", "no"), "pods is forbidden: no"),
        (StatusError::forbidden(&GroupResource::default(), "", "no"), "forbidden: no"),
        (StatusError::unauthorized(""), "not authorized"),
        (StatusError::timeout("slow", 1), "Timeout: slow"),
        (StatusError::too_old(5, 9), "too old resource version: 5 (9)"),
        (StatusError::internal("boom"), "Internal error occurred: boom"),
        (
            StatusError::method_not_supported(&pods, "patch"),
            r#"patch is not supported on resources of kind "pods""#,
        ),
        (
            StatusError::too_large_resource_version(9, 5, 1),
            "Timeout: Too large resource version: 9, current: 5",
        ),
    ];
    for (error, want) in table {
        assert_eq!(error.to_string(), want);
        let text = json(&error);
        assert_eq!(StatusError::from_json(text.as_bytes()), Some(error));
    }
}

#[test]
fn expired_lists_carry_a_token() {
    let error = StatusError::continue_expired(Some("t".to_owned()));
    assert!(json(&error).contains(r#""metadata":{"continue":"t"}"#));
    assert!(error.is_expired() && !error.is_gone());
}

#[test]
fn answers_without_a_status() {
    let error = StatusError::from_response(&Response { code: 405, ..Response::default() });
    let want = r#"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the server does not allow this method on the requested resource","reason":"MethodNotAllowed","details":{},"code":405}"#;
    assert_eq!(json(&error), want);
    let response = Response {
        code: 502,
        verb: "GET",
        resource: "pods",
        name: "x",
        message: "bad",
        unexpected: true,
        ..Response::default()
    };
    let error = StatusError::from_response(&response);
    assert_eq!(
        error.to_string(),
        r#"an error on the server ("bad") has prevented the request from succeeding (get pods x)"#
    );
    assert!(error.cause("UnexpectedServerResponse").is_some());
}

#[test]
fn successes() {
    let status = Status::deleted("", "configmaps", "x", "u");
    let want = r#"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"x","kind":"configmaps","uid":"u"}}"#;
    assert_eq!(serde_json::to_string(&status).unwrap(), want);
    assert!(!status.is_failure());
}

#[test]
fn only_a_status_is_read_as_one() {
    assert_eq!(StatusError::from_json(br#"{"kind":"Pod","apiVersion":"v1"}"#), None);
    assert_eq!(StatusError::from_json(b"not json"), None);
    assert!(
        StatusError::from_json(br#"{"kind":"Status","apiVersion":"v1","details":null,"code":null}"#)
            .is_some()
    );
}
