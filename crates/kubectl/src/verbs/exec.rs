//! `exec`: a command in a container.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{FILES, Flag, POD_TIMEOUT};
use crate::pods;
use crate::terminal::{self, Session};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "exec",
    section: Section::Troubleshooting,
    usage: "(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]",
    about: "Execute a command in a container",
    examples: &[
        ("Get output from running the 'date' command from pod mypod", "kubectl exec mypod -- date"),
        (
            "Switch to raw terminal mode; sends stdin to 'bash' in pod mypod",
            "kubectl exec mypod -i -t -- bash -il",
        ),
    ],
    flags: &[FILES, POD_TIMEOUT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("container", "", "Container name. If omitted, the first container in the pod will be chosen")
        .short('c'),
    Flag::switch("stdin", "Pass stdin to the container").short('i'),
    Flag::switch("tty", "Stdin is a TTY").short('t'),
    Flag::switch("quiet", "Only print output from the remote session").short('q'),
];

async fn run(cx: &Cx) -> Result {
    let before = cx.dash.unwrap_or(cx.args.len());
    let files = !cx.flags.list("filename").is_empty();
    if cx.args.is_empty() && !files {
        bail!("pod, type/name or --filename must be specified");
    }
    if cx.dash.is_none() && cx.args.len() > 1 {
        bail!(
            "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples"
        );
    }
    let command = &cx.args[before.min(cx.args.len())..];
    if command.is_empty() {
        bail!("you must specify at least one command for the container");
    }
    let info = match cx.args[..before].first() {
        Some(word) => pods::object(cx, word).await?,
        None => {
            let mut infos = crate::resources::Select {
                latest: true,
                args: Vec::new(),
                ..crate::resources::Select::of(cx)
            }
            .find(cx)
            .await?
            .sound()?;
            infos
                .pop()
                .ok_or_else(|| crate::error::plain("pod, type/name or --filename must be specified"))?
        }
    };
    let (pod, _) = pods::of(cx, &info, cx.flags.duration("pod-running-timeout")).await?;
    let phase = pod.text("status.phase");
    if matches!(phase, "Succeeded" | "Failed") {
        bail!("cannot exec into a container in a completed pod; current phase is {phase}");
    }
    let container = pods::container(cx, &pod, cx.flags.text("container"), cx.flags.on("quiet"))?;
    let session = Session {
        verb: "exec",
        pod: &pod,
        container: &container,
        command,
        stdin: cx.flags.on("stdin"),
        tty: cx.flags.on("tty"),
    };
    terminal::run(cx, &session).await
}
