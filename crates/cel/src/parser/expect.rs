//! What the parser does with a token that does not fit: drop it, pretend the missing one was there, or give up.

use super::{Parser, Result, Stop};
use crate::lexer::Token;

/// A set of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenSet(u64);

impl TokenSet {
    pub const fn of(tokens: &[Token]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < tokens.len() {
            bits |= 1 << (tokens[at] as u8);
            at += 1;
        }
        Self(bits)
    }

    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn has(self, token: Token) -> bool {
        self.0 & (1 << (token as u8)) != 0
    }

    fn shown(self) -> String {
        let names: Vec<_> = Token::ALL.iter().filter(|token| self.has(**token)).map(|t| t.name()).collect();
        match &*names {
            [one] => (*one).to_owned(),
            many => format!("{{{}}}", many.join(", ")),
        }
    }
}

/// What an expression can begin with.
pub(super) const START: TokenSet = TokenSet::of(&[
    Token::LBracket,
    Token::LBrace,
    Token::LParen,
    Token::Dot,
    Token::Minus,
    Token::Exclam,
    Token::True,
    Token::False,
    Token::Null,
    Token::Float,
    Token::Int,
    Token::Uint,
    Token::String,
    Token::Bytes,
    Token::Ident,
]);

/// What can follow a complete operand, besides what ends its context.
const AFTER_OPERAND: TokenSet = TokenSet::of(&[
    Token::Equals,
    Token::NotEquals,
    Token::In,
    Token::Less,
    Token::LessEquals,
    Token::GreaterEquals,
    Token::Greater,
    Token::And,
    Token::Or,
    Token::LBracket,
    Token::Dot,
    Token::Minus,
    Token::Question,
    Token::Plus,
    Token::Star,
    Token::Slash,
    Token::Percent,
]);

impl Parser<'_> {
    /// Consumes the token, or recovers from its absence.
    pub(super) fn expect(&mut self, token: Token) -> Result<()> {
        let wanted = TokenSet::of(&[token]);
        if self.peek() == token {
            self.advance();
            return Ok(());
        }
        if self.drop_extraneous(wanted) {
            self.advance();
            return Ok(());
        }
        let after = match token {
            Token::Colon => START,
            Token::Eof => TokenSet(0),
            _ => AFTER_OPERAND.with(self.follow.last().copied().unwrap_or(TokenSet(0))),
        };
        if after.has(self.peek()) {
            self.syntax(format!("missing {} at {}", token.name(), self.quoted()));
            return Ok(());
        }
        self.mismatch(wanted)
    }

    /// Makes sure that one of `wanted` comes next.
    pub(super) fn sync(&mut self, wanted: TokenSet) -> Result<()> {
        if wanted.has(self.peek()) || self.drop_extraneous(wanted) { Ok(()) } else { self.mismatch(wanted) }
    }

    /// Drops one token when the one after it fits.
    fn drop_extraneous(&mut self, wanted: TokenSet) -> bool {
        if self.peek() == Token::Eof || !wanted.has(self.peek_at(1)) {
            return false;
        }
        self.syntax(format!("extraneous input {} expecting {}", self.quoted(), wanted.shown()));
        self.advance();
        true
    }

    fn mismatch<T>(&mut self, wanted: TokenSet) -> Result<T> {
        self.syntax(format!("mismatched input {} expecting {}", self.quoted(), wanted.shown()));
        Err(Stop)
    }

    /// No rule goes on from the tokens since `from`.
    pub(super) fn no_viable_alternative<T>(&mut self, from: usize) -> Result<T> {
        let mut text = String::new();
        for (number, lexeme) in self.tokens[from..=self.at].iter().enumerate() {
            if lexeme.token == Token::Eof {
                break;
            }
            if number > 0 {
                text.push_str(&lexeme.before);
            }
            text.push_str(&lexeme.text);
        }
        // A reserved word in the place of a field name.
        match &*text {
            ".true" | ".false" | ".null" => {
                self.syntax(format!("mismatched input '{}' expecting IDENTIFIER", &text[1..]));
            }
            _ => self.syntax(format!("no viable alternative at input '{}'", escaped(&text))),
        }
        Err(Stop)
    }

    /// Runs `rule` in a context that ends with one of `ends`.
    pub(super) fn within<T>(
        &mut self,
        ends: &[Token],
        rule: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.follow.push(TokenSet::of(ends));
        let result = rule(self)?;
        self.follow.pop();
        Ok(result)
    }

    fn quoted(&self) -> String {
        format!("'{}'", escaped(&self.tokens[self.at].text))
    }

    fn syntax(&mut self, message: String) {
        let at = self.source.location(self.here());
        self.issues.push(at, format!("Syntax error: {message}"));
    }

    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at].token
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Token {
        self.tokens.get(self.at + ahead).map_or(Token::Eof, |lexeme| lexeme.token)
    }

    pub(super) fn here(&self) -> u32 {
        self.tokens[self.at].offset
    }

    pub(super) fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}
