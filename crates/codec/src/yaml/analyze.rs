//! Which styles a string may be printed in, and which one it gets.

use super::resolve::{Resolved, resolve};

/// How a string is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// What a string allows.
struct Allowed {
    plain: bool,
    single: bool,
    block: bool,
    multiline: bool,
}

/// The style of a string; `key` when it stands before a colon on the same line.
pub(super) fn style(text: &str, key: bool) -> Style {
    let allowed = analyze(text);
    let wanted = if text.contains('\n') {
        Style::Literal
    } else if matches!(resolve(text), Resolved::Text(_)) && !is_base60(text) {
        Style::Plain
    } else {
        Style::Double
    };
    let wanted = if key && allowed.multiline { Style::Double } else { wanted };
    match wanted {
        Style::Plain if allowed.plain => Style::Plain,
        Style::Plain if allowed.single => Style::Single,
        Style::Literal if allowed.block && !key => Style::Literal,
        _ => Style::Double,
    }
}

/// Whether a key fits before its colon; otherwise it is announced with a question mark.
pub(super) fn is_simple_key(text: &str) -> bool {
    text.len() <= 128 && !text.contains(is_break)
}

pub(super) const fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether the character is printed as it is. Tabs are not, nor is anything beyond the basic plane.
pub(super) const fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

fn analyze(text: &str) -> Allowed {
    if text.is_empty() {
        return Allowed { plain: true, single: true, block: false, multiline: false };
    }
    let mut plain = !(text.starts_with("---") || text.starts_with("..."));
    let (mut special, mut multiline, mut break_space, mut space_break) = (false, false, false, false);
    let mut previous = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let before_blank = rest.peek().is_none_or(|next| matches!(next, ' ' | '\t'));
        plain &= !is_indicator(c, previous, before_blank);
        special |= !is_printable(c);
        break_space |= c == ' ' && previous.is_some_and(is_break);
        space_break |= is_break(c) && previous == Some(' ');
        multiline |= is_break(c);
        previous = Some(c);
    }
    let edge = |c: char| c == ' ' || is_break(c);
    plain &= !text.starts_with(edge) && !text.ends_with(edge);
    Allowed {
        plain: plain && !break_space && !space_break && !special && !multiline,
        single: !break_space && !space_break && !special,
        block: !text.ends_with(' ') && !space_break && !special,
        multiline,
    }
}

/// Whether the character means something to a YAML reader in block context, given its neighbours.
fn is_indicator(c: char, previous: Option<char>, before_blank: bool) -> bool {
    let Some(previous) = previous else {
        return match c {
            '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
            | '`' => true,
            '?' | ':' | '-' => before_blank,
            _ => false,
        };
    };
    match c {
        ':' => before_blank,
        '#' => matches!(previous, ' ' | '\t' | '\0') || is_break(previous),
        _ => false,
    }
}

/// Numbers such as `1:30`, which YAML 1.1 counts in sixties.
fn is_base60(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut parts = digits.split(':');
    let first = parts.next().unwrap_or_default();
    let mut count = 0;
    let sixties = parts.all(|part| {
        count += 1;
        match part.as_bytes() {
            [units] => units.is_ascii_digit(),
            [tens, units] => matches!(tens, b'0'..=b'5') && units.is_ascii_digit(),
            _ => false,
        }
    });
    let loose = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    sixties && count > 0 && first.starts_with(|c: char| c.is_ascii_digit()) && loose(first) && loose(fraction)
}
