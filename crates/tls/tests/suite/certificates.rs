//! What is issued, read back by another library (rcgen makes requests, x509-parser reads) and by our own reader.

use std::time::Duration;

use tls::{
    AlternativeNames, Attribute, Authority, CertificateInfo, CertificateRequest, Certified, ClientVerifier,
    Key, Leaf, PeerCertificates, RequestError, Subject, Usage, VerifyError, ca_hash,
};

use super::cluster::{Cluster, DAY};

#[test]
fn a_serving_certificate_holds_its_hosts() {
    let cluster = Cluster::new();
    let hosts = ["kubernetes.default.svc", "10.96.0.1", "::1"].map(str::to_owned);
    let made = cluster.pki.serving_certificate("apiserver", &hosts).unwrap();
    let info = CertificateInfo::from_pem(&made.certificate).unwrap();
    assert_eq!(info.names, AlternativeNames::hosts(&hosts));
    assert_eq!(info.names.ips.len(), 2);
    assert_eq!(info.usages, [Usage::DigitalSignature, Usage::KeyEncipherment, Usage::ServerAuth]);
    assert_eq!(info.issuer.common_name, "navarch-server-ca");
    assert_eq!(info.not_after.duration_since(info.not_before).unwrap(), 365 * DAY);
    assert!(!info.is_ca && info.not_before < cluster.clock.now());
    assert!(cluster.pki.server_authority().signed(&made.certificate));
    assert!(!cluster.pki.client_authority().signed(&made.certificate));
}

#[test]
fn a_request_made_elsewhere_is_read_and_signed() {
    let key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(vec!["node-1".to_owned(), "10.0.0.7".to_owned()]).unwrap();
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(rcgen::DnType::OrganizationName, "system:nodes");
    params.distinguished_name.push(rcgen::DnType::CommonName, "system:node:node-1");
    params
        .distinguished_name
        .push(rcgen::DnType::CustomDnType(vec![1, 3, 6, 1, 4, 1, 57683, 2]), "stolen-uid");
    params.extended_key_usages = vec![rcgen::ExtendedKeyUsagePurpose::ServerAuth];
    params.key_usages = vec![rcgen::KeyUsagePurpose::DigitalSignature, rcgen::KeyUsagePurpose::DecipherOnly];
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let pem = params.serialize_request(&key).unwrap().pem().unwrap();

    let request = CertificateRequest::from_pem(&pem).unwrap();
    assert_eq!(request.subject.common_name, "system:node:node-1");
    assert_eq!(request.subject.organizations, ["system:nodes"]);
    assert_eq!(request.names, AlternativeNames::hosts(&["node-1", "10.0.0.7"]));
    assert_eq!(request.usages, [Usage::DigitalSignature, Usage::DecipherOnly, Usage::ServerAuth]);
    assert!(request.asks_for_authority);

    let cluster = Cluster::new();
    let (authority, now) = (cluster.pki.client_authority(), cluster.clock.now());
    let usages = [Usage::KeyEncipherment, Usage::Signing, Usage::ClientAuth, Usage::DecipherOnly];
    let signed = authority.sign(&request, &usages, 30 * DAY, now).unwrap();
    let info = CertificateInfo::from_pem(&signed).unwrap();
    assert_eq!(
        info.subject,
        Subject::user("system:node:node-1", &["system:nodes"]),
        "the UID is not granted"
    );
    assert_eq!(info.names, request.names);
    assert_eq!(
        info.usages,
        [Usage::DigitalSignature, Usage::KeyEncipherment, Usage::DecipherOnly, Usage::ClientAuth]
    );
    assert!(!info.is_ca && authority.signed(&signed));
    let verifier = ClientVerifier::build(authority.certificate()).unwrap();
    let identity = verifier.verify(&PeerCertificates::from_pem(&signed).unwrap(), now).unwrap();
    assert_eq!((identity.common_name.as_str(), identity.uid), ("system:node:node-1", None));
    // The certificate is for the asker's key.
    let certified = Certified { certificate: signed, key: key.serialize_pem() };
    tls::ClientIdentity::build(&certified).unwrap();
}

#[test]
fn lifetimes_follow_the_request_and_end_with_the_authority() {
    let cluster = Cluster::new();
    let now = cluster.clock.now();
    let authority = Authority::create("short", now, 100 * DAY).unwrap();
    let pem = CertificateRequest::create(
        &Subject::user("u", &[]),
        &AlternativeNames::default(),
        &Key::generate().unwrap(),
    );
    let request = CertificateRequest::from_pem(&pem.unwrap()).unwrap();
    let (hour, skew) = (Duration::from_secs(3600), Duration::from_secs(300));
    for (lifetime, expected_end) in
        [(hour, now + hour), (DAY, now + DAY - skew), (365 * DAY, authority.info().not_after)]
    {
        let signed = authority.sign(&request, &[Usage::ClientAuth], lifetime, now).unwrap();
        let info = CertificateInfo::from_pem(&signed).unwrap();
        assert_eq!((info.not_before, info.not_after), (now - skew, expected_end), "{lifetime:?}");
    }
}

