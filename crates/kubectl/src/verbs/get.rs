//! `get`: objects as the server's tables, or as `-o` asks; `-w` goes on with changes (in `get/watch.rs`).

mod generic;
mod watch;

use serde_json::Value;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL_NAMESPACES, CHUNK, FIELD_SELECTOR, FILES, Flag, PRINT, SELECTOR, SUBRESOURCE};
use crate::io::err;
use crate::print::{Look, Printer, Tables, sort_table};
use crate::resources::{Info, Select, Selected};
use crate::server::{Ask, TABLE};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "get",
    section: Section::Intermediate,
    usage: "[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]",
    about: "Display one or many resources",
    examples: &[
        ("List all pods in ps output format", "kubectl get pods"),
        ("List all pods with more information (such as node name)", "kubectl get pods -o wide"),
        ("List a single pod in JSON output format", "kubectl get -o json pod web-pod-13je7"),
        (
            "List resource information in custom columns",
            "kubectl get pod test-pod -o custom-columns=CONTAINER:.spec.containers[0].name",
        ),
        (
            "List one or more resources by their type and names",
            "kubectl get rc/web service/frontend pods/web-pod-13je7",
        ),
    ],
    flags: &[FILES, PRINT, SELECTOR, FIELD_SELECTOR, ALL_NAMESPACES, CHUNK, SUBRESOURCE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("raw", "", "Raw URI to request from the server"),
    Flag::switch("watch", "After listing/getting the requested object, watch for changes").short('w'),
    Flag::switch("watch-only", "Watch for changes to the requested object(s), without listing/getting first"),
    Flag::switch("output-watch-events", "Output watch event objects when --watch or --watch-only is used"),
    Flag::switch(
        "ignore-not-found",
        "If set to true, suppresses NotFound error for specific objects that do not exist",
    ),
    Flag::switch_on("server-print", "If true, have the server return the appropriate table output"),
    Flag::list("label-columns", "Labels that are going to be presented as columns").short('L'),
    Flag::switch("show-labels", "When printing, show all labels as the last column"),
    Flag::switch("show-kind", "If present, list the resource type for the requested object(s)"),
    Flag::switch("no-headers", "When using the default or custom-column output format, don't print headers"),
    Flag::text("sort-by", "", "If non-empty, sort list types using this field specification"),
];

async fn run(cx: &Cx) -> Result {
    if cx.flags.some("raw").is_some() {
        return raw(cx).await;
    }
    check(cx)?;
    let printer = Printer::of_tables(cx)?;
    if cx.flags.on("watch") || cx.flags.on("watch-only") {
        return watch::run(cx, printer).await;
    }
    match printer {
        Some(printer) => generic::run(cx, &printer).await,
        None => tables(cx).await,
    }
}

fn check(cx: &Cx) -> Result {
    let watching = cx.flags.on("watch") || cx.flags.on("watch-only");
    let sorting = cx.flags.some("sort-by").is_some();
    if sorting && cx.flags.on("watch") {
        err!(cx, "warning: --watch requested, --sort-by will be ignored for watch events received");
    } else if sorting && cx.flags.on("watch-only") {
        err!(cx, "warning: --watch-only requested, --sort-by will be ignored");
    }
    if !watching
        && cx.args.is_empty()
        && cx.flags.list("filename").is_empty()
        && cx.flags.some("kustomize").is_none()
    {
        err!(
            cx,
            "You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list of supported resources.\n"
        );
        return Err(cx.usage(
            "Required resource not specified.\nUse \"kubectl explain <resource>\" for a detailed description of that resource \
             (e.g. kubectl explain pods).",
        ));
    }
    let output = cx.flags.text("output");
    if cx.flags.on("show-labels") && !matches!(output, "" | "wide") {
        bail!("--show-labels option cannot be used with {output} printer");
    }
    if cx.flags.on("output-watch-events") && !watching {
        bail!("--output-watch-events option can only be used with --watch or --watch-only");
    }
    Ok(())
}

