//! Environments, and the programs they compile.

use std::sync::Arc;

use crate::ast::{Expr, Kind};
use crate::checker::{self, Checked, Reference};
use crate::cost::{self, Sizes};
use crate::decl::DeclType;
use crate::error::Result;
use crate::eval::{Bindings, Eval};
use crate::parser::{self, Macros};
use crate::plan::{self, Node};
use crate::scope::{Object, Scope};
use crate::source::{CompileError, Issues, Source};
use crate::types::Type;
use crate::value::Value;

/// The names an expression can use. Every environment has the libraries that Kubernetes v1.36 has everywhere.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    scope: Scope,
    sizes: Sizes,
}

impl Environment {
    /// The libraries, and no variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a variable of a plain type.
    #[must_use]
    pub fn variable(mut self, name: &str, ty: Type) -> Self {
        self.scope.variables.push((name.to_owned(), ty));
        self
    }

    /// With a variable of a declared type, whose object types become known.
    #[must_use]
    pub fn declared(self, name: &str, decl: &Arc<DeclType>) -> Self {
        let ty = decl.ty().clone();
        self.types(decl).variable(name, ty)
    }

    /// With the object types of a declared type.
    #[must_use]
    pub fn types(mut self, decl: &Arc<DeclType>) -> Self {
        let mut found = Vec::new();
        decl.objects(&mut found);
        self.scope.objects.extend(found.into_iter().map(|(name, decl)| (name, Object::Declared(decl))));
        self
    }

    /// With an object type that has just these fields; a later one of the same name takes its place.
    #[must_use]
    pub fn object(mut self, name: &str, fields: Vec<(String, Type)>) -> Self {
        self.scope.objects.insert(name.to_owned(), Object::Fields(fields));
        self
    }

    /// Costs are estimated by this type, which the paths of every variable start from.
    #[must_use]
    pub fn sized_by(mut self, decl: &Arc<DeclType>) -> Self {
        self.sizes.root = Some(Arc::clone(decl));
        self
    }

    /// Costs are estimated by this type for this variable, and are unknown for others.
    #[must_use]
    pub fn variable_sized_by(mut self, name: &str, decl: &Arc<DeclType>) -> Self {
        self.sizes.only = Some(name.to_owned());
        self.sized_by(decl)
    }

    /// With `cel.bind`.
    #[must_use]
    pub const fn with_bind(mut self) -> Self {
        self.scope.libraries.bind = true;
        self
    }

    /// With `Object{…}`, `JSONPatch{…}` and `jsonpatch.escapeKey`.
    #[must_use]
    pub fn with_patches(mut self) -> Self {
        self.scope.libraries.patches = true;
        let text = || Type::String;
        let fields = [("op", text()), ("path", text()), ("from", text()), ("value", Type::Dyn)];
        self.object("JSONPatch", fields.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect())
    }

    /// Compiles an expression.
    pub fn compile(&self, text: &str) -> std::result::Result<Program, CompileError> {
        let source = Source::new(text);
        let mut issues = Issues::default();
        let macros = Macros { bind: self.scope.libraries.bind };
        let parsed = parser::parse(text, &source, macros, &mut issues);
        if let Some(error) = std::mem::take(&mut issues).into_error(&source) {
            return Err(error);
        }
        let checked = checker::check(parsed, &self.scope, &source, &mut issues);
        if let Some(error) = issues.into_error(&source) {
            return Err(error);
        }
        let estimate = cost::estimate(&checked, &self.sizes);
        let output = checked.type_of(&checked.root);
        let variables = variables(&checked);
        let mut selected = Vec::new();
        selections(&checked.root, &mut selected);
        let plan = plan::plan(&checked)
            .map_err(|why| CompileError::plain(format!("program instantiation failed: {why}")))?;
        Ok(Program { plan, output, min_cost: estimate.min, max_cost: estimate.max, variables, selected })
    }
}

fn variables(checked: &Checked) -> Vec<String> {
    let mut names: Vec<String> = checked
        .references
        .iter()
        .flatten()
        .filter_map(|reference| match reference {
            Reference::Variable(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// What is selected from names directly: `a.b`.
fn selections(expr: &Expr, found: &mut Vec<(String, String)>) {
    if let Kind::Select { operand, field, .. } = &expr.kind
        && let Kind::Ident(name) = &operand.kind
    {
        found.push((name.clone(), field.clone()));
    }
    for child in expr.kind.children() {
        selections(child, found);
    }
}

/// A compiled expression.
#[derive(Debug)]
pub struct Program {
    plan: Node,
    output: Type,
    min_cost: u64,
    max_cost: u64,
    variables: Vec<String>,
    selected: Vec<(String, String)>,
}

/// What came of an evaluation.
#[derive(Debug)]
pub struct Evaluation<'a> {
    /// The value, or why there is none.
    pub result: Result<Value<'a>>,
    /// What it cost, also when it failed.
    pub cost: u64,
}

impl Program {
    /// The type of the value.
    pub const fn output_type(&self) -> &Type {
        &self.output
    }

    /// The least that an evaluation can cost, by estimate.
    pub const fn min_cost(&self) -> u64 {
        self.min_cost
    }

    /// The most that an evaluation can cost, by estimate.
    pub const fn max_cost(&self) -> u64 {
        self.max_cost
    }

    /// Whether the expression uses the variable.
    pub fn uses(&self, name: &str) -> bool {
        self.variables.iter().any(|known| known == name)
    }

    /// The fields that the expression selects from a variable.
    pub fn fields_of<'n>(&'n self, variable: &'n str) -> impl Iterator<Item = &'n str> {
        self.selected.iter().filter(move |(name, _)| name == variable).map(|(_, field)| &**field)
    }

    /// Evaluates the expression, at a cost of at most `limit`.
    pub fn eval<'a>(&self, bindings: &Bindings<'a>, limit: u64) -> Evaluation<'a> {
        let mut eval = Eval::new(bindings, limit);
        let result = eval.run(&self.plan);
        Evaluation { result, cost: eval.cost }
    }
}
