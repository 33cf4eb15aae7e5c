//! The specification's records, one table.

use api::core::v1::{Service, ServicePort, ServiceSpec};
use api::discovery::v1::{Endpoint, EndpointConditions, EndpointPort, EndpointSlice};

use super::*;

fn service(name: &str, ips: &[&str], external: Option<&str>) -> Service {
    let mut service = Service::default();
    service.metadata.name = Some(name.into());
    service.metadata.namespace = Some("shop".into());
    let port =
        |name: Option<&str>, port| ServicePort { name: name.map(Into::into), port, ..ServicePort::default() };
    service.spec = Some(ServiceSpec {
        cluster_ips: Some(ips.iter().map(ToString::to_string).collect()),
        external_name: external.map(Into::into),
        type_: Some(if external.is_some() { "ExternalName" } else { "ClusterIP" }.into()),
        ports: Some(vec![port(Some("http"), 80), port(None, 81)]),
        ..ServiceSpec::default()
    });
    service
}

fn slice(service: &str, endpoints: &[(&str, Option<&str>, bool)]) -> EndpointSlice {
    let mut slice = EndpointSlice::default();
    slice.metadata.namespace = Some("shop".into());
    slice.metadata.labels = Some([("kubernetes.io/service-name".to_owned(), service.to_owned())].into());
    slice.ports = Some(vec![EndpointPort {
        name: Some("http".into()),
        port: Some(8080),
        protocol: Some("TCP".into()),
        ..EndpointPort::default()
    }]);
    let endpoints = endpoints
        .iter()
        .map(|(ip, hostname, ready)| Endpoint {
            addresses: vec![(*ip).into()],
            hostname: hostname.map(Into::into),
            conditions: Some(EndpointConditions { ready: Some(*ready), ..EndpointConditions::default() }),
            ..Endpoint::default()
        })
        .collect();
    slice.endpoints = Some(endpoints);
    slice
}

fn zone() -> Zone {
    let services = [
        service("web", &["10.96.0.7", "fd96::7"], None),
        service("db", &["None"], None),
        service("away", &[], Some("Example.org")),
        service("near", &[], Some("web.shop.svc.cluster.local")),
        service("pending", &[], None),
    ];
    let slices = [
        slice(
            "db",
            &[
                ("10.244.0.5", Some("db-0"), true),
                ("10.244.0.6", None, true),
                ("10.244.0.7", Some("db-2"), false),
            ],
        ),
        slice("db", &[("fd44::5", Some("db-0"), true)]),
        slice("web", &[("10.244.0.9", None, true)]),
    ];
    build(&Name::from_ascii("cluster.local.").unwrap(), 5, 1, &services, &slices)
}

#[test]
fn every_record_of_the_specification() {
    let zone = zone();
    for (name, kind, expected) in [
        ("web.shop.svc.cluster.local.", RecordType::A, "10.96.0.7"),
        ("WEB.Shop.svc.Cluster.local.", RecordType::A, "10.96.0.7"),
        ("web.shop.svc.cluster.local.", RecordType::AAAA, "fd96::7"),
        ("web.shop.svc.cluster.local.", RecordType::MX, "no data"),
        ("_http._tcp.web.shop.svc.cluster.local.", RecordType::SRV, "0 100 80 web.shop.svc.cluster.local."),
        ("_http._udp.web.shop.svc.cluster.local.", RecordType::SRV, "no name"),
        ("db.shop.svc.cluster.local.", RecordType::A, "10.244.0.5 | 10.244.0.6"),
        ("db.shop.svc.cluster.local.", RecordType::AAAA, "fd44::5"),
        ("db-0.db.shop.svc.cluster.local.", RecordType::A, "10.244.0.5"),
        ("db-2.db.shop.svc.cluster.local.", RecordType::A, "no name"),
        ("10-244-0-6.db.shop.svc.cluster.local.", RecordType::A, "10.244.0.6"),
        (
            "_http._tcp.db.shop.svc.cluster.local.",
            RecordType::SRV,
            "0 100 8080 10-244-0-6.db.shop.svc.cluster.local. | 0 100 8080 db-0.db.shop.svc.cluster.local.",
        ),
        ("away.shop.svc.cluster.local.", RecordType::A, "alias example.org."),
        ("away.shop.svc.cluster.local.", RecordType::CNAME, "example.org."),
        ("near.shop.svc.cluster.local.", RecordType::A, "alias web.shop.svc.cluster.local."),
        ("pending.shop.svc.cluster.local.", RecordType::A, "no name"),
        ("nobody.shop.svc.cluster.local.", RecordType::A, "no name"),
        ("shop.svc.cluster.local.", RecordType::A, "no data"),
        ("svc.cluster.local.", RecordType::A, "no data"),
        ("cluster.local.", RecordType::A, "no data"),
        ("cluster.local.", RecordType::NS, "ns.dns.cluster.local."),
        ("dns-version.cluster.local.", RecordType::TXT, "1.1.0"),
        ("10-244-0-9.shop.pod.cluster.local.", RecordType::A, "10.244.0.9"),
        ("10-244-0-9.shop.pod.cluster.local.", RecordType::AAAA, "no data"),
        ("fd44--9.shop.pod.cluster.local.", RecordType::AAAA, "fd44::9"),
        ("somebody.shop.pod.cluster.local.", RecordType::A, "no name"),
        ("7.0.96.10.in-addr.arpa.", RecordType::PTR, "web.shop.svc.cluster.local."),
        ("5.0.244.10.in-addr.arpa.", RecordType::PTR, "db-0.db.shop.svc.cluster.local."),
        ("6.0.244.10.in-addr.arpa.", RecordType::PTR, "not ours"),
        ("1.0.0.127.in-addr.arpa.", RecordType::PTR, "not ours"),
        ("example.org.", RecordType::A, "not ours"),
        ("cluster.local.example.org.", RecordType::A, "not ours"),
    ] {
        let found = match zone.find(&Name::from_ascii(name).unwrap(), kind) {
            Found::Records(records) => {
                let mut texts: Vec<String> = records.iter().map(ToString::to_string).collect();
                texts.sort();
                texts.join(" | ")
            }
            Found::Alias(target) => format!("alias {target}"),
            Found::NoData => "no data".into(),
            Found::NoName => "no name".into(),
            Found::NotOurs => "not ours".into(),
        };
        assert_eq!(found, expected, "{name} {kind}");
    }
}
