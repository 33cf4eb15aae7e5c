//! From text to nodes.

use crate::Error;
use crate::node::{Bound, Node};

/// Reads a template.
pub(crate) fn parse(text: &str) -> Result<Vec<Node>, Error> {
    let mut parser = Parser { text: text.chars().collect(), at: 0 };
    let mut nodes = Vec::new();
    let mut plain = String::new();
    while let Some(c) = parser.next() {
        if c != '{' {
            plain.push(c);
            continue;
        }
        if !plain.is_empty() {
            nodes.push(Node::Text(std::mem::take(&mut plain)));
        }
        nodes.push(Node::List(parser.action()?));
    }
    if !plain.is_empty() {
        nodes.push(Node::Text(plain));
    }
    Ok(nodes)
}

/// The steps of a text that stands within braces.
fn steps(text: &str) -> Result<Vec<Node>, Error> {
    match parse(&format!("{{{text}}}"))?.into_iter().next() {
        Some(Node::List(nodes)) => Ok(nodes),
        _ => Ok(Vec::new()),
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
}

impl Parser {
    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, prefix: &str) -> bool {
        let length = prefix.chars().count();
        let found = self.text[self.at..].iter().take(length).copied().eq(prefix.chars());
        if found {
            self.at += length;
        }
        found
    }

    fn since(&self, start: usize) -> String {
        self.text[start..self.at].iter().collect()
    }

    /// Up to the closing brace.
    fn action(&mut self) -> Result<Vec<Node>, Error> {
        let mut nodes = Vec::new();
        loop {
            if self.skip("}") {
                return Ok(nodes);
            }
            if self.skip("[?(") {
                nodes.push(self.filter()?);
                continue;
            }
            if self.skip("..") {
                if nodes.last() == Some(&Node::Recursive) {
                    return Err(Error::new("invalid multiple recursive descent"));
                }
                nodes.push(Node::Recursive);
                if self.peek().is_some_and(is_word) {
                    nodes.push(self.field());
                }
                continue;
            }
            match self.next() {
                None | Some('\r' | '\n') => return Err(Error::new("unclosed action")),
                Some(' ' | '@' | '$') => {}
                Some('[') => self.array(&mut nodes)?,
                Some(quote @ ('"' | '\'')) => nodes.push(self.quoted(quote)?),
                Some('.') => nodes.push(self.field()),
                Some(c) if c == '+' || c == '-' || c.is_numeric() => {
                    self.at -= 1;
                    nodes.push(self.number()?);
                }
                Some(c) if is_word(c) => {
                    self.at -= 1;
                    nodes.push(self.identifier());
                }
                Some(c) => {
                    let text = format!("U+{:04X} '{c}'", u32::from(c));
                    return Err(Error::new(format!("unrecognized character in action: {text}")));
                }
            }
        }
    }

    fn identifier(&mut self) -> Node {
        let start = self.at;
        while self.peek().is_some_and(|c| !ends_word(c)) {
            self.at += 1;
        }
        match self.since(start).as_str() {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            other => Node::Identifier(other.to_owned()),
        }
    }

    fn field(&mut self) -> Node {
        let start = self.at;
        while let Some(c) = self.peek() {
            if c == '\\' {
                self.at += 1;
            } else if ends_word(c) {
                break;
            }
            self.at = (self.at + 1).min(self.text.len());
        }
        match self.since(start) {
            all if all == "*" => Node::Wildcard,
            name => Node::Field(name.replace('\\', "")),
        }
    }

    fn number(&mut self) -> Result<Node, Error> {
        let start = self.at;
        if matches!(self.peek(), Some('+' | '-')) {
            self.at += 1;
        }
        while self.peek().is_some_and(|c| c == '.' || c.is_numeric()) {
            self.at += 1;
        }
        let text = self.since(start);
        if let Ok(number) = text.parse() {
            return Ok(Node::Int(number));
        }
        let float = text.parse().map(Node::Float);
        float.map_err(|_| Error::new(format!("cannot parse number {text}")))
    }

    fn quoted(&mut self, quote: char) -> Result<Node, Error> {
        let start = self.at - 1;
        loop {
            match self.next() {
                None | Some('\n') => return Err(Error::new("unterminated quoted string")),
                Some(c) if c == quote && self.text[self.at - 2] != '\\' => break,
                Some(_) => {}
            }
        }
        let whole = self.since(start);
        let inner: String = self.text[start + 1..self.at - 1].iter().collect();
        let text = unquote(&inner, quote)
            .ok_or_else(|| Error::new(format!("unquote string {whole} error invalid syntax")))?;
        Ok(Node::Text(text))
    }

    /// What is in brackets.
    fn array(&mut self, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let start = self.at;
        loop {
            match self.next() {
                None | Some('\n') => return Err(Error::new("unterminated array")),
                Some(']') => break,
                Some(_) => {}
            }
        }
        let text: String = self.text[start..self.at - 1].iter().collect();
        let text = if text == "*" { ":" } else { text.as_str() };
        if text.contains(',') {
            let parts = text.split(',').map(|part| steps(&format!("[{}]", part.trim_matches(' '))));
            nodes.push(Node::Union(parts.collect::<Result<_, _>>()?));
        } else if let Some(key) = dictionary_key(text) {
            nodes.extend(steps(&format!(".{key}"))?);
        } else {
            nodes.push(Node::Slice(slice(text)?));
        }
        Ok(())
    }

    fn filter(&mut self) -> Result<Node, Error> {
        let start = self.at;
        let (mut open, mut closed, mut pair) = (false, false, None);
        loop {
            match self.next() {
                None | Some('\n') => return Err(Error::new("unterminated filter")),
                Some(c @ ('"' | '\'')) if !open => (open, pair) = (true, Some(c)),
                Some(c) if Some(c) == pair && self.text[self.at - 2] != '\\' => closed = true,
                Some(')') if open == closed => break,
                Some(_) => {}
            }
        }
        let text: String = self.text[start..self.at - 1].iter().collect();
        if self.next() != Some(']') {
            return Err(Error::new("unclosed array expect ]"));
        }
        let is_operator = |c: char| matches!(c, '!' | '<' | '>' | '=');
        let parts = text.find(is_operator).filter(|at| *at > 0).and_then(|at| {
            let (left, rest) = text.split_at(at);
            let end = rest.find(|c| !is_operator(c))?;
            Some((left, &rest[..end], &rest[end..]))
        });
        Ok(match parts {
            None => Node::Filter { left: steps(&text)?, operator: "exists".to_owned(), right: Vec::new() },
            Some((left, operator, right)) => {
                Node::Filter { left: steps(left)?, operator: operator.to_owned(), right: steps(right)? }
            }
        })
    }
}

