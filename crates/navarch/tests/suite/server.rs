//! `navarch server`: what scripts rely on.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

#[test]
fn it_says_when_it_is_ready_and_stops_in_good_order() {
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
    assert!(line.starts_with("ready https://127.0.0.1:"), "{line:?}");
    assert!(dir.path().join("admin.kubeconfig").is_file());
    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    assert!(server.wait().expect("it ends").success());
}
