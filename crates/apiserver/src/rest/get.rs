//! `GET` of one object, of a view of it, or of its scale.

use meta::StatusError;
use meta::options::GetOptions;
use resource::SubresourceKind;

use super::call::Call;
use super::render;
use crate::answer::Answer;

pub(super) async fn run(call: &Call) -> Result<Answer, StatusError> {
    let output = call.object_output()?;
    let options = GetOptions::from_query(&call.query());
    let registry = &call.server.registry;
    if is_scale(call) {
        let scale = registry.scale(&call.target, &options).await?;
        return render::tree(call, &scale, 200, &output);
    }
    let stored = registry.get(&call.target, &options).await?;
    render::object(call, &stored, 200, &output).await
}

/// Whether the target is an object's scale, which is no object of the kind.
pub(super) fn is_scale(call: &Call) -> bool {
    call.target.below().is_some_and(|below| matches!(below.does, SubresourceKind::Scale { .. }))
}
