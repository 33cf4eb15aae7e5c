//! The rules of a schema (`x-kubernetes-validations`): whether they compile, and what they can cost all together. Asked only
//! when the schema itself is sound.

use std::sync::Arc;

use cel::DeclType;
use cel::rules::{Compiled, MAX_DEFINITION_COST, MAX_RULE_COST, compile, max_cardinality};
use meta::{BadValue, ErrorList, FieldError, Path, go};
use schema::{Rule, Schema, Validations};
use serde_json::Value;

use crate::rules::object::{has, text};
use crate::rules::report::Report;

const EMBEDDED: &str = "x-kubernetes-embedded-resource";

/// What is wrong with the rules of a version's schema.
pub fn validate(root: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let mut costs = Costs::default();
    node(
        root,
        &Place { is_root: true, cardinality: Some(1), uncorrelatable: None },
        path,
        &mut costs,
        errors,
    );
    if costs.total > MAX_DEFINITION_COST {
        for (path, _) in &costs.most {
            let detail =
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
            errors.forbidden(&Path::new(path), detail);
        }
        let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        errors.forbidden(path, too_costly(what, costs.total, MAX_DEFINITION_COST));
    }
}

/// Where in the tree of schemas one stands.
struct Place {
    is_root: bool,
    /// How often data can occur here, if lists and maps above say so.
    cardinality: Option<u64>,
    /// From where on old values cannot be told.
    uncorrelatable: Option<String>,
}

/// What rules cost together, and the most costly of them.
#[derive(Default)]
struct Costs {
    total: u64,
    most: Vec<(String, u64)>,
}

impl Costs {
    fn add(&mut self, path: &Path<'_>, cost: u64) {
        self.total = self.total.saturating_add(cost);
        if cost >= MAX_DEFINITION_COST / 100 {
            self.most.push((path.to_string(), cost));
            self.most.sort_by_key(|(_, cost)| std::cmp::Reverse(*cost));
            self.most.truncate(4);
        }
    }
}

fn node(tree: &Value, place: &Place, path: &Path<'_>, costs: &mut Costs, errors: &mut ErrorList) {
    if !tree.is_object() {
        return;
    }
    let inner = |uncorrelatable: bool| Place {
        is_root: false,
        cardinality: place
            .cardinality
            .zip(max_elements(tree))
            .map(|(count, each)| count.saturating_mul(each)),
        uncorrelatable: place.uncorrelatable.clone().or_else(|| uncorrelatable.then(|| path.to_string())),
    };
    let maps = ["", "granular", "atomic"].contains(&text(tree, "x-kubernetes-map-type"));
    node(&tree["additionalProperties"], &inner(false), &path.child("additionalProperties"), costs, errors);
    let at = path.child("properties");
    for (name, property) in tree["properties"].as_object().into_iter().flatten() {
        node(property, &inner(!maps), &at.key(name), costs, errors);
    }
    let keyed = text(tree, "x-kubernetes-list-type") == "map";
    node(&tree["items"], &inner(!keyed), &path.child("items"), costs, errors);
    if tree["x-kubernetes-validations"].as_array().is_some_and(|rules| !rules.is_empty()) {
        own(tree, place, &path.child("x-kubernetes-validations"), costs, errors);
    }
}

/// By how much a schema multiplies what is within: `None` when nothing says.
fn max_elements(tree: &Value) -> Option<u64> {
    let given = |word: &str| tree[word].as_i64().map(|max| u64::try_from(max).unwrap_or(0));
    match text(tree, "type") {
        "object" if has(tree, "additionalProperties") => given("maxProperties"),
        "array" => given("maxItems"),
        _ => Some(1),
    }
}

fn own(tree: &Value, place: &Place, path: &Path<'_>, costs: &mut Costs, errors: &mut ErrorList) {
    let parsed =
        if place.is_root { schema::custom::resource(tree) } else { schema::custom::structural(tree) };
    let parsed: Schema = match parsed {
        Ok(parsed) => parsed,
        Err(problem) => return errors.push(FieldError::internal(path, problem)),
    };
    let root = place.is_root || tree[EMBEDDED] == true;
    let Some(decl) = DeclType::of_schema(&parsed, "selfType", root).map(Arc::new) else {
        let problem = "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
        return errors.push(FieldError::internal(path, problem));
    };
    let validations = parsed.extra.as_ref().and_then(|extra| extra.validations.as_deref());
    let rules: &[Rule] = validations.map_or(&[], |validations: &Validations| &validations.rules);
    let count = place.cardinality.unwrap_or_else(|| max_cardinality(&decl));
    for (i, (rule, compiled)) in rules.iter().zip(compile(rules, &decl)).enumerate() {
        judged(rule, &compiled, place, count, &path.index(i), costs, errors);
    }
}

fn judged(
    rule: &Rule,
    compiled: &Compiled,
    place: &Place,
    count: u64,
    path: &Path<'_>,
    costs: &mut Costs,
    errors: &mut ErrorList,
) {
    let at = path.child("rule");
    let cost = compiled.max_cost().saturating_mul(count);
    if cost > MAX_RULE_COST {
        errors.forbidden(&at, too_costly("estimated rule cost", cost, MAX_RULE_COST));
    }
    costs.add(&at, cost);
    if let Err(detail) = &compiled.rule {
        errors.invalid(&at, shown(rule), detail.clone());
    }
    let at_message = path.child("messageExpression");
    match &compiled.message {
        Some(Err(detail)) => errors.invalid(&at_message, shown(rule), detail.clone()),
        Some(Ok(program)) => {
            if program.max_cost() > MAX_RULE_COST {
                let what = "estimated messageExpression cost";
                errors.forbidden(&at_message, too_costly(what, program.max_cost(), MAX_RULE_COST));
            }
            costs.add(&at_message, program.max_cost());
        }
        None => {}
    }
    if compiled.uses_old_self() {
        if let Some(from) = &place.uncorrelatable {
            let detail =
                format!("oldSelf cannot be used on the uncorrelatable portion of the schema within {from}");
            errors.invalid(&at, rule.rule.as_str(), detail);
        }
    } else if let (Some(optional), Ok(Some(_))) = (rule.optional_old_self, &compiled.rule) {
        let detail = "may not be set if oldSelf is not used in rule";
        errors.invalid(&path.child("optionalOldSelf"), optional, detail);
    }
}

/// A rule as upstream's internal type is written.
fn shown(rule: &Rule) -> BadValue {
    let text = |value: Option<&str>| go::to_json(value.unwrap_or_default()).unwrap_or_default();
    let optional = |value: Option<&str>| value.map_or_else(|| "null".to_owned(), |value| text(Some(value)));
    BadValue::Json(format!(
        r#"{{"Rule":{},"Message":{},"MessageExpression":{},"Reason":{},"FieldPath":{},"OptionalOldSelf":{}}}"#,
        text(Some(&rule.rule)),
        text(rule.message.as_deref()),
        text(rule.message_expression.as_deref()),
        optional(rule.reason.as_deref()),
        text(rule.field_path.as_deref()),
        rule.optional_old_self.map_or_else(|| "null".to_owned(), |optional| optional.to_string()),
    ))
}

#[allow(clippy::cast_precision_loss)]
fn too_costly(what: &str, cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    format!(
        "{what} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)"
    )
}
