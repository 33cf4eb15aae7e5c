//! Tables of values and the messages they get.

use super::*;
use crate::field::Path;

fn check(f: fn(&str) -> Messages, valid: &[&str], invalid: &[(&str, &str)]) {
    for value in valid {
        assert!(f(value).is_empty(), "{value:?}: {:?}", f(value));
    }
    for (value, want) in invalid {
        assert_eq!(f(value).join("|"), *want, "{value:?}");
    }
}

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must \
                     start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for \
                     validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', \
                         and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
                         validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

#[test]
fn dns() {
    check(
        dns1123_label,
        &["a", "0", "a-b", "a--b", "0a9"],
        &[
            ("", LABEL),
            ("A", LABEL),
            ("-a", LABEL),
            ("a-", LABEL),
            ("a_b", LABEL),
            ("a.b", "must not contain dots"),
        ],
    );
    check(
        dns1123_subdomain,
        &["a", "a.b", "a-b.c-d.e"],
        &[
            ("", SUBDOMAIN),
            ("a..b", SUBDOMAIN),
            (".a", SUBDOMAIN),
            ("a.", SUBDOMAIN),
            ("a.-b", SUBDOMAIN),
            ("é", SUBDOMAIN),
        ],
    );
    assert_eq!(dns1123_label(&"a".repeat(64)), ["must be no more than 63 characters"]);
    assert_eq!(dns1123_subdomain_in(&"a".repeat(254), Unit::Bytes), ["must be no more than 253 bytes"]);
    assert!(dns1035_label("a-1").is_empty());
    assert!(dns1035_label("1a")[0].starts_with("a DNS-1035 label must consist of"));
    assert!(wildcard_dns1123_subdomain("*.a.b").is_empty());
    for bad in ["*", "*.*.a", "a.b", "*a.b"] {
        assert!(
            wildcard_dns1123_subdomain(bad)[0].starts_with("a wildcard DNS-1123 subdomain must start"),
            "{bad}"
        );
    }
    check(dns1123_subdomain_with_underscore, &["_a.b_c", "a"], &[]);
    assert!(!dns1123_subdomain_with_underscore("__a").is_empty());
    assert!(dns1123_subdomain_caseless("Example.COM").is_empty());
}

#[test]
fn labels() {
    let name = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    check(qualified_name, &["a", "A_b.c-9", "example.com/Name", "1/1"], &[("bad key", name)]);
    assert_eq!(qualified_name("").join("|"), format!("name part must be non-empty|{name}"));
    assert_eq!(qualified_name("/a").join("|"), "prefix part must be non-empty");
    assert_eq!(qualified_name("A/a").join("|"), format!("prefix part {SUBDOMAIN}"));
    assert!(
        qualified_name("a/b/c")[0]
            .ends_with("with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')")
    );
    assert_eq!(qualified_name(&"a".repeat(64)), ["name part must be no more than 63 bytes"]);
    check(label_value, &["", "a", "My_value.1"], &[]);
    assert_eq!(label_value(&"x".repeat(64)), ["must be no more than 63 bytes"]);
    assert!(label_value("bad value!")[0].starts_with("a valid label must be an empty string or consist of"));
    assert_eq!(prefixed_label_key("a"), ["must include a prefix (e.g. 'example.com/key')"]);
    let path = Path::new("p");
    assert_eq!(
        domain_prefixed_key(&path, "a").to_string(),
        r#"p: Invalid value: "a": must be a domain-prefixed key (such as "acme.io/foo")"#
    );
    assert!(domain_prefixed_path(&path, "acme.io/foo/%41").is_empty());
    assert_eq!(
        domain_prefixed_path(&path, "acme.io/a b").to_string(),
        r#"p: Invalid value: "a b": Invalid path (regex used for validation is '[A-Za-z0-9/\-._~%!$&'()*+,;=:]+')"#
    );
}

