//! Certificates and TLS: the cluster's authorities and what they issue, and both ends of a TLS connection.
//!
//! The only crate that names rustls, so that the choice of library and of cryptography (ring) stays in one place; others
//! get streams, configurations and facts. It knows nothing of the Kubernetes API beyond how a certificate names a user. It
//! writes no kubeconfig and opens no socket: `apiserver`, `kubelet`, `authn` and `client` bring theirs.

mod authority;
mod bundle;
mod client;
mod encode;
mod files;
mod info;
mod key;
mod names;
mod pki;
mod provider;
mod request;
mod seal;
mod server;
mod usage;
mod verify;

pub use authority::{Authority, IssueError, Leaf};
pub use bundle::{BundleError, Certified};
pub use client::{ClientConfig, ClientIdentity, ClientOptions, ClientStream, Connector, Roots};
pub use files::FileError;
pub use info::{CertificateInfo, ca_hash};
pub use key::{Key, KeyError};
pub use names::{AlternativeNames, Attribute, NameError, Subject};
pub use pki::{Pki, PkiError, ServiceAccountKey};
pub use provider::{ConfigError, Protocol, install_process_default};
pub use request::{CertificateRequest, RequestError};
pub use seal::{SealError, seal, unseal};
pub use server::{Acceptor, Peer, PeerCertificates, ServerOptions, ServerStream, SniCertificate};
pub use usage::{UnknownUsage, Usage};
pub use verify::{ClientVerifier, Identity, VerifyError};
