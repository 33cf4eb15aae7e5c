//! Links in pages that are served through the server: those to the root of the other side are brought below the proxied path, so that a
//! browser that follows them comes back here. Pure; works piece by piece.

/// The attributes that hold links, by element.
const LINKS: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("applet", &["codebase"]),
    ("area", &["href"]),
    ("audio", &["src"]),
    ("base", &["href"]),
    ("blockquote", &["cite"]),
    ("body", &["background"]),
    ("button", &["formaction"]),
    ("command", &["icon"]),
    ("del", &["cite"]),
    ("embed", &["src"]),
    ("form", &["action"]),
    ("frame", &["longdesc", "src"]),
    ("head", &["profile"]),
    ("html", &["manifest"]),
    ("iframe", &["longdesc", "src"]),
    ("img", &["longdesc", "src", "usemap"]),
    ("input", &["formaction", "src", "usemap"]),
    ("ins", &["cite"]),
    ("link", &["href"]),
    ("object", &["classid", "codebase", "data", "usemap"]),
    ("q", &["cite"]),
    ("script", &["src"]),
    ("source", &["src"]),
    ("video", &["poster", "src"]),
];
/// Elements whose content is no markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];
/// A tag longer than this is passed on as it is.
const LONGEST_TAG: usize = 64 * 1024;

/// Rewrites one page.
pub(super) struct Rewriter {
    /// The proxied path, without a slash at its end.
    prefix: String,
    /// The other side's host and port, as links may name it.
    authority: String,
    pending: Vec<u8>,
    /// The element whose end is looked for.
    raw: Option<String>,
}

impl Rewriter {
    pub(super) fn new(prefix: &str, authority: &str) -> Self {
        Self { prefix: prefix.to_owned(), authority: authority.to_owned(), pending: Vec::new(), raw: None }
    }

