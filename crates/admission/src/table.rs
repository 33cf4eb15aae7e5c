//! Every plugin, in upstream's order, and whether it is on unless told otherwise. A plugin that has no line here does not run.

use std::collections::BTreeSet;

use crate::plugins::{
    always_admit, always_deny, always_pull_images, certificate_approval, certificate_signing,
    certificate_subject_restriction, default_ingress_class, default_storage_class,
    default_toleration_seconds, deny_service_external_ips, extended_resource_toleration, limit_ranger,
    mutating_admission_webhook, namespace_auto_provision, namespace_exists, namespace_lifecycle,
    node_restriction, persistent_volume_claim_resize, pod_security, pod_topology_labels, priority,
    resource_quota, runtime_class, service_account, storage_object_in_use_protection,
    taint_nodes_by_condition, validating_admission_webhook,
};
use crate::{Config, Plugin};

/// A plugin under its name.
pub(crate) type Named = (&'static str, Box<dyn Plugin>);

/// One plugin of the table.
struct Entry {
    name: &'static str,
    /// Whether it is on by default.
    on: bool,
    make: fn(&Config) -> Box<dyn Plugin>,
}

const fn on(name: &'static str, make: fn(&Config) -> Box<dyn Plugin>) -> Entry {
    Entry { name, on: true, make }
}

const fn off(name: &'static str, make: fn(&Config) -> Box<dyn Plugin>) -> Entry {
    Entry { name, on: false, make }
}

/// The plugins, in order. Quota comes last of those that can refuse, so that it counts only what nobody else refuses.
const TABLE: &[Entry] = &[
    off("AlwaysAdmit", always_admit::plugin),
    off("NamespaceAutoProvision", namespace_auto_provision::plugin),
    on("NamespaceLifecycle", namespace_lifecycle::plugin),
    off("NamespaceExists", namespace_exists::plugin),
    on("LimitRanger", limit_ranger::plugin),
    on("ServiceAccount", service_account::plugin),
    off("NodeRestriction", node_restriction::plugin),
    on("TaintNodesByCondition", taint_nodes_by_condition::plugin),
    off("AlwaysPullImages", always_pull_images::plugin),
    on("PodSecurity", pod_security::plugin),
    on("Priority", priority::plugin),
    on("DefaultTolerationSeconds", default_toleration_seconds::plugin),
    off("ExtendedResourceToleration", extended_resource_toleration::plugin),
    on("DefaultStorageClass", default_storage_class::plugin),
    on("StorageObjectInUseProtection", storage_object_in_use_protection::plugin),
    on("PersistentVolumeClaimResize", persistent_volume_claim_resize::plugin),
    on("RuntimeClass", runtime_class::plugin),
    on("CertificateApproval", certificate_approval::plugin),
    on("CertificateSigning", certificate_signing::plugin),
    on("CertificateSubjectRestriction", certificate_subject_restriction::plugin),
    on("DefaultIngressClass", default_ingress_class::plugin),
    off("DenyServiceExternalIPs", deny_service_external_ips::plugin),
    on("PodTopologyLabels", pod_topology_labels::plugin),
    on("MutatingAdmissionWebhook", mutating_admission_webhook::plugin),
    on("ValidatingAdmissionWebhook", validating_admission_webhook::plugin),
    on("ResourceQuota", resource_quota::plugin),
    off("AlwaysDeny", always_deny::plugin),
];

/// Names that upstream knows and that need an engine which is not here yet, or that do nothing at the target's defaults: flags may
/// name them, and nothing runs.
const WITHOUT_EFFECT: &[&str] = &[
    "ClusterTrustBundleAttest",
    "EventRateLimit",
    "ImagePolicyWebhook",
    "JobValidation",
    "LimitPodHardAntiAffinityTopology",
    "MutatingAdmissionPolicy",
    "NodeDeclaredFeatureValidator",
    "OwnerReferencesPermissionEnforcement",
    "PodGroupProtection",
    "PodGroupWorkloadExists",
    "PodNodeSelector",
    "PodResizeValidator",
    "PodTolerationRestriction",
    "ValidatingAdmissionPolicy",
];

/// A flag names a plugin that there is not, or names one both ways.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPlugin {
    /// There is no such plugin.
    #[error("{flag} plugin {name:?} is unknown")]
    Unknown {
        /// Which flag.
        flag: &'static str,
        /// What it says.
        name: String,
    },
    /// It is enabled and disabled.
    #[error("{0:?} in enable-admission-plugins and disable-admission-plugins overlapped")]
    Both(String),
}

/// The plugins that are on unless told otherwise, in order.
pub fn defaults() -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter(|entry| entry.on).map(|entry| entry.name)
}

/// All plugins that there are, in order.
pub fn known() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|entry| entry.name)
}

/// The plugins that a configuration asks for, in order.
pub(crate) fn choose(config: &Config) -> Result<Vec<Named>, UnknownPlugin> {
    let flags =
        [("enable-admission-plugins", &config.enable), ("disable-admission-plugins", &config.disable)];
    for (flag, names) in flags {
        for name in names {
            if WITHOUT_EFFECT.contains(&name.as_str()) {
                tracing::warn!(flag, name, "this admission plugin has no effect here");
            } else if !TABLE.iter().any(|entry| entry.name == name) {
                return Err(UnknownPlugin::Unknown { flag, name: name.clone() });
            }
        }
    }
    let (enabled, disabled): (BTreeSet<_>, BTreeSet<_>) =
        (config.enable.iter().collect(), config.disable.iter().collect());
    if let Some(both) = enabled.intersection(&disabled).next() {
        return Err(UnknownPlugin::Both((*both).clone()));
    }
    let named = |names: &[String], entry: &Entry| names.iter().any(|name| name == entry.name);
    let wanted = TABLE
        .iter()
        .filter(|entry| (entry.on || named(&config.enable, entry)) && !named(&config.disable, entry));
    Ok(wanted.map(|entry| (entry.name, (entry.make)(config))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(enable: &[&str], disable: &[&str]) -> Result<Vec<&'static str>, UnknownPlugin> {
        let text = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let config = Config { enable: text(enable), disable: text(disable), ..Config::default() };
        Ok(choose(&config)?.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn flags_add_and_take_away_and_the_order_stays() {
        let plain = names(&[], &[]).unwrap();
        assert_eq!(plain, defaults().collect::<Vec<_>>());
        assert_eq!(plain.last(), Some(&"ResourceQuota"));
        let chosen = names(&["NodeRestriction", "AlwaysPullImages"], &["PodSecurity"]).unwrap();
        let place = |name: &str| chosen.iter().position(|chosen| *chosen == name);
        assert!(place("NodeRestriction") < place("TaintNodesByCondition"));
        assert!(place("AlwaysPullImages").is_some() && place("PodSecurity").is_none());
        assert_eq!(names(&["ValidatingAdmissionPolicy"], &[]).unwrap(), plain);
    }

    #[test]
    fn what_is_unknown_or_named_both_ways_is_refused() {
        assert_eq!(
            names(&["Nonsense"], &[]).unwrap_err().to_string(),
            "enable-admission-plugins plugin \"Nonsense\" is unknown"
        );
        assert_eq!(names(&["Priority"], &["Priority"]).unwrap_err(), UnknownPlugin::Both("Priority".into()));
    }
}
