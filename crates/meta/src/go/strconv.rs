//! Integers as Go's `strconv` reads them, with its error texts.

use super::quote::quote;
use thiserror::Error;

/// Why a text is not the integer that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("strconv.{function}: parsing {}: {reason}", quote(.text))]
pub struct NumError {
    function: &'static str,
    text: String,
    reason: &'static str,
}

const SYNTAX: &str = "invalid syntax";
const RANGE: &str = "value out of range";

/// `strconv.ParseInt(text, 10, 64)`.
pub fn parse_int(text: &str) -> Result<i64, NumError> {
    signed("ParseInt", text)
}

/// `strconv.Atoi(text)`, which differs from [`parse_int`] in the name its error carries.
pub fn atoi(text: &str) -> Result<i64, NumError> {
    signed("Atoi", text)
}

/// `strconv.ParseUint(text, 10, 64)`: no sign is allowed.
pub fn parse_uint(text: &str) -> Result<u64, NumError> {
    let error = |reason| NumError { function: "ParseUint", text: text.to_owned(), reason };
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error(SYNTAX));
    }
    text.parse().map_err(|_| error(RANGE))
}

fn signed(function: &'static str, text: &str) -> Result<i64, NumError> {
    let error = |reason| NumError { function, text: text.to_owned(), reason };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error(SYNTAX));
    }
    text.parse().map_err(|_| error(RANGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_integers() {
        assert_eq!(parse_int("-9223372036854775808"), Ok(i64::MIN));
        assert_eq!(parse_int("+007"), Ok(7));
        assert_eq!(parse_uint("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn errors_read_like_gos() {
        let text = |r: Result<i64, NumError>| r.unwrap_err().to_string();
        assert_eq!(text(parse_int("x")), r#"strconv.ParseInt: parsing "x": invalid syntax"#);
        assert_eq!(text(parse_int("")), r#"strconv.ParseInt: parsing "": invalid syntax"#);
        assert_eq!(text(atoi("+")), r#"strconv.Atoi: parsing "+": invalid syntax"#);
        assert_eq!(
            text(parse_int("9223372036854775808")),
            r#"strconv.ParseInt: parsing "9223372036854775808": value out of range"#
        );
        assert_eq!(
            parse_uint("-1").unwrap_err().to_string(),
            r#"strconv.ParseUint: parsing "-1": invalid syntax"#
        );
    }
}
