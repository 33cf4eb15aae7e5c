//! The value of a literal: numbers, and strings with their escapes.

use super::{Parser, Result};
use crate::ast::{Expr, Kind, Literal};
use crate::lexer::Token;

impl Parser<'_> {
    /// A literal, which the next token is known to begin.
    pub(super) fn literal(&mut self) -> Result<Expr> {
        let offset = self.here();
        let negative = self.peek() == Token::Minus;
        if negative {
            self.advance();
        }
        let lexeme = self.tokens[self.at].clone();
        self.advance();
        let text = if negative { format!("-{}", lexeme.text) } else { lexeme.text };
        let literal = match lexeme.token {
            Token::Int => int(&text).ok_or("invalid int literal"),
            Token::Uint => uint(&text).ok_or("invalid uint literal"),
            Token::Float => text
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
                .map(Literal::Double)
                .ok_or("invalid double literal"),
            Token::String => unquote(&text, false)
                .map(|bytes| Literal::String(String::from_utf8_lossy(&bytes).into_owned())),
            Token::Bytes => unquote(&text[1..], true).map(Literal::Bytes),
            Token::True => Ok(Literal::Bool(true)),
            Token::False => Ok(Literal::Bool(false)),
            _ => Ok(Literal::Null),
        };
        Ok(match literal {
            Ok(literal) => {
                let id = self.id_at(offset);
                Expr::new(id, Kind::Literal(literal))
            }
            Err(message) => self.report(Some(offset), message),
        })
    }
}

fn int(text: &str) -> Option<Literal> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let sign = if negative { "-" } else { "" };
    match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(&format!("{sign}{hex}"), 16),
        None => format!("{sign}{digits}").parse(),
    }
    .ok()
    .map(Literal::Int)
}

fn uint(text: &str) -> Option<Literal> {
    let digits = &text[..text.len() - 1];
    match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    }
    .ok()
    .map(Literal::Uint)
}

/// The content of a quoted literal.
fn unquote(text: &str, bytes: bool) -> std::result::Result<Vec<u8>, &'static str> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let raw = text.starts_with(['r', 'R']);
    let text = if raw { &text[1..] } else { &*text };
    let tripled = text.len() >= 6 && (text.starts_with("\"\"\"") || text.starts_with("'''"));
    let edge = if tripled { 3 } else { 1 };
    let content = &text[edge..text.len() - edge];
    if raw || !content.contains('\\') {
        return Ok(content.as_bytes().to_vec());
    }
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        if char == '\\' {
            rest = escape(rest, bytes, &mut out)?;
        } else {
            out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Ok(out)
}

/// Reads what follows a backslash; gives what is left.
fn escape<'t>(rest: &'t str, bytes: bool, out: &mut Vec<u8>) -> std::result::Result<&'t str, &'static str> {
    let Some(kind) = rest.chars().next() else {
        return Err("unable to unescape string, found '\\' as last character");
    };
    let after = &rest[kind.len_utf8()..];
    let simple = match kind {
        'a' => Some(7),
        'b' => Some(8),
        'f' => Some(12),
        'n' => Some(b'\n'),
        'r' => Some(b'\r'),
        't' => Some(b'\t'),
        'v' => Some(11),
        '\\' | '\'' | '"' | '`' | '?' => u8::try_from(kind).ok(),
        _ => None,
    };
    if let Some(byte) = simple {
        out.push(byte);
        return Ok(after);
    }
    let (digits, radix) = match kind {
        'x' | 'X' => (after.get(..2), 16),
        'u' if !bytes => (after.get(..4), 16),
        'U' if !bytes => (after.get(..8), 16),
        '0'..='3' => (rest.get(..3), 8),
        _ => (None, 16),
    };
    let digits = digits.ok_or("unable to unescape string")?;
    let number = u32::from_str_radix(digits, radix).map_err(|_| "unable to unescape string")?;
    if bytes {
        out.push(u8::try_from(number).map_err(|_| "unable to unescape string")?);
    } else {
        let char = char::from_u32(number).ok_or("invalid unicode code point")?;
        out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
    }
    let consumed = if radix == 8 { rest } else { after };
    Ok(&consumed[digits.len()..])
}
