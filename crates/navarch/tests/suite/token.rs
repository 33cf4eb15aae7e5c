//! `navarch token` against a running server.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn navarch(dir: &Path, args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_navarch"))
        .arg("--data-dir")
        .arg(dir)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("text"))
}

#[test]
fn tokens_are_made_listed_and_deleted() {
    let dir = tempfile::tempdir().expect("a directory of its own");
    let mut server = Command::new(env!("CARGO_BIN_EXE_navarch"))
        .arg("--data-dir")
        .arg(dir.path())
        .args(["server", "--bind-address", "127.0.0.1", "--secure-port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("it was piped")).read_line(&mut line).expect("a line");

    let (done, made) = navarch(dir.path(), &["token", "create", "--description", "lab"]);
    assert!(done, "{made}");
    let token: authn::BootstrapToken = made.trim().parse().expect("a token is printed");
    let (done, printed) = navarch(
        dir.path(),
        &[
            "token",
            "create",
            "abcdef.0123456789abcdef",
            "--print-join-command",
            "--server",
            "https://host:6443",
        ],
    );
    assert!(done, "{printed}");
    let rest =
        printed.trim().strip_prefix("navarch agent --server https://host:6443 --token ").expect(&printed);
    let join: authn::JoinToken = rest.parse().expect("a join token");
    let authority = std::fs::read_to_string(dir.path().join("pki/server-ca.crt")).expect("it is there");
    assert_eq!(join.ca_hash, tls::ca_hash(&authority).ok());
    let (_, listed) = navarch(dir.path(), &["token", "list"]);
    assert!(listed.contains(&token.to_string()) && listed.contains("abcdef.0123456789abcdef"), "{listed}");
    let (done, text) = navarch(dir.path(), &["token", "delete", &token.id, "abcdef.0123456789abcdef"]);
    assert!(done, "{text}");
    assert_eq!(navarch(dir.path(), &["token", "list"]).1.lines().count(), 1, "only the head is left");
    let (done, text) = navarch(dir.path(), &["token", "delete", "zzzzzz"]);
    assert!(!done && text.contains("not found"), "{text}");

    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    assert!(server.wait().expect("it ends").success());
}
