//! Sessions and forwarded ports: the runtime names a URL, and streams are found there.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use ::runtime::Clock;
use http::header::HOST;
use http::{Request, Uri};
use node::{ExecOptions, RuntimeError, Session, TerminalSize};
use streaming::client::{self, Accepted, Forwarder, Offer};
use streaming::{Duplex, Outcome, Size, Wanted};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};

fn failed(error: impl std::fmt::Display) -> RuntimeError {
    RuntimeError::Other(error.to_string())
}

/// Goes where the runtime says, and switches protocols there.
async fn upgrade(
    url: &str,
    offer: &Offer,
) -> Result<(impl AsyncRead + AsyncWrite + Unpin + Send + 'static, Accepted), RuntimeError> {
    let uri: Uri = url.parse().map_err(|error| failed(format!("{url:?}: {error}")))?;
    let authority = uri.authority().ok_or_else(|| failed(format!("{url:?} names no server")))?.clone();
    if uri.scheme_str() != Some("http") {
        return Err(RuntimeError::Unsupported(format!("streaming over {url:?}")));
    }
    let host = authority.host().trim_matches(['[', ']']);
    let socket = TcpStream::connect((host, authority.port_u16().unwrap_or(80))).await.map_err(failed)?;
    socket.set_nodelay(true).map_err(failed)?;
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::post(path).header(HOST, authority.as_str()).body(()).map_err(failed)?;
    client::upgrade(socket, request, offer).await.map_err(failed)
}

/// A command, or a container that is attached to.
pub(crate) async fn session(
    url: &str,
    options: &ExecOptions,
    clock: &Clock,
) -> Result<Session, RuntimeError> {
    let (io, accepted) = upgrade(url, &Offer::exec_over_spdy()).await?;
    let wanted = Wanted {
        stdin: options.stdin,
        stdout: options.stdout,
        stderr: options.stderr && !options.tty,
        tty: options.tty,
    };
    let session = client::exec(io, accepted, wanted, clock).await.map_err(failed)?;
    Ok(Session {
        stdin: session.stdin.map(|stdin| Box::new(stdin) as _),
        stdout: session.stdout.map(|stdout| Box::new(stdout) as _),
        stderr: session.stderr.map(|stderr| Box::new(stderr) as _),
        resize: session.resize.map(translate_sizes),
        exit: translate_outcome(session.outcome),
    })
}

fn translate_sizes(sizes: mpsc::Sender<Size>) -> mpsc::Sender<TerminalSize> {
    let (sender, mut given) = mpsc::channel::<TerminalSize>(4);
    tokio::spawn(async move {
        while let Some(TerminalSize { width, height }) = given.recv().await {
            if sizes.send(Size { width, height }).await.is_err() {
                return;
            }
        }
    });
    sender
}

fn translate_outcome(outcome: oneshot::Receiver<Outcome>) -> oneshot::Receiver<Result<i32, RuntimeError>> {
    let (mut sender, exit) = oneshot::channel();
    tokio::spawn(async move {
        let outcome = tokio::select! {
            outcome = outcome => outcome,
            // Nobody wants to know: the session ends.
            () = sender.closed() => return,
        };
        let exit = match outcome {
            Ok(Outcome::Exit(code)) => Ok(code),
            Ok(Outcome::Failed(reason)) => Err(RuntimeError::Other(reason)),
            Err(_) => Err(RuntimeError::Other("the session was lost".to_owned())),
        };
        sender.send(exit).ok();
    });
    exit
}

/// A connection to a port of a sandbox.
pub(crate) async fn port(url: &str, port: u16, clock: &Clock) -> Result<Forwarded, RuntimeError> {
    let (io, accepted) = upgrade(url, &Offer::port_forward_over_spdy()).await?;
    let forwarder = client::port_forward(io, accepted, clock).await.map_err(failed)?;
    let (data, trouble) = forwarder.open(port).await.map_err(failed)?;
    Ok(Forwarded { data, trouble: Some(Box::pin(trouble.message())), _forwarder: forwarder })
}

/// The connection, with the session that it is part of. When the runtime could not reach the port, reading says why.
pub(crate) struct Forwarded {
    data: Duplex,
    trouble: Option<Pin<Box<dyn Future<Output = Option<String>> + Send>>>,
    _forwarder: Forwarder,
}

impl AsyncRead for Forwarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.data).poll_read(cx, buf))?;
        if buf.filled().len() > before || buf.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let Some(trouble) = &mut self.trouble else { return Poll::Ready(Ok(())) };
        let message = ready!(trouble.as_mut().poll(cx));
        self.trouble = None;
        Poll::Ready(message.map_or(Ok(()), |message| Err(io::Error::other(message))))
    }
}

impl AsyncWrite for Forwarded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.data).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.data).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.data).poll_shutdown(cx)
    }
}
