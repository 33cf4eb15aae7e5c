//! Running something elsewhere at this terminal: streams tied together, raw mode, and the terminal's size.

use std::sync::Arc;

use rustix::termios::{self, OptionalActions, Termios};
use serde_json::Value;
use streaming::client::{Offer, exec};
use streaming::{Outcome, Size, Wanted};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::cx::Cx;
use crate::error::{Error, Result, plain};
use crate::io::{Io, err};
use crate::server::Query;
use crate::tree::Tree as _;

/// Whether a person types.
pub fn is_terminal() -> bool {
    termios::isatty(std::io::stdin())
}

/// The terminal in raw mode, until this is dropped.
struct Raw(Termios);

impl Raw {
    fn enter() -> Option<Self> {
        let before = termios::tcgetattr(std::io::stdin()).ok()?;
        let mut raw = before.clone();
        raw.make_raw();
        termios::tcsetattr(std::io::stdin(), OptionalActions::Now, &raw).ok()?;
        Some(Self(before))
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = termios::tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0);
    }
}

fn size() -> Option<Size> {
    let size = termios::tcgetwinsize(std::io::stdin()).ok()?;
    Some(Size { width: size.ws_col, height: size.ws_row })
}

/// What to run, and how.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    /// `exec` or `attach`.
    pub verb: &'a str,
    /// Where.
    pub pod: &'a Value,
    /// In which container.
    pub container: &'a str,
    /// What; nothing to attach.
    pub command: &'a [String],
    /// Whether the input goes there.
    pub stdin: bool,
    /// Whether there is a terminal.
    pub tty: bool,
}

/// Runs a session to its end with the streams of this run.
pub async fn run(cx: &Cx, session: &Session<'_>) -> Result {
    let (tty, raw) = match (session.tty, is_terminal()) {
        (true, true) => (true, Raw::enter()),
        (true, false) => {
            err!(cx, "Unable to use a TTY - input is not a terminal or the right kind of file");
            (false, None)
        }
        (false, _) => (false, None),
    };
    let ended = piped(cx, session, tty, session.stdin.then(|| input(cx.io.clone())), |out, bytes| {
        if out { cx.io.out(bytes) } else { cx.io.err(bytes) }
    })
    .await;
    drop(raw);
    ended
}

/// Runs a session with an input of pieces and somewhere for its output (`true`) and errors.
pub async fn piped(
    cx: &Cx,
    session: &Session<'_>,
    tty: bool,
    input: Option<mpsc::Receiver<Vec<u8>>>,
    show: impl Fn(bool, &[u8]),
) -> Result {
    let wanted = Wanted { stdin: input.is_some(), stdout: true, stderr: !tty, tty };
    let streams = open(cx, session, wanted).await?;
    let feed = async {
        if let (Some(mut pieces), Some(mut stdin)) = (input, streams.stdin) {
            while let Some(piece) = pieces.recv().await {
                if stdin.write_all(&piece).await.is_err() {
                    break;
                }
            }
            stdin.shutdown().await.ok();
        }
        std::future::pending::<()>().await;
    };
    let sizes = resizes(streams.resize);
    let outputs = async {
        tokio::join!(
            copy(streams.stdout, |bytes| show(true, bytes)),
            copy(streams.stderr, |bytes| show(false, bytes))
        )
    };
    let outcome = tokio::select! {
        (outcome, _) = async { tokio::join!(streams.outcome, outputs) } => outcome,
        () = feed => unreachable!("it never ends"),
        () = sizes => unreachable!("it never ends"),
    };
    match outcome {
        Ok(Outcome::Exit(0)) => Ok(()),
        Ok(Outcome::Exit(code)) => Err(Error::Exit(
            u8::try_from(code).unwrap_or(1),
            format!("command terminated with exit code {code}"),
        )),
        Ok(Outcome::Failed(why)) => Err(plain(why)),
        Err(_) => Err(plain("the connection to the server was lost")),
    }
}

async fn open(cx: &Cx, session: &Session<'_>, wanted: Wanted) -> Result<streaming::client::Session> {
    let server = cx.server().await?;
    let pods = server.discovery().await?.of_kind("v1", "Pod")?;
    let path = format!("{}/{}", pods.item(session.pod.namespace(), session.pod.name()), session.verb);
    let mut query: Query = session.command.iter().map(|word| ("command", word.clone())).collect();
    query.push(("container", session.container.to_owned()));
    for (name, on) in
        [("stdin", wanted.stdin), ("stdout", wanted.stdout), ("stderr", wanted.stderr), ("tty", wanted.tty)]
    {
        if on {
            query.push((name, "true".to_owned()));
        }
    }
    let offer = Offer::exec_over_websocket();
    let answer = server.upgrade(&path, query, offer.headers()).await?;
    let accepted = offer.accepted(&answer)?;
    Ok(exec(answer.into_body(), accepted, wanted, &cx.around.clock).await?)
}

/// The standard input in pieces; a thread waits for it, since it cannot be told to stop.
pub fn input(io: Arc<Io>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, pieces) = mpsc::channel(4);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 32 * 1024];
        while let Ok(length @ 1..) = io.read_some(&mut buffer) {
            if sender.blocking_send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    pieces
}

async fn copy(from: Option<streaming::Reader>, show: impl Fn(&[u8])) {
    let Some(mut from) = from else { return };
    let mut buffer = vec![0; 32 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        show(&buffer[..length]);
    }
}

/// Tells every new size; never ends.
async fn resizes(to: Option<mpsc::Sender<Size>>) {
    if let (Some(to), Ok(mut changed)) = (to, signal(SignalKind::window_change())) {
        loop {
            if let Some(size) = size() {
                to.send(size).await.ok();
            }
            if changed.recv().await.is_none() {
                break;
            }
        }
    }
    std::future::pending().await
}