#[test]
fn our_own_requests_keep_every_part_of_a_name() {
    let subject = Subject {
        others: vec![(Attribute::Country, "CH".into()), (Attribute::OrganizationalUnit, "ünit".into())],
        ..Subject::user("jane", &["dev", "ops", "qa"])
    };
    let names = AlternativeNames {
        dns: vec!["a.example.org".into()],
        ips: vec!["192.0.2.1".parse().unwrap(), "2001:db8::1".parse().unwrap()],
        emails: vec!["jane@example.org".into()],
        uris: vec!["spiffe://example.org/jane".into()],
    };
    let key = Key::generate().unwrap();
    let pem = CertificateRequest::create(&subject, &names, &key).unwrap();
    let read = CertificateRequest::from_pem(&pem).unwrap();
    assert_eq!((&read.subject.others, &read.names), (&subject.others, &names));
    assert_eq!(read.subject.organizations, ["qa", "dev", "ops"], "a set in DER is sorted by its bytes");
    let foreign = AlternativeNames::hosts(&["bücher.example"]);
    assert!(matches!(CertificateRequest::create(&subject, &foreign, &key), Err(RequestError::Name(_))));
}

#[test]
fn what_is_no_request_or_is_signed_by_another_key_is_refused() {
    let key = Key::generate().unwrap();
    let create = |name: &str| {
        CertificateRequest::create(&Subject::user(name, &[]), &AlternativeNames::default(), &key).unwrap()
    };
    let pem = create("jane");
    let block = pem_body(&pem);
    let mut forged = block.clone();
    let at = forged.windows(4).position(|bytes| bytes == b"jane").unwrap();
    forged[at..at + 4].copy_from_slice(b"root");
    for (text, expected) in [
        (pem.replace("CERTIFICATE REQUEST", "CERTIFICATE"), RequestError::NotARequest),
        ("hello".to_owned(), RequestError::NotARequest),
        (armored(&block[..block.len() - 10]), RequestError::Malformed),
        (armored(&[block.clone(), vec![0]].concat()), RequestError::Malformed),
        (armored(&forged), RequestError::Signature),
    ] {
        assert_eq!(CertificateRequest::from_pem(&text), Err(expected));
    }
}

fn pem_body(text: &str) -> Vec<u8> {
    pem::parse(text).unwrap().into_contents()
}

fn armored(der: &[u8]) -> String {
    pem::encode(&pem::Pem::new("CERTIFICATE REQUEST", der))
}

#[test]
fn a_subjects_uid_is_read_once_or_not_at_all() {
    let cluster = Cluster::new();
    let (authority, now) = (cluster.pki.client_authority(), cluster.clock.now());
    let verifier = ClientVerifier::build(authority.certificate()).unwrap();
    let verify = |uids: &[&str]| {
        let uids = uids.iter().map(|uid| (*uid).to_owned()).collect();
        let subject = Subject { uids, ..Subject::user("u", &[]) };
        let usages = vec![Usage::ClientAuth];
        let leaf = Leaf { subject, names: AlternativeNames::default(), usages, lifetime: DAY };
        let made = authority.issue(&leaf, now).unwrap();
        verifier.verify(&PeerCertificates::from_pem(&made.certificate).unwrap(), now).map(|found| found.uid)
    };
    assert_eq!(verify(&[]), Ok(None));
    assert_eq!(verify(&["1234"]), Ok(Some("1234".into())));
    assert_eq!(verify(&["1234", "5"]), Err(VerifyError::Uid));
    assert_eq!(verify(&[""]), Err(VerifyError::Uid));
}

#[test]
fn facts_and_the_hash_of_a_known_certificate() {
    let pem = include_str!("example-ca.pem");
    let info = CertificateInfo::from_pem(pem).unwrap();
    assert_eq!(info.subject.to_string(), "CN=example-ca,O=Example,C=CH");
    assert_eq!(info.fingerprint, include_str!("example-ca.fingerprint").trim());
    assert_eq!(ca_hash(pem).unwrap(), format!("sha256:{}", include_str!("example-ca.hash").trim()));
    assert!(info.is_ca && info.names.is_empty());
    assert_eq!(CertificateInfo::all_from_pem(&pem.repeat(2)).unwrap().len(), 2);
}

#[test]
fn an_authority_with_an_rsa_key_from_elsewhere_signs_too() {
    let certified = Certified {
        certificate: include_str!("example-ca.pem").to_owned(),
        key: include_str!("example-ca.key").to_owned(),
    };
    let authority = Authority::from_pem(&certified).unwrap();
    let now = authority.info().not_before + DAY;
    let leaf = Leaf {
        subject: Subject::user("u", &["g"]),
        names: AlternativeNames::default(),
        usages: vec![Usage::ClientAuth],
        lifetime: DAY,
    };
    let made = authority.issue(&leaf, now).unwrap();
    assert!(authority.signed(&made.certificate));
    let verifier = ClientVerifier::build(authority.certificate()).unwrap();
    verifier.verify(&PeerCertificates::from_pem(&made.certificate).unwrap(), now).unwrap();
}
