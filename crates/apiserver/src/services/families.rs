//! Which families of addresses a service gets: from what it asks for, from what it had, and from what the cluster has.

use meta::{BadValue, ErrorList, FieldError, Path, StatusError};
use resource::Object;
use serde_json::{Value, json};

use super::{Ranges, invalid};
use kinds::core::service;

pub(super) const SINGLE: &str = "SingleStack";
const PREFER: &str = "PreferDualStack";
const REQUIRE: &str = "RequireDualStack";

/// The texts of a list below `spec`.
pub(super) fn texts(service: &Object, path: &str) -> Vec<String> {
    let list = service.get(path).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

pub(super) fn is_external_name(service: &Object) -> bool {
    service.text("spec.type") == "ExternalName"
}

pub(super) fn is_ipv6(family: &str) -> bool {
    family == "IPv6"
}

fn name_of(ipv6: bool) -> &'static str {
    if ipv6 { "IPv6" } else { "IPv4" }
}

fn other(family: &str) -> &'static str {
    name_of(!is_ipv6(family))
}

/// A name that leads to whatever its owner enters by hand: it has neither an address nor pods of its own.
fn is_bare(service: &Object) -> bool {
    let selects = service.get("spec.selector").and_then(Value::as_object).is_some_and(|map| !map.is_empty());
    service.text("spec.clusterIP") == "None" && !selects
}

/// Whether a service that prefers both families stays as it is: it follows no change of the cluster's families by itself.
pub(super) fn is_settled(new: &Object, old: &Object) -> bool {
    let same = |path: &str| texts(new, path) == texts(old, path);
    let old_policy = old.text("spec.ipFamilyPolicy");
    new.text("spec.type") == old.text("spec.type")
        && !is_external_name(new)
        && new.text("spec.ipFamilyPolicy") == PREFER
        && ["", PREFER].contains(&old_policy)
        && same("spec.clusterIPs")
        && same("spec.ipFamilies")
}

/// Fills in `ipFamilyPolicy` and `ipFamilies`.
pub(super) fn settle(ranges: &Ranges, new: &mut Object, old: Option<&Object>) -> Result<(), StatusError> {
    if is_external_name(new) || old.is_some_and(|old| is_settled(new, old)) {
        return Ok(());
    }
    default_policy(new, old);
    let errors = service::validate_addresses(new, old);
    if !errors.is_empty() {
        return Err(invalid(new, errors));
    }
    let mut errors = ErrorList::new();
    if let Some(old) = old {
        shrink(new, old, &mut errors);
    }
    check_policy(new, &mut errors);
    let families = infer(ranges, new, &mut errors);
    if !errors.is_empty() {
        return Err(invalid(new, errors));
    }
    let families = complete(ranges, new, families)?;
    new.set("spec.ipFamilies", json!(families));
    Ok(())
}

fn default_policy(new: &mut Object, old: Option<&Object>) {
    if !new.text("spec.ipFamilyPolicy").is_empty() {
        return;
    }
    let before = old.map_or("", |old| old.text("spec.ipFamilyPolicy"));
    let policy = match before {
        "" if is_bare(new) => REQUIRE,
        "" => SINGLE,
        before => before,
    };
    new.set("spec.ipFamilyPolicy", policy);
}

fn wrong_policy(new: &Object, detail: &str) -> FieldError {
    FieldError::invalid(&Path::new("spec.ipFamilyPolicy"), new.text("spec.ipFamilyPolicy"), detail)
}

/// A second address or family goes when the service asks for one alone, and for no other reason.
fn shrink(new: &mut Object, old: &Object, errors: &mut ErrorList) {
    let single = new.text("spec.ipFamilyPolicy") == SINGLE;
    for (path, what) in [("spec.clusterIPs", "cluster IP"), ("spec.ipFamilies", "IP family")] {
        let (now, before) = (texts(new, path), texts(old, path));
        if single && now == before && now.len() > 1 {
            new.set(path, json!([now[0]]));
        } else if !single && !now.is_empty() && now.len() < before.len() {
            errors.push(wrong_policy(new, &format!("must be 'SingleStack' to release the secondary {what}")));
        }
    }
}

fn check_policy(new: &Object, errors: &mut ErrorList) {
    if new.text("spec.ipFamilyPolicy") != SINGLE {
        return;
    }
    for (path, what) in [("spec.clusterIPs", "cluster IPs"), ("spec.ipFamilies", "IP families")] {
        if texts(new, path).len() == 2 {
            let detail =
                format!("must be 'RequireDualStack' or 'PreferDualStack' when multiple {what} are specified");
            errors.push(wrong_policy(new, &detail));
        }
    }
}

/// The families that were asked for, by name or by addresses of them.
fn infer(ranges: &Ranges, new: &Object, errors: &mut ErrorList) -> Vec<String> {
    let mut families = texts(new, "spec.ipFamilies");
    let addresses = texts(new, "spec.clusterIPs");
    for (index, address) in addresses.iter().enumerate().take_while(|(_, address)| *address != "None") {
        if index < families.len() {
            continue;
        }
        let ipv6 = meta::validate::parse_ip_sloppy(address).is_some_and(|address| address.is_ipv6());
        if ranges.addresses.contains_key(&ipv6) {
            families.push(name_of(ipv6).to_owned());
        } else {
            let path = Path::new("spec.clusterIPs");
            let detail = format!("{} is not configured on this cluster", name_of(ipv6));
            errors.push(FieldError::invalid(&path.index(index), BadValue::json(&addresses), detail));
        }
    }
    families
}

/// The families that it gets, if the cluster has them. What has no address may name a family that the cluster has not.
fn complete(ranges: &Ranges, new: &Object, mut families: Vec<String>) -> Result<Vec<String>, StatusError> {
    let bare = is_bare(new);
    if !bare {
        check_configured(ranges, new, &families)?;
    }
    if families.is_empty() {
        families.push(name_of(ranges.prefers_ipv6).to_owned());
    }
    let wants_both = new.text("spec.ipFamilyPolicy") != SINGLE;
    if wants_both && families.len() == 1 && (bare || ranges.addresses.len() == 2) {
        families.push(other(&families[0]).to_owned());
    }
    Ok(families)
}

fn check_configured(ranges: &Ranges, new: &Object, families: &[String]) -> Result<(), StatusError> {
    let mut errors = ErrorList::new();
    if new.text("spec.ipFamilyPolicy") == REQUIRE && ranges.addresses.len() < 2 {
        errors.push(wrong_policy(new, "this cluster is not configured for dual-stack services"));
    }
    for (index, family) in families.iter().enumerate() {
        if !ranges.addresses.contains_key(&is_ipv6(family)) {
            let path = Path::new("spec.ipFamilies");
            errors.push(FieldError::invalid(
                &path.index(index),
                family.as_str(),
                "not configured on this cluster",
            ));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(invalid(new, errors)) }
}
