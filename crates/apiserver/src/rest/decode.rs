//! Bodies to trees: which encoding, which type, whether it fits, and what is said about fields that it should not have.
//!
//! The texts are upstream's: they name the kind and version that the body claims, or show the start of a body that claims none.

use codec::json::{TypeMeta, summarize, type_meta};
use codec::negotiate::{self, Media};
use meta::StatusError;
use meta::options::{DeleteOptions, FieldValidation};
use registry::Object;
use schema::Definition;
use serde_json::Value;

use super::call::Call;

/// How much of a body an error shows.
const SHOWN: usize = 30;
/// Upstream's name for the table of all its types, which its errors give away.
const SCHEME: &str = "pkg/api/legacyscheme/scheme.go:30";
/// The same where definitions of custom resources are served, and where API services are.
const EXTENSIONS_SCHEME: &str = "pkg/apiserver/apiserver.go:55";
const AGGREGATOR_SCHEME: &str = "pkg/apiserver/scheme/scheme.go:28";
/// The same for the options of requests.
const OPTIONS_SCHEME: &str = "pkg/apis/meta/internalversion/scheme/register.go:27";

/// What a body should be.
struct Wanted<'a> {
    group: &'a str,
    version: &'a str,
    kind: &'a str,
    /// `None` for custom resources.
    definition: Option<&'static Definition>,
}

impl Wanted<'_> {
    fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.to_owned()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }
}

/// A body that was read, with the fields that it should not have.
struct Read {
    value: Value,
    findings: Vec<String>,
    /// Keys that YAML has twice: warned of one by one, refused together.
    duplicates: Vec<String>,
    refusal: Option<String>,
}

/// The object that a body holds.
pub(super) fn object(
    call: &mut Call,
    body: &[u8],
    validation: FieldValidation,
) -> Result<Object, StatusError> {
    let target = call.target.clone();
    let (own, below) = (target.version(), target.below().and_then(|below| below.kind.as_ref()));
    let wanted = match below {
        Some((group, version, kind)) => {
            Wanted { group, version, kind, definition: schema::builtin(group, version, kind) }
        }
        None => Wanted {
            group: &own.group,
            version: &own.version,
            kind: &target.kind.kind,
            definition: call.definition(),
        },
    };
    let accepted: &[Media] = if wanted.definition.is_some() { &Media::ALL } else { &Media::CUSTOM };
    let media = negotiate::body(&call.content_type, accepted)
        .map_err(|error| StatusError::unsupported_media_type(&error.0))?;
    let mut read = read(body, media, &wanted)?;
    if let (None, Value::Object(_)) = (wanted.definition, &read.value) {
        read.findings.extend(unknown_of_custom(&read.value, &own.schema));
    }
    match validation {
        FieldValidation::Strict if !read.findings.is_empty() || read.refusal.is_some() => {
            let found: Vec<String> = read.refusal.into_iter().chain(read.findings).collect();
            let found = found.join(", ");
            return Err(refused(
                &wanted,
                wanted.kind,
                wanted.version,
                &format!("strict decoding error: {found}"),
            ));
        }
        FieldValidation::Warn => call.warnings.extend(read.duplicates.into_iter().chain(read.findings)),
        _ => {}
    }
    Object::new(read.value).map_err(|_| StatusError::bad_request("the body of the request is no object"))
}

/// The fields that a custom resource's schema does not have.
fn unknown_of_custom(value: &Value, schema: &schema::Schema) -> Vec<String> {
    schema::unknown_fields(value, schema).iter().map(|path| format!("unknown field {path:?}")).collect()
}

/// A body that claims to be something, which it cannot be taken as.
fn refused(wanted: &Wanted<'_>, kind: &str, version: &str, why: &str) -> StatusError {
    StatusError::bad_request(format!(
        "{kind} in version {version:?} cannot be handled as a {}: {why}",
        wanted.kind
    ))
}

/// A body that claims to be nothing.
fn unrecognized(wanted: &Wanted<'_>, body: &[u8], why: &str) -> StatusError {
    let shown = summarize(body, SHOWN);
    StatusError::bad_request(format!(
        "the object provided is unrecognized (must be of type {}): {why} ({shown})",
        wanted.kind
    ))
}

