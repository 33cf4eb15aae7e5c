//! `auth can-i`.

use http::Method;
use serde_json::{Value, json};

use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL_NAMESPACES, Flag};
use crate::io::err;
use crate::print::Tabs;
use crate::server::Ask;
use crate::tree::{Tree as _, show};

/// The verb.
pub const VERB: Verb = Verb {
    name: "can-i",
    usage: "VERB [TYPE | TYPE/NAME | NONRESOURCEURL]",
    about: "Check whether an action is allowed",
    examples: &[(
        "Check to see if I can create pods in any namespace",
        "kubectl auth can-i create pods --all-namespaces",
    )],
    flags: &[ALL_NAMESPACES, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("list", "If true, prints all allowed actions"),
    Flag::switch("no-headers", "If true, prints allowed actions without headers"),
    Flag::switch("quiet", "If true, suppress output and just return the exit code").short('q'),
    Flag::text("subresource", "", "SubResource such as pod/log or deployment/scale"),
];

async fn run(cx: &Cx) -> Result {
    let (namespace, _) = cx.namespace().await?;
    let namespace = if cx.flags.on("all-namespaces") { String::new() } else { namespace };
    if cx.flags.on("list") {
        if !cx.args.is_empty() {
            bail!("list option must be specified with no arguments");
        }
        return list(cx, &namespace).await;
    }
    let [verb, what] = cx.args.as_slice() else {
        bail!(
            "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples."
        );
    };
    let spec = if what.starts_with('/') {
        json!({"nonResourceAttributes": {"verb": verb, "path": what}})
    } else {
        let (word, name) = what.split_once('/').unwrap_or((what, ""));
        let (group, resource) = resource(cx, word, verb).await?;
        json!({"resourceAttributes": {
            "namespace": namespace, "verb": verb, "group": group, "resource": resource, "name": name,
            "subresource": cx.flags.text("subresource"),
        }})
    };
    let body =
        json!({"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": spec});
    let ask = Ask::new(Method::POST, "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews").body(&body);
    let status = cx.server().await?.call(ask).await?.at("status").clone();
    let allowed = status.truth("allowed");
    if !cx.flags.on("quiet") {
        let mut text = if allowed { "yes" } else { "no" }.to_owned();
        for field in ["reason", "evaluationError"] {
            if !allowed && !status.text(field).is_empty() {
                text += &format!(" - {}", status.text(field));
            }
        }
        cx.io.out(text + "\n");
    }
    if allowed { Ok(()) } else { Err(Error::Silent(1)) }
}

async fn resource(cx: &Cx, word: &str, verb: &str) -> Result<(String, String)> {
    if word == "*" {
        return Ok(("*".to_owned(), "*".to_owned()));
    }
    let discovery = cx.server().await?.discovery().await?;
    let Ok(found) = discovery.resource(word) else {
        let (name, group) = word.split_once('.').unwrap_or((word, ""));
        if group.is_empty() {
            err!(cx, "Warning: the server doesn't have a resource type '{name}'\n");
        } else {
            err!(cx, "Warning: the server doesn't have a resource type '{name}' in group '{group}'\n");
        }
        return Ok((group.to_owned(), name.to_owned()));
    };
    let standard = [
        "get",
        "list",
        "watch",
        "create",
        "update",
        "patch",
        "delete",
        "deletecollection",
        "use",
        "bind",
        "impersonate",
        "*",
        "approve",
        "sign",
        "escalate",
        "attest",
        "proxy",
    ];
    if !standard.contains(&verb) {
        err!(cx, "Warning: verb '{verb}' is not a known verb\n");
    }
    if !found.namespaced && !cx.flags.on("all-namespaces") {
        let group =
            if found.group.is_empty() { String::new() } else { format!(" in group '{}'", found.group) };
        err!(cx, "Warning: resource '{}' is not namespace scoped{group}\n", found.plural);
    }
    Ok((found.group.clone(), found.plural.clone()))
}

async fn list(cx: &Cx, namespace: &str) -> Result {
    let body = json!({"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "spec": {"namespace": namespace}});
    let ask = Ask::new(Method::POST, "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews").body(&body);
    let status = cx.server().await?.call(ask).await?.at("status").clone();
    if status.truth("incomplete") && !status.text("evaluationError").is_empty() {
        err!(cx, "Warning: the list may be incomplete: {}", status.text("evaluationError"));
    }
    let words = |rule: &Value, field: &str| rule.items(field).iter().map(show).collect::<Vec<_>>();
    let mut rows: Vec<(String, String, String, String)> = Vec::new();
    let shown = |words: &[String]| format!("[{}]", words.join(" "));
    for rule in status.items("resourceRules") {
        let groups = words(rule, "apiGroups");
        for resource in words(rule, "resources") {
            let group = groups
                .first()
                .filter(|group| !group.is_empty())
                .map(|group| format!(".{group}"))
                .unwrap_or_default();
            let (name, below) = resource
                .split_once('/')
                .map_or((resource.as_str(), String::new()), |(name, below)| (name, format!("/{below}")));
            rows.push((
                format!("{name}{group}{below}"),
                "[]".to_owned(),
                shown(&words(rule, "resourceNames")),
                shown(&words(rule, "verbs")),
            ));
        }
    }
    for rule in status.items("nonResourceRules") {
        for url in words(rule, "nonResourceURLs") {
            rows.push((String::new(), format!("[{url}]"), "[]".to_owned(), shown(&words(rule, "verbs"))));
        }
    }
    rows.sort_by_key(|row| (row.0.is_empty(), row.0.clone(), row.1.clone()));
    let mut text = if cx.flags.on("no-headers") {
        String::new()
    } else {
        "Resources\tNon-Resource URLs\tResource Names\tVerbs\n".to_owned()
    };
    for (resource, urls, names, verbs) in rows {
        text += &format!("{resource}\t{urls}\t{names}\t{verbs}\n");
    }
    cx.io.out(Tabs::list().render(&text));
    Ok(())
}
