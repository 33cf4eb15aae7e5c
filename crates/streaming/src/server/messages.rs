//! One stream of bytes as messages: what lasts, such as a log or a watch, for clients that speak WebSocket only.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::{SinkExt as _, Stream, StreamExt as _};
use http::{HeaderMap, Response};
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::negotiate::{self, Refusal};
use crate::websocket;

/// The protocols; clients that name none get plain messages.
const KNOWN: &[&str] = &["", "binary.k8s.io", "base64.binary.k8s.io"];
const BASE64: &str = "base64.binary.k8s.io";

/// A request whose answer is on its way.
#[derive(Debug, Clone, Copy)]
pub struct PendingMessages {
    base64: bool,
}

/// Chooses the protocol for a request with these headers. Send the response, then [`PendingMessages::send`] on what the connection
/// becomes.
pub fn messages(headers: &HeaderMap) -> Result<(Response<()>, PendingMessages), Refusal> {
    let (response, name) = negotiate::websocket(headers, KNOWN)?;
    Ok((response, PendingMessages { base64: name == BASE64 }))
}

impl PendingMessages {
    /// Sends each piece as one message, text if `text`, until there are no more or the client leaves; then says goodbye.
    pub async fn send<IO, E>(
        self,
        io: IO,
        pieces: impl Stream<Item = Result<Bytes, E>>,
        text: bool,
        clock: &Clock,
    ) where
        IO: AsyncRead + AsyncWrite + Unpin + Send,
    {
        let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(websocket::config())).await;
        let (mut sink, mut stream) = socket.split();
        let mut pieces = std::pin::pin!(pieces);
        let sending = async {
            // Shows that the connection is there, however long the first piece takes.
            if !text && sink.send(self.message(Bytes::new(), text)).await.is_err() {
                return;
            }
            while let Some(Ok(piece)) = pieces.next().await {
                if sink.send(self.message(piece, text)).await.is_err() {
                    return;
                }
            }
            sink.send(Message::Close(None)).await.ok();
        };
        let reading = async {
            while let Some(Ok(message)) = stream.next().await {
                if message.is_close() {
                    break;
                }
            }
        };
        let mut reading = std::pin::pin!(reading);
        tokio::select! {
            () = sending => {}
            () = &mut reading => return,
        }
        tokio::select! {
            () = reading => {}
            () = clock.sleep(websocket::LINGER) => {}
        }
    }

    fn message(self, piece: Bytes, text: bool) -> Message {
        if self.base64 {
            return Message::Text(STANDARD.encode(&piece).into());
        }
        match std::str::from_utf8(&piece) {
            Ok(piece) if text => Message::Text(piece.into()),
            _ => Message::Binary(piece),
        }
    }
}
