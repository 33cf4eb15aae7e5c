//! The table of datastore URLs, good and bad.

use super::*;

#[test]
fn urls_become_members_and_a_prefix() {
    for (url, hosts, prefix) in [
        ("etcd://127.0.0.1:2379", &["127.0.0.1:2379"][..], ""),
        ("etcd://db", &["db:2379"], ""),
        ("etcd://db/", &["db:2379"], ""),
        ("etcd://a:1,b:2,c/navarch", &["a:1", "b:2", "c:2379"], "/navarch"),
        ("http://a:1/x/y/", &["a:1"], "/x/y"),
        ("https://a,https://b/p", &["a:2379", "b:2379"], "/p"),
        ("http://a:1/,http://b:1/", &["a:1", "b:1"], ""),
        ("etcd://[::1]:4001,[fe80::1]/p", &["[::1]:4001", "[fe80::1]:2379"], "/p"),
        ("etcd://a/p@q", &["a:2379"], "/p@q"),
        ("etcd://a/one%20two%2f", &["a:2379"], "/one two/"),
    ] {
        let parts = parse(url).unwrap_or_else(|why| panic!("{url}: {why}"));
        assert_eq!((&parts.hosts[..], &parts.prefix[..]), (&own(hosts)[..], prefix.as_bytes()), "{url}");
        assert_eq!(parts.credentials, None, "{url}");
    }
}

fn own(hosts: &[&str]) -> Vec<String> {
    hosts.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_wrong_is_said() {
    for (url, why) in [
        ("", "no scheme"),
        ("localhost:2379", "no scheme"),
        ("postgres://a", "not one of etcd, http, https"),
        ("etcd://", "no host"),
        ("etcd://a,,b", "no host"),
        ("etcd://:2379", "no host"),
        ("etcd://a:0", "not a port"),
        ("etcd://a:http", "not a port"),
        ("etcd://a:70000", "not a port"),
        ("etcd://::1", "brackets"),
        ("etcd://a/p,b", "only the last member"),
        ("http://a,https://b", "one scheme"),
        ("etcd://a?x=1", "query"),
        ("etcd://a/%zz", "hexadecimal"),
        ("etcd://root@a", "no password"),
        ("https://a", "needs a CA certificate"),
    ] {
        let error = Config::from_url(url, None, Clock::system()).expect_err(url).to_string();
        assert!(error.contains(why), "{url}: {error}");
    }
}

#[test]
fn the_neutral_scheme_follows_the_certificates() {
    let tls = Tls { ca: b"pem".to_vec(), identity: None, server_name: None };
    let plain = Config::from_url("etcd://a,b/p", None, Clock::system()).unwrap();
    assert_eq!(plain.endpoints, ["http://a:2379", "http://b:2379"]);
    let secure = Config::from_url("etcd://a,b/p", Some(tls.clone()), Clock::system()).unwrap();
    assert_eq!(secure.endpoints, ["https://a:2379", "https://b:2379"]);
    let error = Config::from_url("http://a", Some(tls), Clock::system()).unwrap_err().to_string();
    assert!(error.contains("not encrypted"), "{error}");
}

#[test]
fn passwords_are_read_but_never_shown() {
    let config = Config::from_url("etcd://ro%3Aot:s%40crit@a:1,b:2/p", None, Clock::system()).unwrap();
    let credentials = config.credentials.clone().unwrap();
    assert_eq!((&credentials.username[..], &credentials.password[..]), ("ro:ot", "s@crit"));
    assert!(!format!("{config:?}").contains("s@crit"));
    let error = Config::from_url("etcd://root:hunter2@a:bad", None, Clock::system()).unwrap_err().to_string();
    assert!(!error.contains("hunter2") && error.contains("@a:bad"), "{error}");
}
