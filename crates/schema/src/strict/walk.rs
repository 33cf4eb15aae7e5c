//! Follows a JSON text with a schema, as Go's decoder follows it with a type. Called by `strict` only.

use std::borrow::Cow;
use std::collections::HashSet;

use super::scan::{Kind, Scanner};
use super::{DecodeError, FieldError, Findings, go};
use crate::{Additional, Definition, Format, Object, Schema, Special, Type};

/// Go gives up after as many findings.
const MAX_FINDINGS: usize = 100;

/// Values nested deeper are stepped over, so that no text can exhaust the stack.
const MAX_DEPTH: usize = 512;

pub(super) fn typed(text: &str, definition: &'static Definition) -> Findings {
    let mut walk = Walk::new(text, definition);
    let place = Place { owner: None, field: "", levels: 0 };
    // `None` only means that the text ended early.
    let _ = walk.value(Expect::of(definition), place);
    walk.findings
}

pub(super) fn untyped(text: &str) -> Findings {
    let mut walk = Walk::new(text, &crate::generated::runtime::RawExtension);
    let _ = walk.value(Expect::Free, Place { owner: None, field: "", levels: 0 });
    walk.findings
}

/// What the next value should be.
#[derive(Clone, Copy)]
enum Expect<'s> {
    /// Anything, checked for duplicates.
    Free,
    /// Anything, not looked at: raw JSON, and fields that are unknown.
    Skip,
    Node(&'s Schema),
    Struct(&'static Definition, &'s Object),
    Special(Special),
}

impl Expect<'static> {
    fn of(definition: &'static Definition) -> Self {
        match (definition.special, &definition.schema.ty) {
            (Special::None, Type::Object(object)) => Self::Struct(definition, object),
            (Special::None | Special::StringList, _) => Self::Node(&definition.schema),
            (special, _) => Self::Special(special),
        }
    }
}

impl<'s> Expect<'s> {
    fn from_schema(schema: &'s Schema) -> Self {
        match schema.ty {
            Type::Ref(definition) => Expect::of(definition),
            _ => Self::Node(schema),
        }
    }
}

/// Which Go field is being decoded: for error messages.
#[derive(Clone, Copy)]
struct Place<'p> {
    owner: Option<&'static Definition>,
    field: &'p str,
    levels: usize,
}

impl Place<'_> {
    const fn inside(self) -> Self {
        Self { levels: self.levels + 1, ..self }
    }
}

