//! Who may ask: the API server, by the certificate it shows kubelets, and administrators. Nobody else for now.

use tls::{Identity, PeerCertificates};

use crate::run::ServerTls;

/// Names that API servers show kubelets.
const API_SERVERS: &[&str] = &["kube-apiserver-kubelet-client", "kube-apiserver", "system:kube-apiserver"];

/// Why a request is refused: its code and text.
pub(super) type Refused = (u16, String);

/// Checks the certificate of a connection.
pub(super) fn check(
    tls: &ServerTls,
    peer: &PeerCertificates,
    now: std::time::SystemTime,
) -> Result<(), Refused> {
    if peer.is_empty() {
        return Err((401, "Unauthorized\n".into()));
    }
    let identity = tls.clients.verify(peer, now).map_err(|_| (401, "Unauthorized\n".to_owned()))?;
    match is_allowed(&identity) {
        true => Ok(()),
        false => {
            Err((403, format!("Forbidden (user={}, verb=proxy, resource=nodes)\n", identity.common_name)))
        }
    }
}

fn is_allowed(identity: &Identity) -> bool {
    API_SERVERS.contains(&identity.common_name.as_str())
        || identity.organizations.iter().any(|group| group == api::well_known::group::MASTERS)
}
