//! Questions to the authorizer.

use std::sync::Arc;

use super::arguments::{opaque, text};
use super::{Decl, Run};
use crate::authorizer::{Decision, GroupCheck, PathCheck, Requester, ResourceCheck};
use crate::error::{EvalError, Result};
use crate::value::{Opaque, Value};

pub(super) const TABLE: &[Decl] = &[
    Decl("path", "authorizer_path", "authorizer.(string) path_check", Run::Values(path)),
    Decl("group", "authorizer_group", "authorizer.(string) group_check", Run::Values(group)),
    Decl(
        "serviceAccount",
        "authorizer_serviceaccount",
        "authorizer.(string, string) authorizer",
        Run::Values(account),
    ),
    Decl("resource", "groupcheck_resource", "group_check.(string) resource_check", Run::Values(resource)),
    Decl(
        "subresource",
        "resourcecheck_subresource",
        "resource_check.(string) resource_check",
        Run::Values(subresource),
    ),
    Decl(
        "namespace",
        "resourcecheck_namespace",
        "resource_check.(string) resource_check",
        Run::Values(namespace),
    ),
    Decl("name", "resourcecheck_name", "resource_check.(string) resource_check", Run::Values(name)),
    Decl(
        "fieldSelector",
        "authorizer_fieldselector",
        "resource_check.(string) resource_check",
        Run::Values(field_selector),
    ),
    Decl(
        "labelSelector",
        "authorizer_labelselector",
        "resource_check.(string) resource_check",
        Run::Values(label_selector),
    ),
    Decl("check", "pathcheck_check", "path_check.(string) decision", Run::Values(check)),
    Decl("check", "resourcecheck_check", "resource_check.(string) decision", Run::Values(check)),
    Decl("errored", "decision_errored", "decision.() bool", Run::Values(errored)),
    Decl("error", "decision_error", "decision.() string", Run::Values(error)),
    Decl("allowed", "decision_allowed", "decision.() bool", Run::Values(allowed)),
    Decl("reason", "decision_reason", "decision.() string", Run::Values(reason)),
];

fn requester<'v>(args: &'v [Value<'_>]) -> Result<&'v Requester> {
    match opaque(args, 0)? {
        Opaque::Authorizer(requester) => Ok(requester),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn path<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let check = PathCheck { requester: requester(args)?.clone(), path: text(args, 1)?.to_owned() };
    Ok(Value::opaque(Opaque::PathCheck(check.into())))
}

fn group<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let check = GroupCheck { requester: requester(args)?.clone(), group: text(args, 1)?.to_owned() };
    Ok(Value::opaque(Opaque::GroupCheck(check.into())))
}

fn account<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let (namespace, name) = (text(args, 1)?, text(args, 2)?);
    for (problems, what) in [
        (meta::names::dns_label(namespace, false), "Invalid service account namespace"),
        (meta::names::dns_subdomain(name, false), "Invalid service account name"),
    ] {
        if let Some(problem) = problems.into_iter().next() {
            return Err(EvalError::new(format!("{what}: {problem}")));
        }
    }
    let account = Arc::new((namespace.to_owned(), name.to_owned()));
    let requester = Requester { service_account: Some(account), ..requester(args)?.clone() };
    Ok(Value::opaque(Opaque::Authorizer(requester)))
}

fn resource<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let Opaque::GroupCheck(check) = opaque(args, 0)? else { return Err(EvalError::no_such_overload()) };
    let check = ResourceCheck::new(check.requester.clone(), &check.group, text(args, 1)?);
    Ok(Value::opaque(Opaque::ResourceCheck(check.into())))
}

/// The question with one more thing said.
fn refined<'a>(args: &[Value<'a>], set: impl FnOnce(&mut ResourceCheck, String)) -> Result<Value<'a>> {
    let Opaque::ResourceCheck(check) = opaque(args, 0)? else { return Err(EvalError::no_such_overload()) };
    let mut check = (**check).clone();
    set(&mut check, text(args, 1)?.to_owned());
    Ok(Value::opaque(Opaque::ResourceCheck(check.into())))
}

fn subresource<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    refined(args, |check, text| check.subresource = text)
}

fn namespace<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    refined(args, |check, text| check.namespace = text)
}

fn name<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    refined(args, |check, text| check.name = text)
}

fn field_selector<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    refined(args, |check, text| check.field_selector = text)
}

fn label_selector<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    refined(args, |check, text| check.label_selector = text)
}

fn check<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    let verb = text(args, 1)?;
    let decision = match opaque(args, 0)? {
        Opaque::PathCheck(check) => check.check(verb),
        Opaque::ResourceCheck(check) => check.check(verb),
        _ => return Err(EvalError::no_such_overload()),
    };
    Ok(Value::opaque(Opaque::Decision(decision.into())))
}

fn decision<'v>(args: &'v [Value<'_>]) -> Result<&'v Decision> {
    match opaque(args, 0)? {
        Opaque::Decision(decision) => Ok(decision),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn errored<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(decision(args)?.error.is_some()))
}

fn error<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(decision(args)?.error.as_deref().unwrap_or_default()))
}

fn allowed<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(decision(args)?.allowed))
}

fn reason<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::text(&*decision(args)?.reason))
}