struct Walk<'t> {
    scan: Scanner<'t>,
    root: &'static Definition,
    /// The path with indexes and keys.
    strict: String,
    /// The path of struct fields alone.
    fields: String,
    depth: usize,
    findings: Findings,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str, root: &'static Definition) -> Self {
        Self {
            scan: Scanner::new(text),
            root,
            strict: String::new(),
            fields: String::new(),
            depth: 0,
            findings: Findings::default(),
        }
    }

    fn value(&mut self, expect: Expect<'_>, place: Place<'_>) -> Option<()> {
        let kind = self.scan.peek()?;
        if kind == Kind::Null || matches!(expect, Expect::Skip) || self.depth == MAX_DEPTH {
            return self.scan.skip();
        }
        self.depth += 1;
        let done = match expect {
            Expect::Skip => None,
            Expect::Free => self.free(kind, place),
            Expect::Special(special) => self.special(special, kind, place),
            Expect::Struct(definition, object) if kind == Kind::Object => self.structure(definition, object),
            Expect::Struct(..) => self.mismatch(kind, place, None),
            Expect::Node(schema) => self.node(schema, kind, place),
        };
        self.depth -= 1;
        done
    }

    fn free(&mut self, kind: Kind, place: Place<'_>) -> Option<()> {
        match kind {
            Kind::Object => self.map(Expect::Free, place),
            Kind::Array => self.list(Expect::Free, place),
            _ => self.scan.skip(),
        }
    }

    fn node(&mut self, schema: &Schema, kind: Kind, place: Place<'_>) -> Option<()> {
        match (&schema.ty, kind) {
            (Type::Any, _) | (Type::Boolean, Kind::Bool) => self.scan.skip(),
            (Type::String, Kind::String) if schema.format == Format::Byte => self.base64(),
            (Type::String, Kind::String) => self.scan.skip(),
            (Type::Integer | Type::Number, Kind::Number) => self.number(schema, place),
            (Type::Array(items), Kind::Array) => self.list(Expect::from_schema(items), place),
            (Type::Object(object), Kind::Object) => match &object.additional {
                Additional::Values(values) => self.map(Expect::from_schema(values), place),
                _ => self.scan.skip(),
            },
            _ => self.mismatch(kind, place, None),
        }
    }

    fn special(&mut self, special: Special, kind: Kind, place: Place<'_>) -> Option<()> {
        let wanted = match special {
            Special::Time | Special::MicroTime | Special::Duration if kind != Kind::String => "string",
            Special::IntOrString if kind == Kind::Number => {
                return self.integer(i64::from(i32::MAX), place, Some("int32"));
            }
            Special::IntOrString if kind != Kind::String => "int32",
            _ => return self.scan.skip(),
        };
        self.mismatch(kind, place, Some(wanted))
    }

    fn structure(&mut self, definition: &'static Definition, object: &Object) -> Option<()> {
        let mut seen = 0u128;
        self.members(|walk, name| {
            let Ok(at) = object.fields.binary_search_by(|field| (*field.name).cmp(name)) else {
                walk.report(FieldError::Unknown, name);
                return walk.value(Expect::Skip, Place { owner: None, field: "", levels: 0 });
            };
            let bit = 1u128.checked_shl(at as u32).unwrap_or_default();
            if seen & bit != 0 {
                walk.report(FieldError::Duplicate, name);
            }
            seen |= bit;
            let (strict, fields) = (walk.push_key(name), walk.fields.len());
            push_dotted(&mut walk.fields, name);
            let place = Place { owner: Some(definition), field: name, levels: 0 };
            let done = walk.value(Expect::from_schema(&object.fields[at].schema), place);
            walk.strict.truncate(strict);
            walk.fields.truncate(fields);
            done
        })
    }

    fn map(&mut self, values: Expect<'_>, place: Place<'_>) -> Option<()> {
        let mut seen = HashSet::new();
        self.members(|walk, name| {
            if !seen.insert(name.to_owned()) {
                walk.report(FieldError::Duplicate, name);
            }
            let strict = walk.push_key(name);
            let done = walk.value(values, place.inside());
            walk.strict.truncate(strict);
            done
        })
    }

    fn members(&mut self, mut each: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.scan.eat(b'{');
        while !self.scan.eat(b'}') {
            self.scan.eat(b',');
            let name: Cow<'_, str> =
                self.scan.peek().filter(|kind| *kind == Kind::String).and_then(|_| self.scan.string())?;
            self.scan.eat(b':');
            each(self, &name)?;
        }
        Some(())
    }

    fn list(&mut self, items: Expect<'_>, place: Place<'_>) -> Option<()> {
        self.scan.eat(b'[');
        let mut index = 0;
        while !self.scan.eat(b']') {
            self.scan.eat(b',');
            let strict = self.strict.len();
            self.strict.push_str(&format!("[{index}]"));
            self.value(items, place.inside())?;
            self.strict.truncate(strict);
            index += 1;
        }
        Some(())
    }

    fn base64(&mut self) -> Option<()> {
        let text = self.scan.string()?;
        if let Some(at) = go::base64_error(&text) {
            self.findings.decode.get_or_insert(DecodeError::Base64(at));
        }
        Some(())
    }

    fn number(&mut self, schema: &Schema, place: Place<'_>) -> Option<()> {
        match (&schema.ty, schema.format) {
            (Type::Number, _) => self.scan.skip(),
            (_, Format::Int32) => self.integer(i64::from(i32::MAX), place, None),
            _ => self.integer(i64::MAX, place, None),
        }
    }

    // Go takes digits only: neither a fraction nor an exponent, even where the value is whole.
    fn integer(&mut self, max: i64, place: Place<'_>, go_type: Option<&str>) -> Option<()> {
        let spelled = self.scan.literal();
        if spelled.parse::<i64>().is_ok_and(|number| (-max - 1..=max).contains(&number)) {
            return Some(());
        }
        self.wrong(format!("number {spelled}"), place, go_type);
        Some(())
    }

    fn mismatch(&mut self, kind: Kind, place: Place<'_>, go_type: Option<&str>) -> Option<()> {
        self.wrong(kind.name().to_owned(), place, go_type);
        self.scan.skip()
    }

    fn wrong(&mut self, value: String, place: Place<'_>, go_type: Option<&str>) {
        if self.findings.decode.is_some() {
            return;
        }
        self.findings.decode = Some(match place.owner {
            None => DecodeError::Root { value, go_type: self.root.go_name().to_owned() },
            Some(owner) => DecodeError::Field {
                value,
                owner: owner.short_name(),
                path: self.fields.clone(),
                go_type: go_type.map_or_else(|| go::type_of(owner, place.field, place.levels), str::to_owned),
            },
        });
    }

    fn report(&mut self, error: fn(String) -> FieldError, name: &str) {
        let length = self.push_key(name);
        let error = error(self.strict.clone());
        self.strict.truncate(length);
        if self.findings.fields.len() < MAX_FINDINGS && !self.findings.fields.contains(&error) {
            self.findings.fields.push(error);
        }
    }

    /// Appends a key; the length before is what to truncate to.
    fn push_key(&mut self, name: &str) -> usize {
        let length = self.strict.len();
        push_dotted(&mut self.strict, name);
        length
    }
}

fn push_dotted(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}
