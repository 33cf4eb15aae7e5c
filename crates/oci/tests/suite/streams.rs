//! Commands in containers, terminals, attach.

use node::{ContainerRuntime as _, ExecOptions, RuntimeError, TerminalSize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::lab::{Lab, pod, shell, until};

fn words(text: &[&str]) -> Vec<String> {
    text.iter().map(|&word| word.to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_run_to_their_end_or_are_killed() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "exec")).await;
    let mut config = shell("c", "sleep 1000");
    config.security.run_as_user = Some(100);
    let id = lab.start(&sandbox, &config).await;
    let run = async |script: &str, timeout| {
        lab.runtime.exec_sync(&id, &words(&["sh", "-c", script]), timeout).await
    };
    let output = run("echo out; echo err >&2; id -u; echo $IMAGE; pwd; exit 3", 0).await.unwrap();
    assert_eq!(output.exit_code, 3);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "out\n100\nyes\n/tmp\n");
    assert_eq!(output.stderr, b"err\n");
    // Much output does not block.
    let output = run("head -c 3000000 /dev/zero", 30).await.unwrap();
    assert_eq!(output.stdout.len(), 3_000_000);
    // The time is over: the whole process group ends.
    let late = run("sleep 777 & sleep 777", 1).await;
    assert!(matches!(late, Err(RuntimeError::Timeout(_))), "{late:?}");
    until(|| {
        let ours = |line: Vec<u8>| line.starts_with(b"sleep\x00777");
        !std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .any(|p| std::fs::read(p.path().join("cmdline")).is_ok_and(ours))
    })
    .await;
    let missing = lab.runtime.exec_sync(&id, &words(&["no-such"]), 0).await.unwrap_err().to_string();
    assert!(missing.contains("executable file not found in $PATH"), "{missing}");
    lab.runtime.stop_container(&id, 0).await.unwrap();
    assert!(matches!(run("true", 0).await, Err(RuntimeError::State(_))));
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_have_streams_and_terminals() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "sessions")).await;
    let id = lab.start(&sandbox, &shell("c", "sleep 1000")).await;
    let options =
        ExecOptions { command: words(&["cat"]), stdin: true, stdout: true, ..ExecOptions::default() };
    let mut session = lab.runtime.exec(&id, &options).await.unwrap();
    session.stdin.as_mut().unwrap().write_all(b"through").await.unwrap();
    drop(session.stdin.take());
    let mut text = String::new();
    session.stdout.unwrap().read_to_string(&mut text).await.unwrap();
    assert_eq!((text.as_str(), session.exit.await.unwrap().unwrap()), ("through", 0));

    let script = "tty; echo $TERM; read line; stty size; echo got $line; exit 5";
    let options = ExecOptions {
        command: words(&["sh", "-c", script]),
        stdin: true,
        stdout: true,
        tty: true,
        ..ExecOptions::default()
    };
    let mut session = lab.runtime.exec(&id, &options).await.unwrap();
    assert!(session.stderr.is_none());
    session.resize.as_ref().unwrap().send(TerminalSize { width: 101, height: 33 }).await.unwrap();
    let mut stdout = session.stdout.take().unwrap();
    let mut text = String::new();
    let mut buffer = [0; 1024];
    while !text.contains("xterm") {
        let count = stdout.read(&mut buffer).await.unwrap();
        text += &String::from_utf8_lossy(&buffer[..count]);
    }
    session.stdin.as_mut().unwrap().write_all(b"me\n").await.unwrap();
    stdout.read_to_string(&mut text).await.unwrap();
    assert!(text.contains("/dev/pts/") && text.contains("33 101") && text.contains("got me"), "{text}");
    assert_eq!(session.exit.await.unwrap().unwrap(), 5);
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attach_joins_the_first_process() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "attach")).await;
    let mut config = shell("c", "while read line; do echo heard $line; echo loud $line >&2; done; exit 6");
    (config.stdin, config.stdin_once) = (true, true);
    let id = lab.start(&sandbox, &config).await;
    let options = ExecOptions { stdin: true, stdout: true, stderr: true, ..ExecOptions::default() };
    let mut session = lab.runtime.attach(&id, &options).await.unwrap();
    session.stdin.as_mut().unwrap().write_all(b"one\n").await.unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    drop(session.stdin.take());
    session.stdout.unwrap().read_to_string(&mut out).await.unwrap();
    session.stderr.unwrap().read_to_string(&mut err).await.unwrap();
    assert_eq!((out.as_str(), err.as_str()), ("heard one\n", "loud one\n"));
    assert_eq!(session.exit.await.unwrap().unwrap(), 6);
    assert!(lab.log("attach", "c").contains("heard one"));

    let mut config = shell("t", "tty; read line; echo read $line; stty size");
    (config.stdin, config.tty) = (true, true);
    let id = lab.start(&sandbox, &config).await;
    let mut session = lab.runtime.attach(&id, &options).await.unwrap();
    session.resize.as_ref().unwrap().send(TerminalSize { width: 90, height: 20 }).await.unwrap();
    lab.logged("attach", "t", "/dev/pts/0").await;
    session.stdin.as_mut().unwrap().write_all(b"x\n").await.unwrap();
    assert_eq!(session.exit.await.unwrap().unwrap(), 0);
    let log = lab.log("attach", "t");
    assert!(log.contains("read x") && log.contains("20 90"), "{log}");
    lab.finish().await;
}