async fn raw(cx: &Cx) -> Result {
    let path = cx.flags.text("raw");
    if !cx.args.is_empty() {
        bail!("arguments may not be passed when --raw is specified");
    }
    if cx.flags.on("watch") || cx.flags.on("watch-only") || cx.flags.some("selector").is_some() {
        bail!(
            "--raw may not be specified with other flags that filter the server request or alter the output"
        );
    }
    if cx.flags.some("output").is_some() {
        bail!("--raw and --output are mutually exclusive");
    }
    if !path.starts_with('/') {
        bail!("--raw must be a valid URL path: parse {}: invalid URI for request", meta::go::quote(path));
    }
    let mut body = cx.server().await?.send(Ask::get(path).accept("*/*")).await?.into_body();
    while let Some(piece) = futures_util::StreamExt::next(&mut body).await {
        cx.io.out(piece?);
    }
    Ok(())
}

/// How the tables of a run look.
fn look(cx: &Cx) -> Look {
    Look {
        wide: cx.flags.text("output") == "wide",
        no_headers: cx.flags.on("no-headers"),
        with_namespace: false,
        kind: None,
        label_columns: cx.flags.list("label-columns"),
        show_labels: cx.flags.on("show-labels"),
    }
}

/// What a run that prints tables selects.
fn select(cx: &Cx) -> Select {
    let mut select = Select { types_mean_all: true, latest: true, ..Select::of(cx) };
    if cx.flags.on("server-print") {
        select.accept = TABLE;
    }
    if cx.flags.some("sort-by").is_some() {
        select.query.push(("includeObject", "Object".to_owned()));
        select.chunk = 0;
    }
    select
}

fn kind_label(info: &Info) -> String {
    let kind = info.resource.kind.to_lowercase();
    if info.resource.group.is_empty() { kind } else { format!("{kind}.{}", info.resource.group) }
}

async fn tables(cx: &Cx) -> Result {
    let Selected { mut infos, mut errors, .. } = select(cx).find(cx).await?;
    if cx.flags.on("ignore-not-found") {
        errors.retain(|error| !error.is_not_found());
    }
    let mixed = infos.iter().any(|info| info.resource != infos[0].resource);
    let sort_by = cx.flags.text("sort-by");
    for info in &mut infos {
        if info.object.kind() != "Table" {
            info.object = crate::print::plain_table(&info.object, cx.now());
        }
        if !sort_by.is_empty() {
            sort_table(&mut info.object, sort_by)?;
        }
    }
    let all_namespaces = cx.flags.on("all-namespaces");
    let mut written = String::new();
    let mut at = 0;
    let mut namespaced_only = !all_namespaces;
    while at < infos.len() {
        let resource = infos[at].resource.clone();
        let end = at + infos[at..].iter().take_while(|info| info.resource == resource).count();
        namespaced_only &= resource.namespaced;
        let mut look = look(cx);
        look.with_namespace = all_namespaces && resource.namespaced;
        look.kind = (mixed || cx.flags.on("show-kind")).then(|| kind_label(&infos[at]));
        let mut tables = Tables::new(look);
        let text: String = infos[at..end].iter().map(|info| tables.raw(&info.object, None)).collect();
        let text = tables.tabs.render(&text);
        if !text.is_empty() && !written.is_empty() && !cx.flags.on("no-headers") {
            written.push('\n');
        }
        written += &text;
        at = end;
    }
    cx.io.out(&written);
    if written.is_empty() && !cx.flags.on("ignore-not-found") && errors.is_empty() {
        if namespaced_only {
            err!(cx, "No resources found in {} namespace.", cx.namespace().await?.0);
        } else {
            err!(cx, "No resources found");
        }
    }
    Error::all(errors)
}

/// The list that several objects are shown as.
fn list_of(items: Vec<Value>) -> Value {
    serde_json::json!({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": items})
}
