//! Where a server is and who we are to it: by its parts, or from a kubeconfig. Credentials that a plugin would have to be asked for
//! are not known here.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::error::{Error, Result};

/// A server and how to get on with it.
#[derive(Debug, Clone, Default)]
pub struct Endpoint {
    /// `https://host:port`.
    pub server: String,
    /// The authorities that the server's certificate is checked by, PEM; empty for those of the system.
    pub authorities: String,
    /// The server's certificate is not checked at all.
    pub insecure: bool,
    /// Who the client is.
    pub credentials: Credentials,
}

/// How the client shows who it is.
#[derive(Clone, Default)]
pub enum Credentials {
    /// Not at all.
    #[default]
    None,
    /// By a certificate and its key, both PEM.
    Certificate(tls::Certified),
    /// By a token.
    Token(String),
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Secrets stay out of logs.
        f.write_str(match self {
            Self::None => "None",
            Self::Certificate(_) => "Certificate",
            Self::Token(_) => "Token",
        })
    }
}

impl Endpoint {
    /// The current context of a kubeconfig.
    pub fn from_kubeconfig(path: &Path) -> Result<Self> {
        let wrong = |why: String| Error::Kubeconfig { path: path.display().to_string(), why };
        let text = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        let tree = codec::yaml::decode(&text).map_err(|error| wrong(error.to_string()))?.value;
        // Files are named relative to the kubeconfig.
        let base = path.parent().unwrap_or(Path::new("."));
        of_tree(&tree, base).map_err(wrong)
    }
}

fn of_tree(tree: &Value, base: &Path) -> Result<Endpoint, String> {
    let context = named(tree, "contexts", "context", &tree["current-context"])?;
    let cluster = named(tree, "clusters", "cluster", &context["cluster"])?;
    let user = named(tree, "users", "user", &context["user"])?;
    let read = |of: &Value, name: &str| data_or_file(of, name, base);
    let credentials = match (read(user, "client-certificate")?, read(user, "client-key")?) {
        (Some(certificate), Some(key)) => Credentials::Certificate(tls::Certified { certificate, key }),
        _ => match (user["token"].as_str(), user["tokenFile"].as_str()) {
            (Some(token), _) => Credentials::Token(token.to_owned()),
            (None, Some(file)) => Credentials::Token(read_file(base, file)?.trim().to_owned()),
            (None, None) => Credentials::None,
        },
    };
    Ok(Endpoint {
        server: cluster["server"].as_str().ok_or("the cluster has no server")?.to_owned(),
        authorities: read(cluster, "certificate-authority")?.unwrap_or_default(),
        insecure: cluster["insecure-skip-tls-verify"] == true,
        credentials,
    })
}

/// What stands under a name in one of a kubeconfig's lists.
fn named<'t>(tree: &'t Value, list: &str, member: &str, name: &Value) -> Result<&'t Value, String> {
    let found = tree[list].as_array().into_iter().flatten().find(|entry| entry["name"] == *name);
    found.map(|entry| &entry[member]).ok_or_else(|| format!("there is no {member} {name}"))
}

/// What is given in place (in base64) or in a file.
fn data_or_file(of: &Value, name: &str, base: &Path) -> Result<Option<String>, String> {
    if let Some(data) = of[format!("{name}-data")].as_str() {
        let bytes = STANDARD.decode(data).map_err(|error| format!("{name}-data: {error}"))?;
        return String::from_utf8(bytes).map(Some).map_err(|error| format!("{name}-data: {error}"));
    }
    of[name].as_str().map(|file| read_file(base, file)).transpose()
}

fn read_file(base: &Path, file: &str) -> Result<String, String> {
    std::fs::read_to_string(base.join(file)).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_context_counts() {
        let text = "
current-context: b
contexts:
- {name: a, context: {cluster: one, user: x}}
- {name: b, context: {cluster: two, user: y}}
clusters:
- {name: one, cluster: {server: 'https://one'}}
- {name: two, cluster: {server: 'https://two:6443', certificate-authority-data: Y2E=}}
users:
- {name: y, user: {token: secret}}
";
        let tree = codec::yaml::decode(text.as_bytes()).unwrap().value;
        let endpoint = of_tree(&tree, Path::new(".")).unwrap();
        assert_eq!((endpoint.server.as_str(), endpoint.authorities.as_str()), ("https://two:6443", "ca"));
        assert!(matches!(&endpoint.credentials, Credentials::Token(token) if token == "secret"));
        assert!(!format!("{endpoint:?}").contains("secret"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let tree = serde_json::json!({"current-context": "a"});
        let error = of_tree(&tree, Path::new(".")).unwrap_err();
        assert!(error.contains("context") && error.contains("\"a\""), "{error}");
    }
}