fn dictionary_key(text: &str) -> Option<&str> {
    let key = text.strip_prefix('\'')?.strip_suffix('\'')?;
    (!key.contains('\'')).then_some(key)
}

/// `start:end:step`, each of which may be left out.
fn slice(text: &str) -> Result<[Bound; 3], Error> {
    let parts: Vec<&str> = text.split(':').collect();
    let sound = |part: &str| part.strip_prefix('-').unwrap_or(part).bytes().all(|b| b.is_ascii_digit());
    if parts.len() > 3 || !parts.iter().all(|part| sound(part)) {
        return Err(Error::new(format!("invalid array index {text}")));
    }
    let mut bounds = [Bound::default(); 3];
    for (bound, part) in bounds.iter_mut().zip(&parts) {
        if !part.is_empty() {
            let value = part.parse();
            let value = value.map_err(|_| Error::new(format!("array index {part} is not a number")))?;
            *bound = Bound { value, known: true, derived: false };
        }
    }
    if parts.len() == 1 {
        bounds[1] = Bound { value: bounds[0].value + 1, known: true, derived: true };
    }
    Ok(bounds)
}

/// Go's escapes, within either kind of quotes.
fn unquote(text: &str, quote: char) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next()? {
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            '\\' => out.push('\\'),
            c @ ('\'' | '"') if c == quote => out.push(c),
            kind @ ('x' | 'u' | 'U') => {
                let length = match kind {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let digits: String = chars.by_ref().take(length).collect();
                let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == length)?;
                out.push(char::from_u32(code)?);
            }
            _ => return None,
        }
    }
    Some(out)
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn ends_word(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}')
}
