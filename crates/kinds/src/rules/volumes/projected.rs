//! Projected and downward API volumes: files made of secrets, config maps, tokens and fields of the pod.

use std::collections::HashSet;

use api::core::v1::{
    ClusterTrustBundleProjection, DownwardAPIVolumeFile, DownwardAPIVolumeSource, KeyToPath,
    PodCertificateProjection, ProjectedVolumeSource, ServiceAccountTokenProjection, VolumeProjection,
};
use meta::{BadValue, ErrorList, FieldError, Path, names, validate};

use super::{key_to_path, paths};
use crate::rules::field_refs;
use crate::rules::label_selector;
use crate::rules::pod_spec::Options;
use crate::rules::report::{Report, list, text};

const DUPLICATE: &str = "conflicting duplicate paths";
/// A year and a day short of two, upstream's limits for certificates of pods.
const MAX_EXPIRATION: i32 = 91 * 24 * 3600;
const MAX_EXPIRATION_OWN: i32 = 24 * 3600;
const KEY_TYPES: [&str; 6] = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];

/// A downward API volume. Upstream does not say which item is wrong.
pub fn downward_api(source: &DownwardAPIVolumeSource, path: &Path<'_>, errors: &mut ErrorList) {
    paths::mode(source.default_mode, &path.child("defaultMode"), errors);
    for file in list(&source.items) {
        downward_file(file, path, errors);
    }
}

fn downward_file(file: &DownwardAPIVolumeFile, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("path"), &file.path);
    paths::local(&file.path, &path.child("path"), errors);
    match (&file.field_ref, &file.resource_field_ref) {
        (Some(field), other) => {
            field_refs::field(field, field_refs::VOLUME_FIELDS, &path.child("fieldRef"), errors);
            if other.is_some() {
                let detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
                errors.invalid(path, "resource", detail);
            }
        }
        (None, Some(resource)) => {
            field_refs::resource(resource, true, &path.child("resourceFieldRef"), errors)
        }
        (None, None) => errors.required(path, "one of fieldRef and resourceFieldRef is required"),
    }
    paths::mode(file.mode, &path.child("mode"), errors);
}

/// A projected volume.
pub fn validate(source: &ProjectedVolumeSource, options: &Options, path: &Path<'_>, errors: &mut ErrorList) {
    paths::mode(source.default_mode, &path.child("defaultMode"), errors);
    let mut taken = HashSet::new();
    let all = path.child("sources");
    for (index, source) in list(&source.sources).iter().enumerate() {
        let at = all.index(index);
        let count = one(source, options, path, &at, &mut taken, errors);
        if count > 1 {
            errors.forbidden(&at, "may not specify more than 1 volume type per source");
        }
    }
}

/// Judges one source; `path` is the volume's, which duplicates are reported at. Gives the number of its kinds.
fn one<'a>(
    source: &'a VolumeProjection,
    options: &Options,
    path: &Path<'_>,
    at: &Path<'_>,
    taken: &mut HashSet<&'a str>,
    errors: &mut ErrorList,
) -> usize {
    let mut count = 0;
    if let Some(secret) = &source.secret {
        count += 1;
        errors.need(&at.child("secret").child("name"), &secret.name);
        items(list(&secret.items), &secret.name, path, &at.child("secret").child("items"), taken, errors);
    }
    if let Some(map) = &source.config_map {
        count += 1;
        errors.need(&at.child("configMap").child("name"), &map.name);
        items(list(&map.items), &map.name, path, &at.child("configMap").child("items"), taken, errors);
    }
    if let Some(downward) = &source.downward_api {
        count += 1;
        for file in list(&downward.items) {
            downward_file(file, &at.child("downwardAPI"), errors);
            take(&file.path, &file.path, path, taken, errors);
        }
    }
    if let Some(token) = &source.service_account_token {
        count += 1;
        service_account_token(token, options, path, &at.child("serviceAccountToken"), errors);
    }
    if let Some(bundle) = &source.cluster_trust_bundle {
        count += 1;
        trust_bundle(bundle, &at.child("clusterTrustBundle"), errors);
        if !taken.insert(&bundle.path) {
            errors.invalid(path, &bundle.path, DUPLICATE);
        }
    }
    if let Some(certificate) = &source.pod_certificate {
        count += 1;
        pod_certificate(certificate, path, &at.child("podCertificate"), taken, errors);
    }
    count
}

/// Notes that a path is taken; `value` is what a duplicate is reported with.
fn take<'a>(
    target: &'a str,
    value: &str,
    path: &Path<'_>,
    taken: &mut HashSet<&'a str>,
    errors: &mut ErrorList,
) {
    if !target.is_empty() && !taken.insert(target) {
        errors.invalid(path, value, DUPLICATE);
    }
}

