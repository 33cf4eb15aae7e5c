//! The expressions of admission policies and of webhooks' match conditions.
//!
//! [`Variables`] says which variables there are; its environment compiles validations, mutations, audit annotations and
//! match conditions. Composed `variables.*` are declared one by one with [`Composition`], in the order of the policy; at
//! run time [`Composed`] evaluates those that an expression uses.

use std::sync::Arc;

use crate::PER_CALL_LIMIT;
use crate::decl::DeclType;
use crate::environment::{Environment, Program};
use crate::error::{EvalError, Result};
use crate::eval::Bindings;
use crate::types::{Type, kubernetes};
use crate::value::{Record, Value};

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
    variables: Variables,
    fields: Vec<(String, Type)>,
}

impl Composition {
    /// Without variables of the policy's own yet; `variables` is there and has no fields.
    pub const fn new(variables: Variables) -> Self {
        Self { variables, fields: Vec::new() }
    }

    /// The environment with the variables so far.
    pub fn environment(&self) -> Environment {
        let environment = self.variables.environment().variable("variables", Type::object(VARIABLES));
        environment.object(VARIABLES, self.fields.clone())
    }

    /// The same without the authorizer, which messages cannot ask.
    pub fn without_authorizer(&self) -> Environment {
        let variables = Variables { authorizer: false, ..self.variables };
        Self { variables, fields: self.fields.clone() }.environment()
    }

    /// The same without the types that only mutations make.
    pub fn without_patches(&self) -> Environment {
        let variables = Variables { patches: false, ..self.variables };
        Self { variables, fields: self.fields.clone() }.environment()
    }

    /// Adds a variable: expressions that follow can use it. One that does not compile is of type `dyn`.
    pub fn add(&mut self, name: &str, program: Option<&Program>) {
        let ty = program.map_or(Type::Dyn, |program| program.output_type().clone());
        self.fields.push((name.to_owned(), ty));
    }
}

/// A policy's own variables while its expressions are evaluated for one request. Each is evaluated at most once, when an
/// expression that uses it is about to be.
#[derive(Debug)]
pub struct Composed<'a> {
    programs: &'a [(String, std::result::Result<Program, String>)],
    done: Vec<Option<Result<Value<'a>>>>,
    /// What evaluating them cost so far.
    pub cost: u64,
}

impl<'a> Composed<'a> {
    /// The variables in the policy's order: their programs, or why they have none.
    pub fn new(programs: &'a [(String, std::result::Result<Program, String>)]) -> Self {
        Self { programs, done: vec![None; programs.len()], cost: 0 }
    }

    /// The bindings with those variables that the program uses.
    pub fn bind(&mut self, program: &Program, bindings: &Bindings<'a>) -> Bindings<'a> {
        self.bind_before(self.programs.len(), program, bindings)
    }

    /// A variable can use only those before it, so this ends.
    fn bind_before(&mut self, end: usize, program: &Program, bindings: &Bindings<'a>) -> Bindings<'a> {
        let mut record = Record::default();
        for name in program.fields_of("variables") {
            let at = self.programs[..end].iter().rposition(|(known, _)| known == name);
            if let Some(at) = at {
                let result = self.value(at, bindings);
                record.fields.push((Arc::from(name), result));
            }
        }
        bindings.clone().with("variables", Value::Record(Arc::new(record)))
    }

    fn value(&mut self, at: usize, bindings: &Bindings<'a>) -> Result<Value<'a>> {
        if let Some(done) = &self.done[at] {
            return done.clone();
        }
        let (name, program) = &self.programs[at];
        let quoted = meta::go::quote(name);
        let result = match program {
            Err(why) => Err(EvalError::new(format!("composited variable {quoted} fails to compile: {why}"))),
            Ok(program) => {
                let bindings = self.bind_before(at, program, bindings);
                let evaluation = program.eval(&bindings, PER_CALL_LIMIT);
                self.cost = self.cost.saturating_add(evaluation.cost);
                evaluation.result.map_err(|error| {
                    EvalError::new(format!("composited variable {quoted} fails to evaluate: {error}"))
                })
            }
        };
        self.done[at] = Some(result.clone());
        result
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
