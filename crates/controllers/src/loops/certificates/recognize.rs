//! What a request for a signer must look like. Pure. Upstream's rules for kubelets' certificates.

use tls::CertificateRequest;

const GROUP: &str = "system:nodes";
const PREFIX: &str = "system:node:";

/// What is wrong with a request for a kubelet's client certificate.
pub fn kubelet_client(request: &CertificateRequest, usages: &[String]) -> Result<(), String> {
    node_subject(request)?;
    let names = &request.names;
    if !names.dns.is_empty() {
        return Err("DNS subjectAltNames are not allowed".to_owned());
    }
    if !names.ips.is_empty() {
        return Err("IP subjectAltNames are not allowed".to_owned());
    }
    exact(usages, "client auth").then_some(()).ok_or_else(|| {
        "usages did not match [digital signature client auth] or [client auth digital signature key encipherment]".to_owned()
    })
}

/// What is wrong with a request for a kubelet's serving certificate.
pub fn kubelet_serving(request: &CertificateRequest, usages: &[String]) -> Result<(), String> {
    node_subject(request)?;
    if request.names.dns.is_empty() && request.names.ips.is_empty() {
        return Err("at least one DNS or IP subjectAltName is required".to_owned());
    }
    exact(usages, "server auth").then_some(()).ok_or_else(|| {
        "usages did not match [digital signature server auth] or [digital signature key encipherment server auth]".to_owned()
    })
}

/// Whether a node asks for a serving certificate with no other name than its own.
pub fn own_name(request: &CertificateRequest, usages: &[String]) -> bool {
    let name = request.subject.common_name.strip_prefix(PREFIX).unwrap_or_default();
    kubelet_serving(request, usages).is_ok() && request.names.dns.iter().all(|dns| dns == name)
}

/// What is wrong with a request for another client's certificate.
pub fn client(usages: &[String]) -> Result<(), String> {
    for usage in usages {
        if !matches!(usage.as_str(), "digital signature" | "key encipherment" | "client auth") {
            return Err(format!("invalid usage for client certificate: {usage}"));
        }
    }
    let has = usages.iter().any(|usage| usage == "client auth");
    if has { Ok(()) } else { Err("missing required usage for client certificate: client auth".to_owned()) }
}

fn node_subject(request: &CertificateRequest) -> Result<(), String> {
    if request.subject.organizations != [GROUP] {
        return Err(format!("subject organization is not {GROUP}"));
    }
    if !request.subject.common_name.starts_with(PREFIX) {
        return Err(format!("subject common name does not begin with {PREFIX}"));
    }
    Ok(())
}

/// Digital signature and the purpose, key encipherment or not, nothing else.
fn exact(usages: &[String], purpose: &str) -> bool {
    let has = |one: &str| usages.iter().any(|usage| usage == one);
    let known = |usage: &String| ["digital signature", "key encipherment", purpose].contains(&usage.as_str());
    has("digital signature") && has(purpose) && usages.iter().all(known)
}
