//! What every write knows of its request, and the steps that writes share: between the client's version and the hub, admission,
//! ownership of fields.

use std::sync::Arc;

use meta::options::DryRun;
use meta::{StatusError, Time};
use patch::apply::{self, Cx, FieldSet};
use resource::{Context, Object, Part};
use schema::{Schema, Type};
use serde_json::Value;

use super::Registry;
use crate::settle::settle;
use crate::{Admission, Attributes, Caller, Operation, Stored, Target};

/// What a write did.
#[derive(Debug, Clone)]
pub struct Written {
    /// The object as it is now, or as it would be after a dry run.
    pub stored: Arc<Stored>,
    /// Whether it is new.
    pub created: bool,
    /// What the client should be told though nothing was wrong.
    pub warnings: Vec<String>,
}

/// One write under way.
pub(super) struct Request<'a> {
    pub registry: &'a Registry,
    pub target: &'a Target,
    /// By whose rules the object is changed: those of the target's path, but for scales.
    pub part: Part<'a>,
    pub caller: &'a Caller,
    /// To whom changed fields are attributed.
    pub manager: &'a str,
    /// The request's options, for admission.
    pub options: Value,
    pub dry_run: bool,
    pub now: Time,
    pub admission: Arc<dyn Admission>,
    pub warnings: Vec<String>,
}

impl<'a> Request<'a> {
    pub(super) fn new(
        registry: &'a Registry,
        target: &'a Target,
        caller: &'a Caller,
        manager: &'a str,
        dry_run: &[String],
        options: Value,
    ) -> Self {
        Self {
            registry,
            target,
            part: target.part(),
            caller,
            manager: if manager.is_empty() { &caller.manager } else { manager },
            options,
            dry_run: DryRun::from_options(dry_run) == DryRun::All,
            now: registry.clock.now().into(),
            admission: registry.admission(),
            warnings: Vec::new(),
        }
    }

