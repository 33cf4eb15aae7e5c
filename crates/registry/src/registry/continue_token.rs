//! Where the next page of a list begins: base64 of a small JSON document, as upstream writes it, so that tokens survive a change
//! of server.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use meta::StatusError;
use serde_json::{Value, json};
use store::Revision;

const VERSION: &str = "meta.k8s.io/v1";

/// The page after a place in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ContinueToken {
    /// The revision that the list shows; `None` to go on with whatever is there now.
    pub revision: Option<Revision>,
    /// The first place that the page may hold, relative to what is listed.
    pub start: String,
}

impl ContinueToken {
    /// The page after the item at `last`.
    pub(super) fn after(last: &str, revision: Option<Revision>) -> Self {
        Self { revision, start: format!("{last}\0") }
    }

    pub(super) fn encode(&self) -> String {
        let rv = self.revision.map_or(-1, |revision| i64::try_from(revision.0).unwrap_or(i64::MAX));
        let text = json!({"v": VERSION, "rv": rv, "start": self.start}).to_string();
        URL_SAFE_NO_PAD.encode(text)
    }

    pub(super) fn decode(token: &str) -> Result<Self, StatusError> {
        parse(token).map_err(|problem| StatusError::bad_request(format!("invalid continue token: {problem}")))
    }
}

fn parse(token: &str) -> Result<ContinueToken, String> {
    let generic = |detail: &dyn std::fmt::Display| format!("continue key is not valid: {detail}");
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|error| generic(&illegal(&error)))?;
    let tree = codec::json::decode(&bytes).map_err(|error| generic(&error))?.value;
    let version = tree.get("v").and_then(Value::as_str).unwrap_or_default();
    if version != VERSION {
        return Err(format!(
            "continue key is not valid: server does not recognize this encoded version {version}"
        ));
    }
    let rv = tree.get("rv").and_then(Value::as_i64).unwrap_or_default();
    if rv == 0 {
        return Err(generic(&"incorrect encoded start resourceVersion (version meta.k8s.io/v1)"));
    }
    let start = tree.get("start").and_then(Value::as_str).unwrap_or_default();
    if start.is_empty() {
        return Err(generic(&"encoded start key empty (version meta.k8s.io/v1)"));
    }
    // A place never climbs out of what is listed.
    let segments = start.strip_prefix('/').unwrap_or(start);
    if segments.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
        return Err(generic(&start));
    }
    let revision = u64::try_from(rv).ok().map(Revision);
    Ok(ContinueToken { revision, start: segments.to_owned() })
}

/// Go's words for text that is not base64.
fn illegal(error: &base64::DecodeError) -> String {
    let at = match error {
        base64::DecodeError::InvalidByte(at, _) | base64::DecodeError::InvalidLastSymbol(at, _) => *at,
        base64::DecodeError::InvalidLength(length) => *length,
        base64::DecodeError::InvalidPadding => 0,
    };
    format!("illegal base64 data at input byte {at}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back() {
        for revision in [Some(Revision(7)), None] {
            let token = ContinueToken::after("ns/name", revision);
            assert_eq!(ContinueToken::decode(&token.encode()).unwrap(), token);
        }
    }

    #[test]
    fn bad_tokens_are_refused_in_upstreams_words() {
        let of = |text: &str| URL_SAFE_NO_PAD.encode(text);
        for (token, expected) in [
            ("abc".to_owned(), "invalid character 'i' looking for beginning of value"),
            (
                of(r#"{"v":"meta.k8s.io/v1","rv":0,"start":"a"}"#),
                "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
            ),
            (
                of(r#"{"v":"meta.k8s.io/v1","rv":1,"start":""}"#),
                "encoded start key empty (version meta.k8s.io/v1)",
            ),
            (of(r#"{"v":"meta.k8s.io/v1","rv":1,"start":"../a"}"#), "../a"),
            (of(r#"{"v":"x","rv":1,"start":"a"}"#), "server does not recognize this encoded version x"),
        ] {
            let message = ContinueToken::decode(&token).unwrap_err().to_string();
            assert_eq!(message, format!("invalid continue token: continue key is not valid: {expected}"));
        }
    }
}
