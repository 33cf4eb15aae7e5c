//! Answers that last, for clients that speak WebSocket only: a watch with a message for each event, a log piece by piece.

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::HeaderMap;
use http_body_util::BodyStream;
use hyper::upgrade::OnUpgrade;

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::body::{Body, BodyError};
use crate::pipeline::Identified;

/// A connection that becomes a WebSocket once its answer begins.
pub(crate) struct Carrier {
    headers: HeaderMap,
    connection: OnUpgrade,
    /// Whether a message is a line.
    lines: bool,
}

/// Whether the client wants this answer through a WebSocket.
pub(crate) fn wanted(request: &mut Identified) -> Option<Carrier> {
    let lines = request.info.verb == "watch";
    let lasting = lines || request.info.subresource == "log";
    if !lasting || !streaming::is_websocket(&request.head.headers) {
        return None;
    }
    let connection = request.head.extensions.remove::<OnUpgrade>()?;
    Some(Carrier { headers: request.head.headers.clone(), connection, lines })
}

impl Carrier {
    /// Sends the answer's body that way.
    pub(crate) fn carry(self, answer: Answer, server: &ApiServer) -> Answer {
        let (head, pending) = match streaming::server::messages(&self.headers) {
            Ok(accepted) => accepted,
            Err(refusal) => return answer::text(refusal.code, refusal.message),
        };
        let (lines, shutdown, clock) = (self.lines, server.shutdown.clone(), server.clock.clone());
        let pieces = BodyStream::new(answer.into_body()).filter_map(|frame| async move {
            match frame {
                Ok(frame) => frame.into_data().ok().map(Ok),
                Err(error) => Some(Err(error)),
            }
        });
        let messages = pieces.flat_map(move |piece| stream::iter(split(piece, lines)));
        tokio::spawn(async move {
            let connection = match streaming::server::upgraded(self.connection).await {
                Ok(connection) => connection,
                Err(error) => return tracing::debug!(%error, "a connection did not become a WebSocket"),
            };
            tokio::select! {
                () = pending.send(connection, messages, lines, &clock) => {}
                () = shutdown.wait() => {}
            }
        });
        head.map(|()| Body::whole(Bytes::new()))
    }
}

/// The messages in a piece: the piece itself, or its lines.
fn split(piece: Result<Bytes, BodyError>, lines: bool) -> Vec<Result<Bytes, BodyError>> {
    match piece {
        Ok(piece) if lines => {
            piece.split_inclusive(|byte| *byte == b'\n').map(|line| Ok(piece.slice_ref(line))).collect()
        }
        other => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_messages_of_their_own() {
        let piece = || Ok(Bytes::from_static(b"{\"a\":1}\n{\"b\":2}\n"));
        let sent = |lines| split(piece(), lines).into_iter().map(|one| one.unwrap()).collect::<Vec<_>>();
        assert_eq!(sent(true), ["{\"a\":1}\n", "{\"b\":2}\n"]);
        assert_eq!(sent(false).len(), 1);
    }
}
