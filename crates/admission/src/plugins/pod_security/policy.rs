//! Levels and versions of pod security, and what the labels of a namespace say. Pure.

use std::fmt;

use meta::{ErrorList, FieldError, Path};
use resource::Object;

/// How much is forbidden; each forbids more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Privileged,
    Baseline,
    Restricted,
}

/// As of which minor version of Kubernetes 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Latest,
    Minor(u32),
}

/// A level as of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelVersion {
    pub level: Level,
    pub version: Version,
}

impl fmt::Display for LevelVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Privileged => "privileged",
            Level::Baseline => "baseline",
            Level::Restricted => "restricted",
        };
        match self.version {
            Version::Latest => write!(f, "{level}:latest"),
            Version::Minor(minor) => write!(f, "{level}:v1.{minor}"),
        }
    }
}

fn parse_level(text: &str) -> Result<Level, &'static str> {
    match text {
        "privileged" => Ok(Level::Privileged),
        "baseline" => Ok(Level::Baseline),
        "restricted" => Ok(Level::Restricted),
        _ => Err("must be one of privileged, baseline, restricted"),
    }
}

fn parse_version(text: &str) -> Result<Version, &'static str> {
    if text == "latest" {
        return Ok(Version::Latest);
    }
    let minor = text.strip_prefix("v1.").filter(|minor| {
        let plain = !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit());
        plain && (*minor == "0" || !minor.starts_with('0'))
    });
    let minor = minor.and_then(|minor| minor.parse().ok()).map(Version::Minor);
    minor.ok_or("must be \"latest\" or \"v1.x\"")
}

/// What is done at which level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    pub enforce: LevelVersion,
    pub audit: LevelVersion,
    pub warn: LevelVersion,
}

impl Policy {
    /// What a namespace's labels say, and which of them mean nothing. A label that cannot be read enforces the strictest level,
    /// and neither warns nor notes.
    pub fn of(namespace: &Object) -> (Self, ErrorList) {
        let open = LevelVersion { level: Level::Privileged, version: Version::Latest };
        let mut labels = Labels { namespace, errors: ErrorList::new() };
        let mut policy = Self { enforce: open, audit: open, warn: open };
        let (mut enforced, mut warns) = (false, (false, false));
        if let Some(level) = labels.read("enforce", parse_level) {
            enforced = level.is_some();
            policy.enforce.level = level.unwrap_or(Level::Restricted);
        }
        if let Some(version) = labels.read("enforce-version", parse_version) {
            policy.enforce.version = version.unwrap_or(Version::Latest);
        }
        if let Some(level) = labels.read("audit", parse_level) {
            policy.audit.level = level.unwrap_or(Level::Privileged);
        }
        if let Some(version) = labels.read("audit-version", parse_version) {
            policy.audit.version = version.unwrap_or(Version::Latest);
        }
        if let Some(level) = labels.read("warn", parse_level) {
            warns.0 = true;
            policy.warn.level = level.unwrap_or(Level::Privileged);
        }
        if let Some(version) = labels.read("warn-version", parse_version) {
            warns.1 = true;
            policy.warn.version = version.unwrap_or(Version::Latest);
        }
        // Who enforces a level is warned at it, too, where nothing else is said: what makes pods is not refused.
        if !warns.0 && enforced && policy.enforce.level > policy.warn.level {
            policy.warn.level = policy.enforce.level;
            if !warns.1 {
                policy.warn.version = policy.enforce.version;
            }
        }
        (policy, labels.errors)
    }

    /// Whether nothing is forbidden, noted or spoken of.
    pub fn is_privileged(&self) -> bool {
        [self.enforce, self.audit, self.warn].iter().all(|mode| mode.level == Level::Privileged)
    }
}

struct Labels<'a> {
    namespace: &'a Object,
    errors: ErrorList,
}

impl Labels<'_> {
    /// What a label says: nothing if it is not there, nothing inside if it cannot be read.
    fn read<T>(&mut self, mode: &str, parse: fn(&str) -> Result<T, &'static str>) -> Option<Option<T>> {
        let key = format!("pod-security.kubernetes.io/{mode}");
        let text = self.namespace.label(&key)?;
        Some(match parse(text) {
            Ok(value) => Some(value),
            Err(why) => {
                self.errors.push(FieldError::invalid(&Path::new("metadata.labels").key(&key), text, why));
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn of(labels: Value) -> (Policy, usize) {
        let tree = json!({"metadata": {"name": "n", "labels": labels}});
        let (policy, errors) = Policy::of(&Object::new(tree).unwrap());
        (policy, errors.len())
    }

    #[test]
    fn labels_say_what_is_enforced_and_what_warns() {
        let text = |labels: Value| {
            let (policy, errors) = of(labels);
            format!("{} {} {} {errors}", policy.enforce, policy.audit, policy.warn)
        };
        assert_eq!(text(json!({})), "privileged:latest privileged:latest privileged:latest 0");
        assert_eq!(
            text(
                json!({"pod-security.kubernetes.io/enforce": "baseline", "pod-security.kubernetes.io/enforce-version": "v1.20"})
            ),
            "baseline:v1.20 privileged:latest baseline:v1.20 0"
        );
        assert_eq!(
            text(
                json!({"pod-security.kubernetes.io/enforce": "nonsense", "pod-security.kubernetes.io/warn": "nonsense",
                "pod-security.kubernetes.io/audit-version": "v1.01"})
            ),
            "restricted:latest privileged:latest privileged:latest 3"
        );
        assert_eq!(
            text(
                json!({"pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/warn": "baseline"})
            ),
            "restricted:latest privileged:latest baseline:latest 0"
        );
    }
}
