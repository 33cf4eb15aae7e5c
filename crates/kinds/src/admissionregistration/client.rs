//! Where a webhook is reached: a URL, or a service in the cluster.

use meta::{ErrorList, Path, validate};
use serde_json::Value;

use crate::rules::object::{has, text};
use crate::rules::report::Report;

const FORM: &str = "; desired format: https://host[/path]";

/// What is wrong with a client configuration at `path`.
pub fn validate(config: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    match (has(config, "url"), has(config, "service")) {
        (true, false) => url(text(config, "url"), &path.child("url"), errors),
        (false, true) => service(&config["service"], &path.child("service"), errors),
        _ => errors.required(path, "exactly one of url or service is required"),
    }
}

/// What is wrong with the address of a webhook.
fn url(given: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let (rest, fragment) = given.split_once('#').unwrap_or((given, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (scheme, rest) = rest.split_once(':').unwrap_or(("", rest));
    let authority = rest.strip_prefix("//").unwrap_or_default().split('/').next().unwrap_or_default();
    let (user, host) =
        authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    if scheme.to_lowercase() != "https" {
        errors.invalid(path, scheme.to_lowercase(), format!("'https' is the only allowed URL scheme{FORM}"));
    }
    if host.is_empty() {
        errors.invalid(path, host, format!("host must be specified{FORM}"));
    }
    if let Some(user) = user {
        errors.invalid(path, user, "user information is not permitted in the URL");
    }
    if !fragment.is_empty() {
        errors.invalid(path, fragment, "fragments are not permitted in the URL");
    }
    if !query.is_empty() {
        errors.invalid(path, query, "query parameters are not permitted in the URL");
    }
}

/// What is wrong with a reference to a service.
pub fn service(service: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    // A stock server confuses the two names here; its clients know the answer as it is.
    errors.need(&path.child("name"), text(service, "namespace"));
    errors.need(&path.child("namespace"), text(service, "name"));
    let port = service["port"].as_i64().unwrap_or(0);
    let problems = validate::port_number(port);
    if !problems.is_empty() {
        errors.invalid(&path.child("port"), port, format!("port is not valid: {}", problems.join(", ")));
    }
    url_path(text(service, "path"), &path.child("path"), errors);
}

fn url_path(given: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if given.is_empty() || given == "/" {
        return;
    }
    if given == "//" {
        return errors.invalid(path, given, "segment[0] may not be empty");
    }
    if !given.starts_with('/') {
        errors.invalid(path, given, "must start with a '/'");
    }
    let steps = given.get(1..).unwrap_or_default();
    for (i, step) in steps.strip_suffix('/').unwrap_or(steps).split('/').enumerate() {
        if step.is_empty() {
            errors.invalid(path, given, format!("segment[{i}] may not be empty"));
            continue;
        }
        for problem in validate::dns1123_subdomain(step) {
            errors.invalid(path, given, format!("segment[{i}]: {problem}"));
        }
    }
}
