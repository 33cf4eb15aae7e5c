//! Text to tokens. The rules are those of CEL's published grammar: longest match, falling back to the longest token that
//! was complete, so that a broken one leaves the same error as upstream's generated lexer does.

mod literals;

use crate::source::{Issues, Source};

/// The kinds of tokens, in the grammar's order: lists of what was expected are printed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Token {
    Eof,
    Equals,
    NotEquals,
    In,
    Less,
    LessEquals,
    GreaterEquals,
    Greater,
    And,
    Or,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    LParen,
    RParen,
    Dot,
    Comma,
    Minus,
    Exclam,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    String,
    Bytes,
    Ident,
    EscIdent,
}

impl Token {
    pub const ALL: [Self; 36] = [
        Self::Eof,
        Self::Equals,
        Self::NotEquals,
        Self::In,
        Self::Less,
        Self::LessEquals,
        Self::GreaterEquals,
        Self::Greater,
        Self::And,
        Self::Or,
        Self::LBracket,
        Self::RBracket,
        Self::LBrace,
        Self::RBrace,
        Self::LParen,
        Self::RParen,
        Self::Dot,
        Self::Comma,
        Self::Minus,
        Self::Exclam,
        Self::Question,
        Self::Colon,
        Self::Plus,
        Self::Star,
        Self::Slash,
        Self::Percent,
        Self::True,
        Self::False,
        Self::Null,
        Self::Float,
        Self::Int,
        Self::Uint,
        Self::String,
        Self::Bytes,
        Self::Ident,
        Self::EscIdent,
    ];

    /// How the token is named in an error.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eof => "<EOF>",
            Self::Equals => "'=='",
            Self::NotEquals => "'!='",
            Self::In => "'in'",
            Self::Less => "'<'",
            Self::LessEquals => "'<='",
            Self::GreaterEquals => "'>='",
            Self::Greater => "'>'",
            Self::And => "'&&'",
            Self::Or => "'||'",
            Self::LBracket => "'['",
            Self::RBracket => "']'",
            Self::LBrace => "'{'",
            Self::RBrace => "'}'",
            Self::LParen => "'('",
            Self::RParen => "')'",
            Self::Dot => "'.'",
            Self::Comma => "','",
            Self::Minus => "'-'",
            Self::Exclam => "'!'",
            Self::Question => "'?'",
            Self::Colon => "':'",
            Self::Plus => "'+'",
            Self::Star => "'*'",
            Self::Slash => "'/'",
            Self::Percent => "'%'",
            Self::True => "'true'",
            Self::False => "'false'",
            Self::Null => "'null'",
            Self::Float => "NUM_FLOAT",
            Self::Int => "NUM_INT",
            Self::Uint => "NUM_UINT",
            Self::String => "STRING",
            Self::Bytes => "BYTES",
            Self::Ident => "IDENTIFIER",
            Self::EscIdent => "ESC_IDENTIFIER",
        }
    }
}

/// A token with its text. Offsets count code points.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub token: Token,
    pub offset: u32,
    pub text: String,
    /// White space and comments right before it.
    pub before: String,
}

/// The tokens of a text, ending in [`Token::Eof`]; what is no token is reported and skipped.
pub(crate) fn lex(text: &str, source: &Source, issues: &mut Issues) -> Vec<Lexeme> {
    let chars: Vec<char> = text.chars().collect();
    let mut lexemes = Vec::new();
    let mut at = 0;
    let mut before = String::new();
    while at < chars.len() {
        let rest = &chars[at..];
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        let hidden = hidden_length(rest);
        if hidden > 0 {
            before.extend(&rest[..hidden]);
            at += hidden;
            continue;
        }
        match next(rest) {
            Ok((token, length)) => {
                let text = rest[..length].iter().collect();
                lexemes.push(Lexeme { token, offset, text, before: std::mem::take(&mut before) });
                at += length;
            }
            Err(length) => {
                let length = length.min(rest.len());
                let text: String = rest[..length].iter().flat_map(|char| shown(*char)).collect();
                issues.push(
                    source.location(offset),
                    format!("Syntax error: token recognition error at: '{text}'"),
                );
                at += length;
            }
        }
    }
    let offset = u32::try_from(chars.len()).unwrap_or(u32::MAX);
    lexemes.push(Lexeme { token: Token::Eof, offset, text: "<EOF>".into(), before });
    lexemes
}

fn shown(char: char) -> Vec<char> {
    match char {
        '\n' => vec!['\\', 'n'],
        '\t' => vec!['\\', 't'],
        '\r' => vec!['\\', 'r'],
        other => vec![other],
    }
}

fn hidden_length(rest: &[char]) -> usize {
    if rest.starts_with(&['/', '/']) {
        return rest.iter().position(|char| *char == '\n').unwrap_or(rest.len());
    }
    rest.iter().take_while(|char| matches!(char, '\t' | ' ' | '\r' | '\n' | '\u{c}')).count()
}

/// The next token and its length, or how many characters are no token.
fn next(rest: &[char]) -> Result<(Token, usize), usize> {
    let first = rest[0];
    let string = literals::string(rest);
    if let Some(found) = string {
        return found;
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = rest.iter().take_while(|char| char.is_ascii_alphanumeric() || **char == '_').count();
        let word: String = rest[..length].iter().collect();
        let token = match &*word {
            "in" => Token::In,
            "true" => Token::True,
            "false" => Token::False,
            "null" => Token::Null,
            _ => Token::Ident,
        };
        return Ok((token, length));
    }
    if let Some(number) = literals::number(rest) {
        return Ok(number);
    }
    if first == '`' {
        return escaped_identifier(rest);
    }
    symbol(rest)
}

fn escaped_identifier(rest: &[char]) -> Result<(Token, usize), usize> {
    let inner = rest[1..]
        .iter()
        .take_while(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | '-' | '/' | ' '))
        .count();
    if inner > 0 && rest.get(inner + 1) == Some(&'`') {
        Ok((Token::EscIdent, inner + 2))
    } else {
        Err(inner + 2)
    }
}

fn symbol(rest: &[char]) -> Result<(Token, usize), usize> {
    let second = rest.get(1);
    Ok(match (rest[0], second) {
        ('=', Some('=')) => (Token::Equals, 2),
        ('!', Some('=')) => (Token::NotEquals, 2),
        ('<', Some('=')) => (Token::LessEquals, 2),
        ('>', Some('=')) => (Token::GreaterEquals, 2),
        ('&', Some('&')) => (Token::And, 2),
        ('|', Some('|')) => (Token::Or, 2),
        ('<', _) => (Token::Less, 1),
        ('>', _) => (Token::Greater, 1),
        ('[', _) => (Token::LBracket, 1),
        (']', _) => (Token::RBracket, 1),
        ('{', _) => (Token::LBrace, 1),
        ('}', _) => (Token::RBrace, 1),
        ('(', _) => (Token::LParen, 1),
        (')', _) => (Token::RParen, 1),
        ('.', _) => (Token::Dot, 1),
        (',', _) => (Token::Comma, 1),
        ('-', _) => (Token::Minus, 1),
        ('!', _) => (Token::Exclam, 1),
        ('?', _) => (Token::Question, 1),
        (':', _) => (Token::Colon, 1),
        ('+', _) => (Token::Plus, 1),
        ('*', _) => (Token::Star, 1),
        ('/', _) => (Token::Slash, 1),
        ('%', _) => (Token::Percent, 1),
        ('=' | '&' | '|', _) => return Err(2),
        _ => return Err(1),
    })
}
