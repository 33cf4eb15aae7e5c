//! How a command ended, as it goes over the error stream: a `Status` in JSON since version 4, plain words before.

use serde::{Deserialize, Serialize};

use crate::protocol::Version;

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// By itself, with this code.
    Exit(i32),
    /// It could not be run, or its end is not known: the reason as the user sees it.
    Failed(String),
}

/// What clients know a command by that ended with another code than 0.
const NON_ZERO: &str = "NonZeroExitCode";
const EXIT_CODE: &str = "ExitCode";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Status {
    metadata: serde_json::Map<String, serde_json::Value>,
    status: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
    #[serde(skip_serializing_if = "is_zero")]
    code: u16,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Details {
    causes: Vec<Cause>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Cause {
    reason: String,
    message: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(code: &u16) -> bool {
    *code == 0
}

impl Outcome {
    /// What is written to the error stream; nothing for success before version 4.
    pub(crate) fn encode(&self, version: Version) -> Vec<u8> {
        let status = match self {
            Self::Exit(0) => Status { status: "Success".into(), ..Status::default() },
            Self::Exit(code) => Status {
                status: "Failure".into(),
                message: format!("command terminated with non-zero exit code: exit status {code}"),
                reason: NON_ZERO.into(),
                details: Some(Details {
                    causes: vec![Cause { reason: EXIT_CODE.into(), message: code.to_string() }],
                }),
                ..Status::default()
            },
            Self::Failed(reason) => Status {
                status: "Failure".into(),
                message: format!("Internal error occurred: {reason}"),
                reason: "InternalError".into(),
                code: 500,
                ..Status::default()
            },
        };
        if version.has_status() {
            serde_json::to_vec(&status).expect("a status has string keys only")
        } else {
            status.message.into_bytes()
        }
    }

    /// What was read from the error stream to its end.
    pub(crate) fn decode(message: &[u8], version: Version) -> Self {
        let words = || String::from_utf8_lossy(message);
        if !version.has_status() {
            return if message.is_empty() {
                Self::Exit(0)
            } else {
                Self::Failed(format!("error executing remote command: {}", words()))
            };
        }
        if message.is_empty() {
            return Self::Failed("the connection ended before the command did".to_owned());
        }
        let Ok(status) = serde_json::from_slice::<Status>(message) else {
            return Self::Failed(format!("error stream protocol error: {:?}", words()));
        };
        if status.status == "Success" {
            return Self::Exit(0);
        }
        let causes = status.details.unwrap_or_default().causes;
        let code = causes.iter().find(|cause| cause.reason == EXIT_CODE).map(|cause| cause.message.parse());
        match code {
            Some(Ok(code)) if status.reason == NON_ZERO => Self::Exit(code),
            _ => Self::Failed(status.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_back_as_they_went() {
        for outcome in [Outcome::Exit(0), Outcome::Exit(1), Outcome::Exit(137)] {
            assert_eq!(Outcome::decode(&outcome.encode(Version::V5), Version::V5), outcome);
        }
        let failed = Outcome::Failed("no such file".into());
        let seen = Outcome::Failed("Internal error occurred: no such file".into());
        assert_eq!(Outcome::decode(&failed.encode(Version::V4), Version::V4), seen);
    }

    #[test]
    fn the_texts_are_those_that_clients_know() {
        let shown = |outcome: Outcome, version| String::from_utf8(outcome.encode(version)).unwrap();
        assert_eq!(shown(Outcome::Exit(0), Version::V4), r#"{"metadata":{},"status":"Success"}"#);
        assert_eq!(
            shown(Outcome::Exit(3), Version::V4),
            r#"{"metadata":{},"status":"Failure","message":"command terminated with non-zero exit code: exit status 3","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}}"#
        );
        assert_eq!(shown(Outcome::Exit(0), Version::V1), "");
        assert_eq!(
            shown(Outcome::Exit(3), Version::V3),
            "command terminated with non-zero exit code: exit status 3"
        );
    }

    #[test]
    fn nothing_is_success_only_before_version_4() {
        assert_eq!(Outcome::decode(b"", Version::V2), Outcome::Exit(0));
        assert!(matches!(Outcome::decode(b"", Version::V4), Outcome::Failed(_)));
        assert!(matches!(Outcome::decode(b"{", Version::V4), Outcome::Failed(_)));
    }
}
