//! One webhook of a configuration, read once for as long as the configuration stays as it is. Pure.

use std::collections::BTreeMap;
use std::time::Duration;

use meta::selector::{LabelSelector, Selector};
use resource::Object;
use serde_json::Value;

use super::conditions::Condition;
use super::endpoint::Endpoint;
use super::review::Version;
use super::rules::Rule;

/// How long a webhook has that does not say.
const TIMEOUT: u64 = 10;

/// A webhook.
pub struct Hook {
    /// The configuration that it stands in.
    pub configuration: String,
    /// Its name.
    pub name: String,
    /// What tells it apart from all others.
    pub uid: String,
    /// Where it is.
    pub endpoint: Result<Endpoint, String>,
    /// What it is about.
    pub rules: Vec<Rule>,
    /// Whether requests go on when it cannot be asked.
    pub fails_open: bool,
    /// Whether its rules are also about other versions of what they name.
    pub equivalent: bool,
    /// In which namespaces.
    pub namespaces: Result<Selector, String>,
    /// About which objects.
    pub objects: Result<Selector, String>,
    /// About what else.
    pub conditions: Vec<Condition>,
    /// Whether it may be asked when nothing is stored; `None` if it does not say.
    pub dry_run: Option<bool>,
    /// How long it has.
    pub timeout: Duration,
    /// What it is asked with, if it knows any of what we speak.
    pub version: Option<Version>,
    /// Whether it wants to be asked again if others changed the object afterwards.
    pub again: bool,
}

impl Hook {
    /// The webhooks of a configuration, in its order.
    pub fn read_all(configuration: &Object) -> Vec<Self> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let hooks = configuration.get("webhooks").and_then(Value::as_array).into_iter().flatten();
        hooks
            .map(|hook| {
                let name = hook["name"].as_str().unwrap_or_default();
                let nth = seen.entry(name.to_owned()).or_default();
                let uid = format!("{}/{name}/{nth}", configuration.name());
                *nth += 1;
                Self::read(configuration.name(), uid, hook)
            })
            .collect()
    }

    fn read(configuration: &str, uid: String, hook: &Value) -> Self {
        let text = |name: &str| hook[name].as_str().unwrap_or_default();
        let list = |name: &str| hook[name].as_array().map_or(&[][..], Vec::as_slice);
        Self {
            configuration: configuration.to_owned(),
            name: text("name").to_owned(),
            uid,
            endpoint: Endpoint::read(&hook["clientConfig"]),
            rules: list("rules").iter().map(Rule::read).collect(),
            fails_open: text("failurePolicy") == "Ignore",
            equivalent: text("matchPolicy") == "Equivalent",
            namespaces: selector(&hook["namespaceSelector"]),
            objects: selector(&hook["objectSelector"]),
            conditions: list("matchConditions").iter().map(Condition::read).collect(),
            dry_run: hook["sideEffects"].as_str().map(|effects| matches!(effects, "None" | "NoneOnDryRun")),
            timeout: Duration::from_secs(hook["timeoutSeconds"].as_u64().unwrap_or(TIMEOUT)),
            version: list("admissionReviewVersions").iter().find_map(|name| Version::read(name.as_str()?)),
            again: text("reinvocationPolicy") == "IfNeeded",
        }
    }
}

/// A selector; one that is absent selects nothing.
fn selector(tree: &Value) -> Result<Selector, String> {
    if tree.is_null() {
        return Ok(Selector::Nothing);
    }
    let selector: LabelSelector = serde_json::from_value(tree.clone()).map_err(|error| error.to_string())?;
    selector.to_selector().map_err(|error| error.to_string())
}
