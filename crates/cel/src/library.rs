//! The functions that expressions can call: one table for each library, in a file of its own.
//!
//! A table's line has the function's name, the overload's name (costs are reckoned by it), its signature, and the code.
//! `receiver.(arguments) result` is called as a member, `(arguments) result` as a function; capital letters are type
//! parameters.

pub(crate) mod arguments;
mod authz;
mod cidr;
mod conversions;
mod ext_lists;
pub(crate) mod format;
mod format_text;
mod ip;
mod json_patch;
mod k8s_lists;
mod maps;
mod operators;
mod optional;
mod quantity;
mod regex_find;
pub(crate) mod semver;
mod sets;
mod signature;
mod strings;
mod strings_ext;
mod times;
pub(crate) mod url;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use regex::Regex;

use crate::error::Result;
use crate::types::Type;
use crate::value::Value;

/// A line of a table: function, overload, signature, code.
pub(crate) struct Decl(pub &'static str, pub &'static str, pub &'static str, pub Run);

/// The code of a function.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// Of values.
    Values(for<'a> fn(&[Value<'a>]) -> Result<Value<'a>>),
    /// Of values, the second of which is a regular expression.
    Regex(for<'a> fn(&Regex, &[Value<'a>]) -> Result<Value<'a>>),
    /// The evaluator's own business.
    Special,
}

/// One overload of a function.
pub(crate) struct Overload {
    pub function: &'static str,
    pub id: &'static str,
    pub member: bool,
    pub args: Vec<Type>,
    pub result: Type,
    pub params: Vec<Arc<str>>,
    pub run: Run,
}

impl fmt::Debug for Overload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Which libraries beyond the common ones an environment has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Libraries {
    /// `cel.bind`
    pub bind: bool,
    /// `Object{…}`, `JSONPatch{…}` and `jsonpatch.escapeKey`.
    pub patches: bool,
}

const TABLES: [&[Decl]; 20] = [
    operators::TABLE,
    conversions::TABLE,
    strings::TABLE,
    times::TABLE,
    maps::TABLE,
    optional::TABLE,
    strings_ext::TABLE,
    format_text::TABLE,
    k8s_lists::TABLE,
    ext_lists::TABLE,
    sets::TABLE,
    regex_find::TABLE,
    url::TABLE,
    quantity::TABLE,
    ip::TABLE,
    cidr::TABLE,
    format::TABLE,
    semver::TABLE,
    authz::TABLE,
    json_patch::TABLE,
];

static OVERLOADS: LazyLock<Vec<Overload>> =
    LazyLock::new(|| TABLES.iter().flat_map(|table| table.iter()).map(signature::overload).collect());

static FUNCTIONS: LazyLock<HashMap<&'static str, Vec<&'static Overload>>> = LazyLock::new(|| {
    let mut functions: HashMap<_, Vec<_>> = HashMap::new();
    for overload in OVERLOADS.iter() {
        functions.entry(overload.function).or_default().push(overload);
    }
    functions
});

/// The overloads of a function, in the order they were declared.
pub(crate) fn overloads(name: &str, libraries: Libraries) -> &'static [&'static Overload] {
    if name.starts_with("jsonpatch.") && !libraries.patches {
        return &[];
    }
    FUNCTIONS.get(name).map_or(&[], Vec::as_slice)
}
