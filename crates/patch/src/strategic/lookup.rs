//! From a field to its schema and patch strategy, with upstream's texts when there is no such field.

use schema::{PatchStrategy, Schema};

use super::Error;

/// A field that holds an object, or the items of one that holds a list.
#[derive(Clone, Copy)]
pub(super) struct Found<'s> {
    pub(super) schema: Option<&'s Schema>,
    pub(super) strategy: PatchStrategy,
    pub(super) merge_key: Option<&'s str>,
}

/// The field of an object.
pub(super) fn field<'s>(schema: Option<&'s Schema>, name: &str) -> Result<Found<'s>, Error> {
    let object = schema.and_then(Schema::object);
    let Some(object) = object.filter(|object| !object.fields.is_empty()) else {
        let kind = if object.is_some() { "map" } else { "interface" };
        return Err(Error::Lookup(format!(
            "merging an object in json but data type is not struct, instead is: {kind}"
        )));
    };
    let Some(found) = object.field(name) else {
        let of = schema.and_then(Schema::definition).map_or("", |definition| definition.short_name());
        return Err(Error::Lookup(format!(
            "unable to find api field in struct {of} for the json field {}",
            crate::go_text::quote(name)
        )));
    };
    Ok(Found { schema: Some(found), strategy: found.patch_strategy, merge_key: found.patch_merge_key() })
}

/// The field of an object that holds a list: the schema is that of its items.
pub(super) fn list<'s>(schema: Option<&'s Schema>, name: &str) -> Result<Found<'s>, Error> {
    let found = field(schema, name)?;
    let items = found
        .schema
        .and_then(Schema::items)
        .ok_or_else(|| Error::Lookup("expected slice or array type, but got: struct".to_owned()))?;
    if items.items().is_some() {
        return Err(Error::Lookup("unexpected slice of slice".to_owned()));
    }
    Ok(Found { schema: Some(items), ..found })
}

impl Found<'_> {
    pub(super) const fn replaces(&self) -> bool {
        matches!(self.strategy, PatchStrategy::Replace)
    }
}
