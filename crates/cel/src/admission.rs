//! The expressions of admission policies and of webhooks' match conditions.
//!
//! [`Variables`] says which variables there are; its environment compiles validations, mutations, audit annotations and
//! match conditions. Composed `variables.*` are declared one by one with [`Composition`], in the order of the policy,
//! and bound as one [`crate::Lazy`] value.

use std::sync::Arc;

use crate::decl::DeclType;
use crate::environment::{Environment, Program};
use crate::types::{Type, kubernetes};

/// Which of the variables that not every expression has are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// `params`
    pub params: bool,
    /// `authorizer` and `authorizer.requestResource`
    pub authorizer: bool,
    /// The types that mutations make: `Object{…}`, `JSONPatch{…}`.
    pub patches: bool,
}

/// The type of `variables`.
const VARIABLES: &str = "kubernetes.variables";

impl Variables {
    /// The environment with these variables and those that every expression has: `object`, `oldObject`, `request` and
    /// `namespaceObject`.
    pub fn environment(self) -> Environment {
        let mut environment = Environment::new()
            .variable("object", Type::Dyn)
            .variable("oldObject", Type::Dyn)
            .declared("namespaceObject", &Arc::new(namespace()))
            .declared("request", &Arc::new(request()));
        if self.params {
            environment = environment.variable("params", Type::Dyn);
        }
        if self.authorizer {
            environment = environment
                .variable("authorizer", kubernetes::of(kubernetes::AUTHORIZER))
                .variable("authorizer.requestResource", kubernetes::of(kubernetes::RESOURCE_CHECK));
        }
        if self.patches { environment.with_patches() } else { environment }
    }
}

/// An environment that grows by the policy's own variables.
#[derive(Clone, Debug)]
pub struct Composition {
    base: Environment,
    fields: Vec<(String, Type)>,
}

impl Composition {
    /// Without variables of the policy's own yet; `variables` is there and has no fields.
    pub fn new(variables: Variables) -> Self {
        let base = variables
            .environment()
            .variable("variables", Type::object(VARIABLES))
            .object(VARIABLES, Vec::new());
        Self { base, fields: Vec::new() }
    }

    /// The environment with the variables so far.
    pub fn environment(&self) -> Environment {
        self.base.clone().object(VARIABLES, self.fields.clone())
    }

    /// Adds a variable: expressions that follow can use it. One that does not compile is of type `dyn`.
    pub fn add(&mut self, name: &str, program: Option<&Program>) {
        let ty = program.map_or(Type::Dyn, |program| program.output_type().clone());
        self.fields.push((name.to_owned(), ty));
    }
}

/// Whether the text is an identifier: what a policy's variable must be called.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|char| char.is_ascii_alphabetic() || char == '_')
        && chars.all(|char| char.is_ascii_alphanumeric() || char == '_')
}

fn text() -> DeclType {
    DeclType::string(0)
}

fn texts() -> DeclType {
    DeclType::list(text(), -1)
}

fn request() -> DeclType {
    let kind = || {
        DeclType::object(
            "kubernetes.GroupVersionKind",
            [("group", text()), ("version", text()), ("kind", text())],
        )
    };
    let resource = || {
        DeclType::object(
            "kubernetes.GroupVersionResource",
            [("group", text()), ("version", text()), ("resource", text())],
        )
    };
    let user = DeclType::object(
        "kubernetes.UserInfo",
        [("username", text()), ("uid", text()), ("groups", texts()), ("extra", DeclType::map(texts(), -1))],
    );
    DeclType::object(
        "kubernetes.AdmissionRequest",
        [
            ("kind", kind()),
            ("resource", resource()),
            ("subResource", text()),
            ("requestKind", kind()),
            ("requestResource", resource()),
            ("requestSubResource", text()),
            ("name", text()),
            ("namespace", text()),
            ("operation", text()),
            ("userInfo", user),
            ("dryRun", DeclType::bool()),
            ("options", DeclType::dynamic(0)),
        ],
    )
}

fn namespace() -> DeclType {
    let condition = DeclType::object(
        "kubernetes.NamespaceCondition",
        [
            ("status", text()),
            ("type", text()),
            ("lastTransitionTime", DeclType::timestamp()),
            ("message", text()),
            ("reason", text()),
        ],
    );
    let metadata = DeclType::object(
        "kubernetes.NamespaceMetadata",
        [
            ("name", text()),
            ("generateName", text()),
            ("namespace", text()),
            ("labels", DeclType::map(text(), -1)),
            ("annotations", DeclType::map(text(), -1)),
            ("UID", text()),
            ("creationTimestamp", DeclType::timestamp()),
            ("deletionGracePeriodSeconds", DeclType::int()),
            ("deletionTimestamp", DeclType::timestamp()),
            ("generation", DeclType::int()),
            ("resourceVersion", text()),
            ("finalizers", texts()),
        ],
    );
    DeclType::object(
        "kubernetes.Namespace",
        [
            ("metadata", metadata),
            ("spec", DeclType::object("kubernetes.NamespaceSpec", [("finalizers", texts())])),
            (
                "status",
                DeclType::object(
                    "kubernetes.NamespaceStatus",
                    [("conditions", DeclType::list(condition, -1)), ("phase", text())],
                ),
            ),
        ],
    )
}
