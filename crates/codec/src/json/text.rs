//! Reading strings: borrowed from the text when nothing is escaped, which is nearly always.

use std::borrow::Cow;

use super::parse::Parser;
use super::syntax::{Context, SyntaxError};

/// Bytes at which a plain run of a string ends: the quote, the backslash, control characters.
static ENDS_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        table[control] = true;
        control += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

impl<'a> Parser<'a> {
    /// A string; the parser stands at its opening quote.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.at += 1;
        let first = self.run()?;
        if self.take(b'"') {
            return Ok(Cow::Borrowed(first));
        }
        let mut text = String::from(first);
        while !self.take(b'"') {
            self.at += 1;
            text.push(self.escape()?);
            text.push_str(self.run()?);
        }
        Ok(Cow::Owned(text))
    }

    /// The characters up to the next quote or backslash.
    fn run(&mut self) -> Result<&'a str, SyntaxError> {
        let length = self.rest().iter().position(|byte| ENDS_RUN[usize::from(*byte)]);
        let start = self.at;
        self.at = length.map_or(self.text.len(), |length| start + length);
        match self.peek() {
            Some(b'"' | b'\\') => Ok(&self.text[start..self.at]),
            _ => Err(self.unfit(Context::String)),
        }
    }

    /// One escaped character; the parser stands behind the backslash.
    fn escape(&mut self) -> Result<char, SyntaxError> {
        let plain = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.unfit(Context::Escape)),
        };
        self.at += 1;
        Ok(plain)
    }

    /// What `\u` stands for. A surrogate without its other half is U+FFFD, as in Go.
    fn unicode(&mut self) -> Result<char, SyntaxError> {
        let high = self.four_digits()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let resume = self.at;
        if self.rest().starts_with(b"\\u") {
            self.at += 2;
            let low = self.four_digits()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        // Not a pair: what follows is read again, on its own.
        self.at = resume;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn four_digits(&mut self) -> Result<u32, SyntaxError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.unfit(Context::Unicode))?;
            self.at += 1;
        }
        Ok(code)
    }
}
