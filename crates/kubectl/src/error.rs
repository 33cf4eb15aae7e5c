//! What can go wrong, and how the user is told: the words and codes of upstream's `cmd/util/helpers.go`.

use meta::{StatusError, StatusReason};

/// Why a verb failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server refused.
    #[error("{0}")]
    Status(StatusError),
    /// Anything else that is told after `error: `.
    #[error("{0}")]
    Plain(String),
    /// The wrong arguments: told with where to find help.
    #[error("{0}")]
    Usage(String),
    /// The server cannot be reached.
    #[error("{0}")]
    Connection(String),
    /// Told as it is.
    #[error("{0}")]
    Exact(String),
    /// The words and the code of something else that ended.
    #[error("{1}")]
    Exit(u8, String),
    /// The user has been told.
    #[error("")]
    Silent(u8),
    /// Several.
    #[error("{}", joined(.0))]
    Many(Vec<Error>),
}

/// What a verb gives.
pub type Result<T = ()> = std::result::Result<T, Error>;

/// A plain error.
pub fn plain(text: impl Into<String>) -> Error {
    Error::Plain(text.into())
}

/// Fails with a plain error.
macro_rules! bail {
    ($($arg:tt)*) => { return Err($crate::error::plain(format!($($arg)*))) };
}
pub(crate) use bail;

fn joined(errors: &[Error]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    match texts.as_slice() {
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    }
}

impl Error {
    /// Nothing, one or several.
    pub fn all(mut errors: Vec<Self>) -> Result {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(Self::Many(errors)),
        }
    }

    /// What the server said, if it did.
    pub fn status(&self) -> Option<&StatusError> {
        match self {
            Self::Status(status) => Some(status),
            _ => None,
        }
    }

    /// Whether an object is not there.
    pub fn is_not_found(&self) -> bool {
        self.status().is_some_and(StatusError::is_not_found)
    }

    /// Whether somebody else changed the object.
    pub fn is_conflict(&self) -> bool {
        self.status().is_some_and(StatusError::is_conflict)
    }

    /// The same error, of something that a file asked for.
    pub fn of_source(self, doing: &str, source: &str) -> Self {
        if source.is_empty() {
            return self;
        }
        match self {
            Self::Status(mut status) => {
                let message =
                    format!("error when {doing} {}: {}", meta::go::quote(source), status.status().message);
                status.status_mut().message = message;
                Self::Status(status)
            }
            other => plain(format!("error when {doing} {}: {other}", meta::go::quote(source))),
        }
    }

    /// The code that the program ends with.
    pub fn code(&self) -> u8 {
        match self {
            Self::Exit(code, _) | Self::Silent(code) => *code,
            _ => 1,
        }
    }

    /// What the user is told; empty for nothing.
    pub fn told(&self) -> String {
        match self {
            Self::Status(status) if *status.reason() == StatusReason::Invalid => invalid(status),
            Self::Many(errors) => errors.iter().map(|error| error.line() + "\n").collect(),
            Self::Silent(_) => String::new(),
            Self::Exit(_, text) | Self::Exact(text) | Self::Connection(text) => text.clone(),
            Self::Status(_) => self.line(),
            Self::Plain(text) | Self::Usage(text) if text.starts_with("error: ") => text.clone(),
            Self::Plain(text) | Self::Usage(text) => format!("error: {text}"),
        }
    }

    /// What the user is told about one of several.
    fn line(&self) -> String {
        match self {
            Self::Status(status) => from_server(status),
            other => other.to_string(),
        }
    }
}

fn from_server(status: &StatusError) -> String {
    let message = &status.status().message;
    match status.reason() {
        StatusReason::Unauthorized => format!("error: You must be logged in to the server ({message})"),
        reason if !reason.as_str().is_empty() => {
            format!("Error from server ({}): {message}", reason.as_str())
        }
        _ => format!("Error from server: {message}"),
    }
}

fn invalid(status: &StatusError) -> String {
    let whole = status.status();
    let mut text = "The request is invalid".to_owned();
    let Some(details) = &whole.details else {
        if !whole.message.is_empty() {
            text += &format!(": {}", whole.message);
        }
        return text;
    };
    if !details.kind.is_empty() || !details.name.is_empty() {
        text = format!("The {} {} is invalid", details.kind, meta::go::quote(&details.name));
    } else if !whole.message.is_empty() && details.causes.is_empty() {
        text += &format!(": {}", whole.message);
    }
    let mut causes: Vec<String> = Vec::new();
    for cause in &details.causes {
        let line = format!("{}: {}", cause.field, cause.message);
        if !causes.contains(&line) {
            causes.push(line);
        }
    }
    match causes.as_slice() {
        [] => text,
        [one] => format!("{text}: {one}\n"),
        many => {
            let list: String = many.iter().map(|cause| format!("* {cause}\n")).collect();
            format!("{text}: \n{list}")
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        plain(error.to_string())
    }
}

impl From<jsonpath::Error> for Error {
    fn from(error: jsonpath::Error) -> Self {
        plain(error.to_string())
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        plain(error.to_string())
    }
}

impl From<client::Error> for Error {
    fn from(error: client::Error) -> Self {
        match error {
            client::Error::Status(status) => Self::Status(status),
            other => plain(other.to_string()),
        }
    }
}

impl From<streaming::Error> for Error {
    fn from(error: streaming::Error) -> Self {
        plain(error.to_string())
    }
}
