//! The cluster addresses of a service: taken when it comes or grows, left when it goes or shrinks.

use std::net::IpAddr;

use meta::validate::parse_ip_sloppy;
use meta::{BadValue, FieldError, Path, StatusError};
use registry::allocate::AddressError;
use resource::Object;
use serde_json::json;

use super::families::{is_external_name, is_ipv6, is_settled, texts};
use super::{Given, Handed, invalid};

/// The addresses that a service holds.
pub(super) fn held(service: &Object) -> Vec<IpAddr> {
    if is_external_name(service) {
        return Vec::new();
    }
    texts(service, "spec.clusterIPs").iter().filter_map(|text| parse_ip_sloppy(text)).collect()
}

/// Gives a service the addresses that it lacks, and takes those that it names.
pub(super) fn of_new(handed: &mut Handed, service: &mut Object) -> Result<(), StatusError> {
    let mut addresses = texts(service, "spec.clusterIPs");
    if is_external_name(service) || addresses.first().is_some_and(|first| first == "None") {
        return Ok(());
    }
    let families = texts(service, "spec.ipFamilies");
    let given = addresses.len().max(families.len());
    addresses.resize(given, String::new());
    for (index, family) in families.iter().enumerate() {
        addresses[index] = take(handed, service, family, &addresses, index)?;
    }
    if let Some(first) = addresses.first() {
        service.set("spec.clusterIP", first.as_str());
    }
    service.set("spec.clusterIPs", json!(addresses));
    Ok(())
}

fn take(
    handed: &mut Handed,
    service: &Object,
    family: &str,
    addresses: &[String],
    index: usize,
) -> Result<String, StatusError> {
    let range = handed.ranges.addresses.get(&is_ipv6(family));
    let range =
        range.ok_or_else(|| StatusError::internal(format!("no addresses of {family} on this cluster")))?;
    let refused = |detail: String| {
        let path = Path::new("spec.clusterIPs");
        invalid(service, FieldError::invalid(&path, BadValue::json(addresses), detail))
    };
    let asked = addresses[index].as_str();
    if asked.is_empty() {
        let address = range.take_any().map_err(|error| match error {
            AddressError::Full => StatusError::internal(format!(
                "failed to allocate a serviceIP for Service {:?}: {error}",
                service.name()
            )),
            error => refused(format!("failed to allocate IP: {error}")),
        })?;
        handed.taken.push(Given::Address(address));
        return Ok(address.to_string());
    }
    let address = parse_ip_sloppy(asked)
        .ok_or_else(|| StatusError::internal(format!("failed to parse service IP {asked:?}")))?;
    match range.take(address) {
        // Whoever gave it back may have done so at another server: the claim decides.
        Err(AddressError::Taken) if handed.objects.decide() && !handed.is_dry_run => {}
        outcome => outcome.map_err(|error| refused(format!("failed to allocate IP {asked}: {error}")))?,
    }
    handed.taken.push(Given::Address(address));
    Ok(asked.to_owned())
}

/// Makes the object behind each address that was taken. Where somebody else was faster another address is tried, unless this very
/// one was asked for.
pub(super) async fn claim(
    handed: &mut Handed,
    service: &mut Object,
    asked: &[String],
) -> Result<(), StatusError> {
    let mut at = 0;
    while let Some(given) = handed.taken.get(at).copied() {
        at += 1;
        let Given::Address(address) = given else { continue };
        if handed.objects.claim(address, service).await? {
            handed.claimed.push(address);
            continue;
        }
        // It stays taken here, so that it is not tried again; repair frees it when its service has gone.
        handed.taken.remove(at - 1);
        at -= 1;
        let mut addresses = texts(service, "spec.clusterIPs");
        let index = addresses.iter().position(|text| parse_ip_sloppy(text) == Some(address));
        let (Some(index), Some(family)) =
            (index, texts(service, "spec.ipFamilies").get(index.unwrap_or_default()).cloned())
        else {
            continue;
        };
        if asked.get(index).is_some_and(|asked| !asked.is_empty()) {
            let text = format!("failed to allocate IP {address}: {}", AddressError::Taken);
            let path = Path::new("spec.clusterIPs");
            return Err(invalid(service, FieldError::invalid(&path, BadValue::json(&addresses), text)));
        }
        addresses[index].clear();
        addresses[index] = take(handed, service, &family, &addresses, index)?;
        if index == 0 {
            service.set("spec.clusterIP", addresses[0].as_str());
        }
        service.set("spec.clusterIPs", json!(addresses));
    }
    Ok(())
}

/// Follows a change of the type or of the number of families. The first address never changes, which validation sees to.
pub(super) fn of_changed(handed: &mut Handed, new: &mut Object, old: &Object) -> Result<(), StatusError> {
    if is_settled(new, old) {
        return Ok(());
    }
    if is_external_name(old) {
        return of_new(handed, new);
    }
    let before = held(old);
    if is_external_name(new) {
        handed.left.extend(before.into_iter().map(Given::Address));
        return Ok(());
    }
    let families = texts(new, "spec.ipFamilies");
    if before.is_empty() {
        return Ok(());
    }
    match (texts(old, "spec.ipFamilies").len(), families.len()) {
        (1, 2) => {
            let mut addresses = texts(new, "spec.clusterIPs");
            addresses.resize(2, String::new());
            addresses[1] = take(handed, new, &families[1], &addresses, 1)?;
            new.set("spec.clusterIPs", json!(addresses));
        }
        (2, 1) => handed.left.extend(before.get(1).copied().map(Given::Address)),
        _ => {}
    }
    Ok(())
}
