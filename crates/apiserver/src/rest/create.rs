//! `POST` to a collection.

use meta::StatusError;
use meta::options::{CreateOptions, FieldValidation};

use super::call::Call;
use super::{decode, render};
use crate::answer::Answer;

pub(super) async fn run(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let body = call.body().await?;
    let options = CreateOptions::from_query(&call.query());
    options.validate_create()?;
    let validation = FieldValidation::from_options(&options.field_validation);
    let object = decode::object(call, &body, validation)?;
    let written = call.server.registry.create(&call.target, &call.caller, object, &options).await?;
    call.warnings.extend(written.warnings);
    render::object(call, &written.stored, 201, &output).await
}
