//! Transactions: what is committed is what `nft` lists; what is refused leaves no trace; what others do is heard.

use std::net::IpAddr;
use std::time::Duration;

use netfilter::nft::{
    Batch, Chain, Compare, Connection, Data, Element, Family, Field, Hook, Rule, Set, Table, Type, Value,
    Verdict, Watch, priority,
};

use crate::namespace::Namespace;

fn address(text: &str) -> Value {
    Value::Address(text.parse().unwrap())
}

/// A bit of everything the rules of this project are made of.
fn everything(family: Family) -> Batch {
    let ip6 = family == Family::Ip6;
    let addresses = if ip6 { Type::Ipv6 } else { Type::Ipv4 };
    let (one, net) = if ip6 { ("fd00::1", "fd00:1::/64") } else { ("10.0.0.1", "10.1.0.0/16") };
    let table = Table::new(family, "everything");
    let mut batch = Batch::new(&table);
    batch.replace_table();
    batch.add_chain(Chain::nat("pre", Hook::Prerouting, priority::DNAT));
    batch.add_chain(Chain::nat("post", Hook::Postrouting, priority::SNAT));
    batch.add_chain(Chain::filter("input", Hook::Input, priority::FILTER));
    batch.add_chain(Chain::regular("pick"));
    batch.add_set(Set::map(
        "endpoints",
        &[addresses, Type::Protocol, Type::Port, Type::Mark],
        &[addresses, Type::Port],
    ));
    batch.add_set(Set::verdicts("verdicts", &[addresses, Type::Protocol, Type::Port]).comment("which way"));
    batch.add_set(Set::new("ranges", &[addresses, Type::Port]).intervals());
    batch.add_set(Set::new("nets", &[addresses]).intervals());
    batch.add_set(Set::map("learnt", &[addresses, Type::Port], &[addresses, Type::Port]).dynamic(1024));
    let front = [Field::DestinationAddress(family), Field::Protocol, Field::DestinationPort];
    let random = Field::Random { modulus: 2, offset: 0 };
    let key = [&front[..], &[random]].concat();
    batch.add_rule("pre", Rule::new().local(Field::DestinationType).verdict_map(&front, "verdicts"));
    let source = Field::SourceAddress(family);
    let rule = Rule::new().within(source.clone(), Compare::Different, net.parse().unwrap()).mark_or(0x4000);
    batch.add_rule("pick", rule.comment("from outside"));
    let known = [source.clone(), Field::DestinationPort];
    batch.add_rule("pick", Rule::new().dnat_to_map(family, &known, "learnt"));
    let known = [source.clone(), Field::OriginalPort];
    let now = [Field::DestinationAddress(family), Field::DestinationPort];
    let rule = Rule::new().is(Field::OriginalAddress(family), address(one));
    batch.add_rule("post", rule.learn("learnt", &known, &now, Duration::from_secs(3600)));
    batch.add_rule("pick", Rule::new().counter().dnat_to_map(family, &key, "endpoints"));
    let rule = Rule::new().bits(Field::Mark, Compare::Equal, 0x4000).mark_xor(0x4000).masquerade();
    batch.add_rule("post", rule);
    let both = [source.clone(), Field::DestinationPort];
    batch.add_rule("input", Rule::new().new_connection().in_set(&both, Compare::Different, "ranges").drop());
    batch.add_rule("input", Rule::new().in_set(&[source], Compare::Equal, "nets").accept());
    batch.add_rule("input", Rule::new().interface(Field::InputInterface, "eth*").limit(10, 5).reject(family));
    batch.add_rule("input", Rule::new().is(Field::Protocol, Value::Protocol(6)).rewritten().accept());
    let front = |last: Option<u32>| {
        let mut key = vec![address(one), Value::Protocol(6), Value::Port(80)];
        key.extend(last.map(Value::Mark));
        key
    };
    let target = |port| Data::Values(vec![address(one), Value::Port(port)]);
    let endpoints = [(0, 8080), (1, 8081)].map(|(i, port)| Element::with(front(Some(i)), target(port)));
    batch.add_elements("endpoints", endpoints.to_vec());
    let verdict = Data::Verdict(Verdict::Goto("pick".to_owned()));
    batch.add_elements("verdicts", vec![Element::with(front(None), verdict).comment("default/web:http")]);
    let range = Element::new(vec![Value::Net(net.parse().unwrap()), Value::Port(80)]);
    batch.add_intervals("ranges", vec![range]);
    batch.add_intervals("nets", vec![Element::new(vec![Value::Net(net.parse().unwrap())])]);
    batch
}

