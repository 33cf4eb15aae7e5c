//! Connections are listed as they are tracked, and forgotten.

use std::net::UdpSocket;

use netfilter::conntrack::Conntrack;
use netfilter::netns;
use netfilter::nft::{Batch, Chain, Connection, Family, Field, Hook, Rule, Table, Value, priority};

use crate::namespace::Namespace;

#[test]
fn a_flow_that_was_sent_elsewhere_is_seen_and_forgotten() {
    let namespace = Namespace::new();
    let table = Table::new(Family::Ip, "redirect");
    let mut batch = Batch::new(&table);
    batch.add_table();
    batch.add_chain(Chain::nat("output", Hook::Output, priority::DNAT));
    let rule =
        Rule::new().is(Field::Protocol, Value::Protocol(17)).is(Field::DestinationPort, Value::Port(53));
    batch.add_rule("output", rule.dnat("127.0.0.1".parse().unwrap(), 5353));
    Connection::open(namespace.path()).unwrap().commit(&batch).unwrap();
    let (server, client) = netns::within(namespace.path(), || {
        (UdpSocket::bind("127.0.0.1:5353").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap())
    })
    .unwrap();
    client.send_to(b"hello", "127.0.0.9:53").unwrap();
    let mut buffer = [0; 16];
    server.recv_from(&mut buffer).unwrap();

    let mut conntrack = Conntrack::open(namespace.path()).unwrap();
    let udp = conntrack.list(false, |entry| entry.original.protocol == 17).unwrap();
    assert_eq!(udp.len(), 1, "{udp:?}");
    assert_eq!(udp[0].original.destination_port, 53);
    assert_eq!((udp[0].reply.source.to_string(), udp[0].reply.source_port), ("127.0.0.1".into(), 5353));
    conntrack.forget(&udp).unwrap();
    conntrack.forget(&udp).unwrap();
    assert!(conntrack.list(false, |_| true).unwrap().is_empty());
    assert!(conntrack.list(true, |_| true).unwrap().is_empty());
}
