//! Reads the signatures of the tables.

use std::sync::Arc;

use super::{Decl, Overload};
use crate::types::{Type, kubernetes};

/// The overload that a line declares.
pub(super) fn overload(decl: &Decl) -> Overload {
    let Decl(function, id, signature, run) = decl;
    let mut reader = Reader { rest: signature };
    let mut args = Vec::new();
    let member = !signature.starts_with('(');
    if member {
        args.push(reader.read());
        reader.skip(".");
    }
    reader.skip("(");
    while !reader.skip(")") {
        args.push(reader.read());
        reader.skip(",");
    }
    let result = reader.read();
    let mut params = Vec::new();
    for found in args.iter().chain([&result]) {
        collect(found, &mut params);
    }
    Overload { function, id, member, args, result, params, run: *run }
}

struct Reader<'s> {
    rest: &'s str,
}

impl Reader<'_> {
    fn skip(&mut self, text: &str) -> bool {
        let trimmed = self.rest.trim_start();
        match trimmed.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => {
                self.rest = trimmed;
                false
            }
        }
    }

    fn read(&mut self) -> Type {
        self.rest = self.rest.trim_start();
        let length =
            self.rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        match name {
            "list" => self.parameter(Type::list),
            "optional" => self.parameter(Type::optional),
            "type" => self.parameter(Type::of_type),
            "map" => {
                self.skip("(");
                let key = self.read();
                self.skip(",");
                let value = self.read();
                self.skip(")");
                Type::map(key, value)
            }
            name => simple(name),
        }
    }

    fn parameter(&mut self, make: fn(Type) -> Type) -> Type {
        self.skip("(");
        let inner = self.read();
        self.skip(")");
        make(inner)
    }
}

fn simple(name: &str) -> Type {
    match name {
        "bool" => Type::Bool,
        "bytes" => Type::Bytes,
        "double" => Type::Double,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "string" => Type::String,
        "duration" => Type::Duration,
        "timestamp" => Type::Timestamp,
        "dyn" => Type::Dyn,
        "quantity" => kubernetes::of(kubernetes::QUANTITY),
        "url" => kubernetes::of(kubernetes::URL),
        "semver" => kubernetes::of(kubernetes::SEMVER),
        "format" => kubernetes::of(kubernetes::FORMAT),
        "ip" => kubernetes::of(kubernetes::IP),
        "cidr" => kubernetes::of(kubernetes::CIDR),
        "authorizer" => kubernetes::of(kubernetes::AUTHORIZER),
        "path_check" => kubernetes::of(kubernetes::PATH_CHECK),
        "group_check" => kubernetes::of(kubernetes::GROUP_CHECK),
        "resource_check" => kubernetes::of(kubernetes::RESOURCE_CHECK),
        "decision" => kubernetes::of(kubernetes::DECISION),
        param => Type::param(param),
    }
}

fn collect(found: &Type, params: &mut Vec<Arc<str>>) {
    if let Type::Param(name) = found
        && !params.contains(name)
    {
        params.push(Arc::clone(name));
    }
    for inner in found.parameters() {
        collect(inner, params);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OVERLOADS, TABLES};
    use crate::types::Type;
    use std::collections::HashSet;

    #[test]
    fn every_line_reads() {
        let mut ids = HashSet::new();
        for overload in OVERLOADS.iter() {
            assert!(ids.insert((overload.function, overload.id)), "{} twice", overload.id);
            for param in &overload.params {
                assert!(param.len() == 1, "{}: what is {param}?", overload.id);
            }
            assert!(!matches!(&overload.result, Type::Param(name) if name.is_empty()), "{}", overload.id);
        }
        assert_eq!(OVERLOADS.len(), TABLES.iter().map(|table| table.len()).sum::<usize>());
    }
}
