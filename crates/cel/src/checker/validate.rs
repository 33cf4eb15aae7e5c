//! What is checked of a well-typed expression: constants given to `duration`, `timestamp` and `matches`, and literals
//! whose parts have one type.

use super::Checked;
use crate::ast::{Call, Expr, Kind, Literal};
use crate::source::{Issues, Location, Source};
use crate::time;
use crate::types::Type;

pub(super) fn validate(checked: &Checked, offsets: &[Option<u32>], source: &Source, issues: &mut Issues) {
    let mut validator = Validator { checked, offsets, source, issues };
    validator.walk(&checked.root, false);
}

struct Validator<'a> {
    checked: &'a Checked,
    offsets: &'a [Option<u32>],
    source: &'a Source,
    issues: &'a mut Issues,
}

impl Validator<'_> {
    fn walk(&mut self, expr: &Expr, in_format: bool) {
        let mut exempt = in_format;
        match &expr.kind {
            Kind::Call(call) => {
                self.call(call);
                exempt |= call.function == "format";
            }
            Kind::List { items, optional } if !in_format => {
                self.same(items.iter().zip(optional.iter().copied()));
            }
            Kind::Map(entries) if !in_format => {
                self.same(entries.iter().map(|entry| (&entry.key, false)));
                self.same(entries.iter().map(|entry| (&entry.value, entry.optional)));
            }
            _ => {}
        }
        for child in expr.kind.children() {
            self.walk(child, exempt);
        }
    }

    fn call(&mut self, call: &Call) {
        let Some(arg) = call.args.first() else { return };
        let Kind::Literal(Literal::String(text)) = &arg.kind else { return };
        let valid = match &*call.function {
            "duration" => time::parse_duration(text).is_ok(),
            "timestamp" => time::parse_timestamp(text).is_ok(),
            "matches" => crate::regexes::compile(text).is_ok(),
            _ => true,
        };
        if !valid {
            self.report(arg, format!("invalid {} argument", call.function));
        }
    }

    fn same<'e>(&mut self, elements: impl Iterator<Item = (&'e Expr, bool)>) {
        let mut first: Option<Type> = None;
        for (element, optional) in elements {
            let mut found = self.checked.type_of(element);
            if optional && let Some(inner) = found.unwrap_optional() {
                found = inner.clone();
            }
            match &first {
                None => first = Some(found),
                Some(first) if *first != found => {
                    let message = format!("expected type '{first}' but found '{found}'");
                    self.report(element, message);
                    return;
                }
                Some(_) => {}
            }
        }
    }

    fn report(&mut self, expr: &Expr, message: String) {
        let offset = self.offsets.get(expr.id as usize).copied().flatten();
        self.issues.push(offset.map_or(Location::NONE, |offset| self.source.location(offset)), message);
    }
}