    /// What the kind's rules may know.
    pub(super) fn context(&self) -> Context<'a> {
        Context { user: &self.caller.user, now: self.now, dry_run: self.dry_run }
    }

    /// An object of the client's version in the hub's form, with what Go would have dropped or added, and with its defaults.
    pub(super) async fn to_hub(&self, mut object: Object) -> Result<Object, StatusError> {
        let (kind, version) = (&self.target.kind, self.target.version());
        settle(object.tree_mut(), &version.schema);
        if self.is_converted_elsewhere() {
            schema::apply_defaults(object.tree_mut(), &version.schema);
            object = self.registry.convert_one(kind, &object, version, kind.hub()).await?;
        }
        object.remove("apiVersion");
        object.remove("kind");
        if let Some(conversion) = &version.conversion {
            (conversion.to_hub)(&mut object);
        }
        self.target.kind.strategy.defaults(&mut object);
        Ok(object)
    }

    /// Whether another program has to be asked for the client's version.
    fn is_converted_elsewhere(&self) -> bool {
        self.target.kind.converter.is_some() && self.target.served != 0
    }

    /// An object of the hub's form as the client knows it, `apiVersion` and `kind` included.
    pub(super) async fn in_version(&self, object: &Object) -> Result<Object, StatusError> {
        let (kind, version) = (&self.target.kind, self.target.version());
        let mut object = self.registry.convert_one(kind, object, kind.hub(), version).await?;
        if let Some(conversion) = &version.conversion {
            (conversion.from_hub)(&mut object);
        }
        object.set("apiVersion", version.api_version().into_owned());
        object.set("kind", self.target.kind.kind.to_string());
        Ok(object)
    }

    /// The shape that is written: once more as Go would print it, since defaults and preparation add what they add.
    pub(super) fn settle_hub(&self, object: &mut Object) {
        settle(object.tree_mut(), &self.target.kind.hub().schema);
    }

    /// Gives the changed fields to the manager, in the client's version.
    pub(super) async fn track(&self, old: Option<&Object>, new: &mut Object) -> Result<(), StatusError> {
        let reset = self.reset_fields();
        let (version, now) = (self.target.version().api_version(), self.now.to_string());
        let cx = self.cx(&version, &now, Some(&reset));
        if self.target.version().conversion.is_none() && !self.is_converted_elsewhere() {
            apply::track_update(old.map(Object::tree), new.tree_mut(), &cx);
            return Ok(());
        }
        let mut seen = self.in_version(new).await?;
        let old = match old {
            Some(old) => Some(self.in_version(old).await?),
            None => None,
        };
        apply::track_update(old.as_ref().map(Object::tree), seen.tree_mut(), &cx);
        new.copy_from(&seen, "metadata.managedFields");
        Ok(())
    }

    /// The same for the body of an action: it is of its own kind, and shows what Go would print of it.
    pub(super) fn track_body(&self, body: &mut Object) {
        let version = body.text("apiVersion").to_owned();
        let kind = body.text("kind").to_owned();
        let (group, name) = version.split_once('/').unwrap_or(("", &version));
        let Some(definition) = schema::builtin(group, name, &kind) else { return };
        let (schema, now) = (Schema::of(Type::Ref(definition)), self.now.to_string());
        settle(body.tree_mut(), &schema);
        body.remove("apiVersion");
        body.remove("kind");
        let mut cx = Cx::new(&schema, &version, &kind, self.manager, &now);
        cx.subresource = &self.target.subresource;
        apply::track_update(None, body.tree_mut(), &cx);
        body.set("apiVersion", version.as_str());
        body.set("kind", kind.as_str());
    }

    /// The circumstances of the write for the tracking of fields.
    pub(super) fn cx<'c>(&'c self, version: &'c str, now: &'c str, reset: Option<&'c FieldSet>) -> Cx<'c> {
        let mut cx =
            Cx::new(&self.target.version().schema, version, &self.target.kind.kind, self.manager, now);
        cx.subresource = &self.target.subresource;
        cx.reset_fields = reset;
        cx
    }

    /// What this path cannot change.
    pub(super) fn reset_fields(&self) -> FieldSet {
        let paths = self.target.kind.strategy.resets(self.part);
        let paths: Vec<Vec<&str>> = paths.iter().map(|path| path.split('.').collect()).collect();
        FieldSet::of_fields(paths.iter().map(Vec::as_slice))
    }

    /// Lets admission change the object; the kind's defaults then fill what it left open.
    pub(super) async fn mutate(
        &mut self,
        old: Option<&Object>,
        object: &mut Object,
    ) -> Result<(), StatusError> {
        let operation = if old.is_some() { Operation::Update } else { Operation::Create };
        self.let_change(operation, old, object).await?;
        self.target.kind.strategy.defaults(object);
        Ok(())
    }

    /// Lets admission change the body of an action, which is no object of the kind.
    pub(super) async fn admit_body(&mut self, body: &mut Object) -> Result<(), StatusError> {
        self.let_change(Operation::Create, None, body).await
    }

    /// Lets admission change an object, or the body of an action or a connection, or refuse it.
    pub(super) async fn let_change(
        &mut self,
        operation: Operation,
        old: Option<&Object>,
        object: &mut Object,
    ) -> Result<(), StatusError> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let outcome = self.admission.mutate(self.attributes(operation, old), object, &mut warnings).await;
        self.warnings = warnings;
        outcome
    }

    /// Lets admission refuse.
    pub(super) async fn admit(
        &mut self,
        operation: Operation,
        old: Option<&Object>,
        object: Option<&Object>,
    ) -> Result<(), StatusError> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let outcome = self.admission.validate(self.attributes(operation, old), object, &mut warnings).await;
        self.warnings = warnings;
        outcome
    }

    fn attributes<'s>(&'s self, operation: Operation, old: Option<&'s Object>) -> Attributes<'s> {
        Attributes {
            target: self.target,
            operation,
            user: &self.caller.user,
            old,
            options: &self.options,
            dry_run: self.dry_run,
        }
    }
}
