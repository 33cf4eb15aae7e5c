//! The selectors of the API as matchers, made once per object.

use api::core::v1::{NodeSelector, NodeSelectorRequirement, NodeSelectorTerm};
use api::meta::LabelSelector;
use meta::Path;
use meta::selector::{Operator, Requirement, Selector};
use std::collections::BTreeMap;

/// Labels as the API has them.
pub type Labels = BTreeMap<String, String>;

/// What a label selector selects; one that is absent or can't be read selects nothing.
pub fn labels(selector: Option<&LabelSelector>) -> Selector {
    let Some(selector) = selector else { return Selector::Nothing };
    let mut all = Vec::new();
    for (key, value) in selector.match_labels.iter().flatten() {
        all.push(requirement(key, "In", std::slice::from_ref(value)));
    }
    for one in selector.match_expressions.iter().flatten() {
        all.push(requirement(&one.key, &one.operator, one.values.as_deref().unwrap_or_default()));
    }
    match all.into_iter().collect::<Option<Vec<_>>>() {
        Some(all) => Selector::from_requirements(all),
        None => Selector::Nothing,
    }
}

fn requirement(key: &str, operator: &str, values: &[String]) -> Option<Requirement> {
    let operator = match operator {
        "In" => Operator::In,
        "NotIn" => Operator::NotIn,
        "Exists" => Operator::Exists,
        "DoesNotExist" => Operator::DoesNotExist,
        "Gt" => Operator::GreaterThan,
        "Lt" => Operator::LessThan,
        _ => return None,
    };
    Requirement::new(key, operator, values.to_vec(), &Path::new("labels")).ok()
}

/// One term of a node selector: labels and the node's name must all match. An empty term matches nothing.
#[derive(Debug, Clone)]
pub struct NodeTerm {
    labels: Option<Selector>,
    names: Vec<(bool, Vec<String>)>,
}

impl NodeTerm {
    pub fn new(term: &NodeSelectorTerm) -> Self {
        let (expressions, fields) = (term.match_expressions.as_deref(), term.match_fields.as_deref());
        let (expressions, fields) = (expressions.unwrap_or_default(), fields.unwrap_or_default());
        if expressions.is_empty() && fields.is_empty() {
            return Self { labels: None, names: Vec::new() };
        }
        let read = |one: &NodeSelectorRequirement| {
            requirement(&one.key, &one.operator, one.values.as_deref().unwrap_or_default())
        };
        let labels =
            expressions.iter().map(read).collect::<Option<Vec<_>>>().map(Selector::from_requirements);
        let names =
            fields.iter().map(|one| (one.operator == "In", one.values.clone().unwrap_or_default())).collect();
        Self { labels, names }
    }

    pub fn matches(&self, name: &str, labels: &Labels) -> bool {
        let Some(selector) = &self.labels else { return false };
        let named =
            |(within, values): &(bool, Vec<String>)| values.iter().any(|value| value == name) == *within;
        selector.matches(labels) && self.names.iter().all(named)
    }

    /// The names this term allows, if it names them.
    pub fn allowed_names(&self) -> Option<&[String]> {
        self.names.iter().find(|(within, _)| *within).map(|(_, values)| values.as_slice())
    }
}

/// Terms of which one must match.
#[derive(Debug, Clone, Default)]
pub struct NodeTerms(Vec<NodeTerm>);

impl NodeTerms {
    pub fn new(selector: &NodeSelector) -> Self {
        Self(selector.node_selector_terms.iter().map(NodeTerm::new).collect())
    }

    pub fn matches(&self, name: &str, labels: &Labels) -> bool {
        self.0.iter().any(|term| term.matches(name, labels))
    }

    /// Nodes outside these can't match, if every term names nodes.
    pub fn allowed_names(&self) -> Option<Vec<&str>> {
        let lists = self.0.iter().map(NodeTerm::allowed_names).collect::<Option<Vec<_>>>()?;
        Some(lists.into_iter().flatten().map(String::as_str).collect())
    }
}
