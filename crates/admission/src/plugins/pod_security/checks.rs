//! Every check, one file each, and which of them apply to a level at a version. Pure; the texts are upstream's.

mod allow_privilege_escalation;
mod app_armor_profile;
mod capabilities_baseline;
mod capabilities_restricted;
mod host_namespaces;
mod host_path_volumes;
mod host_ports;
mod host_probes;
mod privileged;
mod proc_mount;
mod restricted_volumes;
mod run_as_non_root;
mod run_as_user;
mod se_linux_options;
mod seccomp_profile_baseline;
mod seccomp_profile_restricted;
mod sysctls;
mod windows_host_process;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use api::core::v1::{Container, PodSpec, SecurityContext};
use kinds::rules::containers::visit;

use super::policy::{Level, LevelVersion, Version};

/// A pod, or the template of one.
pub struct Pod<'a> {
    annotations: &'a BTreeMap<String, String>,
    spec: &'a PodSpec,
    /// All containers, in upstream's order.
    containers: Vec<Cow<'a, Container>>,
}

impl<'a> Pod<'a> {
    pub fn new(annotations: &'a BTreeMap<String, String>, spec: &'a PodSpec) -> Self {
        let init = spec.init_containers.iter().flatten().map(Cow::Borrowed);
        let regular = spec.containers.iter().map(Cow::Borrowed);
        let added = spec.ephemeral_containers.iter().flatten();
        let added = added.map(|container| Cow::Owned(visit::as_container(container)));
        Self { annotations, spec, containers: init.chain(regular).chain(added).collect() }
    }

    /// The names of the containers of whose security context something is true; it is absent where none is given.
    fn where_context(&self, is: impl Fn(Option<&SecurityContext>) -> bool) -> Vec<&str> {
        let bad = self.containers.iter().filter(|container| is(container.security_context.as_ref()));
        bad.map(|container| container.name.as_str()).collect()
    }

    fn is_windows(&self) -> bool {
        self.spec.os.as_ref().is_some_and(|os| os.name == "windows")
    }

    /// Whether the pod's users are none of the node's.
    fn has_own_users(&self) -> bool {
        self.spec.host_users == Some(false)
    }
}

/// Why a check does not let a pod in.
pub struct Violation {
    reason: String,
    detail: String,
}

impl Violation {
    fn new(reason: impl Into<String>, detail: impl Into<String>) -> Option<Self> {
        Some(Self { reason: reason.into(), detail: detail.into() })
    }
}

type Judge = fn(&Pod<'_>) -> Option<Violation>;

/// One check: from which minor version on it is done how.
struct Check {
    id: &'static str,
    level: Level,
    versions: &'static [(u32, Judge)],
    /// Weaker checks that are left out where this one is done.
    overrides: &'static [&'static str],
}

const fn baseline(id: &'static str, versions: &'static [(u32, Judge)]) -> Check {
    Check { id, level: Level::Baseline, versions, overrides: &[] }
}

const fn restricted(
    id: &'static str,
    versions: &'static [(u32, Judge)],
    overrides: &'static [&'static str],
) -> Check {
    Check { id, level: Level::Restricted, versions, overrides }
}

