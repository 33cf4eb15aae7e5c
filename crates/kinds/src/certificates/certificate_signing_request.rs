//! `CertificateSigningRequest`: somebody asks for a certificate; others approve it and sign it.
//!
//! Who asks is written down by the server. `/approval` changes conditions, `/status` brings the certificate.

mod certificate;
mod conditions;

use api::certificates::v1::CertificateSigningRequest;
use meta::{BadValue, ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

use crate::describe::{self, VIEW};
use crate::printing::{NONE, age, age_of, human_duration, name, text};
use crate::rules::object::{keep, typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::seen::{Seen, any_repeats};
use crate::rules::volumes::projected::signer_name;

const USAGES: [&str; 23] = [
    "any",
    "cert sign",
    "client auth",
    "code signing",
    "content commitment",
    "crl sign",
    "data encipherment",
    "decipher only",
    "digital signature",
    "email protection",
    "encipher only",
    "ipsec end system",
    "ipsec tunnel",
    "ipsec user",
    "key agreement",
    "key encipherment",
    "microsoft sgc",
    "netscape sgc",
    "ocsp signing",
    "s/mime",
    "server auth",
    "signing",
    "timestamping",
];
const LEGACY_SIGNER: &str = "kubernetes.io/legacy-unknown";
/// The shortest time that may be asked for, in seconds.
const MIN_EXPIRATION: i32 = 600;

/// The descriptor.
pub fn kind() -> Kind {
    const SPEC: &str = "io.k8s.api.certificates.v1.CertificateSigningRequestSpec#signerName";
    describe::cluster("certificates.k8s.io", "v1", "CertificateSigningRequest", "certificatesigningrequests")
        .short(&["csr"])
        .view("approval", VIEW)
        .status()
        .selectable(&["spec.signerName"])
        .columns(vec![
            name(),
            age(),
            text("SignerName", SPEC),
            text("Requestor", "io.k8s.api.certificates.v1.CertificateSigningRequestSpec#request"),
            text(
                "RequestedDuration",
                "io.k8s.api.certificates.v1.CertificateSigningRequestSpec#expirationSeconds",
            ),
            text("Condition", "io.k8s.api.certificates.v1.CertificateSigningRequestStatus#conditions"),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        conditions::defaults(object);
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        object.remove("status");
        let user = cx.user;
        for field in ["username", "uid", "groups", "extra"] {
            object.remove(&format!("spec.{field}"));
        }
        for (field, value) in [("username", &user.name), ("uid", &user.uid)] {
            if !value.is_empty() {
                object.set(&format!("spec.{field}"), value.as_str());
            }
        }
        if !user.groups.is_empty() {
            object.set("spec.groups", user.groups.clone());
        }
        if !user.extra.is_empty() {
            let extra: Map<String, Value> =
                user.extra.iter().map(|(key, values)| (key.clone(), json!(values))).collect();
            object.set("spec.extra", extra);
        }
    }

    fn validate_name(&self, _name: &str, _prefix: bool) -> Vec<Cow<'static, str>> {
        Vec::new()
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &CertificateSigningRequest| request_errors(new, None))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["spec", "status"]),
            Part::Status => {
                keep(new, old, &["spec"]);
                conditions::keep_decision(new, old);
                conditions::stamp(new, old, cx.now);
            }
            Part::View(_) => {
                conditions::stamp(new, old, cx.now);
                let given = new.get("status.conditions").cloned();
                keep(new, old, &["spec", "status"]);
                match given {
                    Some(given) => new.set("status.conditions", given),
                    None => drop(new.remove("status.conditions")),
                }
            }
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &CertificateSigningRequest, old: &CertificateSigningRequest| {
            let mut errors = request_errors(new, Some(old));
            errors.append(conditions::change_errors(new, old, matches!(part, Part::View(_))));
            errors.append(certificate::change_errors(new, old, part == Part::Status));
            errors
        })
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let or_none = |text: &str| if text.is_empty() { NONE.to_owned() } else { text.to_owned() };
        let duration = object.int("spec.expirationSeconds").map(human_duration).unwrap_or_default();
        vec![
            age_of(object, now),
            or_none(object.text("spec.signerName")).into(),
            object.text("spec.username").into(),
            or_none(&duration).into(),
            conditions::state(object).into(),
        ]
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main => &["spec", "status"],
            Part::Status => &["spec", "status.conditions"],
            Part::View(_) => &["spec", "status.certificate"],
        }
    }
}

/// `old`: the request that it replaces; what was wrong there may stay.
fn request_errors(request: &CertificateSigningRequest, old: Option<&CertificateSigningRequest>) -> ErrorList {
    let (path, spec) = (Path::new("spec"), &request.spec);
    let mut errors = ErrorList::new();
    let text = String::from_utf8_lossy(&spec.request.0);
    if let Err(problem) = tls::CertificateRequest::from_pem(&text) {
        errors.invalid(&path.child("request"), BadValue::json(&spec.request), problem.to_string());
    }
    usage_errors(
        list(&spec.usages),
        old.map(|old| list(&old.spec.usages)),
        &path.child("usages"),
        &mut errors,
    );
    let at = path.child("signerName");
    let was_legacy = old.is_some_and(|old| old.spec.signer_name == LEGACY_SIGNER);
    if spec.signer_name == LEGACY_SIGNER && !was_legacy {
        let detail = "the legacy signerName is not allowed via this API version";
        errors.invalid(&at, LEGACY_SIGNER, detail);
    } else {
        signer_name(&spec.signer_name, &at, &mut errors);
    }
    if let Some(seconds) = spec.expiration_seconds.filter(|seconds| *seconds < MIN_EXPIRATION) {
        let detail = "may not specify a duration less than 600 seconds (10 minutes)";
        errors.invalid(&path.child("expirationSeconds"), seconds, detail);
    }
    errors.append(conditions::validate(request, old));
    errors.append(certificate::validate(request, old));
    errors
}

fn usage_errors(usages: &[String], old: Option<&[String]>, path: &Path<'_>, errors: &mut ErrorList) {
    if usages.is_empty() {
        errors.required(path, "");
    }
    let unknown = |usage: &String| !USAGES.contains(&usage.as_str());
    if !old.is_some_and(|old| old.iter().any(unknown)) {
        for (i, usage) in usages.iter().enumerate() {
            errors.one_of(&path.index(i), usage, &USAGES);
        }
    }
    if !old.is_some_and(any_repeats) {
        let mut seen = Seen::new();
        for (i, usage) in usages.iter().enumerate().filter(|(_, usage)| seen.again(*usage)) {
            errors.duplicate(&path.index(i), BadValue::json(usage));
        }
    }
}
