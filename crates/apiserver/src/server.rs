//! Sockets: accepts connections, shakes hands, speaks HTTP/1.1 and HTTP/2, and drains when told to stop.
//!
//! Knows nothing of the API: every request goes to [`ApiServer::serve`] with what the connection showed of its client.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use authn::{Connection, Origin, unsecured};
use http::Request;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use runtime::Shutdown;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

use crate::api_server::ApiServer;

/// How long a client may take for the handshake or for the head of a request.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The largest head of a request, its path included.
const MAX_HEAD: usize = 1024 * 1024;
/// How many requests one HTTP/2 connection may have under way.
const MAX_STREAMS: u32 = 1000;
/// How long requests under way may take to finish once the server stops.
const DRAIN: Duration = Duration::from_secs(60);
/// How long to wait when the system is out of sockets before accepting again.
const BREATH: Duration = Duration::from_millis(50);

/// One socket and what is spoken on it.
pub struct Listener {
    /// The bound socket.
    pub socket: TcpListener,
    /// `None`: no TLS, everybody is trusted. For the loopback device only.
    pub tls: Option<Arc<tls::Acceptor>>,
}

/// Serves on a socket until told to stop, then until the requests under way are answered.
pub async fn listen(server: Arc<ApiServer>, listener: Listener, shutdown: Shutdown) {
    let graceful = GracefulShutdown::new();
    let builder = Arc::new(builder());
    loop {
        let accepted = tokio::select! {
            biased;
            () = shutdown.wait() => break,
            accepted = listener.socket.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                server.clock.sleep(BREATH).await;
                continue;
            }
        };
        let task =
            converse(server.clone(), builder.clone(), stream, listener.tls.clone(), graceful.watcher());
        tokio::spawn(async move {
            if let Err(error) = task.await {
                tracing::debug!(%peer, error = %error, "a connection ended");
            }
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = server.clock.sleep(DRAIN) => tracing::warn!("requests were still under way when the time to drain was over"),
    }
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HANDSHAKE)
        .max_buf_size(MAX_HEAD)
        .keep_alive(true);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEAD as u32)
        .adaptive_window(true)
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(15));
    builder
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// One connection, from handshake to end.
async fn converse(
    server: Arc<ApiServer>,
    builder: Arc<Builder<TokioExecutor>>,
    stream: TcpStream,
    acceptor: Option<Arc<tls::Acceptor>>,
    watcher: Watcher,
) -> Result<(), Failed> {
    stream.set_nodelay(true)?;
    match acceptor {
        None => speak(server, &builder, stream, Origin::Process(unsecured()), watcher).await,
        Some(acceptor) => {
            let (stream, peer) = tokio::select! {
                done = acceptor.accept(stream) => done?,
                () = server.clock.sleep(HANDSHAKE) => return Err("the handshake took too long".into()),
            };
            let origin = Origin::Network(Arc::new(Connection::new(peer.certificates)));
            speak(server, &builder, stream, origin, watcher).await
        }
    }
}

async fn speak<IO>(
    server: Arc<ApiServer>,
    builder: &Builder<TokioExecutor>,
    stream: IO,
    origin: Origin,
    watcher: Watcher,
) -> Result<(), Failed>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| {
        let request = request.map(|body| body.map_err(Into::into).boxed());
        let answer = server.serve(request, origin.clone());
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    watcher.watch(connection).await
}
