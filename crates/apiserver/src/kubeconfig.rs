//! The administrator's kubeconfig: who the server is, and a client certificate that may do everything.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

/// The text. Certificates and keys are PEM.
pub(crate) fn render(url: &str, authority: &str, client: &tls::Certified) -> String {
    let encoded = |pem: &str| STANDARD.encode(pem);
    let config = json!({
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "navarch", "cluster": {
            "server": url, "certificate-authority-data": encoded(authority)}}],
        "users": [{"name": "admin", "user": {
            "client-certificate-data": encoded(&client.certificate), "client-key-data": encoded(&client.key)}}],
        "contexts": [{"name": "navarch", "context": {"cluster": "navarch", "user": "admin"}}],
        "current-context": "navarch",
        "preferences": {},
    });
    codec::yaml::to_string(&config)
}

/// Writes it for its owner alone, whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&new, path)
}
