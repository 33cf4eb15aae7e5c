//! `/exec`, `/attach` and `/run`: commands in containers.

use std::sync::Arc;

use http::Request;
use hyper::body::Incoming;
use node::{ExecOptions, Session, TerminalSize};
use streaming::{Outcome, Process, Size, Wanted};

use super::Server;
use super::answer::{self, Answer};
use super::query;
use crate::pod::state::Attempt;

/// Runs a command with streams.
pub(super) async fn exec(server: Arc<Server>, path: &[&str], request: Request<Incoming>) -> Answer {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let command: Vec<String> = query::pairs(&query)
        .into_iter()
        .filter(|(key, _)| key == "command")
        .map(|(_, value)| value)
        .collect();
    session(server, path, request, Some(command)).await
}

/// Joins the streams of a container.
pub(super) async fn attach(server: Arc<Server>, path: &[&str], request: Request<Incoming>) -> Answer {
    session(server, path, request, None).await
}

/// Runs a command to its end and answers what it printed.
pub(super) async fn run(server: &Server, path: &[&str], request: &Request<Incoming>) -> Answer {
    let attempt = match find(server, path) {
        Ok(attempt) => attempt,
        Err(text) => return answer::text(404, text),
    };
    let pairs = query::pairs(request.uri().query().unwrap_or_default());
    let command: Vec<String> =
        query::first(&pairs, "cmd").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    match server.shared.runtime.exec_sync(&attempt.id, &command, 0).await {
        Ok(output) => answer::text(200, [output.stdout, output.stderr].concat()),
        Err(error) => answer::text(500, error.to_string()),
    }
}

/// The container that a path names: `<namespace>/<pod>[/<uid>]/<container>`.
fn find(server: &Server, path: &[&str]) -> Result<Attempt, String> {
    let (namespace, pod, uid, container) = match path {
        [namespace, pod, container] => (namespace, pod, None, container),
        [namespace, pod, uid, container] => (namespace, pod, Some(*uid), container),
        _ => return Err("404 page not found\n".into()),
    };
    let snapshot = server.roster.find(namespace, pod, uid);
    let snapshot = snapshot.ok_or("pod does not exist\n")?;
    let attempt = snapshot.seen.running().find(|attempt| attempt.name == **container);
    attempt.cloned().ok_or_else(|| format!("container not found (\"{container}\")\n"))
}

async fn session(
    server: Arc<Server>,
    path: &[&str],
    mut request: Request<Incoming>,
    command: Option<Vec<String>>,
) -> Answer {
    let attempt = match find(&server, path) {
        Ok(attempt) => attempt,
        Err(text) => return answer::text(404, text),
    };
    let wanted = match Wanted::from_query(request.uri().query().unwrap_or_default()) {
        Ok(wanted) => wanted,
        Err(error) => return answer::text(400, error),
    };
    let (response, pending) = match streaming::server::exec(request.headers(), wanted) {
        Ok(accepted) => accepted,
        Err(refusal) => return answer::text(refusal.code, refusal.message),
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let clock = server.shared.clock.clone();
        let streams = async { pending.start(streaming::server::upgraded(upgrade).await?, &clock).await };
        let streams = match streams.await {
            Ok(streams) => streams,
            Err(error) => return tracing::debug!(%error, "a session did not begin"),
        };
        let options = ExecOptions {
            stdin: wanted.stdin,
            stdout: wanted.stdout,
            stderr: wanted.stderr,
            tty: wanted.tty,
            command: command.clone().unwrap_or_default(),
        };
        let runtime = &server.shared.runtime;
        let begun = match command {
            Some(_) => runtime.exec(&attempt.id, &options).await,
            None => runtime.attach(&attempt.id, &options).await,
        };
        match begun {
            Ok(begun) => drop(streaming::run(streams, process(begun)).await),
            Err(error) => streams.finish(Outcome::Failed(error.to_string())).await,
        }
    });
    answer::head(response)
}

/// A session of the runtime as the wire takes it.
fn process(session: Session) -> Process {
    let Session { stdin, stdout, stderr, resize, exit } = session;
    let tell = resize.map(|resize| -> Box<dyn Fn(Size) + Send + Sync> {
        Box::new(move |size| {
            let _ = resize.try_send(TerminalSize { width: size.width, height: size.height });
        })
    });
    let exit = async move {
        match exit.await {
            Ok(Ok(code)) => Outcome::Exit(code),
            Ok(Err(error)) => Outcome::Failed(error.to_string()),
            Err(_) => Outcome::Failed("the runtime did not tell how it ended".into()),
        }
    };
    Process { stdin, stdout, stderr, resize: tell, exit: Box::pin(exit) }
}
