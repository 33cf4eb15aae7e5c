//! One rule of a role, and what it matches. Upstream's counterpart is `pkg/apis/rbac/v1/evaluation_helpers.go`.

use meta::go;
use serde_json::{Map, Value};

use crate::Attributes;

/// Verbs on resources, or on paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rule {
    /// What may be done; `*` is everything.
    pub verbs: Vec<String>,
    /// The groups of the resources; `*` is all, empty is core.
    pub groups: Vec<String>,
    /// `pods`, `pods/log`, `*/scale`, `*`.
    pub resources: Vec<String>,
    /// Only objects of these names; none means all.
    pub names: Vec<String>,
    /// Paths of no resource; a `*` at the end stands for anything.
    pub urls: Vec<String>,
}

impl Rule {
    /// From an element of `rules`.
    pub fn of(tree: &Value) -> Self {
        let list = |name: &str| {
            let items = tree[name].as_array().into_iter().flatten();
            items.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        Self {
            verbs: list("verbs"),
            groups: list("apiGroups"),
            resources: list("resources"),
            names: list("resourceNames"),
            urls: list("nonResourceURLs"),
        }
    }

    /// All elements of `rules`.
    pub fn all_of(rules: Option<&Value>) -> Vec<Self> {
        rules.and_then(Value::as_array).into_iter().flatten().map(Self::of).collect()
    }

    /// The two rules that give everything.
    pub fn everything() -> Vec<Self> {
        let any = || vec!["*".to_owned()];
        vec![
            Self { verbs: any(), groups: any(), resources: any(), ..Self::default() },
            Self { verbs: any(), urls: any(), ..Self::default() },
        ]
    }

    /// As it stands in an object; empty lists are left out.
    pub fn tree(&self) -> Value {
        let mut tree = Map::new();
        for (name, list) in self.lists() {
            if !list.is_empty() || name == "verbs" {
                tree.insert(name.to_owned(), Value::from(list.clone()));
            }
        }
        Value::Object(tree)
    }

    fn lists(&self) -> [(&'static str, &Vec<String>); 5] {
        [
            ("verbs", &self.verbs),
            ("apiGroups", &self.groups),
            ("resources", &self.resources),
            ("resourceNames", &self.names),
            ("nonResourceURLs", &self.urls),
        ]
    }

    /// Whether the rule lets this through.
    pub fn allows(&self, asked: &Attributes<'_>) -> bool {
        if !any_or(&self.verbs, asked.verb) {
            return false;
        }
        if !asked.is_resource {
            return self.urls.iter().any(|url| covers_url(url, asked.path));
        }
        any_or(&self.groups, asked.group)
            && self.resources.iter().any(|resource| is_resource(resource, asked))
            && (self.names.is_empty() || self.names.iter().any(|name| name == asked.name))
    }

    /// In one line, as refusals to grant it show it.
    pub fn describe(&self) -> String {
        let parts = [
            ("APIGroups", &self.groups),
            ("Resources", &self.resources),
            ("NonResourceURLs", &self.urls),
            ("ResourceNames", &self.names),
            ("Verbs", &self.verbs),
        ];
        let parts = parts.iter().filter(|(_, list)| !list.is_empty());
        let parts: Vec<String> = parts.map(|(name, list)| format!("{name}:{}", quoted(list))).collect();
        format!("{{{}}}", parts.join(", "))
    }
}

/// `["a" "b"]`, as Go's `%q` prints a list.
pub(super) fn quoted(list: &[String]) -> String {
    let items: Vec<String> = list.iter().map(|item| go::quote(item)).collect();
    format!("[{}]", items.join(" "))
}

fn any_or(list: &[String], wanted: &str) -> bool {
    list.iter().any(|item| item == "*" || item == wanted)
}

fn is_resource(rule: &str, asked: &Attributes<'_>) -> bool {
    if rule == "*" {
        return true;
    }
    if asked.subresource.is_empty() {
        return rule == asked.resource;
    }
    match rule.split_once('/') {
        Some((resource, below)) => {
            below == asked.subresource && (resource == "*" || resource == asked.resource)
        }
        None => false,
    }
}

/// Whether a path with perhaps a `*` at its end covers another.
pub(super) fn covers_url(owner: &str, path: &str) -> bool {
    owner == path || (owner.ends_with('*') && path.starts_with(owner.trim_end_matches('*')))
}
