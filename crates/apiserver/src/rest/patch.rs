//! `PATCH` of an object, of a view of it, or of its scale, in one of four ways.

use codec::negotiate::{self, PatchKind};
use meta::options::{PatchKind as Options, PatchOptions};
use meta::{StatusError, StatusReason};
use registry::Patch;

use super::call::Call;
use super::get::is_scale;
use super::render;
use crate::answer::{self, Answer};

pub(super) async fn run(call: &mut Call) -> Result<Answer, StatusError> {
    let accepted: &[PatchKind] =
        if call.definition().is_some() { &PatchKind::ALL } else { &PatchKind::CUSTOM };
    let kind = negotiate::patch(&call.content_type, accepted)
        .map_err(|_| answer::bare(415, StatusReason::UnsupportedMediaType, "415: Unsupported Media Type"))?;
    let output = call.object_output()?;
    let body = call.body().await?;
    let options = PatchOptions::from_query(&call.query());
    options.validate(if kind == PatchKind::Apply { Options::Apply } else { Options::Other })?;
    let (registry, patch) = (&call.server.registry, Patch { kind, body });
    if is_scale(call) {
        let (scale, warnings) = registry.patch_scale(&call.target, &call.caller, &patch, &options).await?;
        call.warnings.extend(warnings);
        return render::tree(call, &scale, 200, &output);
    }
    let written = registry.patch(&call.target, &call.caller, &patch, &options).await?;
    call.warnings.extend(written.warnings);
    render::object(call, &written.stored, if written.created { 201 } else { 200 }, &output).await
}
