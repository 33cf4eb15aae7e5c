//! Tokens to a tree, with macros expanded on the way.
//!
//! A recursive descent through CEL's grammar that reports what upstream's generated parser reports: a token too many, one
//! that is missing, or one that does not fit, and what was expected. After an error that it cannot step over it stops.
//! Depth is limited, so neither this nor what walks the tree later can run out of stack.

mod expect;
mod literal;
mod macros;
mod member;
mod nodes;

use crate::ast::{Expr, Id, Kind, Parsed, operators};
use crate::lexer::{Lexeme, Token, lex};
use crate::source::{Issues, Location, Source};
use expect::{START, TokenSet};

pub(crate) use macros::Macros;

/// How deep each rule of the grammar may nest, as upstream.
const MAX_DEPTH: u16 = 250;
/// How deep the tree may be.
const MAX_TREE: u16 = 700;
/// How long an expression may be, in code points.
const MAX_LENGTH: usize = 100_000;

/// Parsing was given up; the reason is among the issues.
pub(crate) struct Stop;
type Result<T> = std::result::Result<T, Stop>;

pub(crate) struct Parser<'s> {
    tokens: Vec<Lexeme>,
    at: usize,
    source: &'s Source,
    issues: &'s mut Issues,
    macros: Macros,
    offsets: Vec<Option<u32>>,
    /// What may follow a complete expression here, innermost context last.
    follow: Vec<TokenSet>,
    depth: Depth,
}

/// How deep the rules that can nest are nested right now.
#[derive(Default)]
struct Depth {
    expr: u16,
    relation: u16,
    calc: u16,
    member: u16,
}

/// Parses a text. Errors are added to `issues`; the tree may be incomplete then.
pub(crate) fn parse(text: &str, source: &Source, macros: Macros, issues: &mut Issues) -> Parsed {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        let message = format!("expression code point size exceeds limit: size: {length}, limit {MAX_LENGTH}");
        issues.push(Location::NONE, message);
        return Parsed { root: Expr::new(0, Kind::Missing), offsets: vec![None] };
    }
    let tokens = lex(text, source, issues);
    let mut parser = Parser {
        tokens,
        at: 0,
        source,
        issues,
        macros,
        offsets: vec![None],
        follow: vec![TokenSet::of(&[Token::Eof])],
        depth: Depth::default(),
    };
    let root = match parser.start() {
        Ok(root) => root,
        Err(Stop) => Expr::new(0, Kind::Missing),
    };
    let offsets = parser.offsets;
    if root.depth > MAX_TREE {
        issues.push(Location::NONE, "max recursion depth exceeded");
    }
    Parsed { root, offsets }
}

impl Parser<'_> {
    fn start(&mut self) -> Result<Expr> {
        let root = self.expr()?;
        self.expect(Token::Eof)?;
        Ok(root)
    }

    /// `or ('?' or ':' expr)?`
    fn expr(&mut self) -> Result<Expr> {
        self.depth.expr += 1;
        self.check(self.depth.expr)?;
        let condition = self.or()?;
        let result = if self.peek() == Token::Question {
            let id = self.id_here();
            self.advance();
            let yes = self.within(&[Token::Colon], Self::or)?;
            self.expect(Token::Colon)?;
            let no = self.expr()?;
            nodes::call(id, operators::CONDITIONAL, None, vec![condition, yes, no])
        } else {
            condition
        };
        self.depth.expr -= 1;
        Ok(result)
    }

    fn or(&mut self) -> Result<Expr> {
        self.chain(Token::Or, operators::OR, Self::and)
    }

    fn and(&mut self) -> Result<Expr> {
        self.chain(Token::And, operators::AND, Self::relation)
    }

    /// Terms joined by a logical operator, as a balanced tree.
    fn chain(&mut self, token: Token, function: &str, term: fn(&mut Self) -> Result<Expr>) -> Result<Expr> {
        let first = term(self)?;
        let mut terms = vec![first];
        let mut ops = Vec::new();
        while self.peek() == token {
            let offset = self.here();
            self.advance();
            terms.push(term(self)?);
            ops.push(self.id_at(offset));
        }
        let mut terms = terms.into_iter();
        Ok(balance(function, &ops, &mut terms))
    }

    fn relation(&mut self) -> Result<Expr> {
        let entered = self.depth.relation;
        self.depth.relation += 1;
        self.check(self.depth.relation)?;
        let mut left = self.calc(0)?;
        while let Some(operator) = relation_operator(self.peek()) {
            self.depth.relation += 1;
            self.check(self.depth.relation)?;
            let id = self.id_here();
            self.advance();
            let right = self.calc(0)?;
            left = nodes::call(id, operator, None, vec![left, right]);
        }
        self.depth.relation = entered;
        Ok(left)
    }

    fn calc(&mut self, level: u8) -> Result<Expr> {
        let entered = self.depth.calc;
        self.depth.calc += 1;
        self.check(self.depth.calc)?;
        let mut left = self.unary()?;
        while let Some((operator, precedence)) = calc_operator(self.peek()).filter(|(_, p)| *p > level) {
            self.depth.calc += 1;
            self.check(self.depth.calc)?;
            let id = self.id_here();
            self.advance();
            let right = self.calc(precedence)?;
            left = nodes::call(id, operator, None, vec![left, right]);
        }
        self.depth.calc = entered;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr> {
        self.sync(START)?;
        let sign = self.peek();
        let operator = match sign {
            Token::Exclam => operators::NOT,
            // A single minus right before a number is part of it.
            Token::Minus if !matches!(self.peek_at(1), Token::Int | Token::Float) => operators::NEGATE,
            _ => return self.member(),
        };
        let offset = self.here();
        let mut count = 0;
        while self.peek() == sign {
            self.advance();
            count += 1;
        }
        if count % 2 == 0 {
            return self.member();
        }
        let id = self.id_at(offset);
        let operand = self.member()?;
        Ok(nodes::call(id, operator, None, vec![operand]))
    }

    fn check(&mut self, depth: u16) -> Result<()> {
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        self.issues.push(Location::NONE, format!("expression recursion limit exceeded: {MAX_DEPTH}"));
        Err(Stop)
    }
}

/// The terms are taken in order: an in-order walk of the balanced tree visits them left to right.
fn balance(function: &str, ops: &[Id], terms: &mut std::vec::IntoIter<Expr>) -> Expr {
    if ops.is_empty() {
        return terms.next().unwrap_or_else(|| Expr::new(0, Kind::Missing));
    }
    let middle = ops.len() / 2;
    let left = balance(function, &ops[..middle], terms);
    let right = balance(function, &ops[middle + 1..], terms);
    nodes::call(ops[middle], function, None, vec![left, right])
}

const fn relation_operator(token: Token) -> Option<&'static str> {
    Some(match token {
        Token::Less => operators::LESS,
        Token::LessEquals => operators::LESS_EQUALS,
        Token::GreaterEquals => operators::GREATER_EQUALS,
        Token::Greater => operators::GREATER,
        Token::Equals => operators::EQUALS,
        Token::NotEquals => operators::NOT_EQUALS,
        Token::In => operators::IN,
        _ => return None,
    })
}

const fn calc_operator(token: Token) -> Option<(&'static str, u8)> {
    Some(match token {
        Token::Star => (operators::MULTIPLY, 2),
        Token::Slash => (operators::DIVIDE, 2),
        Token::Percent => (operators::MODULO, 2),
        Token::Plus => (operators::ADD, 1),
        Token::Minus => (operators::SUBTRACT, 1),
        _ => return None,
    })
}
