//! Questions a client asks of an error. As upstream, the reason decides, and the HTTP code where the reason is unknown.

use super::{StatusCause, StatusError, StatusReason};

macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident => $reason:ident $(or $code:literal)?),+ $(,)?) => {
        impl StatusError {
            $($(#[$doc])*
            pub fn $name(&self) -> bool {
                *self.reason() == StatusReason::$reason $(|| self.only_code($code))?
            })+
        }
    };
}

predicates!(
    /// Whether the object is not there.
    is_not_found => NotFound or 404,
    /// Whether the object is there already.
    is_already_exists => AlreadyExists,
    /// Whether the object changed in the meantime.
    is_conflict => Conflict or 409,
    /// Whether the object is not valid.
    is_invalid => Invalid or 422,
    /// Whether the thing is gone for good.
    is_gone => Gone or 410,
    /// Whether a version or token is older than what the server keeps.
    is_expired => Expired,
    /// Whether no offered representation is accepted.
    is_not_acceptable => NotAcceptable or 406,
    /// Whether the body's form is not understood.
    is_unsupported_media_type => UnsupportedMediaType or 415,
    /// Whether the verb is not offered here.
    is_method_not_supported => MethodNotAllowed or 405,
    /// Whether the server cannot serve now.
    is_service_unavailable => ServiceUnavailable or 503,
    /// Whether the request makes no sense.
    is_bad_request => BadRequest or 400,
    /// Whether who asks is not known.
    is_unauthorized => Unauthorized or 401,
    /// Whether who asks may not do this.
    is_forbidden => Forbidden or 403,
    /// Whether the request's time ran out.
    is_timeout => Timeout or 504,
    /// Whether the server could not finish in time.
    is_server_timeout => ServerTimeout,
    /// Whether the server failed.
    is_internal_error => InternalError or 500,
    /// Whether the client must slow down.
    is_too_many_requests => TooManyRequests or 429,
    /// Whether the body is too large.
    is_request_entity_too_large => RequestEntityTooLarge or 413,
);

impl StatusError {
    fn only_code(&self, code: u16) -> bool {
        !self.reason().is_known() && self.status().code == code
    }

    /// The first cause with this reason.
    pub fn cause(&self, reason: &str) -> Option<&StatusCause> {
        self.causes().iter().find(|cause| cause.reason == reason)
    }

    /// After how many seconds the server suggests to try again, if it does.
    pub fn suggested_delay(&self) -> Option<i32> {
        let seconds = self.status().details.as_ref()?.retry_after_seconds;
        let suggests = matches!(
            self.reason(),
            StatusReason::ServerTimeout | StatusReason::TooManyRequests | StatusReason::Timeout
        );
        (suggests || seconds > 0).then_some(seconds)
    }
}