#[test]
fn keys_and_numbers() {
    check(env_var_name, &["A", "_a", "a.b-c"], &[]);
    assert_eq!(env_var_name("..").join("|"), "must not be '..'");
    assert_eq!(env_var_name("..a").join("|"), "must not start with '..'");
    assert!(
        env_var_name("1a")[0].starts_with("a valid environment variable name must consist of alphabetic")
    );
    check(relaxed_env_var_name, &["1 a", "!"], &[("", "environment variable name must be non-empty")]);
    assert!(relaxed_env_var_name("a=b")[0].ends_with("printable ASCII characters other than '='"));
    check(config_map_key, &["a", "A_b.c"], &[(".", "must not be '.'")]);
    check(
        port_name,
        &["http", "a-1"],
        &[
            (
                "",
                "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)|must contain at least one letter (a-z)",
            ),
            ("1", "must contain at least one letter (a-z)"),
            ("a--b", "must not contain consecutive hyphens"),
            ("a-", "must not begin or end with a hyphen"),
            ("aaaaaaaaaaaaaaaa", "must be no more than 15 characters"),
        ],
    );
    check(
        percent,
        &["0%", "100%"],
        &[(
            "x%",
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used \
         for validation is '[0-9]+%')",
        )],
    );
    assert_eq!(port_number(0), ["must be between 1 and 65535, inclusive"]);
    assert!(port_number(65_535).is_empty());
    assert_eq!(path_segment_name("a/%"), ["may not contain '/'", "may not contain '%'"]);
    assert!(c_identifier("_a1").is_empty() && !c_identifier("1a").is_empty());
    assert!(http_header_name("X-A").is_empty() && !http_header_name("").is_empty());
}

#[test]
fn addresses() {
    let path = Path::new("ip");
    let ok = ["10.9.8.7", "2001:db8::ffff", "::"];
    for value in ok {
        assert!(ip(&path, value).is_empty(), "{value}");
    }
    let table = [
        ("x", r#"ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"#),
        (
            "1.2.3",
            r#"ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"#,
        ),
        ("010.1.1.1", r#"ip: Invalid value: "010.1.1.1": must not have leading 0s"#),
        ("::ffff:1.2.3.4", r#"ip: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address"#),
        ("FE80::1", r#"ip: Invalid value: "FE80::1": must be in canonical form ("fe80::1")"#),
        (
            "fe80::1%eth0",
            r#"ip: Invalid value: "fe80::1%eth0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"#,
        ),
    ];
    for (value, want) in table {
        assert_eq!(ip(&path, value).to_string(), want);
    }
    assert!(ip_legacy(&path, "010.1.1.1", false, &[]).is_empty());
    assert!(ip_legacy(&path, "bad", true, &["bad"]).is_empty());
    assert_eq!(
        ip_warnings(&path, "010.1.1.1"),
        [r#"ip: non-standard IP address "010.1.1.1" is invalid: use "10.1.1.1""#]
    );
    assert_eq!(parse_ip_sloppy("::ffff:010.1.1.1"), Some("::ffff:10.1.1.1".parse().unwrap()));
}

#[test]
fn blocks() {
    let path = Path::new("cidr");
    for value in ["10.0.0.0/8", "::/0", "2001:db8::/64", "1.2.3.4/32"] {
        assert!(cidr(&path, value).is_empty(), "{value}");
    }
    let table = [
        ("10.0.0.0", "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"),
        ("10.0.0.0/33", "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"),
        ("10.0.0.0/08", "must not have leading 0s in IP or prefix length"),
        ("::ffff:1.2.3.0/120", "must not have an IPv4-mapped IPv6 address"),
        ("10.0.0.1/8", "must not have bits set beyond the prefix length"),
        ("2001:DB8::/64", "must be in canonical form (\"2001:db8::/64\")"),
    ];
    for (value, want) in table {
        assert_eq!(cidr(&path, value).to_string(), format!("cidr: Invalid value: \"{value}\": {want}"));
    }
    assert!(interface_address(&path, "192.168.1.5/24").is_empty());
    assert_eq!(
        cidr_warnings(&path, "10.0.0.1/8"),
        [
            r#"cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)"#
        ]
    );
}
