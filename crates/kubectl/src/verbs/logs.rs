//! `logs`: what containers wrote.

use futures_util::future::join_all;
use serde_json::Value;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{Flag, POD_TIMEOUT, SELECTOR};
use crate::io::err;
use crate::pods;
use crate::server::{Ask, Query};
use crate::tree::Tree as _;
use crate::waiting::Lines;

/// The verb.
pub const VERB: Verb = Verb {
    name: "logs",
    section: Section::Troubleshooting,
    usage: "[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]",
    about: "Print the logs for a container in a pod",
    examples: &[
        ("Return snapshot logs from pod nginx with only one container", "kubectl logs nginx"),
        ("Begin streaming the logs of the ruby container in pod web-1", "kubectl logs -f -c ruby web-1"),
    ],
    flags: &[SELECTOR, POD_TIMEOUT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("all-containers", "Get all containers' logs in the pod(s)"),
    Flag::switch("all-pods", "Get logs from all pod(s). Sets prefix to true"),
    Flag::text("container", "", "Print the logs of this container").short('c'),
    Flag::switch("follow", "Specify if the logs should be streamed").short('f'),
    Flag::switch(
        "ignore-errors",
        "If watching / following pod logs, allow for any errors that occur to be non-fatal",
    ),
    Flag::switch(
        "insecure-skip-tls-verify-backend",
        "Skip verifying the identity of the kubelet that logs are requested from",
    ),
    Flag::number("limit-bytes", "0", "Maximum bytes of logs to return. Defaults to no limit"),
    Flag::number(
        "max-log-requests",
        "5",
        "Maximum number of concurrent logs to follow when using by a selector",
    ),
    Flag::switch("prefix", "Prefix each log line with the log source (pod name and container name)"),
    Flag::switch(
        "previous",
        "If true, print the logs for the previous instance of the container in a pod if it exists",
    )
    .short('p'),
    Flag::duration("since", "0s", "Only return logs newer than a relative duration like 5s, 2m, or 3h"),
    Flag::text("since-time", "", "Only return logs after a specific date (RFC3339)"),
    Flag::number(
        "tail",
        "-1",
        "Lines of recent log file to display. Defaults to -1, showing all log lines; 10 with a selector",
    ),
    Flag::switch("timestamps", "Include timestamps on each line in the log output"),
];

/// One log.
struct Source {
    namespace: String,
    pod: String,
    container: String,
}

async fn run(cx: &Cx) -> Result {
    let selector = cx.flags.some("selector");
    check(cx)?;
    let container_arg = cx.args.get(1).map(String::as_str);
    let wanted = container_arg.unwrap_or_else(|| cx.flags.text("container"));
    let (all_containers, all_pods) = (cx.flags.on("all-containers"), cx.flags.on("all-pods"));
    let timeout = cx.flags.duration("pod-running-timeout");
    let pods = match selector {
        Some(selector) => {
            let (namespace, _) = cx.namespace().await?;
            pods::matching(cx, &namespace, selector, None).await?
        }
        None => {
            let info = pods::object(cx, &cx.args[0]).await?;
            let (pod, count) = pods::of(cx, &info, timeout).await?;
            if count > 1 && all_pods {
                pods::matching(cx, &info.namespace, &pods::selector(&info.object)?, None).await?
            } else {
                if count > 1 {
                    err!(cx, "Found {count} pods, using pod/{}", pod.name());
                }
                vec![pod]
            }
        }
    };
    if pods.is_empty() {
        err!(cx, "No resources found in {} namespace.", cx.namespace().await?.0);
        return Ok(());
    }
    let mut sources = Vec::new();
    for pod in &pods {
        let names: Vec<String> = if all_containers {
            in_order(pod)
        } else {
            vec![pods::container(cx, pod, wanted, all_pods || selector.is_some() && cx.flags.on("prefix"))?]
        };
        let source = |container| Source {
            namespace: pod.namespace().to_owned(),
            pod: pod.name().to_owned(),
            container,
        };
        sources.extend(names.into_iter().map(source));
    }
    let query = query(cx, selector.is_some())?;
    if cx.flags.on("follow") && sources.len() > 1 {
        return follow(cx, &sources, &query).await;
    }
    for source in &sources {
        if let Err(error) = print(cx, source, &query).await {
            if !cx.flags.on("ignore-errors") {
                return Err(error);
            }
            cx.io.out(format!("error: {error}\n"));
        }
    }
    Ok(())
}

/// Containers as logs of all of them come.
fn in_order(pod: &Value) -> Vec<String> {
    let lists = ["initContainers", "containers", "ephemeralContainers"];
    let all = lists.iter().flat_map(|list| pod.at("spec").items(list));
    all.map(|container| container.text("name").to_owned()).collect()
}

fn check(cx: &Cx) -> Result {
    let selector = cx.flags.some("selector").is_some();
    if cx.args.is_empty() && !selector {
        return Err(cx.usage(
            "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
        ));
    }
    if cx.args.len() > 2 || cx.args.len() == 2 && selector {
        return Err(cx.usage("expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command"));
    }
    if cx.args.len() == 1 && selector {
        return Err(cx.usage("only a selector (-l) or a POD name is allowed"));
    }
    if cx.flags.on("all-containers") && cx.flags.some("container").is_some() {
        bail!(
            "--all-containers=true should not be specified with container name {}",
            cx.flags.text("container")
        );
    }
    if cx.flags.nanos("since") != 0 && cx.flags.some("since-time").is_some() {
        bail!("at most one of `sinceTime` or `sinceSeconds` may be specified");
    }
    if cx.flags.nanos("since") < 0 {
        bail!("--since must be greater than 0");
    }
    if cx.flags.int("tail") < -1 {
        bail!("--tail must be greater than or equal to -1");
    }
    if cx.flags.int("limit-bytes") < 0 {
        bail!("--limit-bytes must be greater than 0");
    }
    Ok(())
}

fn query(cx: &Cx, selecting: bool) -> Result<Query> {
    let mut query = Vec::new();
    for (flag, name) in [
        ("follow", "follow"),
        ("previous", "previous"),
        ("timestamps", "timestamps"),
        ("insecure-skip-tls-verify-backend", "insecureSkipTLSVerifyBackend"),
    ] {
        if cx.flags.on(flag) {
            query.push((name, "true".to_owned()));
        }
    }
    let tail = if selecting && !cx.flags.changed("tail") && cx.flags.int("tail") == -1 {
        10
    } else {
        cx.flags.int("tail")
    };
    if tail != -1 {
        query.push(("tailLines", tail.to_string()));
    }
    if cx.flags.int("limit-bytes") > 0 {
        query.push(("limitBytes", cx.flags.text("limit-bytes").to_owned()));
    }
    if let Some(time) = cx.flags.some("since-time") {
        let parsed: meta::Time = time.parse().map_err(|error| plain(format!("{error}")))?;
        query.push(("sinceTime", parsed.to_string()));
    }
    let since = cx.flags.nanos("since");
    if since > 0 {
        // Part of a second counts as a whole one.
        query.push(("sinceSeconds", ((since + 999_999_999) / 1_000_000_000).to_string()));
    }
    Ok(query)
}

async fn follow(cx: &Cx, sources: &[Source], query: &Query) -> Result {
    let most = usize::try_from(cx.flags.int("max-log-requests")).unwrap_or(0);
    if sources.len() > most {
        bail!(
            "you are attempting to follow {} log streams, but maximum allowed concurrency is {most}, use --max-log-requests to increase the limit",
            sources.len()
        );
    }
    let all = sources.iter().map(async |source| match print(cx, source, query).await {
        Err(error) if cx.flags.on("ignore-errors") => {
            cx.io.out(format!("error: {error}\n"));
            Ok(())
        }
        other => other,
    });
    Error::all(join_all(all).await.into_iter().filter_map(Result::err).collect())
}

async fn print(cx: &Cx, source: &Source, query: &Query) -> Result {
    let server = cx.server().await?;
    let pods = server.discovery().await?.of_kind("v1", "Pod")?;
    let mut query = query.clone();
    query.push(("container", source.container.clone()));
    let path = format!("{}/log", pods.item(&source.namespace, &source.pod));
    let mut body = server.send(Ask::get(path).query(query).accept("*/*")).await?.into_body();
    if !cx.flags.on("prefix") && !cx.flags.on("all-pods") {
        while let Some(piece) = futures_util::StreamExt::next(&mut body).await {
            cx.io.out(piece?);
        }
        return Ok(());
    }
    let mut lines = Lines::new(body);
    while let Some(line) = lines.next().await {
        let mut text = format!("[pod/{}/{}] ", source.pod, source.container).into_bytes();
        text.extend(line?);
        text.push(b'\n');
        cx.io.out(text);
    }
    Ok(())
}
