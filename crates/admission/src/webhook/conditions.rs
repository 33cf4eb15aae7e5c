//! Match conditions: expressions that further narrow down which requests a webhook is asked about. Compiled once; what they ask of
//! authorizers is answered at once or not at all.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use cel::admission::Variables;
use cel::{Bindings, Program, Requester, ResourceCheck};
use resource::User;
use serde_json::Value;

use crate::{Check, Permits};

/// What expressions can use.
const VARIABLES: Variables = Variables { params: false, authorizer: true, patches: false };

/// One condition.
pub struct Condition {
    expression: String,
    program: Result<Program, String>,
}

/// What expressions are about.
pub struct Facts<'a> {
    /// The request, without its objects.
    pub request: &'a Value,
    /// The object, or null.
    pub object: &'a Value,
    /// The object as it is, or null.
    pub old: &'a Value,
    /// Who may do what, by the eyes of the user who asks.
    pub asker: Arc<Asker>,
}

impl Condition {
    /// Reads and compiles a condition.
    pub fn read(condition: &Value) -> Self {
        let expression = condition["expression"].as_str().unwrap_or_default().to_owned();
        let compiled = VARIABLES.environment().compile(expression.trim());
        let program =
            compiled.map_err(|error| format!("compilation failed: {error}")).and_then(
                |program| match program.output_type() {
                    cel::Type::Bool => Ok(program),
                    other => Err(format!("must evaluate to bool but got {other}")),
                },
            );
        Self { expression, program }
    }
}

/// Whether all conditions hold. One that is false decides, whatever is wrong with others.
pub fn hold(conditions: &[Condition], facts: &Facts<'_>) -> Result<bool, String> {
    let mut problems = Vec::new();
    let bindings = bind(facts).map_err(|error| error.to_string())?;
    let mut budget = u64::try_from(cel::MATCH_CONDITIONS_BUDGET).unwrap_or_default();
    for condition in conditions {
        let program = match &condition.program {
            Ok(program) => program,
            Err(why) => {
                problems.push(format!("compilation error: {why}"));
                continue;
            }
        };
        let evaluation = program.eval(&bindings, cel::PER_CALL_LIMIT);
        let Some(rest) = budget.checked_sub(evaluation.cost) else {
            let why = "validation failed due to running out of cost budget, no further validation rules will be run";
            return Err(why.to_owned());
        };
        budget = rest;
        match evaluation.result {
            Ok(value) if value.as_bool() == Some(false) => return Ok(false),
            Ok(_) => {}
            Err(why) => {
                problems.push(format!("expression '{}' resulted in error: {why}", condition.expression));
            }
        }
    }
    match problems.as_slice() {
        [] => Ok(true),
        [one] => Err(one.clone()),
        many => Err(format!("[{}]", many.join(", "))),
    }
}

fn bind<'a>(facts: &Facts<'a>) -> cel::Result<Bindings<'a>> {
    let value = |tree: &'a Value| cel::Value::from_json(tree, None);
    let requester = Requester::new(facts.asker.clone());
    let text = |tree: &Value| tree.as_str().unwrap_or_default().to_owned();
    let (request, resource) = (facts.request, &facts.request["requestResource"]);
    let mut own =
        ResourceCheck::new(requester.clone(), &text(&resource["group"]), &text(&resource["resource"]));
    own.subresource = text(&request["requestSubResource"]);
    own.namespace = text(&request["namespace"]);
    own.name = text(&request["name"]);
    Ok(Bindings::new()
        .with("object", value(facts.object)?)
        .with("oldObject", value(facts.old)?)
        .with("request", value(request)?)
        .with("namespaceObject", cel::Value::Null)
        .with("authorizer", requester.into())
        .with("authorizer.requestResource", own.into()))
}

/// Asks for the user of a request, or for a service account.
pub struct Asker {
    /// Who asks.
    pub user: User,
    /// Who may do what.
    pub permits: Arc<dyn Permits>,
}

impl Asker {
    fn user(&self, account: Option<(&str, &str)>) -> User {
        let Some((namespace, name)) = account else { return self.user.clone() };
        let groups = [
            "system:serviceaccounts",
            &format!("system:serviceaccounts:{namespace}"),
            "system:authenticated",
        ];
        User {
            name: format!("system:serviceaccount:{namespace}:{name}"),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
            ..User::default()
        }
    }
}

impl cel::Authorizer for Asker {
    fn check_path(&self, account: Option<(&str, &str)>, path: &str, verb: &str) -> cel::Decision {
        decision(now(self.permits.permits_path(&self.user(account), verb, path)))
    }

    fn check_resource(
        &self,
        account: Option<(&str, &str)>,
        check: &ResourceCheck,
        verb: &str,
    ) -> cel::Decision {
        decision(now(self.permits.permits(Check {
            user: &self.user(account),
            verb,
            group: &check.group,
            version: "*",
            resource: &check.resource,
            subresource: &check.subresource,
            namespace: &check.namespace,
            name: &check.name,
        })))
    }
}

fn decision(allowed: Option<bool>) -> cel::Decision {
    let error = allowed.is_none().then(|| "the authorizer did not answer at once".to_owned());
    cel::Decision { allowed: allowed == Some(true), reason: String::new(), error }
}

/// What a future has to say without waiting.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
