//! `attach`: to what already runs in a container.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{Flag, POD_TIMEOUT};
use crate::io::err;
use crate::pods;
use crate::terminal::{self, Session};
use crate::tree::Tree as _;
use serde_json::Value;

/// The verb.
pub const VERB: Verb = Verb {
    name: "attach",
    section: Section::Troubleshooting,
    usage: "(POD | TYPE/NAME) -c CONTAINER",
    about: "Attach to a running container",
    examples: &[("Get output from running pod mypod", "kubectl attach mypod")],
    flags: &[POD_TIMEOUT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("container", "", "Container name").short('c'),
    Flag::switch("stdin", "Pass stdin to the container").short('i'),
    Flag::switch("tty", "Stdin is a TTY").short('t'),
    Flag::switch("quiet", "Only print output from the remote session").short('q'),
    Flag::text("detach-keys", "", "Kept for scripts"),
];

async fn run(cx: &Cx) -> Result {
    if cx.args.is_empty() {
        return Err(cx.usage("at least 1 argument is required for attach"));
    }
    if cx.args.len() > 2 {
        return Err(cx.usage("expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw {}: {}"));
    }
    let info = pods::object(cx, &cx.args.join("/")).await?;
    let (pod, _) = pods::of(cx, &info, cx.flags.duration("pod-running-timeout")).await?;
    let container = pods::container(cx, &pod, cx.flags.text("container"), cx.flags.on("quiet"))?;
    attach(cx, &pod, &container, cx.flags.on("stdin"), cx.flags.on("tty")).await
}

/// Attaches to a container of a pod.
pub(super) async fn attach(cx: &Cx, pod: &Value, container: &str, stdin: bool, mut tty: bool) -> Result {
    let phase = pod.text("status.phase");
    if matches!(phase, "Succeeded" | "Failed") {
        bail!("cannot attach a container in a completed pod; current phase is {phase}");
    }
    let found = pod.items("spec.containers").iter().find(|one| one.text("name") == container);
    if tty && !found.is_some_and(|found| found.truth("tty")) {
        tty = false;
        err!(cx, "error: Unable to use a TTY - container {container} did not allocate one");
    } else if !tty && found.is_some_and(|found| found.truth("tty")) && stdin {
        tty = true;
    }
    if tty && !cx.flags.on("quiet") {
        err!(cx, "If you don't see a command prompt, try pressing enter.");
    }
    let session = Session { verb: "attach", pod, container, command: &[], stdin, tty };
    terminal::run(cx, &session).await
}
