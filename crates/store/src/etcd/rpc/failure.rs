//! What a failed call means: above all, whether it can have changed anything.
//!
//! Pure: a gRPC status in, a [`Failure`] out. A call that was never sent, or that the server refused by name, did not happen; any
//! other end of a call that was sent leaves its outcome open.

use std::error::Error as _;

use tonic::{Code, ConnectError, Status};

use crate::Error;

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::etcd) enum Failure {
    /// It was not done, and this member can't do it now; another may.
    NotDone(String),
    /// It was sent, and nobody knows what became of it.
    Lost(String),
    /// The login has expired or was never made.
    Login(String),
    /// The revision asked for is compacted.
    Compacted,
    /// The revision asked for does not exist yet.
    Future,
    /// The lease named in the call is gone.
    LeaseNotFound,
    /// The answer would be larger than a message may be.
    AnswerTooLarge,
    /// The call breaks a rule and always will.
    Invalid(String),
    /// The server will not do it until somebody mends it: no space left, no permission.
    Refused(String),
    /// The server says that its data is damaged.
    Damaged(String),
}

impl Failure {
    /// As callers of a write see it. A read turns what is lost into something to try again.
    pub fn into_error(self) -> Error {
        match self {
            Self::NotDone(why) | Self::Login(why) | Self::Refused(why) => Error::Unavailable(why),
            Self::Lost(why) => Error::Unknown(why),
            Self::Invalid(why) => Error::Invalid(why),
            Self::Damaged(why) => Error::Data(why),
            Self::Compacted => Error::Unavailable("the revision has been compacted".into()),
            Self::Future => Error::Unavailable("the revision is in the future".into()),
            Self::LeaseNotFound => Error::Unavailable("the key's lease is gone".into()),
            Self::AnswerTooLarge => Error::Unavailable("the answer is too large for one message".into()),
        }
    }
}

/// The beginning of a refusal's text, and what it means.
type Refusal = (&'static str, fn(String) -> Failure);

/// The server's own refusals.
const REFUSALS: &[Refusal] = &[
    ("etcdserver: mvcc: required revision has been compacted", |_| Failure::Compacted),
    ("etcdserver: mvcc: required revision is a future revision", |_| Failure::Future),
    ("etcdserver: requested lease not found", |_| Failure::LeaseNotFound),
    ("etcdserver: request is too large", Failure::Invalid),
    ("grpc: received message larger than max", Failure::Invalid),
    ("etcdserver: too many operations in txn request", Failure::Invalid),
    ("etcdserver: duplicate key given in txn request", Failure::Invalid),
    ("etcdserver: key is not provided", Failure::Invalid),
    ("etcdserver: too large lease TTL", Failure::Invalid),
    ("etcdserver: invalid auth token", Failure::Login),
    ("etcdserver: revision of auth store is old", Failure::Login),
    ("etcdserver: user name is empty", Failure::Refused),
    ("etcdserver: authentication failed", Failure::Refused),
    ("etcdserver: permission denied", Failure::Refused),
    ("etcdserver: mvcc: database space exceeded", Failure::Refused),
    ("etcdserver: corrupt cluster", Failure::Damaged),
    ("etcdserver: no leader", Failure::NotDone),
    ("etcdserver: not capable", Failure::NotDone),
    ("etcdserver: unhealthy cluster", Failure::NotDone),
    ("etcdserver: too many requests", Failure::NotDone),
    ("etcdserver: rpc not supported for learner", Failure::NotDone),
    ("grpc: trying to send message larger than max", |_| Failure::AnswerTooLarge),
    ("trying to send message larger than max", |_| Failure::AnswerTooLarge),
    ("Error, decoded message length too large", |_| Failure::AnswerTooLarge),
];

/// What `status` means, coming from `member`.
pub(super) fn classify(status: &Status, member: &str) -> Failure {
    let message = status.message();
    if let Some((_, failure)) = REFUSALS.iter().find(|(text, _)| message.starts_with(text)) {
        return failure(message.to_string());
    }
    let why = format!("{member}: {}", chain(status));
    if never_connected(status) {
        return Failure::NotDone(why);
    }
    // What the server turns down by name under these codes never reached its log.
    let by_name = message.starts_with("etcdserver: ") || message.starts_with("etcdserver/");
    match status.code() {
        Code::InvalidArgument if by_name => Failure::Invalid(why),
        Code::Unauthenticated => Failure::Login(why),
        Code::PermissionDenied | Code::FailedPrecondition | Code::NotFound if by_name => {
            Failure::Refused(why)
        }
        Code::Unimplemented => Failure::Refused(why),
        _ => Failure::Lost(why),
    }
}

/// Whether the failure came before there was a connection to send anything on.
fn never_connected(status: &Status) -> bool {
    let mut cause = status.source();
    while let Some(error) = cause {
        if error.is::<ConnectError>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The status with its causes: the transport hides the useful one (say, a certificate nobody trusts) at the end of the chain.
fn chain(status: &Status) -> String {
    let mut text = status.message().to_string();
    let mut cause = status.source();
    while let Some(error) = cause {
        let part = error.to_string();
        if !part.is_empty() && !text.ends_with(&part) {
            text = if text.is_empty() { part } else { format!("{text}: {part}") };
        }
        cause = error.source();
    }
    if text.is_empty() { status.code().description().to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_certain_only_when_the_server_refused_or_was_never_reached() {
        let text = |text: &str| text.to_string();
        for (code, message, expected) in [
            (Code::OutOfRange, "etcdserver: mvcc: required revision has been compacted", Failure::Compacted),
            (Code::OutOfRange, "etcdserver: mvcc: required revision is a future revision", Failure::Future),
            (Code::NotFound, "etcdserver: requested lease not found", Failure::LeaseNotFound),
            (
                Code::InvalidArgument,
                "etcdserver: request is too large",
                Failure::Invalid(text("etcdserver: request is too large")),
            ),
            (Code::Unavailable, "etcdserver: no leader", Failure::NotDone(text("etcdserver: no leader"))),
            (
                Code::Unavailable,
                "etcdserver: request timed out",
                Failure::Lost(text("m: etcdserver: request timed out")),
            ),
            (
                Code::Unavailable,
                "etcdserver: leader changed",
                Failure::Lost(text("m: etcdserver: leader changed")),
            ),
            (
                Code::Unavailable,
                "etcdserver: server stopped",
                Failure::Lost(text("m: etcdserver: server stopped")),
            ),
            (Code::Unavailable, "transport is closing", Failure::Lost(text("m: transport is closing"))),
            (Code::InvalidArgument, "who knows", Failure::Lost(text("m: who knows"))),
            (
                Code::ResourceExhausted,
                "etcdserver: mvcc: database space exceeded",
                Failure::Refused(text("etcdserver: mvcc: database space exceeded")),
            ),
            (Code::Internal, "h2 protocol error", Failure::Lost(text("m: h2 protocol error"))),
        ] {
            assert_eq!(classify(&Status::new(code, message), "m"), expected, "{message}");
        }
    }

    #[test]
    fn a_connection_that_was_never_made_did_nothing_and_says_why() {
        let refused = std::io::Error::other("invalid peer certificate: UnknownIssuer");
        let status = Status::from_error(Box::new(ConnectError(Box::new(refused))));
        let failure = classify(&status, "https://a:1");
        assert_eq!(failure, Failure::NotDone("https://a:1: invalid peer certificate: UnknownIssuer".into()));
        assert!(matches!(failure.into_error(), Error::Unavailable(_)));
    }
}
