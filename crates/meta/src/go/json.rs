//! `encoding/json`'s compact output, which differs from serde_json's in escaping `<`, `>`, `&` and the two Unicode line
//! separators.

use serde::Serialize;
use std::io;

struct GoFormatter;

impl serde_json::ser::Formatter for GoFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut start = 0;
        for (at, c) in fragment.char_indices() {
            let escape: &[u8] = match c {
                '<' => b"\\u003c",
                '>' => b"\\u003e",
                '&' => b"\\u0026",
                '\u{2028}' => b"\\u2028",
                '\u{2029}' => b"\\u2029",
                _ => continue,
            };
            writer.write_all(&fragment.as_bytes()[start..at])?;
            writer.write_all(escape)?;
            start = at + c.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[start..])
    }
}

/// The value as Go's `json.Marshal` writes it; `None` when it cannot be serialised (a map whose keys are not strings).
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    let mut out = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, GoFormatter)).ok()?;
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn escapes_what_go_escapes() {
        assert_eq!(to_json("a<b>&\u{2028}\"\n").as_deref(), Some(r#""a\u003cb\u003e\u0026\u2028\"\n""#));
        assert_eq!(to_json(&serde_json::json!({"a": [1, null]})).as_deref(), Some(r#"{"a":[1,null]}"#));
    }
}
