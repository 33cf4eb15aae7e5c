//! `create role` and `create clusterrole`.

use serde_json::{Value, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::generate::{make, pairs};
use crate::io::err;

const STANDARD: [&str; 15] = [
    "*",
    "get",
    "delete",
    "list",
    "create",
    "update",
    "patch",
    "watch",
    "proxy",
    "deletecollection",
    "use",
    "bind",
    "escalate",
    "impersonate",
    "approve",
];

/// `create role`.
pub const ROLE: Verb = Verb {
    name: "role",
    usage: "NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]",
    about: "Create a role with single rule",
    examples: &[(
        "Create a role that allows user to read pods",
        "kubectl create role pod-reader --verb=get --verb=list --verb=watch --resource=pods",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], RULE],
    run: Some(|cx| Box::pin(role(cx))),
    ..Verb::NONE
};

/// `create clusterrole`.
pub const CLUSTER_ROLE: Verb = Verb {
    name: "clusterrole",
    usage: "NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--dry-run=server|client|none]",
    about: "Create a cluster role",
    examples: &[(
        "Create a cluster role that allows user to read pods",
        "kubectl create clusterrole pod-reader --verb=get,list,watch --resource=pods",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], RULE, CLUSTER],
    run: Some(|cx| Box::pin(cluster_role(cx))),
    ..Verb::NONE
};

static RULE: &[Flag] = &[
    Flag::list("verb", "Verb that applies to the resources contained in the rule"),
    Flag::list("resource", "Resource that the rule applies to"),
    Flag::repeat(
        "resource-name",
        "Resource in the white list that the rule applies to, repeat this flag for multiple items",
    ),
];
static CLUSTER: &[Flag] = &[
    Flag::list("non-resource-url", "A partial url that user should have access to"),
    Flag::list("aggregation-rule", "An aggregation label selector for combining ClusterRoles"),
];

fn once(words: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        if word == "*" {
            return vec![word];
        }
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

/// The rules: resources of one group together.
async fn rules(cx: &Cx, verbs: &[String]) -> Result<Vec<Value>> {
    let names: Vec<String> = once(cx.flags.list("resource-name"));
    let mut by_group: Vec<(String, Vec<String>)> = Vec::new();
    let resources = cx.flags.list("resource");
    let whole = resources.iter().any(|word| word == "*");
    for word in resources.iter().filter(|word| !whole || *word == "*") {
        let (resource, below) =
            word.split_once('/').map_or((word.as_str(), ""), |(resource, below)| (resource, below));
        let (name, group) = resource.split_once('.').unwrap_or((resource, ""));
        if name.is_empty() {
            bail!("resource must be specified if apiGroup/subresource specified");
        }
        let (mut name, mut group) = (name.to_owned(), group.to_owned());
        if name != "*" {
            let found = cx.server().await?.discovery().await?.resource(resource)?;
            (name, group) = (found.plural.clone(), found.group.clone());
        } else if group.is_empty() && below.is_empty() {
            group = "*".to_owned();
        }
        let name = if below.is_empty() { name } else { format!("{name}/{below}") };
        match by_group.iter_mut().find(|(known, _)| *known == group) {
            Some((_, names)) => names.push(name),
            None => by_group.push((group, vec![name])),
        }
    }
    by_group.sort();
    let rule = |(group, resources): (String, Vec<String>)| {
        let mut rule = json!({"verbs": verbs, "apiGroups": [group], "resources": resources});
        if !names.is_empty() {
            rule["resourceNames"] = json!(names);
        }
        rule
    };
    Ok(by_group.into_iter().map(rule).collect())
}

fn warn(cx: &Cx, verbs: &[String]) {
    for verb in verbs.iter().filter(|verb| !STANDARD.contains(&verb.as_str())) {
        err!(cx, "Warning: '{verb}' is not a standard resource verb");
    }
}

async fn role(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let verbs = once(cx.flags.list("verb"));
    if verbs.is_empty() {
        bail!("at least one verb must be specified");
    }
    warn(cx, &verbs);
    if !cx.flags.changed("resource") {
        bail!("at least one resource must be specified");
    }
    let rules = rules(cx, &verbs).await?;
    let object = json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": name}, "rules": rules});
    make(cx, object, true, "").await
}

async fn cluster_role(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let verbs = once(cx.flags.list("verb"));
    let urls = cx.flags.list("non-resource-url");
    let mut object = json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name}});
    if cx.flags.changed("aggregation-rule") {
        if !urls.is_empty()
            || !verbs.is_empty()
            || cx.flags.changed("resource")
            || cx.flags.changed("resource-name")
        {
            bail!(
                "aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames"
            );
        }
        let labels = pairs(&cx.flags.list("aggregation-rule").join(","))?;
        object["aggregationRule"] = json!({"clusterRoleSelectors": [{"matchLabels": labels}]});
        object["rules"] = Value::Null;
        return make(cx, object, false, "").await;
    }
    if verbs.is_empty() {
        bail!("at least one verb must be specified");
    }
    if !cx.flags.changed("resource") && urls.is_empty() {
        bail!("one of resource or nonResourceURL must be specified");
    }
    let mut all = Vec::new();
    if cx.flags.changed("resource") {
        warn(cx, &verbs);
        all = rules(cx, &verbs).await?;
    }
    if !urls.is_empty() {
        for verb in &verbs {
            if !["*", "get", "post", "put", "delete", "patch", "head", "options"].contains(&verb.as_str()) {
                bail!("invalid verb: '{verb}' for nonResourceURL");
            }
        }
        for url in &urls {
            if !url.starts_with('/') && url != "*" {
                bail!("nonResourceURL should start with /");
            }
            if url.contains('*') && url.find('*') != Some(url.len() - 1) {
                bail!("nonResourceURL only supports wildcard matches when '*' is at the end");
            }
        }
        all.push(json!({"verbs": verbs, "nonResourceURLs": urls}));
    }
    object["rules"] = json!(all);
    make(cx, object, false, "").await
}
