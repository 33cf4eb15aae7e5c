//! The parser: one recursive descent over the text that builds the tree and collects findings.
//!
//! Hand-written because Go's syntax errors, the literal text of numbers and duplicate keys with their paths are all
//! observable, and a general parser gives none of them.

use std::borrow::Cow;

use schema::strict::FieldError;
use serde_json::{Map, Number, Value};

use super::MAX_DEPTH;
use super::findings::{Findings, Step, render};
use super::syntax::{Context, SyntaxError};

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
    typed: bool,
    path: Vec<Step<'a>>,
    pub(super) findings: Findings,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, typed: bool) -> Self {
        Self { text, at: 0, depth: 0, typed, path: Vec::new(), findings: Findings::default() }
    }

    /// The whole document, with nothing but white space around it.
    pub(super) fn document(&mut self) -> Result<Value, SyntaxError> {
        let value = self.value()?;
        self.skip_space();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.unfit(Context::AfterTop)),
        }
    }

    pub(super) fn value(&mut self) -> Result<Value, SyntaxError> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.nested(|parser| parser.object()),
            Some(b'[') => self.nested(|parser| parser.list()),
            Some(b'"') => Ok(Value::String(self.string()?.into_owned())),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.unfit(Context::Value)),
        }
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, SyntaxError>,
    ) -> Result<Value, SyntaxError> {
        if self.depth >= MAX_DEPTH {
            return Err(SyntaxError::Depth);
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn object(&mut self) -> Result<Value, SyntaxError> {
        let mut members = Map::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let key = self.key()?;
            self.member(key, &mut members)?;
            self.skip_space();
            if self.take(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.take(b',') {
                return Err(self.unfit(Context::AfterMember));
            }
        }
    }

    fn key(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.skip_space();
        if self.peek() != Some(b'"') {
            return Err(self.unfit(Context::Key));
        }
        let key = self.string()?;
        self.skip_space();
        if !self.take(b':') {
            return Err(self.unfit(Context::AfterKey));
        }
        Ok(key)
    }

    fn member(&mut self, key: Cow<'a, str>, members: &mut Map<String, Value>) -> Result<(), SyntaxError> {
        self.path.push(Step::Key(key.clone()));
        let value = self.value()?;
        self.path.pop();
        let name = key.into_owned();
        if let Some(earlier) = members.get_mut(&name) {
            self.findings.add(FieldError::Duplicate(render(&self.path, &name)));
            match self.typed {
                // Go decodes a second occurrence into the struct or map that the first one filled.
                true => merge(earlier, value),
                false => *earlier = value,
            }
        } else {
            members.insert(name, value);
        }
        Ok(())
    }

    fn list(&mut self) -> Result<Value, SyntaxError> {
        let mut items = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            self.path.push(Step::Index(items.len()));
            items.push(self.value()?);
            self.path.pop();
            self.skip_space();
            if self.take(b']') {
                return Ok(Value::Array(items));
            }
            if !self.take(b',') {
                return Err(self.unfit(Context::AfterItem));
            }
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, SyntaxError> {
        for expected in word.bytes() {
            if !self.take(expected) {
                return Err(self.unfit(Context::Literal(word, expected)));
            }
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, SyntaxError> {
        let literal = self.number_literal()?;
        // Integers stay integers while they fit; the rest is a float, as upstream has it for untyped values.
        if let Ok(integer) = literal.parse::<i64>() {
            return Ok(Value::from(integer));
        }
        let float: f64 = literal.parse().map_err(|_| SyntaxError::Range(literal.to_owned()))?;
        let number = Number::from_f64(float).ok_or_else(|| SyntaxError::Range(literal.to_owned()))?;
        Ok(Value::Number(number))
    }

    /// Reads past a number and gives its text.
    fn number_literal(&mut self) -> Result<&'a str, SyntaxError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits(Context::Number)?;
        }
        if self.take(b'.') {
            self.digits(Context::Fraction)?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'+') || self.take(b'-');
            self.digits(Context::Exponent)?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self, context: Context) -> Result<(), SyntaxError> {
        let count = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.unfit(context));
        }
        self.at += count;
        Ok(())
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn take(&mut self, byte: u8) -> bool {
        let taken = self.peek() == Some(byte);
        self.at += usize::from(taken);
        taken
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// The error for whatever stands at the current position.
    pub(super) fn unfit(&self, context: Context) -> SyntaxError {
        match self.peek() {
            None => SyntaxError::End,
            Some(found) => SyntaxError::Character { found, context, offset: self.at },
        }
    }
}

/// Objects merge member by member, everything else is replaced; null leaves what is there.
fn merge(earlier: &mut Value, later: Value) {
    match (earlier, later) {
        (_, Value::Null) => {}
        (Value::Object(members), Value::Object(more)) => {
            for (name, value) in more {
                match members.get_mut(&name) {
                    Some(member) => merge(member, value),
                    None => drop(members.insert(name, value)),
                }
            }
        }
        (earlier, later) => *earlier = later,
    }
}
