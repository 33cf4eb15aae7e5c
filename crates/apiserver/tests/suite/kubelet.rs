//! Just enough of a kubelet: TLS with client certificates, logs, commands as processes of this machine, ports of this machine, and an echo
//! of whatever else is asked.

use std::convert::Infallible;
use std::process::Stdio;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream;
use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use meta::options::Query;
use runtime::Clock;
use streaming::{Outcome, Process, Wanted, run, server};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

type Body = BoxBody<Bytes, Infallible>;

pub struct Kubelet {
    pub port: u16,
    /// Lets a followed log go on to its end.
    pub more: Arc<Notify>,
    task: AbortHandle,
}

impl Drop for Kubelet {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Kubelet {
    /// One that the authorities in this directory vouch for.
    pub async fn start(pki: &std::path::Path) -> Self {
        let clock = Clock::system();
        let pki = tls::Pki::open_or_create(pki, &clock).unwrap();
        let certificate = pki.serving_certificate("kubelet-server", &["127.0.0.1".to_owned()]).unwrap();
        let authorities = pki.client_authority().certificate();
        let verifier = Arc::new(tls::ClientVerifier::build(authorities).unwrap());
        let options = tls::ServerOptions::new(certificate, authorities);
        let acceptor = Arc::new(tls::Acceptor::build(&options, &clock).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let more = Arc::new(Notify::new());
        let told = more.clone();
        let task = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let (acceptor, verifier, told, clock) =
                    (acceptor.clone(), verifier.clone(), told.clone(), clock.clone());
                tokio::spawn(async move {
                    let Ok((stream, peer)) = acceptor.accept(socket).await else { return };
                    let who = verifier.verify(&peer.certificates, clock.now()).unwrap().common_name;
                    assert_eq!(who, "kube-apiserver-kubelet-client");
                    let service = service_fn(move |request| {
                        let answer = answer(request, told.clone());
                        async move { Ok::<_, Infallible>(answer) }
                    });
                    let connection = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service);
                    connection.with_upgrades().await.ok();
                });
            }
        });
        Self { port, more, task: task.abort_handle() }
    }
}

fn text(body: impl Into<Bytes>) -> Response<Body> {
    Response::new(Full::new(body.into()).boxed())
}

fn answer(mut request: Request<Incoming>, more: Arc<Notify>) -> Response<Body> {
    let on = hyper::upgrade::on(&mut request);
    let clock = Clock::system();
    let (path, query) =
        (request.uri().path().to_owned(), request.uri().query().unwrap_or_default().to_owned());
    let kind = path.split('/').nth(1).unwrap_or_default();
    match kind {
        "containerLogs" if path.contains("/broken/") => {
            let mut refused = text("container \"c\" in pod \"broken\" is waiting to start");
            *refused.status_mut() = http::StatusCode::BAD_REQUEST;
            refused
        }
        "containerLogs" => log(&path, &query, more),
        "exec" | "attach" => {
            let wanted = Wanted::from_query(&query).unwrap();
            let (response, pending) = server::exec(request.headers(), wanted).unwrap();
            tokio::spawn(async move {
                let io = server::upgraded(on).await.unwrap();
                run(pending.start(io, &clock).await.unwrap(), command(&query, wanted)).await;
            });
            response.map(|()| Empty::new().boxed())
        }
        "portForward" => {
            let (response, pending) = server::port_forward(request.headers(), &query).unwrap();
            tokio::spawn(async move {
                let mut forwards = pending.start(server::upgraded(on).await.unwrap(), &clock).await;
                while let Some(forward) = forwards.next().await {
                    let target = TcpStream::connect(("127.0.0.1", forward.port)).await.unwrap();
                    tokio::spawn(forward.run(target));
                }
            });
            response.map(|()| Empty::new().boxed())
        }
        "redirect" => {
            let mut moved = text("");
            *moved.status_mut() = http::StatusCode::FOUND;
            moved.headers_mut().insert("location", "/elsewhere?x=y".parse().unwrap());
            moved
        }
        _ => {
            let header =
                |name: &str| request.headers().get(name).map_or("-", |value| value.to_str().unwrap());
            let lines = [
                request.method().as_str(),
                &path,
                &query,
                header("authorization"),
                header("x-forwarded-uri"),
            ];
            text(lines.join(" ") + "\n")
        }
    }
}

/// First what was asked for; then, if it is followed, another line once somebody says so.
fn log(path: &str, query: &str, more: Arc<Notify>) -> Response<Body> {
    let first = format!("{path} {query}\n");
    if !query.contains("follow=true") {
        return text(first);
    }
    let pieces = stream::unfold(0, move |step| {
        let (first, more) = (first.clone(), more.clone());
        async move {
            let piece = match step {
                0 => first,
                1 => {
                    more.notified().await;
                    "and more\n".to_owned()
                }
                _ => return None,
            };
            Some((Ok::<_, Infallible>(Frame::data(Bytes::from(piece))), step + 1))
        }
    });
    Response::new(StreamBody::new(sync(pieces)).boxed())
}

/// A stream that can be shared, as boxed bodies want it.
fn sync<T: Send + 'static>(
    stream: impl futures_util::Stream<Item = T> + Send + 'static,
) -> impl futures_util::Stream<Item = T> + Send + Sync + 'static {
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        let mut stream = std::pin::pin!(stream);
        while let Some(item) = futures_util::StreamExt::next(&mut stream).await {
            if sender.send(item).await.is_err() {
                return;
            }
        }
    });
    stream::poll_fn(move |cx| receiver.poll_recv(cx))
}

fn command(query: &str, wanted: Wanted) -> Process {
    let query = Query::parse(query);
    let mut words: Vec<String> = query.all("command").map(str::to_owned).collect();
    if words.is_empty() {
        words.push("cat".to_owned());
    }
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
