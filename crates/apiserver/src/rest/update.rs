//! `PUT` of an object, of a view of it, or of its scale.

use meta::StatusError;
use meta::options::{FieldValidation, UpdateOptions};

use super::call::Call;
use super::get::is_scale;
use super::{decode, render};
use crate::answer::Answer;

pub(super) async fn run(call: &mut Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let body = call.body().await?;
    let options = UpdateOptions::from_query(&call.query());
    options.validate_update()?;
    let validation = FieldValidation::from_options(&options.field_validation);
    let object = decode::object(call, &body, validation)?;
    let registry = &call.server.registry;
    if is_scale(call) {
        let (scale, warnings) = registry.update_scale(&call.target, &call.caller, object, &options).await?;
        call.warnings.extend(warnings);
        return render::tree(call, &scale, 200, &output);
    }
    let written = registry.update(&call.target, &call.caller, object, &options).await?;
    call.warnings.extend(written.warnings);
    render::object(call, &written.stored, if written.created { 201 } else { 200 }, &output).await
}
