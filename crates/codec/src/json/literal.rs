//! The text of a number at a path: a tree holds `1e20` for `99999999999999999999`, and error messages quote the latter.
//!
//! A second pass over the document, taken only when a type error is about to be reported.

use super::as_text;
use super::findings::Step;
use super::parse::Parser;
use crate::place::Place;

/// The literal at the path, if the document has a number there.
pub(crate) fn literal_at(document: &[u8], path: &[Step<'_>]) -> Option<String> {
    let text = as_text(document);
    let mut parser = Parser::new(&text);
    let mut found = None;
    // The last occurrence of a duplicate field is the one that counts.
    seek(&mut parser, path, &mut found)?;
    found
}

fn seek(parser: &mut Parser<'_>, path: &[Step<'_>], found: &mut Option<String>) -> Option<()> {
    parser.skip_space();
    let Some((step, rest)) = path.split_first() else {
        if matches!(parser.peek(), Some(b'-' | b'0'..=b'9')) {
            *found = Some(parser.number_literal().ok()?.to_owned());
            return Some(());
        }
        return skip(parser);
    };
    let close = match (parser.peek(), step) {
        (Some(b'{'), Step::Key(_)) => b'}',
        (Some(b'['), Step::Index(_)) => b']',
        _ => return skip(parser),
    };
    parser.at += 1;
    let mut index = 0;
    loop {
        parser.skip_space();
        if parser.take(close) {
            return Some(());
        }
        let here = match step {
            Step::Key(key) => {
                let name = parser.string().ok()?;
                parser.skip_space();
                parser.take(b':');
                name == *key
            }
            Step::Index(wanted) => index == *wanted,
        };
        if here { seek(parser, rest, found)? } else { skip(parser)? }
        index += 1;
        parser.skip_space();
        parser.take(b',');
    }
}

fn skip(parser: &mut Parser<'_>) -> Option<()> {
    parser.value(Place::Ignored).ok().map(drop)
}
