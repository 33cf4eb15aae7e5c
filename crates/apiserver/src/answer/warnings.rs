//! What the client should know though the request went well, as headers: each once, and only as much as a head can hold.
//!
//! The bounds are upstream's: once all of it is longer than 4,096 characters every warning is cut to 256, and those that come after
//! the 4,096th are left out. A body with a hundred thousand repeated fields has as many warnings.

use std::collections::HashSet;

use http::header::WARNING;
use http::{HeaderMap, HeaderValue};

const MOST: usize = 4096;
const MOST_EACH: usize = 256;
/// Upstream has no such bound, but clients that are made with hyper take no more than a hundred headers.
const MOST_HEADERS: usize = 64;

/// Adds warnings to an answer.
pub(crate) fn warn<'a>(headers: &mut HeaderMap, warnings: impl IntoIterator<Item = &'a String>) {
    let mut seen = HashSet::new();
    let warnings: Vec<&str> = warnings
        .into_iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty() && seen.insert(*text))
        .collect();
    let length = |text: &str| text.chars().count();
    let too_much = warnings.iter().map(|text| length(text)).sum::<usize>() > MOST;
    let mut written = 0;
    for text in warnings.into_iter().take(MOST_HEADERS) {
        let most = if too_much { MOST_EACH } else { MOST };
        // A header cannot hold line breaks and other control characters.
        let clean: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let quoted = clean.replace('\\', "\\\\").replace('"', "\\\"");
        if let Ok(value) = HeaderValue::from_bytes(format!("299 - \"{quoted}\"").as_bytes()) {
            headers.append(WARNING, value);
        }
        written += length(&clean);
        if too_much && written >= MOST {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(texts: &[String]) -> Vec<String> {
        let mut headers = HeaderMap::new();
        warn(&mut headers, texts);
        headers
            .get_all(WARNING)
            .iter()
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
            .collect()
    }

    #[test]
    fn warnings_are_told_once_and_within_bounds() {
        let texts = ["a \"b\"\n", "", "c", "c"].map(str::to_owned);
        assert_eq!(warned(&texts), [r#"299 - "a \"b\" ""#, r#"299 - "c""#]);
        let long = "x".repeat(5000);
        assert_eq!(warned(std::slice::from_ref(&long)), [format!("299 - \"{}\"", "x".repeat(256))]);
        let many: Vec<String> = (0..100_000).map(|at| format!("{at:0>300}")).collect();
        let told = warned(&many);
        assert_eq!((told.len(), told[0].len()), (16, 256 + 8));
        assert_eq!(warned(&["short".to_owned(), long]).len(), 2);
        let short: Vec<String> = (0..1000).map(|at| at.to_string()).collect();
        assert_eq!(warned(&short).len(), 64);
    }
}
