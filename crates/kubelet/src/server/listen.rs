//! Sockets of the kubelet's API: TLS and HTTP/1.1 or HTTP/2, until told to stop.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

use super::{Server, answer, authorize, health};
use crate::run::ServerTls;

/// How long a client may take for the handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Serves the whole API.
pub async fn listen(server: Arc<Server>, listener: TcpListener, tls: ServerTls) {
    let tls = Arc::new(tls);
    accept(&server.clone(), &listener, |socket| {
        let (server, tls) = (server.clone(), tls.clone());
        tokio::spawn(async move {
            let shaken = tokio::select! {
                shaken = tls.acceptor.accept(socket) => shaken,
                () = server.shared.clock.sleep(HANDSHAKE) => return,
            };
            let Ok((stream, peer)) = shaken else { return };
            let serve = move |request: Request<Incoming>| {
                let (server, tls, peer) = (server.clone(), tls.clone(), peer.clone());
                async move {
                    let allowed = authorize::check(&tls, &peer.certificates, server.shared.clock.now());
                    Ok::<_, Infallible>(match allowed {
                        Ok(()) => server.serve(request).await,
                        Err((code, text)) => answer::text(code, text),
                    })
                }
            };
            speak(stream, serve).await;
        });
    })
    .await;
}

/// Serves only whether the kubelet is there, to anybody who can reach the socket.
pub async fn listen_health(server: Arc<Server>, listener: TcpListener) {
    accept(&server, &listener, |socket| {
        tokio::spawn(speak(socket, |request: Request<Incoming>| async move {
            Ok::<_, Infallible>(match request.uri().path() {
                "/healthz" => health::ok(),
                _ => answer::text(404, "404 page not found\n"),
            })
        }));
    })
    .await;
}

async fn accept(server: &Server, listener: &TcpListener, serve: impl Fn(TcpStream)) {
    loop {
        tokio::select! {
            () = server.shared.shutdown.wait() => return,
            accepted = listener.accept() => match accepted {
                Ok((socket, _)) => {
                    let _ = socket.set_nodelay(true);
                    serve(socket);
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    server.shared.clock.sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
}

async fn speak<IO, F, Fut>(io: IO, serve: F)
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Fn(Request<Incoming>) -> Fut + Send + 'static,
    Fut: Future<Output = Result<answer::Answer, Infallible>> + Send + 'static,
{
    let builder = Builder::new(TokioExecutor::new());
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(io), service_fn(serve));
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended");
    }
}
