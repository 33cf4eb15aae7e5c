//! Which capabilities a container has. Pure.

use node::ContainerSecurity;

/// There is no such capability.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unknown capability {0:?}")]
pub struct CapabilityError(String);

/// What a container has unless it says otherwise: containerd's list.
const USUAL: &[&str] = &[
    "AUDIT_WRITE",
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "KILL",
    "MKNOD",
    "NET_BIND_SERVICE",
    "NET_RAW",
    "SETFCAP",
    "SETGID",
    "SETPCAP",
    "SETUID",
    "SYS_CHROOT",
];

/// All there are, with `CAP_`.
pub fn all_names() -> Vec<String> {
    let mut names: Vec<String> = caps::all().iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// The capabilities of a container, sorted, with `CAP_`; never more than are `available`.
pub fn of(security: &ContainerSecurity, available: &[String]) -> Result<Vec<String>, CapabilityError> {
    let known = all_names();
    let full = |name: &str| {
        let upper = name.to_uppercase();
        let name = if upper.starts_with("CAP_") { upper } else { format!("CAP_{upper}") };
        if known.contains(&name) { Ok(name) } else { Err(CapabilityError(name)) }
    };
    let is_all = |list: &[String]| list.iter().any(|name| name.eq_ignore_ascii_case("ALL"));
    let mut wanted: Vec<String> = if security.privileged || is_all(&security.add_capabilities) {
        known.clone()
    } else if is_all(&security.drop_capabilities) {
        Vec::new()
    } else {
        USUAL.iter().map(|name| format!("CAP_{name}")).collect()
    };
    if !security.privileged {
        for name in security.drop_capabilities.iter().filter(|name| !name.eq_ignore_ascii_case("ALL")) {
            let name = full(name)?;
            wanted.retain(|there| *there != name);
        }
        for name in security.add_capabilities.iter().filter(|name| !name.eq_ignore_ascii_case("ALL")) {
            wanted.push(full(name)?);
        }
    }
    wanted.retain(|name| available.contains(name));
    wanted.sort_unstable();
    wanted.dedup();
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_dropped_all_and_what_the_node_has() {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let count = |add: &[&str], drop: &[&str]| {
            let security = ContainerSecurity {
                add_capabilities: list(add),
                drop_capabilities: list(drop),
                ..ContainerSecurity::default()
            };
            of(&security, &all_names()).map(|found| found.len())
        };
        assert_eq!(count(&[], &[]), Ok(14));
        assert_eq!(count(&["NET_ADMIN"], &["ALL"]), Ok(1));
        assert_eq!(count(&["cap_net_admin", "NET_RAW"], &["chown"]), Ok(14));
        assert_eq!(count(&["ALL"], &["CHOWN"]), Ok(40));
        assert_eq!(count(&["FLY"], &[]), Err(CapabilityError("CAP_FLY".into())));
        let privileged = ContainerSecurity { privileged: true, ..ContainerSecurity::default() };
        assert_eq!(of(&privileged, &list(&["CAP_CHOWN"])), Ok(list(&["CAP_CHOWN"])));
    }
}