#[test]
fn everything_that_rules_are_made_of_is_taken_and_listed_as_what_it_is() {
    let namespace = Namespace::new();
    let mut connection = Connection::open(namespace.path()).unwrap();
    for (family, expected) in [
        (
            Family::Ip,
            vec![
                "10.0.0.1 . tcp . 80 . 0x00000000 : 10.0.0.1 . 8080",
                "10.0.0.1 . tcp . 80 comment \"default/web:http\" : goto pick",
                "fib daddr type local ip daddr . meta l4proto . th dport vmap @verdicts",
                "dnat ip to ip saddr . th dport map @learnt",
                "update @learnt { ip saddr . ct original proto-dst timeout 1h : ip daddr . th dport }",
                "elements = { 10.1.0.0/16 . 80 }",
                "elements = { 10.1.0.0/16 }",
                "flags dynamic,timeout",
                "ip saddr != 10.1.0.0/16 meta mark set meta mark | 0x00004000 comment \"from outside\"",
                "dnat ip to ip daddr . meta l4proto . th dport . numgen random mod 2 map @endpoints",
                "meta mark & 0x00004000 != 0x00000000 meta mark set meta mark ^ 0x00004000 masquerade fully-random",
                "ct state new ip saddr . th dport != @ranges drop",
                "iifname \"eth*\" limit rate 10/second reject",
                "meta l4proto tcp ct status dnat accept",
            ],
        ),
        (
            Family::Ip6,
            vec![
                "fd00::1 . tcp . 80 . 0x00000000 : fd00::1 . 8080",
                "ip6 saddr != fd00:1::/64 meta mark set",
                "masquerade fully-random",
            ],
        ),
    ] {
        connection.commit(&everything(family)).unwrap();
        // Once more: the first thing a batch does with a table of ours is to replace it.
        connection.commit(&everything(family)).unwrap();
        let listed = namespace.output("nft", &["list", "table", family.word(), "everything"]);
        for line in expected {
            let flat = listed.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(line), "{line}\nis not in\n{listed}");
        }
    }
}

#[test]
fn a_refused_batch_leaves_no_trace_and_names_the_command() {
    let namespace = Namespace::new();
    let mut connection = Connection::open(namespace.path()).unwrap();
    let table = Table::new(Family::Inet, "half");
    let mut batch = Batch::new(&table);
    batch.add_table();
    batch.add_chain(Chain::regular("chain"));
    batch.add_rule("chain", Rule::new().jump("nowhere"));
    batch.add_chain(Chain::regular("after"));
    let error = connection.commit(&batch).unwrap_err();
    assert_eq!(error.errno(), Some(nix::errno::Errno::ENOENT));
    assert!(error.to_string().contains("`add rule inet half chain jump nowhere`"), "{error}");
    assert!(!connection.has_table(&table).unwrap());
}

#[test]
fn ten_thousand_elements_are_one_transaction_and_come_and_go_one_by_one() {
    let namespace = Namespace::new();
    let mut connection = Connection::open(namespace.path()).unwrap();
    let table = Table::new(Family::Ip, "many");
    let element = |number: u32| {
        let address = IpAddr::from((0x0a00_0000 + number).to_be_bytes());
        let data = Data::Values(vec![Value::Mark(number)]);
        Element::with(vec![Value::Address(address), Value::Port(80)], data).comment("one of many")
    };
    let mut batch = Batch::new(&table);
    batch.replace_table();
    batch.add_set(Set::map("set", &[Type::Ipv4, Type::Port], &[Type::Mark]));
    batch.add_elements("set", (0..10_000).map(element).collect());
    connection.commit(&batch).unwrap();
    assert_eq!(connection.count(&table, "set").unwrap(), 10_000);
    let mut batch = Batch::new(&table);
    batch.delete_elements("set", vec![element(7), element(9_999)]);
    batch.add_elements("set", vec![element(20_000)]);
    connection.commit(&batch).unwrap();
    assert_eq!(connection.count(&table, "set").unwrap(), 9_999);
    let mut again = Batch::new(&table);
    again.delete_elements("set", vec![element(7)]);
    assert_eq!(connection.commit(&again).unwrap_err().errno(), Some(nix::errno::Errno::ENOENT));
}

#[tokio::test]
async fn a_watch_hears_others_and_not_ourselves() {
    let namespace = Namespace::new();
    let mut connection = Connection::open(namespace.path()).unwrap();
    let mut watch = Watch::open(namespace.path(), "ours", vec![connection.port()]).unwrap();
    let add = |name| {
        let mut batch = Batch::new(&Table::new(Family::Ip, name));
        batch.add_table();
        batch
    };
    connection.commit(&add("ours")).unwrap();
    namespace.output("nft", &["add", "table", "ip", "theirs"]);
    {
        let heard = std::pin::pin!(watch.disturbed());
        let timeout = tokio::time::timeout(Duration::from_millis(50), heard);
        assert!(timeout.await.is_err(), "neither our own change nor another table concerns us");
    }
    namespace.output("nft", &["delete", "table", "ip", "ours"]);
    watch.disturbed().await.unwrap();
}
