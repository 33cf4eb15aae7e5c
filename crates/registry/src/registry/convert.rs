//! Versions of custom resources between which another program converts. It is asked before an answer is written, once for each object
//! and version; what it said is kept with the object.

use std::sync::Arc;

use meta::StatusError;
use resource::{Kind, Object, Served};
use serde_json::Value;

use super::Registry;
use crate::settle::settle;
use crate::{Stored, Target};

impl Registry {
    /// Has objects converted to the version that the client speaks, as far as that is not the server's own business.
    pub async fn prepare(&self, target: &Target, objects: &[Arc<Stored>]) -> Result<(), StatusError> {
        self.convert(&target.kind, target.served, objects).await
    }

    pub(super) async fn convert(
        &self,
        kind: &Kind,
        served: usize,
        objects: &[Arc<Stored>],
    ) -> Result<(), StatusError> {
        let Some(converter) = &kind.converter else { return Ok(()) };
        let (version, hub) = (&kind.served[served], kind.hub().api_version());
        let wanted = version.api_version();
        let missing: Vec<&Arc<Stored>> =
            objects.iter().filter(|stored| stored.form(kind, &wanted).is_none()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let tree = |stored: &&Arc<Stored>| {
            let mut object = stored.object().map_err(StatusError::internal)?;
            object.set("apiVersion", stored.version.as_deref().unwrap_or(&hub));
            object.set("kind", kind.kind.to_string());
            Ok(object)
        };
        let before: Vec<Object> = missing.iter().map(tree).collect::<Result<_, StatusError>>()?;
        let trees = before.iter().map(|object| object.tree().clone()).collect();
        let converted = converter.convert(trees, &wanted).await?;
        for ((stored, before), tree) in missing.iter().zip(&before).zip(converted) {
            let object = checked(before, tree, version, &kind.kind)?;
            let json = codec::canonical::to_stored(object.tree());
            stored.forms.lock().push((wanted.as_ref().into(), json));
        }
        Ok(())
    }

    /// One object in another version of its kind; it has no `apiVersion` then.
    pub(super) async fn convert_one(
        &self,
        kind: &Kind,
        object: &Object,
        from: &Served,
        to: &Served,
    ) -> Result<Object, StatusError> {
        let Some(converter) = kind.converter.as_ref().filter(|_| from.version != to.version) else {
            return Ok(object.clone());
        };
        let mut before = object.clone();
        before.set("apiVersion", from.api_version().into_owned());
        before.set("kind", kind.kind.to_string());
        let converted = converter.convert(vec![before.tree().clone()], &to.api_version()).await?;
        let tree = converted.into_iter().next().unwrap_or_default();
        let mut after = checked(&before, tree, to, &kind.kind)?;
        after.remove("apiVersion");
        after.remove("kind");
        Ok(after)
    }
}

/// What came back is the same object: of its metadata only labels and annotations may be others.
fn checked(before: &Object, tree: Value, version: &Served, kind: &str) -> Result<Object, StatusError> {
    let failed = |why: String| StatusError::internal(format!("conversion webhook: {why}"));
    let mut object = Object::new(tree).map_err(|_| failed("a converted object is no object".to_owned()))?;
    for (path, wanted) in [("apiVersion", &*version.api_version()), ("kind", kind)] {
        if object.text(path) != wanted {
            let found = object.text(path).to_owned();
            return Err(failed(format!(
                "invalid converted object: {path} is {found:?} and should be {wanted:?}"
            )));
        }
    }
    for (path, found) in [("metadata.name", object.name()), ("metadata.uid", object.uid())] {
        if found != before.text(path) {
            return Err(failed(format!("invalid converted object: {path} must not change")));
        }
    }
    let mut metadata = before.get("metadata").cloned().unwrap_or_default();
    for name in ["labels", "annotations"] {
        match object.get(&format!("metadata.{name}")) {
            Some(value) => metadata[name] = value.clone(),
            None => drop(metadata.as_object_mut().and_then(|metadata| metadata.remove(name))),
        }
    }
    object.set("metadata", metadata);
    settle(object.tree_mut(), &version.schema);
    Ok(object)
}