fn read(body: &[u8], media: Media, wanted: &Wanted<'_>) -> Result<Read, StatusError> {
    match media {
        Media::Json => read_json(body, wanted),
        Media::Yaml => read_yaml(body, wanted),
        Media::Protobuf => read_protobuf(body, wanted),
    }
}

fn read_json(body: &[u8], wanted: &Wanted<'_>) -> Result<Read, StatusError> {
    if let Some(value) = read_sound_json(body, wanted) {
        return Ok(Read { value, findings: Vec::new(), duplicates: Vec::new(), refusal: None });
    }
    let parse = |error: &dyn std::fmt::Display| {
        unrecognized(wanted, body, &format!("couldn't get version/kind; json parse error: {error}"))
    };
    let plain = codec::json::decode(body).map_err(|error| parse(&error))?;
    let claimed = type_meta(&plain.value).map_err(|error| parse(&error))?;
    check_type(wanted, &claimed)?;
    let (kind, version) = named(wanted, &claimed);
    let decoded = match wanted.definition {
        None => plain,
        Some(definition) => codec::json::decode_typed(body, definition)
            .map_err(|error| refused(wanted, &kind, &version, &error.to_string()))?,
    };
    let findings = decoded.findings.iter().map(ToString::to_string).collect();
    Ok(Read { value: decoded.value, findings, duplicates: Vec::new(), refusal: None })
}

/// The tree of a body of which nothing is to be said, as nearly all are: read once. Of the others it takes two looks to say what
/// upstream says, in its order.
fn read_sound_json(body: &[u8], wanted: &Wanted<'_>) -> Option<Value> {
    let decoded = codec::json::decode_typed(body, wanted.definition?).ok()?;
    let sound = decoded.findings.is_empty()
        && type_meta(&decoded.value).is_ok_and(|claimed| check_type(wanted, &claimed).is_ok());
    sound.then_some(decoded.value)
}

fn read_yaml(body: &[u8], wanted: &Wanted<'_>) -> Result<Read, StatusError> {
    let decoded =
        codec::yaml::decode(body).map_err(|error| unrecognized(wanted, body, &error.to_string()))?;
    let claimed = type_meta(&decoded.value).map_err(|error| {
        unrecognized(wanted, body, &format!("couldn't get version/kind; json parse error: {error}"))
    })?;
    check_type(wanted, &claimed)?;
    let (kind, version) = named(wanted, &claimed);
    let refusal = decoded.strict_error();
    let mut findings = Vec::new();
    if let Some(definition) = wanted.definition {
        let unknown = codec::check::check_strictly(&decoded.value, definition)
            .map_err(|error| refused(wanted, &kind, &version, &error.to_string()))?;
        findings.extend(unknown.iter().map(ToString::to_string));
    }
    Ok(Read { value: decoded.value, findings, duplicates: decoded.duplicates, refusal })
}

fn read_protobuf(body: &[u8], wanted: &Wanted<'_>) -> Result<Read, StatusError> {
    let envelope = codec::protobuf::open_envelope(body)
        .map_err(|error| unrecognized(wanted, body, &error.to_string()))?;
    let claimed = TypeMeta { api_version: envelope.api_version, kind: envelope.kind };
    check_type(wanted, &claimed)?;
    let (kind, version) = named(wanted, &claimed);
    let definition = wanted
        .definition
        .ok_or_else(|| refused(wanted, &kind, &version, "there is no Protobuf form of it"))?;
    let value = codec::protobuf::decode(&envelope, definition)
        .map_err(|error| refused(wanted, &kind, &version, &error.to_string()))?;
    Ok(Read { value, findings: Vec::new(), duplicates: Vec::new(), refusal: None })
}

/// The kind and version by which errors name the body: what it claims, else what is wanted.
fn named(wanted: &Wanted<'_>, claimed: &TypeMeta<'_>) -> (String, String) {
    let or =
        |claimed: &str, wanted: &str| if claimed.is_empty() { wanted.to_owned() } else { claimed.to_owned() };
    let version = claimed.api_version.rsplit('/').next().unwrap_or_default();
    (or(claimed.kind, wanted.kind), or(version, wanted.version))
}

