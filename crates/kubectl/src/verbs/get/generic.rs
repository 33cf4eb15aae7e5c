//! `get -o yaml` and the like: one object as it is, several as a list.

use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::print::{Printer, sort_objects};
use crate::resources::{Select, Selected};

pub(super) async fn run(cx: &Cx, printer: &Printer) -> Result {
    let mut select = Select { types_mean_all: true, latest: true, ..Select::of(cx) };
    if cx.flags.some("sort-by").is_some() {
        select.chunk = 0;
    }
    let Selected { infos, mut errors, single, .. } = select.find(cx).await?;
    if cx.flags.on("ignore-not-found") {
        errors.retain(|error| !error.is_not_found());
        if infos.is_empty() {
            return Error::all(errors);
        }
    }
    if single && !errors.is_empty() {
        return Error::all(errors);
    }
    let mut objects: Vec<_> = infos.into_iter().map(|info| info.object).collect();
    if single && objects.len() == 1 {
        printer.print(cx, &objects[0])?;
        return Error::all(errors);
    }
    if let Some(field) = cx.flags.some("sort-by") {
        sort_objects(&mut objects, field)?;
    }
    printer.print(cx, &super::list_of(objects))?;
    Error::all(errors)
}
