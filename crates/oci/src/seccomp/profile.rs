//! A profile in the form that Docker and the OCI use, as far as one node's architecture is concerned.

use serde::{Deserialize, Serialize};

/// What happens when a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Go on.
    #[serde(rename = "SCMP_ACT_ALLOW")]
    Allow,
    /// Fail with an error number.
    #[serde(rename = "SCMP_ACT_ERRNO")]
    Errno,
    /// End the thread.
    #[serde(rename = "SCMP_ACT_KILL", alias = "SCMP_ACT_KILL_THREAD")]
    KillThread,
    /// End the process.
    #[serde(rename = "SCMP_ACT_KILL_PROCESS")]
    KillProcess,
    /// Go on and write to the audit log.
    #[serde(rename = "SCMP_ACT_LOG")]
    Log,
    /// Send SIGSYS.
    #[serde(rename = "SCMP_ACT_TRAP")]
    Trap,
    /// Tell a tracer.
    #[serde(rename = "SCMP_ACT_TRACE")]
    Trace,
    /// Tell a listener.
    #[serde(rename = "SCMP_ACT_NOTIFY")]
    Notify,
}

/// How an argument is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operator {
    /// Differs.
    #[serde(rename = "SCMP_CMP_NE")]
    Ne,
    /// Less.
    #[serde(rename = "SCMP_CMP_LT")]
    Lt,
    /// Less or the same.
    #[serde(rename = "SCMP_CMP_LE")]
    Le,
    /// The same.
    #[serde(rename = "SCMP_CMP_EQ")]
    Eq,
    /// More or the same.
    #[serde(rename = "SCMP_CMP_GE")]
    Ge,
    /// More.
    #[serde(rename = "SCMP_CMP_GT")]
    Gt,
    /// Of the bits in `value`, those in `valueTwo` are set and no other.
    #[serde(rename = "SCMP_CMP_MASKED_EQ")]
    MaskedEq,
}

/// A condition on an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Argument {
    /// Which argument, from 0.
    pub index: u32,
    /// What it is compared with, or the mask.
    pub value: u64,
    /// What is left after the mask.
    #[serde(default)]
    pub value_two: u64,
    /// How.
    pub op: Operator,
}

/// A rule goes for a container only if it has, or has not, these capabilities: Docker's own addition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Any of these capabilities.
    #[serde(default)]
    pub caps: Vec<String>,
    /// Any of these processors, in Go's spelling.
    #[serde(default)]
    pub arches: Vec<String>,
}

/// What happens to some system calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Which ones; unknown names are passed over, as other kernels may have them.
    pub names: Vec<String>,
    /// What happens.
    pub action: Action,
    /// The error's number; 1 (EPERM) if it is not given.
    #[serde(default)]
    pub errno_ret: Option<u16>,
    /// All of these must hold.
    #[serde(default)]
    pub args: Option<Vec<Argument>>,
    /// When the rule counts.
    #[serde(default)]
    pub includes: Condition,
    /// When it does not.
    #[serde(default)]
    pub excludes: Condition,
}

/// A whole profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// What happens to calls without a rule.
    pub default_action: Action,
    /// The error's number for them.
    #[serde(default)]
    pub default_errno_ret: Option<u16>,
    /// The rules; the first that matches decides.
    #[serde(default)]
    pub syscalls: Vec<Rule>,
}

impl Profile {
    /// Reads a profile file.
    pub fn parse(bytes: &[u8]) -> Result<Self, super::SeccompError> {
        serde_json::from_slice(bytes).map_err(|error| super::SeccompError::Profile(error.to_string()))
    }
}

impl Rule {
    /// Whether it counts for a container with these capabilities (with `CAP_`) on this processor.
    pub fn counts(&self, capabilities: &[String]) -> bool {
        let arch = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        };
        let has = |caps: &[String]| caps.iter().any(|cap| capabilities.contains(cap));
        let on = |arches: &[String]| arches.iter().any(|name| name == arch);
        (self.includes.caps.is_empty() || has(&self.includes.caps))
            && (self.includes.arches.is_empty() || on(&self.includes.arches))
            && !has(&self.excludes.caps)
            && !on(&self.excludes.arches)
    }
}
