//! `GET` of a collection.

use meta::StatusError;
use meta::options::ListOptions;

use super::call::Call;
use super::render;
use crate::answer::Answer;

pub(super) async fn run(call: &Call) -> Result<Answer, StatusError> {
    let output = call.list_output()?;
    let options = ListOptions::from_query(&call.query())?;
    options.validate()?;
    let page = call.server.registry.list(&call.target, &options).await?;
    render::page(call, page, &output).await
}
