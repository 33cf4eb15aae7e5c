//! What a plugin knows of a request: upstream's admission attributes, and the words of a refusal.

use meta::{GroupResource, StatusError};
use registry::{Attributes, Operation, Target};
use resource::{Object, User};

use crate::State;
use crate::rounds::Rounds;

/// One request, as plugins see it.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    attributes: Attributes<'a>,
    /// How to read other objects.
    pub state: &'a State,
    /// What is remembered while the object goes round.
    pub rounds: &'a Rounds,
}

impl<'a> Request<'a> {
    /// Of what the engine tells, with the objects around it.
    pub fn new(attributes: Attributes<'a>, state: &'a State, rounds: &'a Rounds) -> Self {
        Self { attributes, state, rounds }
    }

    /// What it is about.
    pub fn target(&self) -> &'a Target {
        self.attributes.target
    }

    /// The options of the request, as a tree.
    pub fn options(&self) -> &'a serde_json::Value {
        self.attributes.options
    }

    /// What is about to happen.
    pub fn operation(&self) -> Operation {
        self.attributes.operation
    }

    /// Whether a new object comes.
    pub fn creates(&self) -> bool {
        self.attributes.operation == Operation::Create
    }

    /// Whether an object changes.
    pub fn updates(&self) -> bool {
        self.attributes.operation == Operation::Update
    }

    /// Whether an object goes.
    pub fn deletes(&self) -> bool {
        self.attributes.operation == Operation::Delete
    }

    /// Whether it is about this resource, or something below it.
    pub fn is(&self, group: &str, plural: &str) -> bool {
        let kind = &self.attributes.target.kind;
        kind.plural == plural && kind.hub().group == group
    }

    /// Whether it is about this resource itself, and nothing below it.
    pub fn is_whole(&self, group: &str, plural: &str) -> bool {
        self.subresource().is_empty() && self.is(group, plural)
    }

    /// The resource, by the group that it belongs to.
    pub fn group_resource(&self) -> GroupResource {
        self.attributes.target.kind.group_resource()
    }

    /// The kind, as errors of validation name it.
    pub fn group_kind(&self) -> meta::GroupKind {
        self.attributes.target.group_kind()
    }

    /// What below the object is meant; empty for the object itself.
    pub fn subresource(&self) -> &'a str {
        &self.attributes.target.subresource
    }

    /// Whether the resource lives in namespaces.
    pub fn is_namespaced(&self) -> bool {
        self.attributes.target.kind.is_namespaced()
    }

    /// The namespace; empty for what belongs to the cluster.
    pub fn namespace(&self) -> &'a str {
        if self.is_namespaced() { &self.attributes.target.namespace } else { "" }
    }

    /// The name on the path; empty for a new object.
    pub fn name(&self) -> &'a str {
        &self.attributes.target.name
    }

    /// Who asks.
    pub fn user(&self) -> &'a User {
        self.attributes.user
    }

    /// The object as it is, when there is one.
    pub fn old(&self) -> Option<&'a Object> {
        self.attributes.old
    }

    /// Whether nothing will be stored.
    pub fn is_dry_run(&self) -> bool {
        self.attributes.dry_run
    }

    /// A refusal. It names the object as far as it has a name yet.
    pub fn forbidden(&self, object: Option<&Object>, why: impl std::fmt::Display) -> StatusError {
        let named = object.map(|object| match object.name() {
            "" => object.text("metadata.generateName"),
            name => name,
        });
        let name = match (self.name(), named) {
            ("", None | Some("")) => "Unknown",
            ("", Some(name)) => name,
            (name, _) => name,
        };
        StatusError::forbidden(&self.attributes.target.group_resource(), name, why)
    }
}
