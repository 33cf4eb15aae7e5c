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
async fn a_server_that_signed_itself_is_believed_if_its_certificate_is_the_bundle() {
    let cluster = Cluster::new();
    let key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(vec!["webhook.default.svc".to_owned()]).unwrap();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    params.not_before = rcgen::date_time_ymd(2024, 1, 1);
    params.not_after = rcgen::date_time_ymd(2025, 1, 1);
    let bundle = params.self_signed(&key).unwrap().pem();
    let certified = tls::Certified { certificate: bundle.clone(), key: key.serialize_pem() };
    let acceptor = Acceptor::build(&tls::ServerOptions::new(certified, ""), &cluster.clock).unwrap();
    // A new client each time: one that resumes a session does not look at the certificate again.
    let fresh = || cluster.connector(&ClientOptions::new(Roots::Bundle(bundle.clone())));
    shake(&acceptor, &fresh(), "webhook.default.svc").await.0.unwrap();
    shake(&acceptor, &fresh(), "other.default.svc").await.0.unwrap_err();
    let stranger = cluster.connector(&cluster.client_options());
    shake(&acceptor, &stranger, "webhook.default.svc").await.0.unwrap_err();
    cluster.time.advance(366 * DAY);
    let late = shake(&acceptor, &fresh(), "webhook.default.svc").await.0.unwrap_err().to_string();
    assert!(late.contains("expired") || late.contains("Expired"), "{late}");
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

/// A client of the library's own, held to one version and able to do what ours cannot.
mod bare {
    use std::sync::Arc;

    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
    use rustls::sign::CertifiedKey;

    use super::Cluster;

    /// Shows one certificate and signs with the key that it is given, whether they belong together or not.
    #[derive(Debug)]
    struct Shows(Arc<CertifiedKey>);

    impl rustls::client::ResolvesClientCert for Shows {
        fn resolve(&self, _: &[&[u8]], _: &[rustls::SignatureScheme]) -> Option<Arc<CertifiedKey>> {
            Some(self.0.clone())
        }

        fn has_certs(&self) -> bool {
            true
        }
    }

    #[derive(Debug)]
    struct Time(runtime::Clock);

    impl rustls::time_provider::TimeProvider for Time {
        fn current_time(&self) -> Option<UnixTime> {
            Some(UnixTime::since_unix_epoch(self.0.now().duration_since(std::time::UNIX_EPOCH).unwrap()))
        }
    }

    pub fn client(
        cluster: &Cluster,
        version: &'static rustls::SupportedProtocolVersion,
        certificate: &str,
        key: &str,
    ) -> tokio_rustls::TlsConnector {
        let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
        let key = rustls::crypto::ring::sign::any_supported_type(&key).unwrap();
        let mut roots = rustls::RootCertStore::empty();
        let root = cluster.pki.server_authority().certificate();
        roots.add(CertificateDer::from_pem_slice(root.as_bytes()).unwrap()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config =
            rustls::ClientConfig::builder_with_details(provider, Arc::new(Time(cluster.clock.clone())))
                .with_protocol_versions(&[version])
                .unwrap()
                .with_root_certificates(roots)
                .with_client_cert_resolver(Arc::new(Shows(Arc::new(CertifiedKey::new(chain, key)))));
        tokio_rustls::TlsConnector::from(Arc::new(config))
    }
}

#[tokio::test]
async fn a_certificate_without_its_key_ends_the_handshake() {
    let cluster = Cluster::new();
    let admin = cluster.pki.client_certificate("admin", "kubernetes-admin", &["system:masters"]).unwrap();
    let other = cluster.pki.client_certificate("other", "other", &[]).unwrap();
    let acceptor = cluster.acceptor();
    for (version, name) in [(&rustls::version::TLS13, "TLSv1_3"), (&rustls::version::TLS12, "TLSv1_2")] {
        for (key, works) in [(&admin.key, true), (&other.key, false)] {
            let client = bare::client(&cluster, version, &admin.certificate, key);
            let (near, far) = tokio::io::duplex(64 * 1024);
            let server = rustls::pki_types::ServerName::try_from("localhost").unwrap();
            let (_client, accepted) = tokio::join!(client.connect(server, near), acceptor.accept(far));
            match accepted {
                Ok((_, peer)) => {
                    assert!(works && peer.version == name && !peer.certificates.is_empty(), "{name}")
                }
                Err(error) => {
                    assert!(
                        !works && error.to_string().contains("invalid peer certificate"),
                        "{name}: {error}"
                    );
                }
            }
        }
    }
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
