//! A forward-only reader of valid JSON text: tokens, nothing built. Used by `walk` only.

use std::borrow::Cow;

pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// The kind of value that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    /// Go's word for it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

impl<'t> Scanner<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Looks at the next value; `None` at the end or at nonsense.
    pub(super) fn peek(&mut self) -> Option<Kind> {
        self.skip_space();
        Some(match self.byte()? {
            b'n' => Kind::Null,
            b't' | b'f' => Kind::Bool,
            b'"' => Kind::String,
            b'[' => Kind::Array,
            b'{' => Kind::Object,
            b'-' | b'0'..=b'9' => Kind::Number,
            _ => return None,
        })
    }

    /// Steps over the byte if it comes next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A number, `true`, `false` or `null`, as spelled.
    pub(super) fn literal(&mut self) -> &'t str {
        let start = self.at;
        while matches!(self.byte(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A string's content.
    pub(super) fn string(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at;
        self.skip_string()?;
        let quoted = &self.text[start..self.at];
        let inner = &quoted[1..quoted.len() - 1];
        if inner.contains('\\') {
            serde_json::from_str(quoted).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    fn skip_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.byte()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    /// Steps over the next value, whatever it is; nesting costs no stack.
    pub(super) fn skip(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            self.skip_space();
            match self.byte()? {
                b'"' => self.skip_string()?,
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                _ if self.literal().is_empty() => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}
