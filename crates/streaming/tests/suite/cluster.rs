//! Just enough of a cluster for the stock command line client: one pod, whose commands are processes of this machine.

use std::convert::Infallible;
use std::process::Stdio;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{Either, Empty, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use runtime::Clock;
use streaming::{Ended, Outcome, Process, Size, Wanted, run, server};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

type Body = Either<Full<Bytes>, Empty<Bytes>>;

/// The server. Dropping it ends it.
pub struct Cluster {
    pub url: String,
    /// How sessions ended.
    pub ended: Arc<Mutex<Vec<Ended>>>,
    task: AbortHandle,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Cluster {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let ended = Arc::new(Mutex::new(Vec::new()));
        let log = ended.clone();
        let serving = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let log = log.clone();
                let service = service_fn(move |request| {
                    let answer = answer(request, log.clone());
                    async move { Ok::<_, Infallible>(answer) }
                });
                let connection = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(socket), service);
                tokio::spawn(connection.with_upgrades());
            }
        });
        Self { url, ended, task: serving.abort_handle() }
    }
}

fn text(code: u16, body: &str) -> Response<Body> {
    let body = Either::Left(Full::new(Bytes::copy_from_slice(body.as_bytes())));
    let response = Response::builder().status(code).header("content-type", "application/json");
    response.body(body).unwrap()
}

fn answer(mut request: Request<Incoming>, log: Arc<Mutex<Vec<Ended>>>) -> Response<Body> {
    let on = hyper::upgrade::on(&mut request);
    let (path, query) =
        (request.uri().path().to_owned(), request.uri().query().unwrap_or_default().to_owned());
    let clock = Clock::system();
    match path.as_str() {
        "/api" => text(200, r#"{"kind":"APIVersions","versions":["v1"]}"#),
        "/apis" => text(200, r#"{"kind":"APIGroupList","apiVersion":"v1","groups":[]}"#),
        "/api/v1" => text(200, RESOURCES),
        "/api/v1/namespaces/default/pods/p" => text(200, POD),
        "/api/v1/namespaces/default/pods/p/exec" | "/api/v1/namespaces/default/pods/p/attach" => {
            let query = query.replace("stdin=true", "input=1").replace("stdout=true", "output=1");
            let query = query.replace("stderr=true", "error=1").replace("tty=true", "tty=1");
            let wanted = Wanted::from_query(&query).unwrap();
            let (response, pending) = match server::exec(request.headers(), wanted) {
                Ok(accepted) => accepted,
                Err(refusal) => return refusal.response().map(|body| Either::Left(Full::new(body.into()))),
            };
            tokio::spawn(async move {
                let io = server::upgraded(on).await.unwrap();
                let streams = pending.start(io, &clock).await.unwrap();
                let ended = run(streams, command(&query, wanted)).await;
                log.lock().push(ended);
            });
            response.map(|()| Either::Right(Empty::new()))
        }
        "/api/v1/namespaces/default/pods/p/portforward" => {
            let (response, pending) = server::port_forward(request.headers(), &query).unwrap();
            tokio::spawn(async move {
                let io = server::upgraded(on).await.unwrap();
                let mut forwards = pending.start(io, &clock).await;
                while let Some(forward) = forwards.next().await {
                    tokio::spawn(async move {
                        match TcpStream::connect(("127.0.0.1", forward.port)).await {
                            Ok(target) => drop(forward.run(target).await),
                            Err(error) => forward.fail(&format!("failed to connect: {error}")).await,
                        }
                    });
                }
                log.lock().push(Ended::Client);
            });
            response.map(|()| Either::Right(Empty::new()))
        }
        _ => text(
            404,
            r#"{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no such thing","code":404}"#,
        ),
    }
}

/// Runs what the query names; the word `size` alone shows the first size of the terminal.
fn command(query: &str, wanted: Wanted) -> Process {
    let words: Vec<String> =
        query.split('&').filter_map(|pair| pair.strip_prefix("command=")).map(decoded).collect();
    if words == ["size"] {
        return shows_size();
    }
    let words = if words.is_empty() { vec!["cat".to_owned()] } else { words };
    let mut child = tokio::process::Command::new(&words[0])
        .args(&words[1..])
        .stdin(if wanted.stdin { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    Process {
        stdin: child.stdin.take().map(|stdin| Box::new(stdin) as _),
        stdout: child.stdout.take().map(|stdout| Box::new(stdout) as _),
        stderr: child.stderr.take().map(|stderr| Box::new(stderr) as _),
        resize: None,
        exit: Box::pin(async move { Outcome::Exit(child.wait().await.unwrap().code().unwrap_or(137)) }),
    }
}

fn shows_size() -> Process {
    let (sender, mut sizes) = watch::channel(None::<Size>);
    let (mut writer, stdout) = tokio::io::duplex(64);
    Process {
        stdin: None,
        stdout: Some(Box::new(stdout)),
        stderr: None,
        resize: Some(Box::new(move |size| sender.send(Some(size)).unwrap())),
        exit: Box::pin(async move {
            let size = sizes.wait_for(Option::is_some).await.unwrap().unwrap();
            let text = format!("{} x {}\n", size.width, size.height);
            tokio::io::AsyncWriteExt::write_all(&mut writer, text.as_bytes()).await.unwrap();
            Outcome::Exit(0)
        }),
    }
}

fn decoded(text: &str) -> String {
    let (mut out, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'%', [high, low, tail @ ..]) => {
                let digits = [*high, *low];
                out.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
                rest = tail;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(*first),
        }
    }
    String::from_utf8(out).unwrap()
}

const RESOURCES: &str = r#"{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"v1","resources":[
{"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list"],"shortNames":["po"]},
{"name":"pods/exec","singularName":"","namespaced":true,"kind":"PodExecOptions","verbs":["create","get"]}]}"#;

const POD: &str = r#"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"default"},
"spec":{"containers":[{"name":"c","image":"i","stdin":true}]},"status":{"phase":"Running"}}"#;