fn items<'a>(
    items: &'a [KeyToPath],
    name: &str,
    path: &Path<'_>,
    at: &Path<'_>,
    taken: &mut HashSet<&'a str>,
    errors: &mut ErrorList,
) {
    for (index, item) in items.iter().enumerate() {
        key_to_path(item, &at.index(index), errors);
        take(&item.path, name, path, taken, errors);
    }
}

fn service_account_token(
    token: &ServiceAccountTokenProjection,
    options: &Options,
    path: &Path<'_>,
    at: &Path<'_>,
    errors: &mut ErrorList,
) {
    let seconds = token.expiration_seconds.unwrap_or(0);
    if seconds < 600 {
        errors.invalid(
            &at.child("expirationSeconds"),
            seconds,
            "may not specify a duration less than 10 minutes",
        );
    }
    if seconds > 1 << 32 {
        let detail = "may not specify a duration larger than 2^32 seconds";
        errors.invalid(&at.child("expirationSeconds"), seconds, detail);
    }
    if token.path.is_empty() {
        errors.required(&path.child("path"), "");
    } else if !options.non_local_token_path {
        paths::local(&token.path, &path.child("path"), errors);
    }
}

fn trust_bundle(bundle: &ClusterTrustBundleProjection, at: &Path<'_>, errors: &mut ErrorList) {
    match (&bundle.name, &bundle.signer_name) {
        (Some(_), Some(_)) => {
            errors.invalid(at, BadValue::json(&bundle.path), "only one of name and signerName may be used");
        }
        (Some(name), None) => {
            if name.is_empty() {
                errors.required(&at.child("name"), "must be a valid object name");
            }
            for problem in names::dns_subdomain(name.rsplit(':').next().unwrap_or_default(), false) {
                errors.invalid(
                    &at.child("name"),
                    name,
                    format!("not a valid clustertrustbundlename: {problem}"),
                );
            }
            if bundle.label_selector.is_some() {
                let detail = "labelSelector must be unset if name is specified";
                errors.push(FieldError::invalid(&at.child("labelSelector"), BadValue::Omitted, detail));
            }
        }
        (None, Some(signer)) => {
            if signer.is_empty() {
                errors.required(&at.child("signerName"), "must be a valid signer name");
            }
            signer_name(signer, &at.child("signerName"), errors);
            if let Some(selector) = &bundle.label_selector {
                errors.append(label_selector::validate(
                    selector,
                    Default::default(),
                    &at.child("labelSelector"),
                ));
            }
        }
        (None, None) => errors.required(at, "either name or signerName must be specified"),
    }
    errors.need(&at.child("path"), &bundle.path);
    paths::local(&bundle.path, &at.child("path"), errors);
}

/// `domain/path`: who signs certificates.
pub fn signer_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if name.is_empty() {
        return errors.required(path, "");
    }
    let Some((domain, rest)) = name.split_once('/') else {
        return errors.invalid(
            path,
            name,
            "must be a fully qualified domain and path of the form 'example.com/signer-name'",
        );
    };
    if rest.contains('/') {
        return errors.invalid(
            path,
            name,
            "must be a fully qualified domain and path of the form 'example.com/signer-name'",
        );
    }
    errors.problems(path, domain, validate::dns1123_subdomain(domain));
    if domain.split('.').count() < 2 {
        errors.invalid(path, domain, "should be a domain with at least two segments separated by dots");
    }
    errors.problems(path, rest, validate::dns1123_subdomain(rest));
}

fn pod_certificate<'a>(
    certificate: &'a PodCertificateProjection,
    path: &Path<'_>,
    at: &Path<'_>,
    taken: &mut HashSet<&'a str>,
    errors: &mut ErrorList,
) {
    signer_name(&certificate.signer_name, &at.child("signerName"), errors);
    if !KEY_TYPES.contains(&certificate.key_type.as_str()) {
        errors.push(FieldError::not_supported(&at.child("keyType"), &certificate.key_type, &KEY_TYPES));
    }
    if let Some(seconds) = certificate.max_expiration_seconds {
        let at = at.child("maxExpirationSeconds");
        let own = certificate.signer_name.starts_with("kubernetes.io/");
        let max = if own { MAX_EXPIRATION_OWN } else { MAX_EXPIRATION };
        if seconds < 3600 {
            errors.invalid(&at, seconds, "if provided, maxExpirationSeconds must be >= 3600");
        }
        if seconds > max {
            errors.invalid(&at, seconds, format!("if provided, maxExpirationSeconds must be <= {max}"));
        }
    }
    let files = [
        ("credentialBundlePath", &certificate.credential_bundle_path),
        ("keyPath", &certificate.key_path),
        ("certificateChainPath", &certificate.certificate_chain_path),
    ];
    for (name, file) in files {
        let file = text(file);
        if !file.is_empty() {
            paths::local(file, &at.child(name), errors);
            take(file, file, path, taken, errors);
        }
    }
    if files.iter().all(|(_, file)| text(file).is_empty()) {
        let detail = "specify at least one of credentialBundlePath, keyPath, and certificateChainPath";
        errors.required(at, detail);
    }
}
