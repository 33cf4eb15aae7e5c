//! Every recorded `Status` is read, written back unchanged, and made again from its parts by the constructor for it.

use super::spec;
use meta::status::{Response, Status, StatusCause, StatusError, StatusReason};
use meta::{BadValue, ErrorKind, ErrorList, FieldError, GroupKind, GroupResource};
use serde_json::Value;

fn recorded() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (case, step) in spec::steps() {
        spec::objects(&step["response"], &mut |map| {
            if map.get("kind").is_some_and(|kind| kind == "Status") {
                found.push((case.clone(), Value::Object(map.clone())));
            }
        });
    }
    found
}

#[test]
fn every_recorded_status_survives_a_round_trip() {
    for (case, body) in recorded() {
        let text = serde_json::to_vec(&body).unwrap();
        let status = StatusError::from_json(&text).unwrap_or_else(|| panic!("{case}: not read: {body}"));
        assert_eq!(serde_json::to_value(status.status()).unwrap(), body, "{case}");
    }
}

const KINDS: [ErrorKind; 12] = [
    ErrorKind::NotFound,
    ErrorKind::Required,
    ErrorKind::Duplicate,
    ErrorKind::Invalid,
    ErrorKind::NotSupported,
    ErrorKind::Forbidden,
    ErrorKind::TooLong,
    ErrorKind::TooShort,
    ErrorKind::TooMany,
    ErrorKind::TooFew,
    ErrorKind::Internal,
    ErrorKind::TypeInvalid,
];

/// The field error behind a cause. Its value is inside the message and stays there, as part of the detail.
fn field_error(cause: &StatusCause) -> Option<FieldError> {
    let kind = KINDS.into_iter().find(|kind| kind.reason() == cause.reason)?;
    let rest = cause.message.strip_prefix(kind.title())?;
    let detail = rest.strip_prefix(": ").unwrap_or(rest).to_owned();
    Some(FieldError { kind, field: cause.field.clone(), value: BadValue::Omitted, detail })
}

/// The same status from the constructor that a server would have used.
fn rebuilt(status: &Status) -> Option<StatusError> {
    let message = status.message.as_str();
    let Some(details) = status.details.as_deref() else {
        return Some(match status.reason {
            StatusReason::BadRequest => StatusError::bad_request(message),
            StatusReason::Unknown => StatusError::unknown(message),
            StatusReason::Unauthorized => StatusError::unauthorized(message),
            StatusReason::Expired => StatusError::expired(message),
            StatusReason::UnsupportedMediaType => {
                let types = message.rsplit_once(": ")?.1;
                StatusError::unsupported_media_type(&types.split(", ").collect::<Vec<_>>())
            }
            _ => return None,
        });
    };
    let resource = GroupResource::new(&*details.group, &*details.kind);
    let name = details.name.as_str();
    let why = |separator: &str| message.split_once(separator).map(|(_, why)| why);
    Some(match status.reason {
        _ if details == &Default::default() => {
            StatusError::from_response(&Response { code: status.code, message, ..Response::default() })
        }
        StatusReason::NotFound => StatusError::not_found(&resource, name),
        StatusReason::AlreadyExists => StatusError::already_exists(&resource, name),
        StatusReason::Invalid => {
            let errors: Option<ErrorList> = details.causes.iter().map(field_error).collect();
            StatusError::invalid(&GroupKind::new(&*details.group, &*details.kind), name, &errors?)
        }
        StatusReason::Conflict if details.kind.is_empty() => {
            StatusError::apply_conflict(details.causes.clone(), message)
        }
        StatusReason::Conflict => StatusError::conflict(&resource, name, why("\": ")?),
        StatusReason::Forbidden => {
            let mut error = StatusError::forbidden(&resource, name, why(" is forbidden: ")?);
            error.status_mut().details.as_mut()?.causes.clone_from(&details.causes);
            error
        }
        _ => return None,
    })
}

#[test]
fn recorded_failures_come_out_of_the_constructors() {
    let (mut same, mut other) = (0, Vec::new());
    for (case, body) in recorded() {
        let status: Status = serde_json::from_value(body).unwrap();
        if !status.is_failure() {
            continue;
        }
        match rebuilt(&status) {
            Some(error) if *error.status() == status => same += 1,
            error => other.push((case, status.message.clone(), error.map(|error| error.to_string()))),
        }
    }
    println!("{same} failures rebuilt");
    assert!(other.is_empty(), "{} of {} differ: {other:#?}", other.len(), same + other.len());
}

#[test]
fn recorded_delete_answers_come_out_of_the_constructor() {
    for (case, body) in recorded() {
        let status: Status = serde_json::from_value(body).unwrap();
        let Some(details) = status.details.as_deref().filter(|_| !status.is_failure()) else { continue };
        let built = Status::deleted(&details.group, &details.kind, &details.name, &details.uid);
        assert_eq!(built, status, "{case}");
    }
}