    /// Takes a piece; gives what can be sent by now.
    pub(super) fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        self.pending.extend_from_slice(piece);
        let mut out = Vec::with_capacity(self.pending.len() + 64);
        let pending = std::mem::take(&mut self.pending);
        let mut rest = pending.as_slice();
        while let Some(at) = rest.iter().position(|byte| *byte == b'<') {
            let (text, tag) = rest.split_at(at);
            out.extend_from_slice(text);
            rest = tag;
            let Some(length) = self.length(tag) else {
                if tag.len() > LONGEST_TAG {
                    break;
                }
                self.pending = tag.to_vec();
                return out;
            };
            let (tag, after) = tag.split_at(length);
            self.tag(tag, &mut out);
            rest = after;
        }
        out.extend_from_slice(rest);
        out
    }

    /// What is left when there are no more pieces.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.pending)
    }

    /// How long the tag (or comment) is that begins here; `None` if its end is not here yet.
    fn length(&self, text: &[u8]) -> Option<usize> {
        if self.raw.is_none() && text.starts_with(b"<!--") {
            return find(text, b"-->").map(|at| at + 3);
        }
        match text.get(1) {
            None => return None,
            Some(byte) if byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?') => {}
            // A sign that is only text.
            Some(_) => return Some(1),
        }
        let mut quote = None;
        for (at, byte) in text.iter().enumerate().skip(1) {
            match (quote, byte) {
                (Some(open), byte) if open == *byte => quote = None,
                (None, b'"' | b'\'') if self.raw.is_none() => quote = Some(*byte),
                (None, b'>') => return Some(at + 1),
                // In text that is no markup, another beginning ends this one.
                (None, b'<') if self.raw.is_some() => return Some(at),
                _ => {}
            }
        }
        None
    }

    fn tag(&mut self, tag: &[u8], out: &mut Vec<u8>) {
        let Ok(text) = std::str::from_utf8(tag) else { return out.extend_from_slice(tag) };
        let closing = text.starts_with("</");
        let start = if closing { 2 } else { 1 };
        let name_end =
            text[start..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(text.len(), |at| at + start);
        let name = text[start..name_end].to_ascii_lowercase();
        if let Some(raw) = &self.raw {
            if closing && *raw == name {
                self.raw = None;
            }
            return out.extend_from_slice(tag);
        }
        let links = LINKS.iter().find(|(element, _)| *element == name).filter(|_| !closing);
        match links {
            Some((_, attributes)) => {
                out.extend_from_slice(self.attributes(text, name_end, attributes).as_bytes())
            }
            None => out.extend_from_slice(tag),
        }
        if !closing && !text.ends_with("/>") && RAW.contains(&name.as_str()) {
            self.raw = Some(name);
        }
    }

    /// The tag with its links rewritten.
    fn attributes(&self, text: &str, from: usize, wanted: &[&str]) -> String {
        let mut out = text[..from].to_owned();
        let mut rest = &text[from..];
        while let Some(equals) = rest.find('=') {
            let (before, after) = rest.split_at(equals + 1);
            let name = before[..equals].trim_end();
            let name = name.rsplit(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or_default();
            out.push_str(before);
            let blank = after.len() - after.trim_start().len();
            out.push_str(&after[..blank]);
            let after = &after[blank..];
            let (open, body) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => (Some(quote), &after[1..]),
                _ => (None, after),
            };
            let ends = |c: char| open.map_or(c.is_ascii_whitespace() || c == '>', |quote| c == quote);
            let end = body.find(ends).unwrap_or(body.len());
            out.extend(open);
            match wanted.contains(&name.to_ascii_lowercase().as_str()) {
                true => out.push_str(&self.link(&body[..end])),
                false => out.push_str(&body[..end]),
            }
            rest = &body[end..];
            if open.is_some() && !rest.is_empty() {
                out.extend(open);
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
        out
    }

    /// Where a link leads from here.
    fn link(&self, link: &str) -> String {
        let local = match link.split_once("://") {
            Some((_, rest)) => rest.strip_prefix(self.authority.as_str()),
            None if link.starts_with("//") => link[2..].strip_prefix(self.authority.as_str()),
            None => Some(link),
        };
        match local {
            Some(path) if path.starts_with('/') && !path.starts_with(&self.prefix) => {
                format!("{}{path}", self.prefix)
            }
            _ => link.to_owned(),
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(page: &str, piece: usize) -> String {
        let mut rewriter = Rewriter::new("/api/v1/p/proxy", "10.0.0.1:80");
        let mut out = Vec::new();
        for piece in page.as_bytes().chunks(piece) {
            out.extend(rewriter.push(piece));
        }
        out.extend(rewriter.finish());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn links_to_the_root_come_back_here() {
        let cases = [
            (r#"<a href="/x?a=1#b">t</a>"#, r#"<a href="/api/v1/p/proxy/x?a=1#b">t</a>"#),
            ("<a href='/x'>t</a>", "<a href='/api/v1/p/proxy/x'>t</a>"),
            ("<A class=c HREF=/x>t</A>", "<A class=c HREF=/api/v1/p/proxy/x>t</A>"),
            (r#"<img alt="a > b" src = "/i.png"/>"#, r#"<img alt="a > b" src = "/api/v1/p/proxy/i.png"/>"#),
            (r#"<a href="http://10.0.0.1:80/x">t</a>"#, r#"<a href="/api/v1/p/proxy/x">t</a>"#),
            (r#"<a href="https://example.com/x">t</a>"#, r#"<a href="https://example.com/x">t</a>"#),
            (r#"<a href="x/y">t</a>"#, r#"<a href="x/y">t</a>"#),
            (r#"<a href="/api/v1/p/proxy/x">t</a>"#, r#"<a href="/api/v1/p/proxy/x">t</a>"#),
            (r#"<p title="/x">1 < 2</p>"#, r#"<p title="/x">1 < 2</p>"#),
            (r#"<!-- <a href="/x"> -->"#, r#"<!-- <a href="/x"> -->"#),
            (
                r#"<script src="/s.js">if (a<b) "<a href='/x'>"</script><a href="/y">"#,
                r#"<script src="/api/v1/p/proxy/s.js">if (a<b) "<a href='/x'>"</script><a href="/api/v1/p/proxy/y">"#,
            ),
            ("<a href=\"/x", "<a href=\"/x"),
        ];
        for (page, expected) in cases {
            for piece in [1, 3, 1000] {
                assert_eq!(rewrite(page, piece), expected, "in pieces of {piece}");
            }
        }
    }
}
