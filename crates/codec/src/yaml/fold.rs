//! The page being printed: where the pen stands, and strings written in each style, folded at eighty columns.

use super::analyze::{Style, is_break, is_printable};

/// Past this column a space becomes a line break.
const WIDTH: usize = 80;

pub(super) struct Page<'o> {
    out: &'o mut String,
    column: usize,
    /// The last thing written was white space.
    whitespace: bool,
    /// Nothing but indentation and indicators stand on this line.
    pub(super) indention: bool,
}

impl<'o> Page<'o> {
    pub(super) const fn new(out: &'o mut String) -> Self {
        Self { out, column: 0, whitespace: true, indention: true }
    }

    fn put(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    fn put_break(&mut self, c: char) {
        self.out.push(c);
        self.column = 0;
    }

    /// Goes to a new line, unless this one is still free, and to the column.
    pub(super) fn indent(&mut self, column: usize) {
        if !self.indention || self.column > column || (self.column == column && !self.whitespace) {
            self.put_break('\n');
        }
        while self.column < column {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    /// `-`, `?`, `:`, a bracket or a quote.
    pub(super) fn indicator(&mut self, text: &str, spaced: bool, keeps_indention: bool) {
        if spaced && !self.whitespace {
            self.put(' ');
        }
        self.out.push_str(text);
        self.column += text.len();
        self.whitespace = false;
        self.indention &= keeps_indention;
    }

    /// A scalar that needs no quotes: a number, a boolean, null.
    pub(super) fn bare(&mut self, text: &str) {
        self.indicator(text, true, false);
    }

    /// A string. `indent` is where its further lines begin, `folds` whether it may be broken.
    pub(super) fn text(&mut self, text: &str, style: Style, indent: usize, folds: bool) {
        match style {
            Style::Plain => self.plain(text, indent, folds),
            Style::Single => self.single(text, indent, folds),
            Style::Double => self.double(text, indent, folds),
            Style::Literal => self.literal(text, indent),
        }
    }

    fn plain(&mut self, text: &str, indent: usize, folds: bool) {
        if !self.whitespace {
            self.put(' ');
        }
        self.whitespace = false;
        self.indention = false;
        if !text.contains(' ') {
            self.out.push_str(text);
            self.column += text.chars().count();
            return;
        }
        let mut after_space = false;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let space = c == ' ';
            if space && folds && !after_space && self.column > WIDTH && rest.peek() != Some(&' ') {
                self.indent(indent);
            } else {
                self.put(c);
            }
            after_space = space;
            self.indention &= space;
        }
        self.whitespace = false;
        self.indention = false;
    }

    /// Never holds a line break: strings with one are literals or double-quoted.
    fn single(&mut self, text: &str, indent: usize, folds: bool) {
        self.indicator("'", true, false);
        let mut after_space = false;
        let mut rest = text.chars().enumerate().peekable();
        while let Some((at, c)) = rest.next() {
            let space = c == ' ';
            let next = rest.peek().map(|(_, next)| *next);
            let inside = at > 0 && next.is_some_and(|next| next != ' ');
            if space && folds && !after_space && self.column > WIDTH && inside {
                self.indent(indent);
            } else {
                if c == '\'' {
                    self.put('\'');
                }
                self.put(c);
            }
            after_space = space;
            self.indention &= space;
        }
        self.indicator("'", false, false);
    }

    fn double(&mut self, text: &str, indent: usize, folds: bool) {
        self.indicator("\"", true, false);
        let mut after_space = false;
        let mut rest = text.chars().enumerate().peekable();
        while let Some((at, c)) = rest.next() {
            if !is_printable(c) || is_break(c) || matches!(c, '"' | '\\') {
                self.escape(c);
                after_space = false;
                continue;
            }
            let next = rest.peek().map(|(_, next)| *next);
            if c == ' ' && folds && !after_space && self.column > WIDTH && at > 0 && next.is_some() {
                self.indent(indent);
                if next == Some(' ') {
                    self.put('\\');
                }
            } else {
                self.put(c);
            }
            after_space = c == ' ';
        }
        self.indicator("\"", false, false);
    }

    fn escape(&mut self, c: char) {
        let code = u32::from(c);
        let text = match c {
            '\0' => "\\0".to_owned(),
            '\u{7}' => "\\a".to_owned(),
            '\u{8}' => "\\b".to_owned(),
            '\t' => "\\t".to_owned(),
            '\n' => "\\n".to_owned(),
            '\u{b}' => "\\v".to_owned(),
            '\u{c}' => "\\f".to_owned(),
            '\r' => "\\r".to_owned(),
            '\u{1b}' => "\\e".to_owned(),
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\u{85}' => "\\N".to_owned(),
            '\u{2028}' => "\\L".to_owned(),
            '\u{2029}' => "\\P".to_owned(),
            _ if code <= 0xff => format!("\\x{code:02X}"),
            _ if code <= 0xffff => format!("\\u{code:04X}"),
            _ => format!("\\U{code:08X}"),
        };
        self.out.push_str(&text);
        self.column += text.len();
    }

    fn literal(&mut self, text: &str, indent: usize) {
        self.indicator("|", true, false);
        if text.starts_with(|c| c == ' ' || is_break(c)) {
            self.indicator("2", false, false);
        }
        let mut ends = text.chars().rev();
        match (ends.next().is_some_and(is_break), ends.next().is_none_or(is_break)) {
            (false, _) => self.indicator("-", false, false),
            (true, true) => self.indicator("+", false, false),
            (true, false) => {}
        }
        self.put_break('\n');
        self.indention = true;
        self.whitespace = true;
        let mut line_start = true;
        for c in text.chars() {
            if is_break(c) {
                self.put_break(c);
                self.indention = true;
                line_start = true;
                continue;
            }
            if line_start {
                self.indent(indent);
            }
            self.put(c);
            self.indention = false;
            line_start = false;
        }
    }
}
