//! Runs the rules of a schema over an object: a tree of the compiled rules beside the tree of the schema.

use std::sync::Arc;

use meta::{BadValue, ErrorList, FieldError, Path};
use schema::{Additional, Flags, ListType, Rule, Schema, Type as SchemaType};
use serde_json::Value as Json;

use super::{Compiled, compile, field_path};
use crate::decl::DeclType;
use crate::escape::escape;
use crate::eval::Bindings;
use crate::value::Value;
use crate::{PER_CALL_LIMIT, RUNTIME_BUDGET};

/// The longest message an expression may make, in bytes.
const MAX_MESSAGE: usize = 5 * 1024;
const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// The rules of a schema and of what is within.
#[derive(Debug)]
pub struct Validator {
    rules: Vec<(Rule, Compiled)>,
    /// Where each rule reports, if not at the node itself.
    paths: Vec<Option<String>>,
    decl: Option<Arc<DeclType>>,
    type_name: &'static str,
    list_keys: Option<Vec<String>>,
    items: Option<Box<Self>>,
    values: Option<Box<Self>>,
    properties: Vec<(String, Self)>,
    all_of: Vec<Self>,
}

/// What came of validating an object.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is wrong.
    pub errors: ErrorList,
    /// What was wrong before already, and did not change.
    pub warnings: Vec<String>,
}

impl Validator {
    /// The rules of a resource's schema; nothing when it has none.
    pub fn of_resource(schema: &Schema) -> Option<Self> {
        let decl = DeclType::of_schema(schema, "selfType", true).map(Arc::new);
        Self::node(schema, schema, decl)
    }

    /// `rules` says which rules apply, `spine` what the data looks like: they differ inside of `allOf`.
    fn node(rules: &Schema, spine: &Schema, decl: Option<Arc<DeclType>>) -> Option<Self> {
        let given: &[Rule] = validations(rules).map_or(&[], |validations| &validations.rules);
        let compiled = match &decl {
            Some(decl) if !given.is_empty() => compile(given, decl),
            _ => Vec::new(),
        };
        let paths = given
            .iter()
            .map(|rule| rule.field_path.as_deref().and_then(|path| field_path(path, spine).ok()))
            .collect();
        let inner = decl.as_ref().and_then(|decl| decl.items()).cloned();
        let (mut items, mut values, mut properties) = (None, None, Vec::new());
        match (&rules.ty, &spine.ty) {
            (SchemaType::Array(rules), SchemaType::Array(spine)) => {
                items = Self::node(rules, spine, inner).map(Box::new);
            }
            (SchemaType::Object(rules), SchemaType::Object(spine)) => {
                for field in rules.fields.iter() {
                    let Some(place) = spine.field(&field.name) else { continue };
                    let decl = match escape(&field.name) {
                        Some(escaped) => decl.as_ref().and_then(|decl| decl.field(&escaped)).cloned(),
                        None => {
                            let embedded = place.has(Flags::EMBEDDED_RESOURCE);
                            DeclType::of_schema(place, "selfType", embedded).map(Arc::new)
                        }
                    };
                    let Some(decl) = decl else { continue };
                    if let Some(node) = Self::node(&field.schema, place, Some(decl)) {
                        properties.push((field.name.clone().into_owned(), node));
                    }
                }
                if let (Additional::Values(rules), Additional::Values(spine)) =
                    (&rules.additional, &spine.additional)
                {
                    values = Self::node(rules, spine, inner).map(Box::new);
                }
            }
            _ => {}
        }
        let all_of = validations(rules).map_or(&[][..], |validations| &validations.all_of);
        let all_of: Vec<Self> =
            all_of.iter().filter_map(|one| Self::node(one, spine, decl.clone())).collect();
        if compiled.is_empty()
            && items.is_none()
            && values.is_none()
            && properties.is_empty()
            && all_of.is_empty()
        {
            return None;
        }
        Some(Self {
            rules: given.iter().cloned().zip(compiled).collect(),
            paths,
            decl,
            type_name: type_name(spine),
            list_keys: (spine.list_type == ListType::Map)
                .then(|| spine.list_map_keys().iter().map(|key| key.clone().into_owned()).collect()),
            items,
            values,
            properties,
            all_of,
        })
    }

    /// Runs the rules over an object that may replace `old`. All together may cost [`RUNTIME_BUDGET`].
    pub fn validate(&self, object: &Json, old: Option<&Json>) -> Outcome {
        let mut run = Run { outcome: Outcome::default(), budget: RUNTIME_BUDGET };
        let same = Same { current: old.map(|old| (object, old)), parent: None };
        run.node(self, &Path::nil(), object, old, same);
        run.outcome
    }
}

