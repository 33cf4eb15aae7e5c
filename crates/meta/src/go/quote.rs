//! `strconv.Quote` (the `%q` verb) and the notion of a printable character it rests on.

use std::fmt::Write as _;

/// Whether Go prints `c` as itself: letters, marks, numbers, punctuation, symbols and the ASCII space.
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    // The standard library knows which characters are printable but says so only through escape_debug. Behind another
    // character it leaves combining marks alone, which is what Go does too.
    let mut buffer = [b'a'; 5];
    let length = c.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..=length]).expect("an ASCII letter and one encoded char");
    text.escape_debug().nth(1) == Some(c)
}

/// The text as a Go string literal in double quotes.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        push_escaped(&mut out, c);
    }
    out.push('"');
    out
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{7}' => out.push_str("\\a"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{b}' => out.push_str("\\v"),
        c if is_print(c) => out.push(c),
        c => {
            let code = u32::from(c);
            let written = match code {
                0..0x20 | 0x7f => write!(out, "\\x{code:02x}"),
                0x20..0x1_0000 => write!(out, "\\u{code:04x}"),
                _ => write!(out, "\\U{code:08x}"),
            };
            written.expect("writing to a String cannot fail");
        }
    }
}

/// The `%#U` verb: `U+0061 'a'`, without the quoted part for what cannot be printed.
pub fn unicode_name(c: char) -> String {
    let code = u32::from(c);
    if is_print(c) { format!("U+{code:04X} '{c}'") } else { format!("U+{code:04X}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_as_go_does() {
        let table = [
            ("", r#""""#),
            ("plain", r#""plain""#),
            ("a\"b\\c", r#""a\"b\\c""#),
            ("tab\tnl\n\r\u{7}\u{8}\u{b}\u{c}", r#""tab\tnl\n\r\a\b\v\f""#),
            ("\u{0}\u{1f}\u{7f}", r#""\x00\x1f\x7f""#),
            ("é世界", "\"é世界\""),
            ("\u{a0}\u{200b}\u{feff}", r#""\u00a0\u200b\ufeff""#),
            ("e\u{301}", "\"e\u{301}\""),
            ("\u{e0001}", r#""\U000e0001""#),
        ];
        for (input, want) in table {
            assert_eq!(quote(input), want);
        }
    }

    #[test]
    fn names_code_points() {
        assert_eq!(unicode_name('a'), "U+0061 'a'");
        assert_eq!(unicode_name('\n'), "U+000A");
        assert_eq!(unicode_name('☺'), "U+263A '☺'");
    }
}
