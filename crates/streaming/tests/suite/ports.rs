//! Forwarded ports: our client with our server over both of its wires, and the channels that other clients use.

use futures_util::{SinkExt as _, StreamExt as _};
use http::Request;
use runtime::Clock;
use streaming::client::{self, Forwarder, Offer};
use streaming::server::{self, PortForwards};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

async fn connect(offer: &Offer) -> (Forwarder, PortForwards) {
    let clock = Clock::system();
    let mut request = Request::get("/portForward").body(()).unwrap();
    request.headers_mut().extend(offer.headers());
    let (response, pending) = server::port_forward(request.headers(), "").unwrap();
    let accepted = offer.accepted(&response).unwrap();
    let (near, far) = duplex(64 * 1024);
    let forwards = pending.start(far, &clock).await;
    (client::port_forward(near, accepted, &clock).await.unwrap(), forwards)
}

/// Answers in capitals on every port but 13, which is closed.
async fn shout(mut forwards: PortForwards) -> usize {
    let mut served = 0;
    while let Some(forward) = forwards.next().await {
        served += 1;
        if forward.port == 13 {
            forward.fail("connection refused").await;
            continue;
        }
        let (target, mut other) = duplex(1024);
        tokio::spawn(forward.run(target));
        tokio::spawn(async move {
            let mut heard = String::new();
            other.read_to_string(&mut heard).await.unwrap();
            other.write_all(heard.to_uppercase().as_bytes()).await.unwrap();
        });
    }
    served
}

#[tokio::test]
async fn several_connections_at_once_and_half_closed_ones() {
    for offer in [Offer::port_forward_over_spdy(), Offer::port_forward_over_websocket()] {
        let (forwarder, forwards) = connect(&offer).await;
        let serving = tokio::spawn(shout(forwards));
        let mut open = Vec::new();
        for port in [80, 81, 82] {
            open.push((port, forwarder.open(port).await.unwrap()));
        }
        for (port, (mut data, trouble)) in open {
            data.write_all(format!("port {port}").as_bytes()).await.unwrap();
            // Only this direction is closed; the answer still comes.
            data.shutdown().await.unwrap();
            let mut answer = String::new();
            data.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer, format!("PORT {port}"));
            assert_eq!(trouble.message().await, None);
        }
        let (_data, trouble) = forwarder.open(13).await.unwrap();
        assert_eq!(trouble.message().await.as_deref(), Some("connection refused"));
        drop(forwarder);
        assert_eq!(serving.await.unwrap(), 4);
    }
}

#[tokio::test]
async fn channels_come_in_pairs_that_begin_with_their_port() {
    let clock = Clock::system();
    let upgrade = [
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("sec-websocket-protocol", "v4.channel.k8s.io"),
    ];
    let headers =
        || upgrade.iter().fold(Request::get("/"), |request, (name, value)| request.header(*name, *value));
    let request = headers().body(()).unwrap();
    let refusal = server::port_forward(request.headers(), "").unwrap_err();
    assert_eq!((refusal.code, refusal.message.as_str()), (400, "query parameter \"port\" is required"));
    let (_, pending) = server::port_forward(request.headers(), "port=80%2C13&port=258").unwrap();
    let (near, far) = duplex(64 * 1024);
    let serving = tokio::spawn(shout(pending.start(far, &clock).await));
    let mut socket = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
    let mut seen = Vec::new();
    while seen.len() < 7 {
        seen.push(socket.next().await.unwrap().unwrap().into_data().to_vec());
    }
    seen.sort();
    let expected: [&[u8]; 7] = [
        b"\x00\x50\x00",
        b"\x01\x50\x00",
        b"\x02\x0d\x00",
        b"\x03\x0d\x00",
        b"\x03connection refused",
        b"\x04\x02\x01",
        b"\x05\x02\x01",
    ];
    assert_eq!(seen, expected);
    socket.send(Message::binary(&b"\x00hello"[..])).await.unwrap();
    socket.close(None).await.unwrap();
    assert_eq!(serving.await.unwrap(), 3);
}

#[test]
fn ports_must_be_ports() {
    assert_eq!(server::ports("port=80&x=y&port=81,82").unwrap(), [80, 81, 82]);
    assert_eq!(server::ports("port=0").unwrap_err().message, "port \"0\" must be > 0");
    assert!(server::ports("port=x").unwrap_err().message.starts_with("unable to parse \"x\" as a port"));
}
