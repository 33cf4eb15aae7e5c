//! Sockets: accepts connections, shakes hands, speaks HTTP/1.1 and HTTP/2, and drains when told to stop.
//!
//! Knows nothing of the API: every request goes to [`ApiServer::serve`] with what the connection showed of its client. What one
//! connection may cost is limited here (heads, streams, silence: [`ConnectionLimits`]), what one request may in `pipeline.rs`.

mod guarded;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use authn::{Connection, Origin, unsecured};
use http::Request;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use runtime::Shutdown;
use tls::Protocol;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

use crate::api_server::ApiServer;
use guarded::{Guarded, Leisure, Waits};

/// The largest head of a request, its path included.
const MAX_HEAD: usize = 1024 * 1024;
/// How many requests one HTTP/2 connection may have under way.
const MAX_STREAMS: u32 = 1000;
/// How long to wait when the system is out of sockets before accepting again.
const BREATH: Duration = Duration::from_millis(50);

/// How long a connection may take. The defaults are upstream's where it has one.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// For the handshake and the first bytes after it.
    pub handshake: Duration,
    /// From one request to the end of the head of the next.
    pub idle: Duration,
    /// With something to send of which the client takes nothing.
    pub stalled: Duration,
    /// To finish the requests under way once the server stops.
    pub drain: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            stalled: Duration::from_secs(60),
            drain: Duration::from_secs(60),
        }
    }
}

/// Put among the extensions of an answer whose reader may take any time: a log that somebody pages through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unhurried;

/// One socket and what is spoken on it.
pub struct Listener {
    /// The bound socket.
    pub socket: TcpListener,
    /// `None`: no TLS, everybody is trusted. For the loopback device only.
    pub tls: Option<Arc<tls::Acceptor>>,
    /// How patient it is.
    pub limits: ConnectionLimits,
}

/// Serves on a socket until told to stop, then until the requests under way are answered.
pub async fn listen(server: Arc<ApiServer>, listener: Listener, shutdown: Shutdown) {
    let graceful = GracefulShutdown::new();
    let terms = Arc::new(Terms::new(listener.limits));
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
        let task = converse(
            server.clone(),
            terms.clone(),
            stream,
            listener.tls.clone(),
            Ends { stop: shutdown.clone(), watcher: graceful.watcher() },
        );
        tokio::spawn(async move {
            if let Err(error) = task.await {
                tracing::debug!(%peer, error = %error, "a connection ended");
            }
        });
    }
    let drain = listener.limits.drain;
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = server.clock.sleep(drain) => tracing::warn!("requests were still under way when the time to drain was over"),
    }
}

/// What is the same for all connections of a socket.
struct Terms {
    limits: ConnectionLimits,
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
}

impl Terms {
    fn new(limits: ConnectionLimits) -> Self {
        let mut http1 = http1::Builder::new();
        http1
            .timer(TokioTimer::new())
            .header_read_timeout(limits.idle)
            .max_buf_size(MAX_HEAD)
            .keep_alive(true);
        let mut http2 = http2::Builder::new(TokioExecutor::new());
        http2
            .timer(TokioTimer::new())
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_HEAD as u32)
            .adaptive_window(true)
            .keep_alive_interval(Duration::from_secs(30))
            .keep_alive_timeout(Duration::from_secs(15));
        Self { limits, http1, http2 }
    }

    fn waits(&self, protocol: Protocol) -> Waits {
        // HTTP/2 opens with a fixed text, in HTTP/1.1 the first line is part of the head.
        let greeting = if protocol == Protocol::Http2 { 24 } else { 1 };
        Waits { greeting, first: self.limits.handshake, stalled: self.limits.stalled }
    }
}

/// When a connection is to end, and who waits until it has.
struct Ends {
    stop: Shutdown,
    watcher: Watcher,
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// One connection, from handshake to end.
async fn converse(
    server: Arc<ApiServer>,
    terms: Arc<Terms>,
    stream: TcpStream,
    acceptor: Option<Arc<tls::Acceptor>>,
    ends: Ends,
) -> Result<(), Failed> {
    stream.set_nodelay(true)?;
    match acceptor {
        None => speak(server, &terms, Protocol::Http1, stream, Origin::Process(unsecured()), ends).await,
        Some(acceptor) => {
            let (stream, peer) = tokio::select! {
                done = acceptor.accept(stream) => done.map_err(Failed::from),
                () = server.clock.sleep(terms.limits.handshake) => Err("the handshake took too long".into()),
            }
            .inspect_err(|_| server.metrics.handshake_failed())?;
            // Who names no protocol speaks the old one: guessing would mean to wait for bytes that may never come.
            let protocol = peer.protocol.unwrap_or(Protocol::Http1);
            let origin = Origin::Network(Arc::new(Connection::new(peer.certificates)));
            speak(server, &terms, protocol, stream, origin, ends).await
        }
    }
}

async fn speak<IO>(
    server: Arc<ApiServer>,
    terms: &Terms,
    protocol: Protocol,
    stream: IO,
    origin: Origin,
    Ends { stop, watcher }: Ends,
) -> Result<(), Failed>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let leisure = Leisure::default();
    let stream = Guarded::new(stream, &server.clock, terms.waits(protocol), leisure.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let request = request.map(|body| body.map_err(Into::into).boxed());
        let (answer, leisure) = (server.serve(request, origin.clone()), leisure.clone());
        async move {
            let answer = answer.await;
            if answer.extensions().get::<Unhurried>().is_some() {
                leisure.grant();
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let io = TokioIo::new(stream);
    if protocol == Protocol::Http2 {
        return Ok(watcher.watch(terms.http2.serve_connection(io, service)).await?);
    }
    let mut connection = std::pin::pin!(terms.http1.serve_connection(io, service).with_upgrades());
    tokio::select! {
        done = connection.as_mut() => return Ok(done?),
        () = stop.wait() => connection.as_mut().graceful_shutdown(),
    }
    connection.await?;
    // Those who drain wait for it.
    drop(watcher);
    Ok(())
}
