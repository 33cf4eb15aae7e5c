//! Real handshakes: who is let in, who is known afterwards, what both sides agree on, and what a reload changes.

use tls::{
    Acceptor, CertificateInfo, ClientIdentity, ClientOptions, ClientVerifier, Connector, Leaf, Protocol,
    Roots, SniCertificate, Subject, Usage, VerifyError,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::cluster::{Cluster, DAY, shake};

#[tokio::test]
async fn a_client_certificate_names_its_user() {
    let cluster = Cluster::new();
    let connector = cluster.connector(&cluster.client_options().with_identity(cluster.admin()));
    let (stream, peer) = shake(&cluster.acceptor(), &connector, "localhost").await;
    let (stream, peer) = (stream.unwrap(), peer.unwrap());
    assert_eq!(Connector::protocol(&stream), Some(Protocol::Http2));
    assert_eq!(peer.protocol, Some(Protocol::Http2));
    assert_eq!((peer.version.as_str(), peer.server_name.as_deref()), ("TLSv1_3", Some("localhost")));

    let verifier = ClientVerifier::build(cluster.pki.client_authority().certificate()).unwrap();
    let identity = verifier.verify(&peer.certificates, cluster.clock.now()).unwrap();
    assert_eq!(identity.common_name, "kubernetes-admin");
    let mut groups = identity.organizations.clone();
    groups.sort();
    assert_eq!(groups, ["ops", "system:masters"]);
    assert_eq!(identity.uid, None);
    let shown = peer.certificates.leaf().unwrap();
    assert_eq!(identity.credential_id, format!("X509SHA256={}", shown.fingerprint));
    assert_eq!(identity.not_after, shown.not_after);

    let year = cluster.clock.now() + 366 * DAY;
    assert!(matches!(verifier.verify(&peer.certificates, year), Err(VerifyError::Untrusted { .. })));
    let other = ClientVerifier::build(cluster.pki.request_header_authority().certificate()).unwrap();
    let refused = other.verify(&peer.certificates, cluster.clock.now()).unwrap_err();
    assert!(refused.to_string().contains("CN=kubernetes-admin"), "{refused}");
}

#[tokio::test]
async fn no_certificate_is_no_obstacle_to_the_connection() {
    let cluster = Cluster::new();
    let mut options = cluster.client_options();
    options.protocols = vec![Protocol::Http1];
    let (stream, peer) = shake(&cluster.acceptor(), &cluster.connector(&options), "127.0.0.1").await;
    let peer = peer.unwrap();
    assert_eq!(Connector::protocol(&stream.unwrap()), Some(Protocol::Http1));
    assert!(peer.certificates.is_empty());
    let verifier = ClientVerifier::build(cluster.pki.client_authority().certificate()).unwrap();
    let refused = verifier.verify(&peer.certificates, cluster.clock.now());
    assert_eq!(refused, Err(VerifyError::NoCertificate));
}

#[tokio::test]
async fn a_strangers_certificate_connects_but_names_nobody() {
    let (cluster, stranger) = (Cluster::new(), Cluster::new());
    let connector = cluster.connector(&cluster.client_options().with_identity(stranger.admin()));
    let (stream, peer) = shake(&cluster.acceptor(), &connector, "localhost").await;
    stream.unwrap();
    let peer = peer.unwrap();
    assert_eq!(peer.certificates.leaf().unwrap().subject.common_name, "kubernetes-admin");
    let verifier = ClientVerifier::build(cluster.pki.client_authority().certificate()).unwrap();
    let refused = verifier.verify(&peer.certificates, cluster.clock.now());
    assert!(matches!(refused, Err(VerifyError::Untrusted { .. })), "{refused:?}");
}

#[tokio::test]
async fn a_serving_certificate_does_not_pass_for_a_users() {
    let cluster = Cluster::new();
    let subject = Subject::user("kubernetes-admin", &["system:masters"]);
    let usages = vec![Usage::ServerAuth];
    let leaf = Leaf { subject, names: tls::AlternativeNames::default(), usages, lifetime: DAY };
    let serving = cluster.pki.client_authority().issue(&leaf, cluster.clock.now()).unwrap();
    let connector =
        cluster.connector(&cluster.client_options().with_identity(ClientIdentity::build(&serving).unwrap()));
    let (_, peer) = shake(&cluster.acceptor(), &connector, "localhost").await;
    let verifier = ClientVerifier::build(cluster.pki.client_authority().certificate()).unwrap();
    let refused = verifier.verify(&peer.unwrap().certificates, cluster.clock.now());
    assert!(matches!(refused, Err(VerifyError::Untrusted { .. })), "{refused:?}");
}

#[tokio::test]
async fn clients_refuse_servers_they_have_no_reason_to_believe() {
    let (cluster, stranger) = (Cluster::new(), Cluster::new());
    let acceptor = cluster.acceptor();
    for (options, name, works) in [
        (cluster.client_options(), "localhost", true),
        (cluster.client_options(), "[127.0.0.1]", true),
        (cluster.client_options(), "example.org", false),
        (cluster.client_options(), "10.0.0.1", false),
        (stranger.client_options(), "localhost", false),
        (ClientOptions::new(Roots::Insecure), "example.org", true),
    ] {
        let (stream, peer) = shake(&acceptor, &cluster.connector(&options), name).await;
        assert_eq!((stream.is_ok(), peer.is_ok()), (works, works), "{name} with {:?}", options.roots);
    }
    cluster.time.advance(366 * DAY);
    let (stream, _) = shake(&acceptor, &cluster.connector(&cluster.client_options()), "localhost").await;
    let refused = stream.unwrap_err().to_string();
    assert!(refused.contains("expired"), "{refused}");
}

#[tokio::test]
async fn sessions_are_resumed_except_under_a_client_certificate() {
    let cluster = Cluster::new();
    let acceptor = cluster.acceptor();
    let connector = cluster.connector(&cluster.client_options());
    let mut resumed = Vec::new();
    for _ in 0..2 {
        resumed.push(shake(&acceptor, &connector, "localhost").await.1.unwrap().resumed);
    }
    // Sessions outlive new certificates.
    acceptor.reload(&cluster.server_options()).unwrap();
    resumed.push(shake(&acceptor, &connector, "localhost").await.1.unwrap().resumed);
    assert_eq!(resumed, [false, true, true]);

    let connector = cluster.connector(&cluster.client_options().with_identity(cluster.admin()));
    for _ in 0..2 {
        assert!(!shake(&acceptor, &connector, "localhost").await.1.unwrap().resumed);
    }
}

#[tokio::test]
async fn the_next_handshake_sees_reloaded_certificates() {
    let cluster = Cluster::new();
    let acceptor = cluster.acceptor();
    let shown = async |name: &str| {
        let connector = cluster.connector(&cluster.client_options());
        let stream = shake(&acceptor, &connector, name).await.0.unwrap();
        CertificateInfo::from_pem(&Connector::server_certificates(&stream)).unwrap()
    };
    let before = shown("localhost").await;
    assert_eq!(shown("localhost").await, before);
    cluster.time.advance(300 * DAY);
    acceptor.reload(&cluster.server_options()).unwrap();
    let after = shown("localhost").await;
    assert_ne!(after.fingerprint, before.fingerprint);

    let mut broken = cluster.server_options();
    broken.certificate.key = cluster.pki.service_account_key().private_pem().to_owned();
    acceptor.reload(&broken).unwrap_err();
    assert_eq!(shown("localhost").await, after, "what cannot be used does not replace what can");
}

#[tokio::test]
async fn a_replaced_identity_is_shown_from_the_next_connection_on() {
    let cluster = Cluster::new();
    let (acceptor, identity) = (cluster.acceptor(), cluster.admin());
    let connector = cluster.connector(&cluster.client_options().with_identity(identity.clone()));
    let mut names = Vec::new();
    for _ in 0..2 {
        let peer = shake(&acceptor, &connector, "localhost").await.1.unwrap();
        names.push(peer.certificates.leaf().unwrap().subject.common_name);
        identity.replace(&cluster.pki.client_certificate("node", "system:node:a", &[]).unwrap()).unwrap();
    }
    assert_eq!(names, ["kubernetes-admin", "system:node:a"]);
}

#[tokio::test]
async fn the_name_that_is_asked_for_picks_the_certificate() {
    let cluster = Cluster::new();
    let certified =
        |file: &str, host: &str| cluster.pki.serving_certificate(file, &[host.to_owned()]).unwrap();
    let mut options = cluster.server_options();
    options.sni = vec![
        SniCertificate { names: vec![], certified: certified("own", "own.example.org") },
        SniCertificate {
            names: vec!["*.wild.example.org".into()],
            certified: certified("wild", "*.wild.example.org"),
        },
    ];
    let acceptor = Acceptor::build(&options, &cluster.clock).unwrap();
    for (name, expected) in [
        ("own.example.org", "own"),
        ("OWN.example.org", "own"),
        ("a.wild.example.org", "wild"),
        ("a.b.wild.example.org", "apiserver"),
        ("localhost", "apiserver"),
        ("127.0.0.1", "apiserver"),
    ] {
        let connector = cluster.connector(&ClientOptions::new(Roots::Insecure));
        let stream = shake(&acceptor, &connector, name).await.0.unwrap();
        let shown = CertificateInfo::from_pem(&Connector::server_certificates(&stream)).unwrap();
        assert_eq!(shown.subject.common_name, expected, "{name}");
    }
}

/// Shows one certificate and signs with the key of another, which our own client cannot be made to do.
#[derive(Debug)]
struct Thief(std::sync::Arc<rustls::sign::CertifiedKey>);

impl rustls::client::ResolvesClientCert for Thief {
    fn resolve(
        &self,
        _hints: &[&[u8]],
        _schemes: &[rustls::SignatureScheme],
    ) -> Option<std::sync::Arc<rustls::sign::CertifiedKey>> {
        Some(self.0.clone())
    }

    fn has_certs(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn a_certificate_without_its_key_ends_the_handshake() {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};

    let cluster = Cluster::new();
    let admin = cluster.pki.client_certificate("admin", "kubernetes-admin", &["system:masters"]).unwrap();
    let other = cluster.pki.client_certificate("other", "other", &[]).unwrap();
    let chain = vec![CertificateDer::from_pem_slice(admin.certificate.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(other.key.as_bytes()).unwrap();
    let key = rustls::crypto::ring::sign::any_supported_type(&key).unwrap();
    let thief = Thief(std::sync::Arc::new(rustls::sign::CertifiedKey::new(chain, key)));

    let config = tls::ClientConfig::build(&cluster.client_options(), &cluster.clock).unwrap().into_inner();
    let mut config = (*config).clone();
    config.client_auth_cert_resolver = std::sync::Arc::new(thief);
    let (near, far) = tokio::io::duplex(64 * 1024);
    let acceptor = cluster.acceptor();
    let name = rustls::pki_types::ServerName::try_from("localhost").unwrap();
    let client = tokio_rustls::TlsConnector::from(std::sync::Arc::new(config)).connect(name, near);
    let (_client, server) = tokio::join!(client, acceptor.accept(far));
    let refused = server.map(|(_, peer)| peer).unwrap_err().to_string();
    assert!(refused.contains("invalid peer certificate"), "{refused}");
}

#[tokio::test]
async fn tls_1_1_is_refused() {
    let mut hello = vec![3, 2];
    hello.extend([7; 32]);
    // No session, one cipher suite of that time, no compression, no extension.
    hello.extend([0, 0, 2, 0xc0, 0x09, 1, 0]);
    let length = u8::try_from(hello.len()).unwrap();
    let mut record = vec![22, 3, 1, 0, length + 4, 1, 0, 0, length];
    record.extend(hello);

    let cluster = Cluster::new();
    let (mut near, far) = tokio::io::duplex(4096);
    near.write_all(&record).await.unwrap();
    cluster.acceptor().accept(far).await.unwrap_err();
    let mut answer = Vec::new();
    near.read_to_end(&mut answer).await.unwrap();
    // An alert: fatal, and nothing that would go on with the handshake.
    assert_eq!((answer[0], answer[5], answer.len()), (21, 2, 7), "{answer:?}");
}