/// Whether the body is what the path takes. What it leaves out is taken from the path.
fn check_type(wanted: &Wanted<'_>, claimed: &TypeMeta<'_>) -> Result<(), StatusError> {
    let expected = wanted.api_version();
    let api_version = if claimed.api_version.is_empty() { expected.as_str() } else { claimed.api_version };
    let kind = if claimed.kind.is_empty() { wanted.kind } else { claimed.kind };
    if api_version == expected && kind == wanted.kind {
        return Ok(());
    }
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    if wanted.definition.is_none() {
        return check_custom(wanted, api_version, kind);
    }
    match schema::builtin(group, version, kind) {
        None => {
            let scheme = match wanted.group {
                "apiextensions.k8s.io" => EXTENSIONS_SCHEME,
                "apiregistration.k8s.io" => AGGREGATOR_SCHEME,
                _ => SCHEME,
            };
            let why =
                format!("no kind {kind:?} is registered for version {api_version:?} in scheme {scheme:?}");
            Err(refused(wanted, kind, version, &why))
        }
        Some(_) if kind == wanted.kind => Err(version_mismatch(api_version, &expected)),
        Some(other) => {
            let internal = if wanted.group.is_empty() {
                "core"
            } else {
                wanted.group.split('.').next().unwrap_or_default()
            };
            let why = format!(
                "converting ({}) to ({internal}.{}): unknown conversion",
                other.go_name(),
                wanted.kind
            );
            Err(refused(wanted, kind, version, &why))
        }
    }
}

/// Custom resources tell a wrong version at once; a wrong kind is found by validation, which shows it as a field.
fn check_custom(wanted: &Wanted<'_>, api_version: &str, kind: &str) -> Result<(), StatusError> {
    if api_version != wanted.api_version() {
        return Err(version_mismatch(api_version, &wanted.api_version()));
    }
    let detail = format!("must be {}", wanted.kind);
    let error = meta::FieldError::invalid(&meta::Path::new("kind"), kind, detail);
    Err(StatusError::invalid(&meta::GroupKind::new(wanted.group, kind), "", &error.into()))
}

fn version_mismatch(found: &str, expected: &str) -> StatusError {
    StatusError::bad_request(format!(
        "the API version in the data ({found}) does not match the expected API version ({expected})"
    ))
}

/// The options of a deletion, from its body.
pub(super) fn delete_options(body: &[u8], content_type: &str) -> Result<DeleteOptions, StatusError> {
    let media = negotiate::body(content_type, &Media::ALL)
        .map_err(|error| StatusError::unsupported_media_type(&error.0))?;
    let bad = |error: &dyn std::fmt::Display| StatusError::bad_request(error.to_string());
    let value = match media {
        Media::Json => {
            let parse = |error: &dyn std::fmt::Display| {
                StatusError::bad_request(format!("couldn't get version/kind; json parse error: {error}"))
            };
            let decoded = codec::json::decode(body).map_err(|error| parse(&error))?;
            type_meta(&decoded.value).map_err(|error| parse(&error))?;
            decoded.value
        }
        Media::Yaml => codec::yaml::decode(body).map_err(|error| bad(&error))?.value,
        Media::Protobuf => {
            let envelope = codec::protobuf::open_envelope(body).map_err(|error| bad(&error))?;
            let definition = schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions")
                .ok_or_else(|| StatusError::internal("the options of deletions have no type"))?;
            codec::protobuf::decode(&envelope, definition).map_err(|error| bad(&error))?
        }
    };
    let claimed = type_meta(&value).map_err(|error| bad(&error))?;
    if !matches!(claimed.kind, "" | "DeleteOptions") {
        let (kind, version) =
            (claimed.kind, if claimed.api_version.is_empty() { "v1" } else { claimed.api_version });
        let why =
            format!("no kind {kind:?} is registered for version {version:?} in scheme {OPTIONS_SCHEME:?}");
        return Err(StatusError::bad_request(why));
    }
    serde_json::from_value(value).map_err(|error| bad(&error))
}
