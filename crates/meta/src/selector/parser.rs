//! The grammar of label selectors.

use super::lexer::{Kind, Lexer, Token};
use super::requirement::key_error;
use super::{Operator, Requirement};
use crate::field::{ErrorList, FieldError, Path};
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a text is no label selector; the texts are upstream's.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ParseSelectorError {
    /// A token that cannot stand where it does.
    #[error("found '{found}', expected: {expected}")]
    Unexpected {
        /// The token.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A requirement that cannot be read or is not valid.
    #[error("unable to parse requirement: {0}")]
    Requirement(RequirementError),
}

/// What is wrong inside a requirement.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RequirementError {
    /// A token that cannot stand where it does.
    #[error("found '{found}', expected: {expected}")]
    Unexpected {
        /// The token.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// No parenthesis behind a set operator. The wording lacks a comma upstream, and so here.
    #[error("found '{0}' expected: '('")]
    NoParenthesis(String),
    /// The key is no label key.
    #[error("{0}")]
    Key(FieldError),
    /// Key, operator and values do not go together.
    #[error("{0}")]
    Invalid(ErrorList),
}

fn unexpected(found: &str, expected: &'static str) -> RequirementError {
    RequirementError::Unexpected { found: found.to_owned(), expected }
}

struct Parser<'a, 'p> {
    tokens: Vec<Token<'a>>,
    at: usize,
    path: &'p Path<'p>,
}

impl<'a> Parser<'a, '_> {
    /// The current token; `in` and `notin` are plain words wherever an operator cannot stand.
    fn look(&self) -> (Kind, &'a str) {
        let token = &self.tokens[self.at.min(self.tokens.len() - 1)];
        match token.kind {
            Kind::In | Kind::NotIn => (Kind::Identifier, token.text),
            kind => (kind, token.text),
        }
    }

    fn take(&mut self) -> (Kind, &'a str) {
        let token = self.look();
        self.at += 1;
        token
    }

    fn requirement(&mut self) -> Result<Requirement, RequirementError> {
        let (key, unary) = self.key()?;
        if let Some(operator) = unary {
            return self.build(key, operator, BTreeSet::new());
        }
        let operator = self.operator()?;
        let values = match operator {
            Operator::In | Operator::NotIn => self.values()?,
            _ => self.exact_value()?,
        };
        self.build(key, operator, values)
    }

    fn build(
        &self,
        key: &str,
        op: Operator,
        values: BTreeSet<&str>,
    ) -> Result<Requirement, RequirementError> {
        let values = values.into_iter().map(ToOwned::to_owned).collect();
        Requirement::new(key, op, values, self.path).map_err(RequirementError::Invalid)
    }

    /// The key, and the operator when the key stands alone.
    fn key(&mut self) -> Result<(&'a str, Option<Operator>), RequirementError> {
        let mut token = self.take();
        let negated = token.0 == Kind::Not;
        if negated {
            token = self.take();
        }
        let (Kind::Identifier, key) = token else {
            return Err(unexpected(token.1, "identifier"));
        };
        if let Some(error) = key_error(key, self.path) {
            return Err(RequirementError::Key(error));
        }
        let alone = matches!(self.look().0, Kind::End | Kind::Comma);
        Ok((
            key,
            match (negated, alone) {
                (true, _) => Some(Operator::DoesNotExist),
                (false, true) => Some(Operator::Exists),
                (false, false) => None,
            },
        ))
    }

    fn operator(&mut self) -> Result<Operator, RequirementError> {
        let token = &self.tokens[self.at.min(self.tokens.len() - 1)];
        self.at += 1;
        Ok(match token.kind {
            Kind::In => Operator::In,
            Kind::NotIn => Operator::NotIn,
            Kind::Equals => Operator::Equals,
            Kind::DoubleEquals => Operator::DoubleEquals,
            Kind::NotEquals => Operator::NotEquals,
            Kind::Greater => Operator::GreaterThan,
            Kind::Less => Operator::LessThan,
            _ => return Err(unexpected(token.text, "in, notin, =, ==, !=, gt, lt")),
        })
    }

    fn values(&mut self) -> Result<BTreeSet<&'a str>, RequirementError> {
        let (kind, text) = self.take();
        if kind != Kind::Open {
            return Err(RequirementError::NoParenthesis(text.to_owned()));
        }
        let (kind, text) = self.look();
        match kind {
            Kind::Identifier | Kind::Comma => {
                let values = self.list()?;
                if self.take().0 != Kind::Close {
                    return Err(unexpected(text, "')'"));
                }
                Ok(values)
            }
            Kind::Close => {
                self.at += 1;
                Ok(BTreeSet::from([""]))
            }
            _ => Err(unexpected(text, "',', ')' or identifier")),
        }
    }

    /// Values between commas; a missing one is the empty value.
    fn list(&mut self) -> Result<BTreeSet<&'a str>, RequirementError> {
        let mut values = BTreeSet::new();
        loop {
            let (kind, text) = self.take();
            let (next, next_text) = self.look();
            match kind {
                Kind::Identifier => {
                    values.insert(text);
                    match next {
                        Kind::Comma => {}
                        Kind::Close => return Ok(values),
                        _ => return Err(unexpected(next_text, "',' or ')'")),
                    }
                }
                Kind::Comma => {
                    if values.is_empty() || matches!(next, Kind::Close | Kind::Comma) {
                        values.insert("");
                    }
                    if next == Kind::Close {
                        return Ok(values);
                    }
                }
                _ => return Err(unexpected(text, "',', or identifier")),
            }
        }
    }

    fn exact_value(&mut self) -> Result<BTreeSet<&'a str>, RequirementError> {
        if matches!(self.look().0, Kind::End | Kind::Comma) {
            return Ok(BTreeSet::from([""]));
        }
        match self.take() {
            (Kind::Identifier, text) => Ok(BTreeSet::from([text])),
            (_, text) => Err(unexpected(text, "identifier")),
        }
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut lexer, mut tokens) = (Lexer::new(text), Vec::new());
    loop {
        let token = lexer.next();
        let end = token.kind == Kind::End;
        tokens.push(token);
        if end {
            return tokens;
        }
    }
}

/// The requirements in the order they are written.
pub(super) fn parse(text: &str, path: &Path<'_>) -> Result<Vec<Requirement>, ParseSelectorError> {
    let fail = |found: &str, expected| ParseSelectorError::Unexpected { found: found.to_owned(), expected };
    let mut parser = Parser { tokens: tokens(text), at: 0, path };
    let mut requirements = Vec::new();
    loop {
        match parser.look() {
            (Kind::Identifier | Kind::Not, _) => {}
            (Kind::End, _) => return Ok(requirements),
            (_, found) => return Err(fail(found, "!, identifier, or 'end of string'")),
        }
        requirements.push(parser.requirement().map_err(ParseSelectorError::Requirement)?);
        match parser.take() {
            (Kind::End, _) => return Ok(requirements),
            (Kind::Comma, _) => {}
            (_, found) => return Err(fail(found, "',' or 'end of string'")),
        }
        match parser.look() {
            (Kind::Identifier | Kind::Not, _) => {}
            (_, found) => return Err(fail(found, "identifier after ','")),
        }
    }
}
