//! Operands: names, calls, selections, indexes, and list, map and message literals.

use super::expect::{START, TokenSet};
use super::{Parser, Result};
use crate::ast::{Entry, Expr, Field, Kind, Literal, operators};
use crate::escape::RESERVED;
use crate::lexer::Token;

const OPTIONAL_START: TokenSet = START.with(TokenSet::of(&[Token::Question]));

impl Parser<'_> {
    pub(super) fn member(&mut self) -> Result<Expr> {
        let entered = self.depth.member;
        self.depth.member += 1;
        self.check(self.depth.member)?;
        let mut operand = self.primary()?;
        loop {
            match self.peek() {
                Token::Dot => operand = self.dot(operand)?,
                Token::LBracket => operand = self.index(operand)?,
                _ => break,
            }
            self.depth.member += 1;
            self.check(self.depth.member)?;
        }
        self.depth.member = entered;
        Ok(operand)
    }

    fn dot(&mut self, operand: Expr) -> Result<Expr> {
        let (start, offset) = (self.at, self.here());
        self.advance();
        let optional = self.peek() == Token::Question;
        if optional {
            self.advance();
        }
        if !matches!(self.peek(), Token::Ident | Token::EscIdent) {
            return self.no_viable_alternative(start);
        }
        let name_at = self.here();
        let escaped = self.peek() == Token::EscIdent;
        let name = self.tokens[self.at].text.clone();
        self.advance();
        if escaped {
            self.report(Some(name_at), "unsupported syntax: '`'");
        }
        if optional {
            let id = self.id_at(offset);
            let field_id = self.id_at(name_at);
            let field = Expr::new(field_id, Kind::Literal(Literal::String(name)));
            return Ok(super::nodes::call(id, operators::OPT_SELECT, None, vec![operand, field]));
        }
        if !escaped && self.peek() == Token::LParen {
            let id = self.id_here();
            let args = self.arguments()?;
            return Ok(self.receiver_call(id, &name, operand, args));
        }
        let id = self.id_at(offset);
        Ok(Expr::new(id, Kind::Select { operand: Box::new(operand), field: name, test_only: false }))
    }

    fn index(&mut self, operand: Expr) -> Result<Expr> {
        let id = self.id_here();
        self.advance();
        self.sync(OPTIONAL_START)?;
        let optional = self.peek() == Token::Question;
        if optional {
            self.advance();
        }
        let index = self.within(&[Token::RBracket], Self::expr)?;
        self.expect(Token::RBracket)?;
        let function = if optional { operators::OPT_INDEX } else { operators::INDEX };
        Ok(super::nodes::call(id, function, None, vec![operand, index]))
    }

    /// `'(' (expr (',' expr)*)? ')'`
    fn arguments(&mut self) -> Result<Vec<Expr>> {
        self.advance();
        self.sync(START.with(TokenSet::of(&[Token::RParen])))?;
        let mut args = Vec::new();
        if self.peek() != Token::RParen {
            self.follow.push(TokenSet::of(&[Token::Comma, Token::RParen]));
            args.push(self.expr()?);
            while self.peek() == Token::Comma {
                self.advance();
                args.push(self.expr()?);
            }
            self.follow.pop();
        }
        self.expect(Token::RParen)?;
        Ok(args)
    }

    fn primary(&mut self) -> Result<Expr> {
        match self.peek() {
            Token::LParen => {
                self.advance();
                let inner = self.within(&[Token::RParen], Self::expr)?;
                self.expect(Token::RParen)?;
                Ok(inner)
            }
            Token::LBracket => self.list(),
            Token::LBrace => self.map(),
            Token::Ident | Token::Dot => self.name(),
            Token::Minus if !matches!(self.peek_at(1), Token::Int | Token::Float) => {
                self.no_viable_alternative(self.at)
            }
            _ => {
                // After a sign an operand must follow, not another sign.
                self.sync(START)?;
                if self.peek() == Token::Exclam {
                    self.no_viable_alternative(self.at)
                } else {
                    self.literal()
                }
            }
        }
    }

    /// An identifier, a global call or a message literal.
    fn name(&mut self) -> Result<Expr> {
        let (start, offset) = (self.at, self.here());
        let dot = self.peek() == Token::Dot;
        if dot {
            self.advance();
            if self.peek() != Token::Ident {
                return self.no_viable_alternative(start);
            }
        }
        let names = self.message_name();
        if let Some(names) = names {
            return self.message(if dot { format!(".{names}") } else { names });
        }
        let lexeme = self.tokens[self.at].clone();
        self.advance();
        let name = if dot { format!(".{}", lexeme.text) } else { lexeme.text.clone() };
        let reserved = RESERVED.contains(&&*lexeme.text);
        if self.peek() == Token::LParen {
            let id = self.id_here();
            let args = self.arguments()?;
            if reserved {
                return Ok(self.report(Some(offset), format!("reserved identifier: {}", lexeme.text)));
            }
            return Ok(self.global_call(id, &name, args));
        }
        if reserved {
            return Ok(self.report(Some(offset), format!("reserved identifier: {}", lexeme.text)));
        }
        let id = self.id_at(lexeme.offset);
        Ok(Expr::new(id, Kind::Ident(name)))
    }

    /// The dotted name of a message literal, when one begins here; moves to its brace.
    fn message_name(&mut self) -> Option<String> {
        let mut ahead = 1;
        while self.peek_at(ahead) == Token::Dot && self.peek_at(ahead + 1) == Token::Ident {
            ahead += 2;
        }
        if self.peek_at(ahead) != Token::LBrace {
            return None;
        }
        let name = self.tokens[self.at..self.at + ahead].iter().map(|lexeme| &*lexeme.text).collect();
        self.at += ahead;
        Some(name)
    }

    fn list(&mut self) -> Result<Expr> {
        let id = self.id_here();
        self.advance();
        self.sync(OPTIONAL_START.with(TokenSet::of(&[Token::RBracket, Token::Comma])))?;
        let (mut items, mut optional) = (Vec::new(), Vec::new());
        self.follow.push(TokenSet::of(&[Token::RBracket, Token::Comma]));
        while !matches!(self.peek(), Token::RBracket | Token::Comma) || !items.is_empty() {
            if !items.is_empty() {
                // A trailing comma is allowed.
                if self.peek() != Token::Comma || self.peek_at(1) == Token::RBracket {
                    break;
                }
                self.advance();
                self.sync(OPTIONAL_START)?;
            }
            optional.push(self.optional_mark());
            items.push(self.expr()?);
        }
        self.follow.pop();
        self.close(Token::RBracket)?;
        Ok(Expr::new(id, Kind::List { items, optional }))
    }

    /// `','? end`
    fn close(&mut self, end: Token) -> Result<()> {
        self.sync(TokenSet::of(&[Token::Comma, end]))?;
        if self.peek() == Token::Comma {
            self.advance();
        }
        self.expect(end)
    }

    fn optional_mark(&mut self) -> bool {
        let marked = self.peek() == Token::Question;
        if marked {
            self.advance();
        }
        marked
    }

    fn map(&mut self) -> Result<Expr> {
        let id = self.id_here();
        self.advance();
        self.sync(OPTIONAL_START.with(TokenSet::of(&[Token::RBrace, Token::Comma])))?;
        let mut entries: Vec<Entry> = Vec::new();
        while !matches!(self.peek(), Token::RBrace | Token::Comma) || !entries.is_empty() {
            if !entries.is_empty() {
                if self.peek() != Token::Comma || self.peek_at(1) == Token::RBrace {
                    break;
                }
                self.advance();
                self.sync(OPTIONAL_START)?;
            }
            let optional = self.optional_mark();
            let key = self.within(&[Token::Colon], Self::expr)?;
            self.id_here();
            self.expect(Token::Colon)?;
            let value = self.within(&[Token::RBrace, Token::Comma], Self::expr)?;
            entries.push(Entry { key, value, optional });
        }
        self.close(Token::RBrace)?;
        Ok(Expr::new(id, Kind::Map(entries)))
    }

    fn message(&mut self, name: String) -> Result<Expr> {
        let id = self.id_here();
        self.advance();
        let names = TokenSet::of(&[Token::Question, Token::Ident, Token::EscIdent]);
        self.sync(names.with(TokenSet::of(&[Token::RBrace, Token::Comma])))?;
        let mut fields: Vec<Field> = Vec::new();
        while !matches!(self.peek(), Token::RBrace | Token::Comma) || !fields.is_empty() {
            if !fields.is_empty() {
                if self.peek() != Token::Comma || self.peek_at(1) == Token::RBrace {
                    break;
                }
                self.advance();
                self.sync(names)?;
            }
            let optional = self.optional_mark();
            self.sync(TokenSet::of(&[Token::Ident, Token::EscIdent]))?;
            if self.peek() == Token::EscIdent {
                let at = self.here();
                self.report(Some(at), "unsupported syntax: '`'");
            }
            let field = self.tokens[self.at].text.clone();
            self.advance();
            let field_id = self.id_here();
            self.expect(Token::Colon)?;
            let value = self.within(&[Token::RBrace, Token::Comma], Self::expr)?;
            fields.push(Field { id: field_id, name: field, value, optional });
        }
        self.close(Token::RBrace)?;
        Ok(Expr::new(id, Kind::Struct { name, fields }))
    }
}
