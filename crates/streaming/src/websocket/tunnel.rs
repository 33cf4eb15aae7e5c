//! A WebSocket as plain bytes: what SPDY goes through when ports are forwarded over one.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes};
use futures_util::{Sink as _, Stream as _};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The bytes of binary messages, one after the other.
pub(crate) struct Tunnel<IO> {
    socket: WebSocketStream<IO>,
    piece: Bytes,
}

impl<IO: AsyncRead + AsyncWrite + Unpin> Tunnel<IO> {
    pub(crate) async fn start(io: IO, role: Role) -> Self {
        let socket = WebSocketStream::from_raw_socket(io, role, Some(super::config())).await;
        Self { socket, piece: Bytes::new() }
    }
}

fn failed(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::ConnectionClosed | Error::AlreadyClosed => io::ErrorKind::BrokenPipe.into(),
        other => io::Error::other(other),
    }
}

impl<IO: AsyncRead + AsyncWrite + Unpin> AsyncRead for Tunnel<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while self.piece.is_empty() {
            match ready!(Pin::new(&mut self.socket).poll_next(cx)) {
                Some(Ok(Message::Binary(piece))) => self.piece = piece,
                Some(Ok(Message::Text(_))) => return Poll::Ready(Err(io::ErrorKind::InvalidData.into())),
                Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed)) | None => {
                    return Poll::Ready(Ok(()));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Poll::Ready(Err(failed(error))),
            }
        }
        let length = self.piece.len().min(buf.remaining());
        buf.put_slice(&self.piece[..length]);
        self.piece.advance(length);
        Poll::Ready(Ok(()))
    }
}

impl<IO: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Tunnel<IO> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        ready!(Pin::new(&mut self.socket).poll_ready(cx)).map_err(failed)?;
        let message = Message::binary(Bytes::copy_from_slice(buf));
        Pin::new(&mut self.socket).start_send(message).map_err(failed)?;
        Poll::Ready(Ok(buf.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx).map_err(failed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match ready!(Pin::new(&mut self.socket).poll_close(cx)) {
            Ok(()) | Err(Error::ConnectionClosed | Error::AlreadyClosed) => Poll::Ready(Ok(())),
            Err(error) => Poll::Ready(Err(failed(error))),
        }
    }
}
