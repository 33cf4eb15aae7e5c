//! A change costs what changed: the transactions for one service among many, and that they come to the same as building anew.

use std::collections::BTreeSet;

use proxy::backend::Settings;
use proxy::nftables::ledger::Ledger;
use proxy::tracker::Tracker;

use crate::objects;

fn service(name: &str, number: usize, endpoints: &[&str]) -> String {
    let endpoints: String = endpoints
        .iter()
        .map(|address| format!("  - {{addresses: [{address}], nodeName: node-2}}\n"))
        .collect();
    format!(
        "items:\n- kind: Service\n  metadata: {{namespace: default, name: {name}}}\n  spec:\n    clusterIP: 10.96.{}.{}\n    \
         ports: [{{port: 80}}]\n- kind: EndpointSlice\n  metadata: {{namespace: default, name: {name}-1, labels: \
         {{kubernetes.io/service-name: {name}}}}}\n  addressType: IPv4\n  ports: [{{name: \"\", port: 8080, protocol: TCP}}]\n  \
         endpoints:\n{endpoints}",
        number / 250,
        1 + number % 250
    )
}

fn transaction(tracker: &mut Tracker, ledger: &mut Ledger, yaml: &str) -> String {
    objects::feed(tracker, yaml);
    let changed = tracker.changes();
    ledger.update(&Settings::default(), tracker.view(), &changed).to_string()
}

#[test]
fn one_endpoint_of_a_thousand_services_is_a_few_elements() {
    let (mut tracker, mut ledger) = (Tracker::new(objects::node()), Ledger::new(false));
    for number in 0..1000 {
        let yaml = service(&format!("s{number}"), number, &["10.244.2.1", "10.244.2.2", "10.244.2.3"]);
        objects::feed(&mut tracker, &yaml);
    }
    tracker.changes();
    ledger.rebuild(&Settings::default(), tracker.view());

    // Another in its place: one element goes, one comes.
    let yaml = service("s7", 7, &["10.244.2.1", "10.244.2.9", "10.244.2.3"]);
    let expected = "delete element ip kube-proxy endpoints { 10.96.0.8 . tcp . 80 . 1 : 10.244.2.2 . 8080 }\n\
                    add element ip kube-proxy endpoints { 10.96.0.8 . tcp . 80 . 1 : 10.244.2.9 . 8080 }\n";
    assert_eq!(transaction(&mut tracker, &mut ledger, &yaml), expected);

    // The first leaves: the last takes its index, and the service goes by the plan for two, which is new.
    let yaml = service("s7", 7, &["10.244.2.9", "10.244.2.3"]);
    let text = transaction(&mut tracker, &mut ledger, &yaml);
    let elements: Vec<_> = text.lines().filter(|line| line.contains(" element ")).collect();
    assert_eq!(
        elements,
        [
            "delete element ip kube-proxy endpoints { 10.96.0.8 . tcp . 80 . 0 : 10.244.2.1 . 8080 }",
            "delete element ip kube-proxy endpoints { 10.96.0.8 . tcp . 80 . 2 : 10.244.2.3 . 8080 }",
            "delete element ip kube-proxy services { 10.96.0.8 . tcp . 80 comment \"default/s7\" : goto internal-cluster-3 }",
            "add element ip kube-proxy endpoints { 10.96.0.8 . tcp . 80 . 0 : 10.244.2.3 . 8080 }",
            "add element ip kube-proxy services { 10.96.0.8 . tcp . 80 comment \"default/s7\" : goto internal-cluster-2 }",
        ]
    );
    assert!(text.starts_with("add chain ip kube-proxy internal-cluster-2\nadd rule"), "{text}");

    // Nothing new is nothing to do.
    assert_eq!(transaction(&mut tracker, &mut ledger, &yaml), "");
}

#[test]
fn the_service_whose_name_comes_first_has_a_contested_address_and_the_other_inherits_it() {
    let (mut tracker, mut ledger) = (Tracker::new(objects::node()), Ledger::new(false));
    let first = transaction(&mut tracker, &mut ledger, &service("b", 1, &["10.244.2.1"]));
    assert!(first.contains(": 10.244.2.1 . 8080 }"), "{first}");
    // `a` wants the same address with another endpoint.
    let second = transaction(&mut tracker, &mut ledger, &service("a", 1, &["10.244.2.2"]));
    assert!(
        second.contains(
            "delete element ip kube-proxy endpoints { 10.96.0.2 . tcp . 80 . 0 : 10.244.2.1 . 8080 }"
        )
    );
    assert!(
        second
            .contains("add element ip kube-proxy endpoints { 10.96.0.2 . tcp . 80 . 0 : 10.244.2.2 . 8080 }")
    );
    // And goes.
    let tree = codec::yaml::decode(service("a", 1, &[]).as_bytes()).unwrap().value;
    let gone = <api::core::v1::Service as api::Typed>::decode(&tree["items"][0]).unwrap();
    tracker.service(&gone.into(), false);
    let changed: BTreeSet<_> = tracker.changes();
    let third = ledger.update(&Settings::default(), tracker.view(), &changed).to_string();
    assert!(
        third
            .contains("add element ip kube-proxy endpoints { 10.96.0.2 . tcp . 80 . 0 : 10.244.2.1 . 8080 }"),
        "{third}"
    );
}
