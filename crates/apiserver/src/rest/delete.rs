//! `DELETE` of an object or of a collection. Options come in the body, or in the query if there is no body.

use meta::StatusError;
use meta::options::{DeleteOptions, ListOptions, PropagationPolicy};
use registry::Deleted;

use super::call::Call;
use super::{decode, render};
use crate::answer::{self, Answer};

pub(super) async fn one(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let options = options(call).await?;
    match call.server.registry.delete(&call.target, &call.caller, &options).await? {
        Deleted::Object { stored, gone } => {
            render::object(call, &stored, if gone { 200 } else { accepted(&options) }, &output)
        }
        Deleted::Status(status) => Ok(answer::status(&status, 200, &call.wishes)),
    }
}

/// The code for an object that is still there. Only those who asked for dependents to go too are told that it takes a while:
/// others would not understand it.
fn accepted(options: &DeleteOptions) -> u16 {
    let cascades = options.orphan_dependents == Some(false);
    if cascades || options.propagation() == Some(PropagationPolicy::Foreground) { 202 } else { 200 }
}

pub(super) async fn many(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.list_output()?;
    let select = ListOptions::from_query(&call.query())?;
    select.validate()?;
    let options = options(call).await?;
    let registry = &call.server.registry;
    let page = registry.delete_collection(&call.target, &call.caller, &options, &select).await?;
    render::page(call, page, &output)
}

async fn options(call: &mut Call) -> Result<DeleteOptions, StatusError> {
    let body = call.body().await?;
    let options = if body.is_empty() {
        DeleteOptions::from_query(&call.query())
            .map_err(|error| StatusError::bad_request(error.to_string()))?
    } else {
        decode::delete_options(&body, &call.content_type)?
    };
    options.validate()?;
    Ok(options)
}
