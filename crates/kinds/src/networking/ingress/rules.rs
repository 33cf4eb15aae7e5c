//! The rules of an ingress: hosts, paths, and what stands behind them.

use api::core::v1::TypedLocalObjectReference;
use api::networking::v1::{HTTPIngressPath, IngressBackend, IngressRule, IngressServiceBackend, IngressSpec};
use meta::validate::Messages;
use meta::{ErrorList, FieldError, Path, names, validate};

use crate::rules::report::{Report, list, text};

const PATH_TYPES: [&str; 3] = ["Exact", "ImplementationSpecific", "Prefix"];
const FORBIDDEN: [&str; 5] = ["//", "/./", "/../", "%2f", "%2F"];
const FORBIDDEN_ENDS: [&str; 2] = ["/..", "/."];

/// What is wrong with a host, which may have a wildcard.
pub fn host_problems(host: &str) -> Messages {
    if host.contains('*') {
        validate::wildcard_dns1123_subdomain(host)
    } else {
        validate::dns1123_subdomain(host)
    }
}

/// Whether a rule with a wildcard was wrong already.
pub fn has_wrong_wildcard(spec: &IngressSpec) -> bool {
    list(&spec.rules).iter().filter(|rule| text(&rule.host).contains('*')).any(|rule| {
        let mut errors = ErrorList::new();
        rule_errors(rule, &Path::nil(), &mut errors);
        !errors.is_empty()
    })
}

/// What is wrong with the rules at `path`; `lenient`: what stands behind wildcards is not looked at.
pub fn validate(rules: &[IngressRule], lenient: bool, path: &Path<'_>, errors: &mut ErrorList) {
    for (i, rule) in rules.iter().enumerate() {
        let (at, host) = (path.index(i), text(&rule.host));
        if !host.is_empty() {
            if validate::parse_ip_sloppy(host).is_some() {
                errors.invalid(&at.child("host"), host, "must be a DNS name, not an IP address");
            }
            errors.problems(&at.child("host"), host, host_problems(host));
        }
        if !lenient || !host.contains('*') {
            rule_errors(rule, &at, errors);
        }
    }
}

fn rule_errors(rule: &IngressRule, path: &Path<'_>, errors: &mut ErrorList) {
    let Some(http) = &rule.http else { return };
    let at = path.child("http");
    let at = at.child("paths");
    if http.paths.is_empty() {
        errors.required(&at, "");
    }
    for (i, one) in http.paths.iter().enumerate() {
        let at = at.index(i);
        if one.path_type.is_empty() {
            errors.required(&at.child("pathType"), "pathType must be specified");
            continue;
        }
        path_errors(one, &at, errors);
        backend_errors(&one.backend, &at.child("backend"), errors);
    }
}

fn path_errors(one: &HTTPIngressPath, path: &Path<'_>, errors: &mut ErrorList) {
    let (at, target) = (path.child("path"), text(&one.path));
    let absolute = target.starts_with('/');
    match one.path_type.as_str() {
        "Exact" | "Prefix" => {
            if !absolute {
                errors.invalid(&at, target, "must be an absolute path");
            }
            for part in FORBIDDEN.iter().filter(|part| target.contains(**part)) {
                errors.invalid(&at, target, format!("must not contain '{part}'"));
            }
            for end in FORBIDDEN_ENDS.iter().filter(|end| target.ends_with(**end)) {
                errors.invalid(&at, target, format!("cannot end with '{end}'"));
            }
        }
        "ImplementationSpecific" => {
            if !target.is_empty() && !absolute {
                errors.invalid(&at, target, "must be an absolute path");
            }
        }
        other => errors.push(FieldError::not_supported(&path.child("pathType"), other, &PATH_TYPES)),
    }
}

/// What is wrong with what stands behind a path.
pub fn backend_errors(backend: &IngressBackend, path: &Path<'_>, errors: &mut ErrorList) {
    match (&backend.resource, &backend.service) {
        (Some(_), Some(_)) => errors.invalid(path, "", "cannot set both resource and service backends"),
        (Some(resource), None) => resource_errors(resource, &path.child("resource"), errors),
        (None, Some(service)) => service_errors(service, path, errors),
        (None, None) => errors.invalid(path, "", "resource or service backend is required"),
    }
}

fn service_errors(service: &IngressServiceBackend, path: &Path<'_>, errors: &mut ErrorList) {
    let at = path.child("service");
    let name = at.child("name");
    if service.name.is_empty() {
        errors.required(&name, "");
    } else {
        errors.problems(&name, &service.name, names::dns_label(&service.name, false));
    }
    let port = service.port.clone().unwrap_or_default();
    let (given, number, at) = (text(&port.name), port.number.unwrap_or(0), at.child("port"));
    match (given.is_empty(), number) {
        (true, 0) => errors.required(path, "port name or number is required"),
        (true, number) => {
            for problem in validate::port_number(i64::from(number)) {
                errors.invalid(&at.child("number"), number, problem);
            }
        }
        (false, 0) => errors.problems(&at.child("name"), given, validate::port_name(given)),
        (false, _) => errors.invalid(path, "", "cannot set both port name & port number"),
    }
}

fn resource_errors(reference: &TypedLocalObjectReference, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(group) = &reference.api_group {
        errors.problems(&path.child("apiGroup"), group, validate::dns1123_subdomain(group));
    }
    for (field, value) in [("kind", &reference.kind), ("name", &reference.name)] {
        let at = path.child(field);
        errors.need(&at, value);
        errors.problems(&at, value, validate::path_segment_name(value));
    }
}
