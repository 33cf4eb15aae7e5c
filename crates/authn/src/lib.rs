//! Who asks? The contract of authenticators, the chain of them, and the issuing of the tokens that they believe.
//!
//! An authenticator says who, or that it has nothing to say, or that what it was shown is wrong; the first that knows counts. State is
//! read through [`resource::Lister`] with every request, so that a deleted account, secret or pod ends its tokens at once. What they
//! may do is `authz`'s; where certificates come from is `tls`'s.
//!
//! | module | what it holds |
//! |---|---|
//! | `authenticator`, `chain` | the contract; one after the other |
//! | `certificate` | client certificates |
//! | `bearer` | the token of a request, and the contract of those who know tokens |
//! | `token_file`, `bootstrap_token`, `service_account` | those who know tokens, one file each |
//! | `jws` | signed tokens: keys, signing, checking |
//! | `discovery` | what others need to check our tokens |
//! | `impersonate` | acting as somebody else |
//! | `identity` | the names of the system's own users |
//! | `join_token` | what a node needs to join: a bootstrap token, and a hash of the CA |

mod authenticator;
mod bearer;
mod bootstrap_token;
mod certificate;
mod chain;
pub mod discovery;
mod identity;
pub mod impersonate;
mod join_token;
pub mod jws;
pub mod service_account;
mod token_file;

pub use authenticator::{Authenticator, Connection, Origin};
pub use bearer::{Bearer, Known, TokenAuthenticator, Tokens};
pub use bootstrap_token::{BootstrapToken, BootstrapTokens, InvalidToken, NoRandom};
pub use certificate::ByCertificate;
pub use chain::Chain;
pub use identity::{
    ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, anonymous, component, node,
    service_account as service_account_user, unsecured,
};
pub use join_token::JoinToken;
pub use token_file::{TokenFile, TokenFileError};
