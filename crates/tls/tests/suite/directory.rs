//! The PKI directory over starts, crashes and damage.

use std::os::unix::fs::PermissionsExt;

use tls::{CertificateInfo, PkiError};

use super::cluster::{Cluster, DAY};

const AUTHORITIES: &[&str] = &["server-ca", "client-ca", "request-header-ca"];

#[test]
fn keys_are_for_their_owner_only() {
    let cluster = Cluster::new();
    cluster.admin();
    for (file, mode) in [
        ("", 0o700),
        ("server-ca.key", 0o600),
        ("client-ca.key", 0o600),
        ("request-header-ca.key", 0o600),
        ("service-account.key", 0o600),
        ("admin.key", 0o600),
        ("server-ca.crt", 0o644),
        ("service-account.pub", 0o644),
        ("admin.crt", 0o644),
    ] {
        let found = std::fs::metadata(cluster.path(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{file}: {found:o}");
    }
    let left = std::fs::read_dir(cluster.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let staged: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".new")).collect();
    assert!(staged.is_empty(), "{staged:?}");
}

#[test]
fn a_second_start_changes_nothing() {
    let cluster = Cluster::new();
    let serving = cluster.server_options().certificate;
    let again = cluster.reopen().unwrap();
    for (before, after) in [
        (cluster.pki.server_authority(), again.server_authority()),
        (cluster.pki.client_authority(), again.client_authority()),
        (cluster.pki.request_header_authority(), again.request_header_authority()),
    ] {
        assert_eq!((before.certificate(), before.key().pem()), (after.certificate(), after.key().pem()));
    }
    let keys = |pki: &tls::Pki| pki.service_account_key().private_pem().to_owned();
    assert_eq!(keys(&cluster.pki), keys(&again));
    assert_eq!(cluster.server_options().certificate, serving);
    cluster.time.advance(200 * DAY);
    assert_eq!(cluster.server_options().certificate, serving, "more than a third of its life is left");
    cluster.time.advance(60 * DAY);
    assert_ne!(cluster.server_options().certificate, serving, "less is");
}

#[test]
fn what_a_crash_leaves_is_completed() {
    let cluster = Cluster::new();
    let user = cluster.pki.client_certificate("admin", "kubernetes-admin", &["system:masters"]).unwrap();
    for file in ["client-ca.crt", "service-account.pub", "admin.crt"] {
        std::fs::remove_file(cluster.path(file)).unwrap();
    }
    std::fs::write(cluster.path(".client-ca.crt.new"), "half a certif").unwrap();
    let again = cluster.reopen().unwrap();
    assert!(again.client_authority().signed(&user.certificate), "the key is the same");
    assert_eq!(again.service_account_key().private_pem(), cluster.pki.service_account_key().private_pem());
    let renewed = again.client_certificate("admin", "kubernetes-admin", &["system:masters"]).unwrap();
    assert_ne!(renewed, user);
}

#[test]
fn damage_is_refused_with_the_file_and_the_way_out() {
    type Damage = fn(&Cluster);
    let cases: &[(Damage, &str)] = &[
        (
            |c| std::fs::write(c.path("server-ca.key"), "garbage").unwrap(),
            "server-ca.key: there is no private key",
        ),
        (
            |c| std::fs::write(c.path("client-ca.crt"), "").unwrap(),
            "client-ca.crt: the authority's certificate",
        ),
        (|c| std::fs::remove_file(c.path("client-ca.key")).unwrap(), "client-ca.key is missing"),
        (|c| std::fs::remove_file(c.path("service-account.key")).unwrap(), "service-account.key is missing"),
        (|c| std::fs::write(c.path("service-account.key"), "x").unwrap(), "service-account.key: "),
        (
            |c| std::fs::write(c.path("service-account.pub"), "x").unwrap(),
            "service-account.pub: it is not the public",
        ),
        (
            |c| {
                std::fs::copy(c.path("server-ca.key"), c.path("client-ca.key")).unwrap();
            },
            "do not belong together",
        ),
        (
            |c| {
                c.admin();
                std::fs::copy(c.path("admin.crt"), c.path("client-ca.crt")).unwrap();
                std::fs::copy(c.path("admin.key"), c.path("client-ca.key")).unwrap();
            },
            "not one of an authority",
        ),
    ];
    for (damage, expected) in cases {
        let cluster = Cluster::new();
        damage(&cluster);
        let error = cluster.reopen().unwrap_err().to_string();
        assert!(error.contains(expected), "{error} should say {expected:?}");
        assert!(error.contains("restore"), "{error} should say what to do");
    }
}

#[test]
fn an_expired_authority_is_refused() {
    let cluster = Cluster::new();
    for name in AUTHORITIES {
        let pem = std::fs::read_to_string(cluster.path(&format!("{name}.crt"))).unwrap();
        let info = CertificateInfo::from_pem(&pem).unwrap();
        let life = info.not_after.duration_since(info.not_before).unwrap();
        assert_eq!((info.is_ca, life), (true, 3650 * DAY));
        assert!(info.not_before < cluster.clock.now());
    }
    cluster.time.advance(3651 * DAY);
    assert!(matches!(cluster.reopen(), Err(PkiError::NotValidNow { .. })));
}

#[test]
fn leaves_cannot_take_the_authorities_files() {
    let cluster = Cluster::new();
    for file in ["server-ca", "service-account", "", ".lock", "../admin", "a/b"] {
        let refused = cluster.pki.client_certificate(file, "x", &[]);
        assert!(matches!(refused, Err(PkiError::FileName(_))), "{file:?}");
    }
}

#[test]
fn several_first_starts_at_once_agree() {
    let directory = tempfile::tempdir().unwrap();
    let clock = runtime::Clock::system();
    let start = || {
        tls::Pki::open_or_create(directory.path(), &clock)
            .unwrap()
            .server_authority()
            .certificate()
            .to_owned()
    };
    std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
        let mut seen: Vec<_> = starts.into_iter().map(|start| start.join().unwrap()).collect();
        seen.dedup();
        assert_eq!(seen.len(), 1);
    });
}
