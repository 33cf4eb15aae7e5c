//! The reviews of access: may somebody, may I, may somebody in this namespace do something? Asked of the authorizers that requests
//! are asked of.

use std::sync::Arc;

use async_trait::async_trait;
use authz::{Attributes, Authorizer, Decision};
use meta::selector::{FieldOperator, FieldRequirement, FieldSelector, LabelSelectorRequirement, Selector};
use meta::{GroupKind, StatusError, Time};
use registry::{Action, Answer, Call, Object, Registry};
use resource::{Context, User};
use serde_json::{Map, Value};

const GROUP: &str = "authorization.k8s.io";

/// Who is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// Whom the review names.
    Somebody,
    /// Whoever asks.
    Caller,
}

/// Answers a review.
pub(super) struct AccessReview {
    pub about: About,
    pub authorizer: Arc<dyn Authorizer>,
}

#[async_trait]
impl Action for AccessReview {
    async fn run(
        &self,
        registry: &Registry,
        call: Call<'_>,
        mut body: Object,
    ) -> Result<Answer, StatusError> {
        let now = Time::from(registry.clock().now());
        let cx = Context { user: &call.caller.user, now, dry_run: false };
        let errors = call.target.kind.strategy.validate(&body, &cx);
        if !errors.is_empty() {
            return Err(StatusError::invalid(&GroupKind::new(GROUP, ""), "", &errors));
        }
        let somebody;
        let user = match self.about {
            About::Caller => &call.caller.user,
            About::Somebody => {
                somebody = user_of(&body);
                &somebody
            }
        };
        let (decision, trouble) = self.decide(user, &body).await;
        body.set("status", status(&decision, &trouble));
        Ok(Answer::Tree(body))
    }
}

impl AccessReview {
    async fn decide(&self, user: &User, body: &Object) -> (Decision, Vec<String>) {
        let text = |field: &str| body.text(&format!("spec.resourceAttributes.{field}"));
        if body.get("spec.resourceAttributes").is_none() {
            let (verb, path) =
                (body.text("spec.nonResourceAttributes.verb"), body.text("spec.nonResourceAttributes.path"));
            return (self.authorizer.authorize(&Attributes::path(user, verb, path)).await, Vec::new());
        }
        let mut trouble = Vec::new();
        let fields = fields(body.get("spec.resourceAttributes.fieldSelector"), &mut trouble);
        let labels = labels(body.get("spec.resourceAttributes.labelSelector"), &mut trouble);
        let version = text("version");
        let asked = Attributes {
            version: if version.is_empty() { "*" } else { version },
            subresource: text("subresource"),
            namespace: text("namespace"),
            name: text("name"),
            fields: &fields,
            labels: &labels,
            ..Attributes::resource(user, text("verb"), text("group"), text("resource"))
        };
        (self.authorizer.authorize(&asked).await, trouble)
    }
}

fn status(decision: &Decision, trouble: &[String]) -> Map<String, Value> {
    let mut status = Map::new();
    status.insert("allowed".into(), decision.is_allowed().into());
    if matches!(decision, Decision::Deny(_)) {
        status.insert("denied".into(), true.into());
    }
    if !decision.reason().is_empty() {
        status.insert("reason".into(), decision.reason().into());
    }
    if !trouble.is_empty() {
        status.insert("evaluationError".into(), trouble.join("; ").into());
    }
    status
}

fn user_of(body: &Object) -> User {
    let strings = |value: Option<&Value>| -> Vec<String> {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let extra = body.get("spec.extra").and_then(Value::as_object).into_iter().flatten();
    User {
        name: body.text("spec.user").to_owned(),
        uid: body.text("spec.uid").to_owned(),
        groups: strings(body.get("spec.groups")),
        extra: extra.map(|(key, values)| (key.clone(), strings(Some(values)))).collect(),
    }
}

/// What upstream says when it cannot make all or any of a selector.
fn ignored(which: &str, some: bool, trouble: &mut Vec<String>) {
    let how = if some { "partially ignored" } else { "ignored" };
    trouble.push(format!("spec.resourceAttributes.{which} {how} due to parse error"));
}

fn requirements(selector: &Value) -> impl Iterator<Item = LabelSelectorRequirement> {
    let listed = selector["requirements"].as_array().into_iter().flatten();
    listed.filter_map(|one| serde_json::from_value(one.clone()).ok())
}

fn fields(selector: Option<&Value>, trouble: &mut Vec<String>) -> FieldSelector {
    let Some(selector) = selector else { return FieldSelector::everything() };
    let parsed: Result<FieldSelector, _> = selector["rawSelector"].as_str().unwrap_or_default().parse();
    let Ok(raw) = parsed else {
        ignored("fieldSelector", false, trouble);
        return FieldSelector::everything();
    };
    let (mut made, mut failed) = (raw.requirements().to_vec(), false);
    for one in requirements(selector) {
        let operator = match one.operator.as_str() {
            "In" => Some(FieldOperator::Equals),
            "NotIn" => Some(FieldOperator::NotEquals),
            _ => None,
        };
        match (operator, one.values.as_slice()) {
            (Some(operator), [value]) => {
                made.push(FieldRequirement { field: one.key, operator, value: value.clone() });
            }
            _ => failed = true,
        }
    }
    if failed {
        ignored("fieldSelector", !made.is_empty(), trouble);
    }
    FieldSelector::from_requirements(made)
}

fn labels(selector: Option<&Value>, trouble: &mut Vec<String>) -> Selector {
    let Some(selector) = selector else { return Selector::everything() };
    let parsed: Result<Selector, _> = selector["rawSelector"].as_str().unwrap_or_default().parse();
    let listed: Vec<LabelSelectorRequirement> = requirements(selector).collect();
    let more =
        meta::selector::LabelSelector { match_expressions: listed, ..Default::default() }.to_selector();
    match (parsed, more) {
        (Ok(raw), Ok(more)) => raw.with(more.requirements().unwrap_or_default().to_vec()),
        _ => {
            ignored("labelSelector", false, trouble);
            Selector::everything()
        }
    }
}
