//! `run`: a pod from an image, attached to if asked.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{attach, delete};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{DRY_RUN, Flag, MANAGER_RUN, POD_TIMEOUT, PRINT, SAVE_CONFIG};
use crate::generate::{annotate_applied, pairs, typed};
use crate::io::{err, out};
use crate::pods;
use crate::print::{DryRun, Outcome};
use crate::resources::{Info, Selected};
use crate::server::Ask;
use crate::tree::{Tree as _, put};
use crate::waiting::{Waited, until};

/// The verb.
pub const VERB: Verb = Verb {
    name: "run",
    section: Section::Beginner,
    usage: "NAME --image=image [--env=\"key=value\"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]",
    about: "Run a particular image on the cluster",
    examples: &[
        ("Start a nginx pod", "kubectl run nginx --image=nginx"),
        (
            "Start a busybox pod and keep it in the foreground, don't restart it if it exits",
            "kubectl run -i -t busybox --image=busybox --restart=Never",
        ),
    ],
    flags: &[PRINT, DRY_RUN, SAVE_CONFIG, MANAGER_RUN, POD_TIMEOUT, OWN, delete::HOW],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::repeat("annotations", "Annotations to apply to the pod"),
    Flag::switch("attach", "If true, wait for the Pod to start running, and then attach to the Pod"),
    Flag::switch(
        "command",
        "If true and extra arguments are present, use them as the 'command' field in the container, rather than the 'args' field",
    ),
    Flag::text("detach-keys", "", "Kept for scripts"),
    Flag::repeat("env", "Environment variables to set in the container"),
    Flag::switch("expose", "If true, create a ClusterIP service associated with the pod. Requires `--port`"),
    Flag::text("image", "", "The image for the container to run"),
    Flag::text("image-pull-policy", "", "The image pull policy for the container"),
    Flag::text("labels", "", "Comma separated labels to apply to the pod").short('l'),
    Flag::switch(
        "leave-stdin-open",
        "If the pod is started in interactive mode or with stdin, leave stdin open after the first attach completes",
    ),
    Flag::text(
        "override-type",
        "merge",
        "The method used to override the generated object: json, merge, or strategic",
    ),
    Flag::text("overrides", "", "An inline JSON override for the generated object"),
    Flag::text("port", "", "The port that this container exposes"),
    Flag::switch("privileged", "If true, run the container in privileged mode"),
    Flag::switch("quiet", "If true, suppress prompt messages").short('q'),
    Flag::text("restart", "", "The restart policy for this Pod. Legal values [Always, OnFailure, Never]"),
    Flag::switch("rm", "If true, delete the pod after it exits"),
    Flag::switch("stdin", "Keep stdin open on the container in the pod, even if nothing is attached")
        .short('i'),
    Flag::switch("tty", "Allocate a TTY for the container in the pod").short('t'),
];

async fn run(cx: &Cx) -> Result {
    let attaching = if cx.flags.changed("attach") { cx.flags.on("attach") } else { cx.flags.on("stdin") };
    let restart = check(cx, attaching)?;
    let outcome = Outcome::of(cx)?;
    if attaching && outcome.dry_run != DryRun::None {
        return Err(cx.usage("--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)"));
    }
    let mut pod = pod(cx, &cx.args[0], restart)?;
    if let Some(text) = cx.flags.some("overrides") {
        override_with(&mut pod, text, cx.flags.text("override-type"))?;
    }
    let mut made = vec![send(cx, &outcome, pod).await?];
    if cx.flags.on("expose") {
        let service = send(cx, &outcome, service(cx)?).await?;
        outcome.say(cx, &service.object, "created")?;
        if cx.flags.text("output") == "yaml" {
            out!(cx, "---");
        }
        made.push(service);
    }
    if !attaching {
        return outcome.say(cx, &made[0].object, "created");
    }
    let ended = attached(cx, &made[0], restart).await;
    if cx.flags.on("rm") {
        remove(cx, made).await?;
    }
    ended
}

