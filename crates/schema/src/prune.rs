//! Unknown fields of a JSON tree: removing them, and naming them. Pure.
//!
//! Built-in and custom schemas alike. For custom ones the rules are those of structural pruning: below
//! `x-kubernetes-preserve-unknown-fields` what is not specified stays, what is specified is pruned as usual; below
//! `additionalProperties: true` (or false) keys stay but nested members go. `strict` does the same check on JSON *text*, where Go's
//! typed decoder also sees duplicates and wrong types; `apiserver` uses that one on requests and this one on trees
//! (patches, custom resources).

use serde_json::Value;

use crate::{Additional, Schema, Special, generated};

/// Removes every member that the schema does not know.
pub fn prune(value: &mut Value, schema: &Schema) {
    prune_in(value, Rule::of(schema));
}

/// The paths of members that the schema does not know, as strict decoding reports them (`spec.containers[0].foo`),
/// in the order of the tree.
pub fn unknown_fields(value: &Value, schema: &Schema) -> Vec<String> {
    let mut found = Vec::new();
    find(value, Rule::of(schema), &mut String::new(), &mut found);
    found
}

/// What is known about a value while walking.
#[derive(Clone, Copy)]
enum Rule<'s> {
    /// Anything may be inside.
    Free,
    /// Nothing is known: no member may be inside.
    Nothing,
    /// By the schema; `keep` when unspecified members stay.
    By { schema: &'s Schema, keep: bool },
    /// A JSON schema, or a boolean or list in its place: dropped silently, because Go's decoder of these types is not
    /// strict.
    SchemaOr,
}

impl<'s> Rule<'s> {
    fn of(schema: &'s Schema) -> Self {
        match schema.special() {
            Special::None => Self::By { schema, keep: schema.preserves_unknown() },
            Special::SchemaOrBool | Special::SchemaOrArray | Special::SchemaOrStringArray => Self::SchemaOr,
            special if special.is_opaque() => Self::Free,
            _ => Self::By { schema, keep: false },
        }
    }

    /// The rule for a member; `None` when it is unknown.
    fn member(self, name: &str) -> Option<Self> {
        let (schema, keep) = match self {
            Self::Free => return Some(Self::Free),
            Self::Nothing => return None,
            Self::SchemaOr => (&generated::apiextensions_v1::JSONSchemaProps.schema, false),
            Self::By { schema, keep } => (schema, keep),
        };
        let unspecified = keep.then_some(Self::Free);
        let Some(object) = schema.object() else { return unspecified };
        match (object.field(name), &object.additional) {
            (Some(field), _) => Some(Self::of(field)),
            (None, Additional::Values(values)) => Some(Self::of(values)),
            (None, Additional::Any | Additional::None) => Some(Self::Nothing),
            (None, Additional::Unset) => unspecified,
        }
    }

    fn item(self) -> Self {
        match self {
            Self::Free | Self::Nothing | Self::SchemaOr => self,
            Self::By { schema, keep } => match schema.items().map(Self::of) {
                Some(Self::By { schema, keep: also }) => Self::By { schema, keep: keep || also },
                Some(other) => other,
                None if keep => Self::Free,
                None => Self::Nothing,
            },
        }
    }
}

fn prune_in(value: &mut Value, rule: Rule<'_>) {
    if matches!(rule, Rule::Free) {
        return;
    }
    match value {
        Value::Object(members) => members.retain(|name, member| match rule.member(name) {
            Some(rule) => {
                prune_in(member, rule);
                true
            }
            None => false,
        }),
        Value::Array(items) => items.iter_mut().for_each(|item| prune_in(item, rule.item())),
        _ => {}
    }
}

fn find(value: &Value, rule: Rule<'_>, path: &mut String, found: &mut Vec<String>) {
    if matches!(rule, Rule::Free | Rule::SchemaOr) {
        return;
    }
    let length = path.len();
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                match rule.member(name) {
                    Some(rule) => find(member, rule, path, found),
                    None => found.push(path.clone()),
                }
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push_str(&format!("[{index}]"));
                find(item, rule.item(), path, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}
