//! One stream of bytes over a WebSocket, read by a client of the field.

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::Request;
use runtime::Clock;
use streaming::server;
use tokio::io::duplex;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

/// What a client that names this protocol gets.
async fn read(protocol: Option<&str>, text: bool) -> Vec<Message> {
    let mut request = Request::get("/log")
        .header("connection", "Upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    if let Some(protocol) = protocol {
        request = request.header("sec-websocket-protocol", protocol);
    }
    let (response, pending) = server::messages(request.body(()).unwrap().headers()).unwrap();
    assert_eq!(response.status(), 101);
    let answered = response.headers().get("sec-websocket-protocol").map(|name| name.to_str().unwrap());
    assert_eq!(answered, protocol);
    let (near, far) = duplex(4096);
    let pieces =
        ["one\n", "two\n"].map(|piece| Ok::<_, std::io::Error>(Bytes::from_static(piece.as_bytes())));
    tokio::spawn(async move { pending.send(far, stream::iter(pieces), text, &Clock::system()).await });
    let socket = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
    socket.map(|message| message.unwrap()).collect().await
}

#[tokio::test]
async fn pieces_are_messages_and_the_end_is_told() {
    let binary = |text: &'static str| Message::Binary(Bytes::from_static(text.as_bytes()));
    let cases = [
        (None, false, vec![binary(""), binary("one\n"), binary("two\n"), Message::Close(None)]),
        (
            Some("binary.k8s.io"),
            false,
            vec![binary(""), binary("one\n"), binary("two\n"), Message::Close(None)],
        ),
        (
            Some("base64.binary.k8s.io"),
            false,
            vec![
                Message::text(""),
                Message::text("b25lCg=="),
                Message::text("dHdvCg=="),
                Message::Close(None),
            ],
        ),
        (None, true, vec![Message::text("one\n"), Message::text("two\n"), Message::Close(None)]),
    ];
    for (protocol, text, expected) in cases {
        assert_eq!(read(protocol, text).await, expected, "{protocol:?} {text}");
    }
}
