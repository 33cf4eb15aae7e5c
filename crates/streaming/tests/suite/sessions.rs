//! Our client with our server, over every protocol for commands.

use std::sync::Arc;
use std::time::Duration;

use http::Request;
use parking_lot::Mutex;
use proptest::collection::vec;
use proptest::prelude::*;
use runtime::Clock;
use streaming::client::{self, Offer, Session};
use streaming::{Ended, Outcome, Process, Size, Wanted, run, server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::task::JoinHandle;

const ALL: Wanted = Wanted { stdin: true, stdout: true, stderr: true, tty: false };

fn offers() -> Vec<Offer> {
    let named = ["v5.channel.k8s.io", "v4.channel.k8s.io", "v4.base64.channel.k8s.io"];
    let mut offers: Vec<Offer> = named.iter().map(|name| Offer::websocket(name).unwrap()).collect();
    offers.push(Offer::exec_over_spdy());
    offers
}

/// The test's hands on the process that the server runs.
struct Hands {
    stdin: DuplexStream,
    stdout: Option<DuplexStream>,
    stderr: Option<DuplexStream>,
    exit: Option<tokio::sync::oneshot::Sender<Outcome>>,
    sizes: Arc<Mutex<Vec<Size>>>,
    ended: JoinHandle<Ended>,
}

/// A client's session and the process behind it.
async fn connect(offer: &Offer, wanted: Wanted) -> (Session, Hands) {
    let clock = Clock::system();
    let mut request = Request::get("/exec").body(()).unwrap();
    request.headers_mut().extend(offer.headers());
    let (response, pending) = server::exec(request.headers(), wanted).unwrap();
    let accepted = offer.accepted(&response).unwrap();
    let (near, far) = duplex(4096);
    let (their_stdin, stdin) = duplex(4096);
    let (their_stdout, stdout) = duplex(4096);
    let (their_stderr, stderr) = duplex(4096);
    let (exit, exited) = tokio::sync::oneshot::channel();
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let told = sizes.clone();
    let serving = clock.clone();
    let ended = tokio::spawn(async move {
        let process = Process {
            stdin: Some(Box::new(their_stdin)),
            stdout: Some(Box::new(their_stdout)),
            stderr: Some(Box::new(their_stderr)),
            resize: Some(Box::new(move |size| told.lock().push(size))),
            exit: Box::pin(async move { exited.await.unwrap_or(Outcome::Failed("lost".into())) }),
        };
        run(pending.start(far, &serving).await.unwrap(), process).await
    });
    let session = client::exec(near, accepted, wanted, &clock).await.unwrap();
    let hands = Hands { stdin, stdout: Some(stdout), stderr: Some(stderr), exit: Some(exit), sizes, ended };
    (session, hands)
}

#[tokio::test]
async fn bytes_go_both_ways_and_the_code_comes_back() {
    for offer in offers() {
        for outcome in [Outcome::Exit(0), Outcome::Exit(42)] {
            let (mut session, mut hands) = connect(&offer, ALL).await;
            session.stdin.as_mut().unwrap().write_all(b"in").await.unwrap();
            let mut two = [0; 2];
            hands.stdin.read_exact(&mut two).await.unwrap();
            assert_eq!(&two, b"in");
            hands.stdout.take().unwrap().write_all(b"out").await.unwrap();
            hands.stderr.take().unwrap().write_all(b"err").await.unwrap();
            hands.exit.take().unwrap().send(outcome.clone()).unwrap();
            let (mut out, mut err) = (String::new(), String::new());
            session.stdout.unwrap().read_to_string(&mut out).await.unwrap();
            session.stderr.unwrap().read_to_string(&mut err).await.unwrap();
            assert_eq!((out.as_str(), err.as_str()), ("out", "err"));
            assert_eq!(session.outcome.await.unwrap(), outcome, "{offer:?}");
            assert_eq!(hands.ended.await.unwrap(), Ended::Process(outcome));
        }
    }
}

#[tokio::test]
async fn closing_the_input_closes_that_of_the_process() {
    for offer in [Offer::websocket("v5.channel.k8s.io").unwrap(), Offer::exec_over_spdy()] {
        let (mut session, mut hands) = connect(&offer, ALL).await;
        let mut stdin = session.stdin.take().unwrap();
        stdin.write_all(b"all of it").await.unwrap();
        drop(stdin);
        let mut read = String::new();
        hands.stdin.read_to_string(&mut read).await.unwrap();
        assert_eq!(read, "all of it");
        // The rest of the session is as it was.
        hands.stdout.take().unwrap().write_all(b"done").await.unwrap();
        drop(hands.stderr.take());
        hands.exit.take().unwrap().send(Outcome::Exit(0)).unwrap();
        let mut out = String::new();
        session.stdout.unwrap().read_to_string(&mut out).await.unwrap();
        assert_eq!(out, "done");
        assert_eq!(session.outcome.await.unwrap(), Outcome::Exit(0));
    }
}

#[tokio::test]
async fn a_client_that_leaves_ends_it() {
    for offer in offers() {
        let (session, mut hands) = connect(&offer, ALL).await;
        drop(session);
        assert_eq!(hands.ended.await.unwrap(), Ended::Client, "{offer:?}");
        // The process sees its streams closed.
        assert_eq!(hands.stdin.read(&mut [0]).await.unwrap(), 0);
        assert!(hands.stdout.take().unwrap().write_all(b"x").await.is_err());
    }
}

#[tokio::test]
async fn a_server_that_vanishes_is_a_failure() {
    for offer in offers() {
        let (session, hands) = connect(&offer, ALL).await;
        hands.ended.abort();
        assert!(matches!(session.outcome.await.unwrap(), Outcome::Failed(_)), "{offer:?}");
    }
}

#[tokio::test]
async fn sizes_of_terminals_arrive_in_their_order() {
    let wanted = Wanted { stdin: true, stdout: true, stderr: false, tty: true };
    for offer in offers() {
        let (session, mut hands) = connect(&offer, wanted).await;
        let all: Vec<Size> = (1..5).map(|at| Size { width: 80 + at, height: 24 }).collect();
        for size in &all {
            session.resize.as_ref().unwrap().send(*size).await.unwrap();
        }
        while hands.sizes.lock().len() < all.len() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(*hands.sizes.lock(), all);
        drop((hands.stdout.take(), hands.stderr.take()));
        hands.exit.take().unwrap().send(Outcome::Exit(0)).unwrap();
        assert_eq!(session.outcome.await.unwrap(), Outcome::Exit(0));
    }
}

/// Nobody reads: the process is held up, and nothing is lost.
#[tokio::test]
async fn a_slow_client_holds_the_process_up() {
    for offer in offers() {
        let (session, mut hands) = connect(&offer, ALL).await;
        let mut stdout = hands.stdout.take().unwrap();
        let mut written = 0usize;
        // Far more than all buffers on the way hold together.
        while let Ok(more) =
            tokio::time::timeout(Duration::from_millis(200), stdout.write(&[b'x'; 4096])).await
        {
            written += more.unwrap();
            assert!(written < 16 << 20, "{offer:?}: nothing holds it up");
        }
        drop((stdout, hands.stderr.take()));
        hands.exit.take().unwrap().send(Outcome::Exit(0)).unwrap();
        let mut read = Vec::new();
        session.stdout.unwrap().read_to_end(&mut read).await.unwrap();
        assert_eq!(read.len(), written, "{offer:?}");
        assert_eq!(session.outcome.await.unwrap(), Outcome::Exit(0));
    }
}

#[test]
fn queries_are_read_as_kubelets_do() {
    let wanted = Wanted::from_query("command=a&input=1&output=1&tty=1&error=1").unwrap();
    assert_eq!(wanted, Wanted { stdin: true, stdout: true, stderr: false, tty: true });
    let refused = Wanted::from_query("command=a&output=0").unwrap_err();
    assert_eq!(refused, "you must specify at least 1 of stdin, stdout, stderr");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is written in whatever pieces, on three streams at once, arrives whole and in order.
    #[test]
    fn everything_arrives(
        which in 0usize..4,
        input in vec(vec(any::<u8>(), 1..5000), 0..12),
        output in vec(vec(any::<u8>(), 1..5000), 0..12),
        errors in vec(vec(any::<u8>(), 1..500), 0..6),
    ) {
        let rt = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        rt.block_on(async {
            let offer = &offers()[which];
            let (mut session, mut hands) = connect(offer, ALL).await;
            let (mut stdout, mut stderr) = (hands.stdout.take().unwrap(), hands.stderr.take().unwrap());
            let mut stdin = session.stdin.take().unwrap();
            let (whole_in, whole_out, whole_err) = (input.concat(), output.concat(), errors.concat());
            let expected = whole_in.clone();
            let exit = hands.exit.take().unwrap();
            let feeding = async {
                for piece in &input { stdin.write_all(piece).await.unwrap(); }
            };
            let process = async {
                let reading = async {
                    let mut got = vec![0; expected.len()];
                    hands.stdin.read_exact(&mut got).await.unwrap();
                    got
                };
                let printing = async {
                    for piece in &output { stdout.write_all(piece).await.unwrap(); }
                    drop(stdout);
                };
                let complaining = async {
                    for piece in &errors { stderr.write_all(piece).await.unwrap(); }
                    drop(stderr);
                };
                let (got, (), ()) = tokio::join!(reading, printing, complaining);
                exit.send(Outcome::Exit(7)).unwrap();
                got
            };
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let (mut from_out, mut from_err) = (session.stdout.take().unwrap(), session.stderr.take().unwrap());
            let showing = async { from_out.read_to_end(&mut out).await.unwrap() };
            let showing_errors = async { from_err.read_to_end(&mut err).await.unwrap() };
            let ((), got, _, _) = tokio::join!(feeding, process, showing, showing_errors);
            assert_eq!(got, whole_in);
            assert_eq!(out, whole_out);
            assert_eq!(err, whole_err);
            assert_eq!(session.outcome.await.unwrap(), Outcome::Exit(7));
        });
    }
}
