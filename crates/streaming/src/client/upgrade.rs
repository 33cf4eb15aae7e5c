//! The HTTP part: one request over a fresh connection, which then is no HTTP connection any more.

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Accepted, Offer};
use crate::Error;

/// The most that is read of an answer which refuses.
const MAX_REFUSAL: usize = 64 * 1024;

/// Sends the request (its URI may be just a path; a `Host` header is the caller's business) with the offer's headers, and gives what the
/// connection has become.
pub async fn upgrade<IO>(
    io: IO,
    mut request: Request<()>,
    offer: &Offer,
) -> Result<(TokioIo<Upgraded>, Accepted), Error>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    request.headers_mut().extend(offer.headers());
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(io)).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.with_upgrades().await {
            tracing::debug!(%error, "a connection failed before it was upgraded");
        }
    });
    let response = sender.send_request(request.map(|()| Empty::<Bytes>::new())).await?;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        return Err(Error::NotUpgraded(words(response).await));
    }
    let accepted = offer.accepted(&response)?;
    Ok((TokioIo::new(hyper::upgrade::on(response).await?), accepted))
}

/// What a refusal says: its body, or its status if there is none.
async fn words(response: Response<hyper::body::Incoming>) -> String {
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_REFUSAL).collect().await;
    let text = body.map(|body| String::from_utf8_lossy(&body.to_bytes()).trim().to_owned());
    match text {
        Ok(text) if !text.is_empty() => text,
        _ => status.to_string(),
    }
}