fn validations(schema: &Schema) -> Option<&schema::Validations> {
    schema.extra.as_ref()?.validations.as_deref()
}

const fn type_name(schema: &Schema) -> &'static str {
    match &schema.ty {
        SchemaType::Any => "",
        SchemaType::Boolean => "boolean",
        SchemaType::Integer => "integer",
        SchemaType::Number => "number",
        SchemaType::String => "string",
        SchemaType::Array(_) => "array",
        SchemaType::Object(_) | SchemaType::Ref(_) => "object",
    }
}

/// The new and old value at a node, and at the nearest one above that has both.
#[derive(Clone, Copy, Default)]
struct Same<'j> {
    current: Option<(&'j Json, &'j Json)>,
    parent: Option<(&'j Json, &'j Json)>,
}

impl<'j> Same<'j> {
    /// Whether nothing changed, so that what is wrong is none of this request's doing.
    fn unchanged(&self) -> bool {
        self.current.or(self.parent).is_some_and(|(new, old)| new == old)
    }

    fn below(self, new: &'j Json, old: Option<&'j Json>) -> Self {
        Self {
            current: old.filter(|_| self.current.is_some()).map(|old| (new, old)),
            parent: self.current.or(self.parent),
        }
    }
}

struct Run {
    outcome: Outcome,
    /// What is left; less than nothing ends the run.
    budget: i64,
}