/// The checks, in the order in which they speak: those of the lower level first, each level by name.
const TABLE: &[Check] = &[
    baseline("appArmorProfile", &[(0, app_armor_profile::judge)]),
    baseline("capabilities_baseline", &[(0, capabilities_baseline::judge)]),
    baseline("hostNamespaces", &[(0, host_namespaces::judge)]),
    baseline("hostPathVolumes", &[(0, host_path_volumes::judge)]),
    baseline("hostPorts", &[(0, host_ports::judge)]),
    baseline("hostProbesAndHostLifecycle", &[(34, host_probes::judge)]),
    baseline("privileged", &[(0, privileged::judge)]),
    baseline("procMount", &[(0, proc_mount::judge), (35, proc_mount::judge_unless_own_users)]),
    baseline("seLinuxOptions", &[(0, se_linux_options::judge), (31, se_linux_options::judge_1_31)]),
    baseline(
        "seccompProfile_baseline",
        &[(0, seccomp_profile_baseline::judge_annotations), (19, seccomp_profile_baseline::judge)],
    ),
    baseline(
        "sysctls",
        &[
            (0, sysctls::judge),
            (27, sysctls::judge_1_27),
            (29, sysctls::judge_1_29),
            (32, sysctls::judge_1_32),
        ],
    ),
    baseline("windowsHostProcess", &[(0, windows_host_process::judge)]),
    restricted(
        "allowPrivilegeEscalation",
        &[(8, allow_privilege_escalation::judge), (25, allow_privilege_escalation::judge_1_25)],
        &[],
    ),
    restricted(
        "capabilities_restricted",
        &[(22, capabilities_restricted::judge), (25, capabilities_restricted::judge_1_25)],
        &["capabilities_baseline"],
    ),
    restricted("procMount_restricted", &[(35, proc_mount::judge)], &["procMount"]),
    restricted("restrictedVolumes", &[(0, restricted_volumes::judge)], &["hostPathVolumes"]),
    restricted("runAsNonRoot", &[(0, run_as_non_root::judge), (35, run_as_non_root::judge_1_35)], &[]),
    restricted("runAsUser", &[(23, run_as_user::judge), (35, run_as_user::judge_1_35)], &[]),
    restricted(
        "seccompProfile_restricted",
        &[(19, seccomp_profile_restricted::judge), (25, seccomp_profile_restricted::judge_1_25)],
        &["seccompProfile_baseline"],
    ),
];

impl Check {
    /// How it is done as of a version, if it is.
    fn at(&self, version: Version) -> Option<Judge> {
        let applies = |from: u32| match version {
            Version::Latest => true,
            Version::Minor(minor) => from <= minor,
        };
        self.versions.iter().rev().find(|(from, _)| applies(*from)).map(|(_, judge)| *judge)
    }
}

/// All that is wrong with a pod at a level.
#[derive(Default)]
pub struct Verdict(Vec<Violation>);

impl Verdict {
    pub fn is_allowed(&self) -> bool {
        self.0.is_empty()
    }

    /// In few words, without names.
    pub fn reason(&self) -> String {
        let reasons: Vec<&str> = self.0.iter().map(|violation| violation.reason.as_str()).collect();
        reasons.join(", ")
    }

    /// With the names of what is wrong.
    pub fn detail(&self) -> String {
        let one = |violation: &Violation| match violation.detail.as_str() {
            "" => violation.reason.clone(),
            detail => format!("{} ({detail})", violation.reason),
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Runs the checks of a level.
pub fn run(pod: &Pod<'_>, at: LevelVersion) -> Verdict {
    let applies = |check: &&Check| check.level <= at.level && check.at(at.version).is_some();
    let left_out: BTreeSet<&str> =
        TABLE.iter().filter(applies).flat_map(|check| check.overrides.iter().copied()).collect();
    let checks = TABLE.iter().filter(applies).filter(|check| !left_out.contains(check.id));
    Verdict(checks.filter_map(|check| check.at(at.version)?(pod)).collect())
}

fn quoted<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("\"{}\"", item.as_ref())).collect();
    items.join(", ")
}

fn plural<'w>(one: &'w str, many: &'w str, count: usize) -> &'w str {
    if count == 1 { one } else { many }
}

/// `container "a"`, `containers "a", "b"`.
fn containers(names: &[&str]) -> String {
    format!("{} {}", plural("container", "containers", names.len()), quoted(names))
}

/// `pod and containers "a", "b"`, of those that set what they should not.
fn setters(pod: bool, names: &[&str]) -> Option<String> {
    let mut setters: Vec<String> = Vec::new();
    if pod {
        setters.push("pod".to_owned());
    }
    if !names.is_empty() {
        setters.push(containers(names));
    }
    (!setters.is_empty()).then(|| setters.join(" and "))
}

#[cfg(test)]
mod tests;
