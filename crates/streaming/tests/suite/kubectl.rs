//! The stock command line client, unmodified, over both wires, where there is one on this machine.

use std::process::Stdio;

use streaming::{Ended, Outcome};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

use crate::cluster::Cluster;

/// Whether it may use WebSockets.
const WIRES: [&str; 2] = ["true", "false"];

fn there_is_none() -> bool {
    let none = std::process::Command::new("kubectl").args(["version", "--client"]).output().is_err();
    if none {
        println!("skipped: there is no kubectl here");
    }
    none
}

struct Client {
    home: tempfile::TempDir,
    url: String,
}

impl Client {
    fn of(cluster: &Cluster) -> Self {
        Self { home: tempfile::tempdir().unwrap(), url: cluster.url.clone() }
    }

    fn command(&self, wire: &str, args: &[&str]) -> Command {
        let mut command = Command::new("kubectl");
        self.environment(&mut command, wire);
        command.args(["--server", &self.url]).args(args);
        command
    }

    fn environment(&self, command: &mut Command, wire: &str) {
        command
            .env("HOME", self.home.path())
            .env("KUBECONFIG", "/dev/null")
            .env("KUBECTL_REMOTE_COMMAND_WEBSOCKETS", wire)
            .env("KUBECTL_PORT_FORWARD_WEBSOCKETS", wire)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
    }
}

async fn feed(mut child: Child, input: &[u8]) -> (Option<i32>, String, String) {
    let mut stdin = child.stdin.take().unwrap();
    let feeding = async move {
        stdin.write_all(input).await.ok();
    };
    let ((), output) = tokio::join!(feeding, child.wait_with_output());
    let output = output.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn exec() {
    if there_is_none() {
        return;
    }
    let cluster = Cluster::start().await;
    let client = Client::of(&cluster);
    for wire in WIRES {
        let script = "cat; echo complaint >&2; exit 3";
        let args = ["exec", "-i", "p", "--", "sh", "-c", script];
        let (code, out, err) = feed(client.command(wire, &args).spawn().unwrap(), b"typed\n").await;
        assert_eq!((code, out.as_str()), (Some(3), "typed\n"), "websockets {wire}: {err}");
        assert!(err.contains("complaint\n"), "websockets {wire}: {err}");
        assert!(err.contains("command terminated with exit code 3"), "websockets {wire}: {err}");
        let plain = client.command(wire, &["exec", "p", "--", "echo", "hello there"]).spawn().unwrap();
        let (code, out, err) = feed(plain, b"").await;
        assert_eq!((code, out.as_str()), (Some(0), "hello there\n"), "websockets {wire}: {err}");
    }
}

/// Several megabytes each way, through `cat`.
#[tokio::test(flavor = "multi_thread")]
async fn much_at_once() {
    if there_is_none() {
        return;
    }
    let cluster = Cluster::start().await;
    let client = Client::of(&cluster);
    let line = "the quick brown fox jumps over the lazy dog\n";
    let input = line.repeat(4 * 1024 * 1024 / line.len());
    for wire in WIRES {
        let child = client.command(wire, &["exec", "-i", "p", "--", "cat"]).spawn().unwrap();
        let (code, out, err) = feed(child, input.as_bytes()).await;
        assert_eq!(code, Some(0), "websockets {wire}: {err}");
        assert!(out == input, "websockets {wire}: {} of {} bytes came back", out.len(), input.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn attach() {
    if there_is_none() {
        return;
    }
    let cluster = Cluster::start().await;
    let client = Client::of(&cluster);
    for wire in WIRES {
        let child = client.command(wire, &["attach", "-i", "p"]).spawn().unwrap();
        let (code, out, err) = feed(child, b"echoed\n").await;
        assert_eq!((code, out.as_str()), (Some(0), "echoed\n"), "websockets {wire}: {err}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_has_its_size() {
    if there_is_none() {
        return;
    }
    let cluster = Cluster::start().await;
    let client = Client::of(&cluster);
    for wire in WIRES {
        let mut command = Command::new("script");
        client.environment(&mut command, wire);
        let line = format!("stty rows 33 cols 77; kubectl --server {} exec -it p -- size", client.url);
        command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        let child = command.spawn().unwrap();
        let output = child.wait_with_output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("77 x 33"), "websockets {wire}: {text}");
    }
}

/// Interrupted: the process on the server's side ends, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_killed() {
    if there_is_none() {
        return;
    }
    for wire in WIRES {
        let cluster = Cluster::start().await;
        let client = Client::of(&cluster);
        let script = "echo ready; exec sleep 1000";
        let mut child = client.command(wire, &["exec", "-i", "p", "--", "sh", "-c", script]).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
        child.kill().await.unwrap();
        while cluster.ended.lock().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(*cluster.ended.lock(), [Ended::Client], "websockets {wire}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_with_the_process() {
    if there_is_none() {
        return;
    }
    for wire in WIRES {
        let cluster = Cluster::start().await;
        let client = Client::of(&cluster);
        let child = client.command(wire, &["exec", "p", "--", "sh", "-c", "exit 9"]).spawn().unwrap();
        let (code, ..) = feed(child, b"").await;
        assert_eq!(code, Some(9));
        while cluster.ended.lock().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(*cluster.ended.lock(), [Ended::Process(Outcome::Exit(9))], "websockets {wire}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn port_forward() {
    if there_is_none() {
        return;
    }
    let cluster = Cluster::start().await;
    let client = Client::of(&cluster);
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = target.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (mut socket, _) = target.accept().await.unwrap();
            tokio::spawn(async move {
                let mut line = String::new();
                BufReader::new(&mut socket).read_line(&mut line).await.unwrap();
                socket.write_all(line.to_uppercase().as_bytes()).await.unwrap();
            });
        }
    });
    for wire in WIRES {
        let ports = format!(":{port}");
        let args = ["port-forward", "--address", "127.0.0.1", "p", &ports, ":1"];
        let mut child = client.command(wire, &args).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut local = async || {
            let line = lines.next_line().await.unwrap().unwrap();
            let (_, rest) = line.split_once("127.0.0.1:").unwrap();
            rest.split_once(' ').unwrap().0.parse::<u16>().unwrap()
        };
        let (open, closed) = (local().await, local().await);
        for word in ["one", "two", "three"] {
            let mut socket = TcpStream::connect(("127.0.0.1", open)).await.unwrap();
            socket.write_all(format!("{word}\n").as_bytes()).await.unwrap();
            let mut answer = String::new();
            socket.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer, format!("{}\n", word.to_uppercase()), "websockets {wire}");
        }
        let mut socket = TcpStream::connect(("127.0.0.1", closed)).await.unwrap();
        assert_eq!(socket.read(&mut [0]).await.unwrap_or(0), 0);
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let said = errors.next_line().await.unwrap().unwrap();
        assert!(said.contains("failed to connect"), "websockets {wire}: {said}");
        child.kill().await.unwrap();
    }
}
