//! Kinds of the group `admissionregistration.k8s.io`: who is asked before something is written.

pub mod mutating_admission_policy;
pub mod mutating_admission_policy_binding;
pub mod mutating_webhook_configuration;
pub mod validating_admission_policy;
pub mod validating_admission_policy_binding;
pub mod validating_webhook_configuration;

mod bindings;
pub(crate) mod client;
mod compile;
mod expressions;
mod match_rules;
mod webhooks;

/// The group.
const GROUP: &str = "admissionregistration.k8s.io";
const FAILURE_POLICIES: [&str; 2] = ["Fail", "Ignore"];
const REINVOCATION_POLICIES: [&str; 2] = ["IfNeeded", "Never"];
