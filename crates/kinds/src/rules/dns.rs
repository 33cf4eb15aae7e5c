//! How a pod resolves names: DNS configuration and entries of its hosts file.

use api::core::v1::{HostAlias, PodDNSConfig};
use meta::{BadValue, ErrorList, Path, validate};

use super::report::{Report, list, text};

/// `dnsConfig`, beside `dnsPolicy`.
pub fn config(config: Option<&PodDNSConfig>, policy: &str, path: &Path<'_>, errors: &mut ErrorList) {
    if policy == "None" {
        let Some(config) = config else {
            return errors.required(path, "must provide `dnsConfig` when `dnsPolicy` is None");
        };
        if list(&config.nameservers).is_empty() {
            let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
            return errors.required(&path.child("nameservers"), detail);
        }
    }
    let Some(config) = config else { return };
    let at = path.child("nameservers");
    let servers = list(&config.nameservers);
    if servers.len() > 3 {
        errors.invalid(&at, BadValue::json(servers), "must not have more than 3 nameservers");
    }
    for (index, server) in servers.iter().enumerate() {
        errors.append(validate::ip_legacy(&at.index(index), server, true, &[]));
    }
    searches(list(&config.searches), &path.child("searches"), errors);
    for (index, option) in list(&config.options).iter().enumerate() {
        if text(&option.name).is_empty() {
            errors.required(&path.child("options").index(index), "must not be empty");
        }
    }
}

fn searches(searches: &[String], path: &Path<'_>, errors: &mut ErrorList) {
    if searches.len() > 32 {
        errors.invalid(path, BadValue::json(searches), "must not have more than 32 search paths");
    }
    if searches.join(" ").len() > 2048 {
        let detail = "must not have more than 2048 characters (including spaces) in the search list";
        errors.invalid(path, BadValue::json(searches), detail);
    }
    for (index, search) in searches.iter().enumerate().filter(|(_, search)| *search != ".") {
        let search = search.strip_suffix('.').unwrap_or(search);
        errors.problems(&path.index(index), search, validate::dns1123_subdomain_with_underscore(search));
    }
}

/// `hostAliases`
pub fn host_aliases(aliases: &[HostAlias], path: &Path<'_>, errors: &mut ErrorList) {
    for (index, alias) in aliases.iter().enumerate() {
        let at = path.index(index);
        errors.append(validate::ip_legacy(&at.child("ip"), &alias.ip, true, &[]));
        let at = at.child("hostnames");
        for (index, name) in list(&alias.hostnames).iter().enumerate() {
            errors.problems(&at.index(index), name, validate::dns1123_subdomain(name));
        }
    }
}
