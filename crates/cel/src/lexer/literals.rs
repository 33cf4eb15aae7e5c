//! Where a number or a quoted literal ends.

use super::Token;

/// A number at the start of the text.
pub(super) fn number(rest: &[char]) -> Option<(Token, usize)> {
    let digits = |from: usize| rest[from.min(rest.len())..].iter().take_while(|c| c.is_ascii_digit()).count();
    let is_u = |at: usize| matches!(rest.get(at), Some('u' | 'U'));
    if rest[0] == '0' && rest.get(1) == Some(&'x') {
        let hex = rest[2..].iter().take_while(|char| char.is_ascii_hexdigit()).count();
        if hex > 0 {
            return Some(if is_u(2 + hex) { (Token::Uint, 3 + hex) } else { (Token::Int, 2 + hex) });
        }
    }
    let exponent = |at: usize| {
        if !matches!(rest.get(at), Some('e' | 'E')) {
            return 0;
        }
        let sign = usize::from(matches!(rest.get(at + 1), Some('+' | '-')));
        match digits(at + 1 + sign) {
            0 => 0,
            count => 1 + sign + count,
        }
    };
    let whole = digits(0);
    let fraction = if rest.get(whole) == Some(&'.') { digits(whole + 1) } else { 0 };
    if fraction > 0 {
        let end = whole + 1 + fraction;
        return Some((Token::Float, end + exponent(end)));
    }
    if whole == 0 {
        return None;
    }
    match exponent(whole) {
        0 if is_u(whole) => Some((Token::Uint, whole + 1)),
        0 => Some((Token::Int, whole)),
        length => Some((Token::Float, whole + length)),
    }
}

/// A string or bytes literal at the start of the text: its kind and length, or how far it is broken. `None` when the text
/// starts otherwise.
pub(super) fn string(rest: &[char]) -> Option<Result<(Token, usize), usize>> {
    let mut at = 0;
    let mut token = Token::String;
    if matches!(rest.first(), Some('b' | 'B')) {
        token = Token::Bytes;
        at += 1;
    }
    let raw = matches!(rest.get(at), Some('r' | 'R'));
    at += usize::from(raw);
    let quote = *rest.get(at).filter(|char| matches!(char, '"' | '\''))?;
    let tripled = rest.get(at + 1) == Some(&quote) && rest.get(at + 2) == Some(&quote);
    if tripled && let Ok(end) = quoted(rest, at + 3, quote, true, raw) {
        return Some(Ok((token, end)));
    }
    Some(match quoted(rest, at + 1, quote, false, raw) {
        Ok(end) => Ok((token, end)),
        // A prefix letter is an identifier of its own when what follows is no literal.
        Err(_) if at > 0 => {
            let letters = rest.iter().take_while(|char| char.is_ascii_alphabetic()).count();
            Ok((Token::Ident, letters))
        }
        Err(end) => Err(end),
    })
}

/// Where the literal whose content starts at `at` ends, or how many characters it took to see that it does not.
fn quoted(rest: &[char], mut at: usize, quote: char, tripled: bool, raw: bool) -> Result<usize, usize> {
    loop {
        let Some(char) = rest.get(at) else { return Err(at) };
        if *char == quote {
            if !tripled {
                return Ok(at + 1);
            }
            if rest.get(at + 1) == Some(&quote) && rest.get(at + 2) == Some(&quote) {
                return Ok(at + 3);
            }
        }
        match char {
            '\n' | '\r' if !tripled => return Err(at + 1),
            '\\' if !raw => at += escape(&rest[at..]).map_err(|length| at + length)?,
            _ => at += 1,
        }
    }
}

/// The length of an escape sequence, or how far it is broken.
fn escape(rest: &[char]) -> Result<usize, usize> {
    let hex = |count: usize| {
        let found = rest[2..].iter().take(count).take_while(|char| char.is_ascii_hexdigit()).count();
        if found == count { Ok(2 + count) } else { Err(3 + found) }
    };
    match rest.get(1) {
        Some('a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '"' | '\'' | '\\' | '?' | '`') => Ok(2),
        Some('x' | 'X') => hex(2),
        Some('u') => hex(4),
        Some('U') => hex(8),
        Some('0'..='3') => {
            let found = rest[2..].iter().take(2).take_while(|char| matches!(char, '0'..='7')).count();
            if found == 2 { Ok(4) } else { Err(3 + found) }
        }
        _ => Err(2),
    }
}
