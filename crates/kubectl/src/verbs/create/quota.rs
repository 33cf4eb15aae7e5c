//! `create quota`.

use serde_json::{Map, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "quota",
    aliases: &["resourcequota"],
    usage: "NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]",
    about: "Create a quota with the specified name",
    examples: &[(
        "Create a new resource quota named my-quota",
        "kubectl create quota my-quota --hard=cpu=1,memory=1G,pods=2",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("hard", "", "A comma-delimited set of resource=quantity pairs that define a hard limit"),
    Flag::text(
        "scopes",
        "",
        "A comma-delimited set of quota scopes that must all match each object tracked by the quota",
    ),
];

async fn run(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let mut hard = Map::new();
    for pair in cx.flags.text("hard").split(',').filter(|pair| !pair.is_empty()) {
        let parts: Vec<&str> = pair.split('=').collect();
        let [resource, amount] = parts[..] else {
            bail!("Invalid argument syntax {pair}, expected <resource>=<value>")
        };
        let quantity: meta::Quantity = amount.parse().map_err(|error| plain(format!("{error}")))?;
        hard.insert(resource.to_owned(), json!(quantity.to_string()));
    }
    let mut quota = json!({
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name}, "spec": {},
    });
    if !hard.is_empty() {
        quota["spec"]["hard"] = json!(hard);
    }
    if let Some(scopes) = cx.flags.some("scopes") {
        let scopes: Vec<&str> = scopes.split(',').collect();
        if scopes.contains(&"") {
            bail!("invalid resource quota scope \"\"");
        }
        quota["spec"]["scopes"] = json!(scopes);
    }
    make(cx, quota, true, "failed to create quota:").await
}