impl Run {
    fn node<'j>(
        &mut self,
        node: &Validator,
        path: &Path<'_>,
        object: &'j Json,
        old: Option<&'j Json>,
        same: Same<'j>,
    ) {
        if object.is_null() {
            return;
        }
        let old = old.filter(|old| !old.is_null());
        self.rules(node, path, object, old, same);
        for one in &node.all_of {
            if self.budget < 0 {
                return;
            }
            self.node(one, path, object, old, Same { current: None, parent: same.parent });
        }
        match object {
            Json::Array(items) => {
                let Some(inner) = &node.items else { return };
                let before = old.and_then(Json::as_array);
                for (at, item) in items.iter().enumerate() {
                    if self.budget < 0 {
                        return;
                    }
                    let old = matching(node.list_keys.as_deref(), item, before);
                    self.node(inner, &path.index(at), item, old, same.below(item, old));
                }
            }
            Json::Object(entries) => {
                let before = old.and_then(Json::as_object);
                for (name, value) in entries {
                    let property =
                        node.properties.iter().find(|(known, _)| known == name).map(|(_, inner)| inner);
                    let (inner, at) = match (property, &node.values) {
                        (Some(inner), _) => (inner, path.child(name)),
                        (None, Some(inner)) => (&**inner, path.key(name)),
                        (None, None) => continue,
                    };
                    if self.budget < 0 {
                        return;
                    }
                    let old = before.and_then(|before| before.get(name));
                    self.node(inner, &at, value, old, same.below(value, old));
                }
            }
            _ => {}
        }
    }

    fn rules(
        &mut self,
        node: &Validator,
        path: &Path<'_>,
        object: &Json,
        old: Option<&Json>,
        same: Same<'_>,
    ) {
        if node.rules.is_empty() {
            return;
        }
        if self.budget <= 0 {
            return self.stop(path, node, OUT_OF_BUDGET);
        }
        let value = |json| Value::from_json(json, node.decl.as_ref());
        for ((rule, compiled), at) in node.rules.iter().zip(&node.paths) {
            let program = match &compiled.rule {
                Ok(None) => continue,
                Ok(Some(program)) => program,
                Err(why) => {
                    self.invalid(path, node, format!("rule compile error: {why}"));
                    continue;
                }
            };
            let optional = rule.optional_old_self == Some(true);
            let uses_old = compiled.uses_old_self();
            if uses_old && old.is_none() && !optional {
                continue;
            }
            let bindings = value(object).and_then(|this| {
                let before = old.map(value).transpose()?;
                let before = match before {
                    _ if !uses_old => return Ok(Bindings::new().with("self", this)),
                    Some(before) if optional => Value::some(before),
                    Some(before) => before,
                    None => Value::Optional(None),
                };
                Ok(Bindings::new().with("self", this).with("oldSelf", before))
            });
            let bindings = match bindings {
                Ok(bindings) => bindings,
                Err(error) => {
                    self.invalid(path, node, format!("{error} evaluating rule: {}", title(rule)));
                    continue;
                }
            };
            let evaluation = program.eval(&bindings, PER_CALL_LIMIT);
            if !self.spend(evaluation.cost) {
                return self.stop(path, node, OUT_OF_BUDGET);
            }
            match evaluation.result {
                Ok(Value::Bool(true)) => {}
                Err(error) => {
                    let text = error.to_string();
                    if error.is_cost_limit() {
                        let why =
                            "no further validation rules will be run due to call cost exceeds limit for rule";
                        return self.stop(path, node, &format!("'{text}': {why}: {}", title(rule)));
                    }
                    if text.starts_with("no such overload") {
                        let why = "call arguments did not match a supported operator, function or macro signature for rule";
                        self.invalid(path, node, format!("'{text}': {why}: {}", title(rule)));
                    } else {
                        self.invalid(path, node, format!("{text} evaluating rule: {}", title(rule)));
                    }
                }
                Ok(_) => {
                    let Some(detail) = self.message(path, node, rule, compiled, &bindings) else { return };
                    let here = at.as_deref().map_or(*path, |at| path.child(at));
                    let error = failure(&here, node, object, detail, rule);
                    if !uses_old && same.unchanged() {
                        self.outcome.warnings.push(error.to_string());
                    } else {
                        self.outcome.errors.push(error);
                    }
                }
            }
        }
    }

    /// The text for a rule that does not hold; nothing when the run ends instead.
    fn message(
        &mut self,
        path: &Path<'_>,
        node: &Validator,
        rule: &Rule,
        compiled: &Compiled,
        bindings: &Bindings<'_>,
    ) -> Option<String> {
        let otherwise = || match rule.message.as_deref().filter(|message| !message.is_empty()) {
            Some(message) => message.trim().to_owned(),
            None => format!("failed rule: {}", title(rule)),
        };
        let Some(Ok(program)) = &compiled.message else { return Some(otherwise()) };
        let evaluation = program.eval(bindings, PER_CALL_LIMIT);
        if !self.spend(evaluation.cost) {
            let why = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
            self.stop(path, node, why);
            return None;
        }
        match evaluation.result {
            Ok(Value::String(text)) => {
                let text = text.trim();
                let usable = !text.is_empty() && text.len() <= MAX_MESSAGE && !text.contains('\n');
                Some(if usable { text.to_owned() } else { otherwise() })
            }
            Err(error) if error.is_cost_limit() => {
                let source = meta::go::quote(rule.message_expression.as_deref().unwrap_or_default());
                let why = "no further validation rules will be run due to call cost exceeds limit for messageExpression";
                self.stop(path, node, &format!("{why}: {source}"));
                None
            }
            _ => Some(otherwise()),
        }
    }

    fn spend(&mut self, cost: u64) -> bool {
        match i64::try_from(cost).ok().filter(|cost| *cost <= self.budget) {
            Some(cost) => {
                self.budget -= cost;
                true
            }
            None => false,
        }
    }

    fn invalid(&mut self, path: &Path<'_>, node: &Validator, detail: String) {
        self.outcome.errors.push(FieldError::invalid(path, node.type_name, detail));
    }

    fn stop(&mut self, path: &Path<'_>, node: &Validator, detail: &str) {
        self.budget = -1;
        self.invalid(path, node, detail.to_owned());
    }
}

fn title(rule: &Rule) -> &str {
    rule.message.as_deref().filter(|message| !message.is_empty()).unwrap_or(&rule.rule).trim()
}

fn failure(path: &Path<'_>, node: &Validator, object: &Json, detail: String, rule: &Rule) -> FieldError {
    let value = match node.type_name {
        "object" | "array" => BadValue::Omitted,
        _ => BadValue::from(object),
    };
    match rule.reason.as_deref() {
        Some("FieldValueForbidden") => FieldError::forbidden(path, detail),
        Some("FieldValueRequired") => FieldError::required(path, detail),
        Some("FieldValueDuplicate") => FieldError::duplicate(path, value),
        _ => FieldError::invalid(path, value, detail),
    }
}

/// The old item with the same keys.
fn matching<'j>(keys: Option<&[String]>, item: &Json, before: Option<&'j Vec<Json>>) -> Option<&'j Json> {
    let keys = keys?;
    before?.iter().find(|old| keys.iter().all(|key| old.get(key) == item.get(key)))
}