fn check(cx: &Cx, attaching: bool) -> Result<&'static str> {
    if cx.args.is_empty() || cx.dash == Some(0) {
        return Err(cx.usage("NAME is required for run"));
    }
    let image = cx.flags.text("image");
    if image.is_empty() {
        bail!("--image is required");
    }
    let sound = |c: char| c.is_ascii_alphanumeric() || "./:-_@".contains(c);
    if !image.chars().all(sound)
        || !image.starts_with(|c: char| c.is_ascii_alphanumeric())
        || image.ends_with([':', '/', '@'])
    {
        bail!("Invalid image name {}: invalid reference format", meta::go::quote(image));
    }
    if cx.flags.on("tty") && !cx.flags.on("stdin") {
        return Err(cx.usage("-i/--stdin is required for containers with -t/--tty=true"));
    }
    if cx.flags.on("expose") && cx.flags.some("port").is_none() {
        return Err(cx.usage("--port must be set when exposing a service"));
    }
    if !attaching && cx.flags.on("rm") {
        return Err(cx.usage("--rm should only be used for attached containers"));
    }
    let policy = cx.flags.text("image-pull-policy");
    if !["", "Always", "IfNotPresent", "Never"].contains(&policy) {
        return Err(cx.usage(format!("invalid image pull policy: {policy}")));
    }
    match cx.flags.text("restart") {
        "" if cx.flags.on("stdin") => Ok("OnFailure"),
        "" | "Always" => Ok("Always"),
        "OnFailure" => Ok("OnFailure"),
        "Never" => Ok("Never"),
        other => Err(cx.usage(format!("invalid restart policy: {other}"))),
    }
}

fn pod(cx: &Cx, name: &str, restart: &str) -> Result<Value> {
    let mut container = json!({"name": name, "image": cx.flags.text("image")});
    let words = &cx.args[1..];
    if !words.is_empty() {
        container[if cx.flags.on("command") { "command" } else { "args" }] = json!(words);
    }
    if let Some(policy) = cx.flags.some("image-pull-policy") {
        container["imagePullPolicy"] = json!(policy);
    }
    let mut env = Vec::new();
    for pair in cx.flags.list("env") {
        match pair.split_once('=') {
            Some((key, value)) if !key.is_empty() => env.push(json!({"name": key, "value": value})),
            _ => bail!("invalid env: {pair}"),
        }
    }
    if !env.is_empty() {
        container["env"] = json!(env);
    }
    if let Some(port) = cx.flags.some("port") {
        let port: i64 = port
            .parse()
            .map_err(|_| plain(format!("strconv.Atoi: parsing {}: invalid syntax", meta::go::quote(port))))?;
        container["ports"] = json!([{"containerPort": port}]);
    }
    if cx.flags.on("stdin") {
        container["stdin"] = json!(true);
        if !cx.flags.on("leave-stdin-open") {
            container["stdinOnce"] = json!(true);
        }
    }
    if cx.flags.on("tty") {
        container["tty"] = json!(true);
    }
    if cx.flags.on("privileged") {
        container["securityContext"] = json!({"privileged": true});
    }
    let labels = match cx.flags.some("labels") {
        Some(text) => Value::Object(pairs(text)?),
        None => json!({"run": name}),
    };
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": labels},
        "spec": {"containers": [container], "restartPolicy": restart, "dnsPolicy": "ClusterFirst"},
    });
    let mut annotations = Map::new();
    for pair in cx.flags.list("annotations") {
        let Some((key, value)) = pair.split_once('=') else { bail!("unexpected annotation spec: {pair}") };
        annotations.insert(key.to_owned(), json!(value));
    }
    if !annotations.is_empty() {
        put(&mut pod, "metadata.annotations", Value::Object(annotations));
    }
    Ok(pod)
}

fn service(cx: &Cx) -> Result<Value> {
    let name = &cx.args[0];
    let selector = match cx.flags.some("labels") {
        Some(text) => Value::Object(pairs(text)?),
        None => json!({"run": name}),
    };
    let port: i64 = cx.flags.text("port").parse().unwrap_or_default();
    let mut service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": name},
        "spec": {"selector": selector, "ports": [{"port": port, "protocol": "TCP", "targetPort": port}]},
    });
    if let Some(text) = cx.flags.some("labels") {
        put(&mut service, "metadata.labels", Value::Object(pairs(text)?));
    }
    Ok(service)
}

/// Lays inline JSON over a generated object.
pub(super) fn override_with(object: &mut Value, text: &str, kind: &str) -> Result {
    let change = codec::yaml::decode(text.as_bytes()).map_err(|error| plain(format!("{error}")))?.value;
    match kind {
        "merge" => patch::merge::apply(object, &change),
        "json" => {
            *object =
                patch::json_patch::apply(object.clone(), &change).map_err(|error| plain(error.to_string()))?
        }
        "strategic" => {
            let definition =
                schema::builtin("", "v1", object.kind()).ok_or_else(|| plain("no schema for the object"))?;
            *object = patch::strategic::apply(object.clone(), &change, &definition.schema)
                .map_err(|error| plain(error.to_string()))?;
        }
        other => bail!("invalid override type: {other}"),
    }
    Ok(())
}

