//! Splits a label selector into tokens.
//!
//! A NUL byte ends the text, as in upstream's lexer: what follows one that stands by itself is not read, while one
//! directly behind a token only ends that token.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Error,
    End,
    Close,
    Comma,
    Not,
    DoubleEquals,
    Equals,
    Greater,
    Identifier,
    In,
    Less,
    NotEquals,
    NotIn,
    Open,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    /// The text of the token; empty at the end.
    pub text: &'a str,
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_symbol(b: u8) -> bool {
    matches!(b, b'=' | b'!' | b'(' | b')' | b',' | b'>' | b'<')
}

fn symbol_kind(text: &[u8]) -> Option<Kind> {
    Some(match text {
        b")" => Kind::Close,
        b"," => Kind::Comma,
        b"!" => Kind::Not,
        b"==" => Kind::DoubleEquals,
        b"=" => Kind::Equals,
        b">" => Kind::Greater,
        b"<" => Kind::Less,
        b"!=" => Kind::NotEquals,
        b"(" => Kind::Open,
        _ => return None,
    })
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    pub fn next(&mut self) -> Token<'a> {
        while is_space(self.peek()) {
            self.at += 1;
        }
        match self.peek() {
            0 => Token { kind: Kind::End, text: "" },
            b if is_symbol(b) => self.symbol(),
            _ => self.word(),
        }
    }

    /// The longest operator that starts here: `==` rather than `=`.
    fn symbol(&mut self) -> Token<'a> {
        let bytes = self.text.as_bytes();
        let one = &bytes[self.at..=self.at];
        let two = bytes.get(self.at..self.at + 2).and_then(symbol_kind);
        let (kind, length) = match (two, symbol_kind(one)) {
            (Some(kind), _) => (kind, 2),
            (None, Some(kind)) => (kind, 1),
            // Every symbol is an operator by itself, so this is for completeness only.
            (None, None) => (Kind::Error, 1),
        };
        let text = &self.text[self.at..self.at + length];
        self.at += length;
        self.skip_nul();
        Token { kind, text }
    }

    fn skip_nul(&mut self) {
        if self.at < self.text.len() && self.peek() == 0 {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.at;
        while !matches!(self.peek(), 0) && !is_symbol(self.peek()) && !is_space(self.peek()) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        self.skip_nul();
        let kind = match text {
            "in" => Kind::In,
            "notin" => Kind::NotIn,
            _ => Kind::Identifier,
        };
        Token { kind, text }
    }
}
