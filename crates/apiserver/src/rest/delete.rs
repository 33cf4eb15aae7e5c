//! `DELETE` of an object or of a collection. Options come in the body, or in the query if there is no body.

use meta::StatusError;
use meta::options::{DeleteOptions, ListOptions};
use registry::Deleted;

use super::call::Call;
use super::{decode, render};
use crate::answer::{self, Answer};

const ORPHANS: &str = "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove \
     them or set propagationPolicy=Orphan to suppress this warning";

pub(super) async fn one(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let options = options(call).await?;
    warn_of_orphans(call, &options);
    match call.server.registry.delete(&call.target, &call.caller, &options).await? {
        Deleted::Object { stored, gone } => {
            render::object(call, &stored, if gone { 200 } else { accepted(&options) }, &output).await
        }
        Deleted::Status(status) => Ok(answer::status(&status, 200, &call.wishes)),
    }
}

/// The code for an object that is still there. Only those who asked in the old way for dependents to go too are told that it
/// takes a while: others would not understand it.
fn accepted(options: &DeleteOptions) -> u16 {
    if options.orphan_dependents == Some(false) { 202 } else { 200 }
}

/// Jobs leave their pods behind unless told otherwise, which few expect.
fn warn_of_orphans(call: &mut Call, options: &DeleteOptions) {
    let is_job = &*call.target.version().group == "batch" && &*call.target.kind.plural == "jobs";
    if is_job && options.propagation().is_none() && options.orphan_dependents.is_none() {
        call.warnings.push(ORPHANS.to_owned());
    }
}

pub(super) async fn many(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.list_output()?;
    let select = ListOptions::from_query(&call.query())?;
    select.validate()?;
    let options = options(call).await?;
    warn_of_orphans(call, &options);
    let registry = &call.server.registry;
    let page = registry.delete_collection(&call.target, &call.caller, &options, &select).await?;
    render::page(call, page, &output).await
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
