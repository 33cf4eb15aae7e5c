//! From a kubeconfig, or from the parts of one, to a client over the network.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use kube::config::{KubeConfigOptions, Kubeconfig};

use crate::Client;

/// A server that says nothing for so long is taken to be gone: on a watch it sends a bookmark every minute.
const SILENCE: Duration = Duration::from_secs(295);

/// How the client shows who it is.
#[derive(Debug, Clone, Default)]
pub enum Auth {
    /// Not at all.
    #[default]
    None,
    /// By a certificate and its key, both PEM.
    Certificate {
        /// The certificate, with its chain.
        cert: Vec<u8>,
        /// The key.
        key: Vec<u8>,
    },
    /// By a token.
    Token(String),
    /// By a token in a file, which is read again as it changes.
    TokenFile(PathBuf),
}

/// A server and how to get on with it.
#[derive(Debug, Clone, Default)]
pub struct Endpoint {
    /// `https://host:port`.
    pub server: String,
    /// The authorities that the server's certificate is checked by, PEM; empty for those of the system.
    pub ca_pem: Vec<u8>,
    /// Who the client is.
    pub auth: Auth,
}

/// Why no client can be made.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The kubeconfig.
    #[error("kubeconfig {}: {source}", path.display())]
    Kubeconfig {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        source: kube::config::KubeconfigError,
    },
    /// The server's address.
    #[error("the server {server:?}: {source}")]
    Server {
        /// The address.
        server: String,
        /// What is wrong with it.
        source: http::uri::InvalidUri,
    },
    /// The authorities.
    #[error("the certificate authorities: {0}")]
    Authorities(String),
    /// A kubeconfig that came as a tree.
    #[error("{0}")]
    Tree(String),
    /// The set-up of the connection.
    #[error("{0}")]
    Connection(Box<kube::Error>),
}

impl Client {
    /// The current context of a kubeconfig.
    pub async fn from_kubeconfig(path: &Path) -> Result<Self, ConfigError> {
        Self::from_context(path, &KubeConfigOptions::default()).await
    }

    /// A context of a kubeconfig by its name.
    pub async fn from_kubeconfig_context(path: &Path, context: &str) -> Result<Self, ConfigError> {
        let options = KubeConfigOptions { context: Some(context.to_owned()), ..KubeConfigOptions::default() };
        Self::from_context(path, &options).await
    }

    async fn from_context(path: &Path, options: &KubeConfigOptions) -> Result<Self, ConfigError> {
        let failed = |source| ConfigError::Kubeconfig { path: path.to_owned(), source };
        let file = Kubeconfig::read_from(path).map_err(failed)?;
        let mut config = kube::Config::from_custom_kubeconfig(file, options).await.map_err(failed)?;
        config.read_timeout = Some(SILENCE);
        Self::connect(config)
    }

    /// The current context of a kubeconfig that was read already. A server that says nothing is not taken to be gone: somebody
    /// sits there and waits for what they asked for.
    pub async fn from_kubeconfig_tree(tree: serde_json::Value) -> Result<Self, ConfigError> {
        let file: Kubeconfig =
            serde_json::from_value(tree).map_err(|error| ConfigError::Tree(error.to_string()))?;
        let config = kube::Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await;
        let mut config = config.map_err(|error| ConfigError::Tree(error.to_string()))?;
        config.read_timeout = None;
        Self::connect(config)
    }

    /// A server by its parts.
    pub fn from_parts(options: Endpoint) -> Result<Self, ConfigError> {
        let server = options.server.parse();
        let server = server.map_err(|source| ConfigError::Server { server: options.server, source })?;
        let mut config = kube::Config::new(server);
        config.read_timeout = Some(SILENCE);
        if !options.ca_pem.is_empty() {
            let authorities = pem::parse_many(&options.ca_pem);
            let authorities = authorities.map_err(|error| ConfigError::Authorities(error.to_string()))?;
            config.root_cert = Some(authorities.into_iter().map(pem::Pem::into_contents).collect());
        }
        let encode = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
        match options.auth {
            Auth::None => {}
            Auth::Certificate { cert, key } => {
                config.auth_info.client_certificate_data = Some(encode(&cert));
                config.auth_info.client_key_data = Some(encode(&key).into());
            }
            Auth::Token(token) => config.auth_info.token = Some(token.into()),
            Auth::TokenFile(path) => {
                config.auth_info.token_file = Some(path.to_string_lossy().into_owned());
            }
        }
        Self::connect(config)
    }

    fn connect(mut config: kube::Config) -> Result<Self, ConfigError> {
        // Whoever calls decides what to try again, and when.
        config.default_retry = false;
        let client = kube::Client::try_from(config);
        Ok(Self::remote(client.map_err(|error| ConfigError::Connection(Box::new(error)))?))
    }
}
