//! SELinux's type is one of those for containers, and its user and role are not set.

use std::collections::BTreeSet;

use api::core::v1::SELinuxOptions;

use super::{Pod, Violation, plural, quoted, setters};

const TYPES: &[&str] = &["", "container_t", "container_init_t", "container_kvm_t"];
const TYPES_1_31: &[&str] = &["", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"];

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    with(pod, TYPES)
}

/// One more type is for containers.
pub fn judge_1_31(pod: &Pod<'_>) -> Option<Violation> {
    with(pod, TYPES_1_31)
}

#[derive(Default)]
struct Found {
    types: BTreeSet<String>,
    user: bool,
    role: bool,
}

impl Found {
    /// Whether the options are bad; notes why.
    fn note(&mut self, options: Option<&SELinuxOptions>, allowed: &[&str]) -> bool {
        let Some(options) = options else { return false };
        let is_set = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
        let kind = options.type_.as_deref().unwrap_or_default();
        let (bad, user, role) = (!allowed.contains(&kind), is_set(&options.user), is_set(&options.role));
        if bad {
            self.types.insert(kind.to_owned());
        }
        self.user |= user;
        self.role |= role;
        bad || user || role
    }
}

fn with(pod: &Pod<'_>, allowed: &[&str]) -> Option<Violation> {
    let mut found = Found::default();
    let own = pod.spec.security_context.as_ref().and_then(|context| context.se_linux_options.as_ref());
    let own = found.note(own, allowed);
    let mut names = Vec::new();
    for container in &pod.containers {
        let context = container.security_context.as_ref();
        if found.note(context.and_then(|context| context.se_linux_options.as_ref()), allowed) {
            names.push(container.name.as_str());
        }
    }
    let who = setters(own, &names)?;
    let mut what = Vec::new();
    if !found.types.is_empty() {
        what.push(format!("{} {}", plural("type", "types", found.types.len()), quoted(&found.types)));
    }
    if found.user {
        what.push("user may not be set".to_owned());
    }
    if found.role {
        what.push("role may not be set".to_owned());
    }
    let detail = format!("{who} set forbidden securityContext.seLinuxOptions: {}", what.join("; "));
    Violation::new("seLinuxOptions", detail)
}
