//! Cluster addresses of services and their families.

use std::collections::HashSet;

use api::core::v1::{Service, ServiceSpec};
use meta::{BadValue, ErrorList, Path, validate};

use crate::rules::report::{Report, list, text};

/// Whether the service has no address of its own: its name leads to its pods.
pub fn is_headless(spec: &ServiceSpec) -> bool {
    list(&spec.cluster_ips) == ["None"]
}

fn is_v6(ip: &str) -> bool {
    validate::parse_ip_sloppy(ip).is_some_and(|ip| ip.is_ipv6())
}

/// What is wrong with the addresses; values of the old service are let pass.
pub fn validate(spec: &ServiceSpec, old: Option<&ServiceSpec>, errors: &mut ErrorList) {
    if text(&spec.type_) == "ExternalName" {
        return;
    }
    let path = Path::new("spec.clusterIPs");
    let ips = list(&spec.cluster_ips);
    singular_and_plural(text(&spec.cluster_ip), ips, &path, errors);
    families(spec, errors);
    let old: Vec<&str> =
        old.map(|old| list(&old.cluster_ips)).unwrap_or_default().iter().map(String::as_str).collect();
    let before = errors.len();
    for (index, ip) in ips.iter().enumerate() {
        if index == 0 && ip == "None" {
            if ips.len() > 1 {
                errors.invalid(&path, BadValue::json(ips), "'None' must be the first and only value");
            }
            continue;
        }
        errors.append(validate::ip_legacy(&path.index(index), ip, true, &old));
    }
    let any_invalid = errors.len() > before;
    if ips.len() > 2 {
        errors.invalid(&path, BadValue::json(ips), "may only hold up to 2 values");
    }
    if any_invalid {
        return;
    }
    if ips.len() > 1 && ips.iter().all(|ip| is_v6(ip) == is_v6(&ips[0])) {
        errors.invalid(&path, BadValue::json(ips), "may specify no more than one IP for each IP family");
    }
    if !is_headless(spec) {
        for (index, (ip, family)) in ips.iter().zip(list(&spec.ip_families)).enumerate() {
            if (family == "IPv4" && is_v6(ip)) || (family == "IPv6" && !is_v6(ip)) {
                let detail = format!("expected an {family} value as indicated by `ipFamilies[{index}]`");
                errors.invalid(&path.index(index), ip, detail);
            }
        }
    }
}

fn singular_and_plural(ip: &str, ips: &[String], path: &Path<'_>, errors: &mut ErrorList) {
    match (ip, ips.first()) {
        ("", None) => {}
        ("", Some(_)) => {
            errors.invalid(path, BadValue::json(ips), "must be empty when `clusterIP` is not specified")
        }
        (_, None) => errors.required(path, ""),
        (ip, Some(first)) if ip != first => {
            errors.invalid(path, BadValue::json(ips), "first value must match `clusterIP`");
        }
        _ => {}
    }
}

fn families(spec: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.ipFamilies");
    let mut seen = HashSet::new();
    for (index, family) in list(&spec.ip_families).iter().enumerate() {
        errors.one_of(&path.index(index), family, &["IPv4", "IPv6"]);
        if !seen.insert(family) {
            errors.duplicate(&path.index(index), BadValue::json(family));
        }
    }
    if let Some(policy) = &spec.ip_family_policy {
        let supported = ["PreferDualStack", "RequireDualStack", "SingleStack"];
        errors.one_of(&Path::new("spec.ipFamilyPolicy"), policy, &supported);
    }
}

/// What may not change of addresses and families.
pub fn update(new: &Service, old: &Service, errors: &mut ErrorList) {
    let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
    if text(&new.type_) == "ExternalName" || text(&old.type_) == "ExternalName" {
        return;
    }
    let (new_headless, old_headless) = (is_headless(&new), is_headless(&old));
    if !(new_headless && old_headless) {
        addresses_change(&new, &old, errors);
    }
    if !new_headless && !old_headless {
        families_change(&new, &old, errors);
    }
}

const ONCE: &str = "may not change once set";

fn addresses_change(new: &ServiceSpec, old: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.clusterIPs");
    let (ips, old_ips) = (list(&new.cluster_ips), list(&old.cluster_ips));
    if ips.len() == old_ips.len() {
        for (index, _) in ips.iter().zip(old_ips).enumerate().filter(|(_, (ip, old))| ip != old) {
            errors.invalid(&path.index(index), BadValue::json(ips), ONCE);
        }
        return;
    }
    if ips.is_empty() {
        errors.invalid(
            &path.index(0),
            BadValue::json(&new.cluster_ips),
            "primary clusterIP can not be unset",
        );
    }
    if let (Some(first), Some(old)) = (ips.first(), old_ips.first())
        && first != old
    {
        errors.invalid(&path.index(0), BadValue::json(ips), ONCE);
    }
    if old_ips.len() > ips.len() && ips.len() == 1 {
        single_stack(new, "clusterIP", errors);
    }
}

fn single_stack(new: &ServiceSpec, what: &str, errors: &mut ErrorList) {
    if new.ip_family_policy.as_deref() != Some("SingleStack") {
        let detail = format!("must be set to 'SingleStack' when releasing the secondary {what}");
        let value = new.ip_family_policy.as_ref().map_or(BadValue::Null, BadValue::json);
        errors.invalid(&Path::new("spec.ipFamilyPolicy"), value, detail);
    }
}

fn families_change(new: &ServiceSpec, old: &ServiceSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.ipFamilies");
    let at = path.index(0);
    let (families, old_families) = (list(&new.ip_families), list(&old.ip_families));
    if families.len() == old_families.len() {
        for _ in families.iter().zip(old_families).filter(|(family, old)| family != old) {
            errors.invalid(&at, BadValue::json(families), ONCE);
        }
        return;
    }
    let shrinks = old_families.len() > families.len();
    if shrinks && list(&new.cluster_ips).is_empty() {
        errors.invalid(&at, BadValue::json(&new.ip_families), "primary ipFamily can not be unset");
    }
    if let (Some(first), Some(old)) = (families.first(), old_families.first())
        && first != old
    {
        errors.invalid(&at, BadValue::json(&new.cluster_ips), ONCE);
    }
    if shrinks && families.len() == 1 {
        single_stack(new, "ipFamily", errors);
    }
}
