//! Whether a rule is about a request. Pure.

use serde_json::Value;

/// What a request does, as rules name it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// `CREATE`
    pub operation: &'a str,
    /// The API group.
    pub group: &'a str,
    /// The version.
    pub version: &'a str,
    /// The resource.
    pub resource: &'a str,
    /// What below it; empty for the resource itself.
    pub subresource: &'a str,
    /// The namespace; a namespace lies in itself.
    pub namespace: &'a str,
}

/// One rule of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    operations: Vec<String>,
    groups: Vec<String>,
    versions: Vec<String>,
    resources: Vec<(String, String)>,
    scope: String,
}

impl Rule {
    /// Reads a rule.
    pub fn read(rule: &Value) -> Self {
        let texts = |name: &str| -> Vec<String> {
            let items = rule[name].as_array().into_iter().flatten();
            items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let parts = |path: String| match path.split_once('/') {
            Some((resource, below)) => (resource.to_owned(), below.to_owned()),
            None => (path, String::new()),
        };
        Self {
            operations: texts("operations"),
            groups: texts("apiGroups"),
            versions: texts("apiVersions"),
            resources: texts("resources").into_iter().map(parts).collect(),
            scope: rule["scope"].as_str().unwrap_or("*").to_owned(),
        }
    }

    /// Whether it is about the request.
    pub fn matches(&self, asked: &Asked<'_>) -> bool {
        let any = |items: &[String], wanted: &str| items.iter().any(|item| item == "*" || item == wanted);
        self.has_scope(asked)
            && any(&self.operations, asked.operation)
            && any(&self.groups, asked.group)
            && any(&self.versions, asked.version)
            && self.resources.iter().any(|(resource, below)| {
                (resource == "*" || resource == asked.resource)
                    && (below == "*" || below == asked.subresource)
            })
    }

    fn has_scope(&self, asked: &Asked<'_>) -> bool {
        let is_namespace = (asked.group, asked.version, asked.resource) == ("", "v1", "namespaces");
        let cluster = is_namespace || asked.namespace.is_empty();
        match self.scope.as_str() {
            "*" => true,
            "Namespaced" => !cluster,
            "Cluster" => cluster,
            _ => false,
        }
    }
}