async fn send(cx: &Cx, outcome: &Outcome, mut object: Value) -> Result<Info> {
    typed(&mut object);
    let (namespace, explicit) = cx.namespace().await?;
    if outcome.is_client_only() {
        if explicit {
            put(&mut object, "metadata.namespace", json!(namespace));
        }
        let resource = crate::discovery::Resource {
            kind: object.kind().to_owned(),
            namespaced: true,
            ..Default::default()
        };
        return Ok(Info::of(&std::rc::Rc::new(resource), object));
    }
    if cx.flags.on("save-config") {
        annotate_applied(&mut object);
    }
    let server = cx.server().await?;
    let mut info = Info::of(&server.discovery().await?.of_kind("v1", object.kind())?, object);
    info.namespace = namespace;
    let made = info.create(server, &info.object, outcome.query(cx)).await?;
    info.refresh(made);
    Ok(info)
}

async fn attached(cx: &Cx, info: &Info, restart: &str) -> Result {
    let server = cx.server().await?;
    let limit = cx.flags.duration("pod-running-timeout");
    let phase = |pod: &Value| pod.text("status.phase").to_owned();
    let started =
        |pod: &Value| Ok(pods::is_ready(pod) || matches!(pod.text("status.phase"), "Succeeded" | "Failed"));
    match until(server, info, Some(limit), started).await? {
        Waited::Done => {}
        Waited::Gone => bail!("pods {} not found", meta::go::quote(&info.name)),
        Waited::Late => bail!("timed out waiting for the condition"),
    }
    let mut pod = info.get(server).await?;
    let container = info.name.clone();
    if matches!(phase(&pod).as_str(), "Succeeded" | "Failed") {
        logs(cx, info, &container).await?;
    } else {
        logs(cx, info, &container).await.ok();
        if let Err(error) =
            attach::attach(cx, &pod, &container, cx.flags.on("stdin"), cx.flags.on("tty")).await
        {
            err!(
                cx,
                "warning: couldn't attach to pod/{}, falling back to streaming logs: {error}",
                info.name
            );
            logs(cx, info, &container).await?;
        }
    }
    if cx.flags.on("leave-stdin-open") || restart == "Always" {
        return Ok(());
    }
    let over = |pod: &Value| {
        let phase = pod.text("status.phase");
        Ok(phase == "Succeeded" || phase == "Failed" && restart == "Never")
    };
    if until(server, info, Some(limit), over).await? != Waited::Done {
        bail!("timed out waiting for the condition");
    }
    pod = info.get(server).await?;
    let (namespace, name) = (&info.namespace, &info.name);
    match phase(&pod).as_str() {
        "Succeeded" => Ok(()),
        "Failed" => {
            let state = pod.at("status.containerStatuses.0.state.terminated");
            match u8::try_from(state.int("exitCode")) {
                Ok(code @ 1..) => {
                    let text = format!(
                        "pod {namespace}/{name} terminated ({})\n{}",
                        state.text("reason"),
                        state.text("message")
                    );
                    Err(Error::Exit(code, text))
                }
                _ => bail!("pod {namespace}/{name} failed with unknown exit code"),
            }
        }
        other => bail!("pod {namespace}/{name} left in phase {other}"),
    }
}

async fn logs(cx: &Cx, info: &Info, container: &str) -> Result {
    let ask = Ask::get(format!("{}/log", info.path()))
        .query(vec![("container", container.to_owned())])
        .accept("*/*");
    let mut body = cx.server().await?.send(ask).await?.into_body();
    while let Some(piece) = futures_util::StreamExt::next(&mut body).await {
        cx.io.out(piece?);
    }
    Ok(())
}

async fn remove(cx: &Cx, infos: Vec<Info>) -> Result {
    let options = delete::Options {
        grace: cx.flags.int("grace-period"),
        propagation: delete::propagation(cx.flags.text("cascade"))?,
        dry_run: DryRun::None,
        wait: cx.flags.on("wait"),
        timeout: Duration::ZERO,
        ignore_not_found: true,
        quiet: cx.flags.on("quiet"),
        name_only: false,
    };
    delete::delete(cx, &options, Selected { infos, ..Selected::default() }).await
}
