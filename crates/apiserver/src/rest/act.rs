//! `POST` to what acts upon its body and does not keep it.

use meta::StatusError;
use meta::options::{CreateOptions, FieldValidation};
use registry::Answer as Done;

use super::call::Call;
use super::{decode, render};
use crate::answer::{self, Answer};

pub(super) async fn run(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let body = call.body().await?;
    let options = CreateOptions::from_query(&call.query());
    options.validate_create()?;
    let validation = FieldValidation::from_options(&options.field_validation);
    let object = decode::object(call, &body, validation)?;
    let (done, warnings) = call.server.registry.act(&call.target, &call.caller, object, &options).await?;
    call.warnings.extend(warnings);
    match done {
        Done::Tree(tree) => render::tree(call, &tree, 201, &output),
        Done::Stored(stored) => render::object(call, &stored, 201, &output).await,
        Done::Status(status) => Ok(answer::status(&status, 201, &call.wishes)),
    }
}
