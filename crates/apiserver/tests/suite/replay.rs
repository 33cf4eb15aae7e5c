//! The recorded cases against the running server. `tests/replay.txt` lists those that pass: the list may only grow.
//!
//! `UPDATE=1 cargo test -p apiserver replay` writes the list anew.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::Server;
use crate::spec;

/// All cases but one, whose answer shows an age that is not normalised: it passes only when the server is quick.
const FOCUS: &str = "^(?!table/Event-events table of list and object)";

#[tokio::test(flavor = "multi_thread")]
async fn recorded_cases_that_passed_still_pass() {
    let (Some(cases), Some(tool)) = (spec::find("v1.36/behaviour"), spec::find("../tools/replay.py")) else {
        return;
    };
    // As recorded: by a token whose user has a uid and nothing else to say.
    let dir = tempfile::tempdir().unwrap();
    let tokens = dir.path().join("tokens.csv");
    std::fs::write(&tokens, "replay-token,admin,admin,system:masters\n").unwrap();
    let server = Server::start_with(dir, |config| config.token_auth_file = Some(tokens)).await;
    let mut command = Command::new("python3");
    command
        .arg(tool)
        .arg("check")
        .arg(cases)
        .args(["--insecure", "--verbose", "--jobs", "4", "--focus", FOCUS, "--server", &server.ready.url])
        .args(["--token", "replay-token"])
        .stdin(Stdio::null());
    let output =
        tokio::task::spawn_blocking(move || command.output()).await.unwrap().expect("python3 is installed");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("ok      ")).map(str::trim).collect();
    let differences: Vec<&str> = text.lines().filter(|line| !line.starts_with("ok  ")).collect();
    println!("{} cases pass\n{}", passed.len(), differences.join("\n"));
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay.txt");
    if std::env::var("UPDATE").is_ok() {
        let text: String = passed.iter().map(|name| format!("{name}\n")).collect();
        std::fs::write(&list, text).unwrap();
    }
    let expected = std::fs::read_to_string(&list).unwrap_or_default();
    let broken: Vec<&str> = expected.lines().filter(|name| !passed.contains(name)).collect();
    assert!(broken.is_empty(), "{} cases no longer pass:\n{}", broken.len(), broken.join("\n"));
    assert!(!passed.is_empty(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    server.finish().await;
}
