//! What can go wrong.

/// Why a measurement could not be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address of the server.
    #[error("the server's address {0:?} is no http:// or https:// address with a host")]
    Address(String),
    /// The credentials.
    #[error("TLS: {0}")]
    Tls(#[from] tls::ConfigError),
    /// The kubeconfig.
    #[error("kubeconfig {path}: {why}")]
    Kubeconfig {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The connection.
    #[error("cannot connect to {server}: {source}")]
    Connect {
        /// Where to.
        server: String,
        /// Why not.
        source: std::io::Error,
    },
    /// HTTP.
    #[error("HTTP: {0}")]
    Http(#[from] hyper::Error),
    /// A request that cannot be sent.
    #[error("a request: {0}")]
    Request(#[from] http::Error),
    /// The server refused what the measurement needs.
    #[error("{what}: the server answered {code}: {body}")]
    Refused {
        /// What was tried.
        what: String,
        /// The answer's code.
        code: u16,
        /// The beginning of its body.
        body: String,
    },
    /// A scenario that does not exist.
    #[error("there is no scenario {0:?}; there are {1}")]
    Unknown(String, String),
    /// The answers are not what they must be.
    #[error("{0}")]
    Wrong(String),
    /// A document without a place for the report.
    #[error("{0} has no lines that mark the place of the report")]
    NoPlace(String),
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;
