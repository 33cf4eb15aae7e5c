//! `explain`: what a field means, from the server's own schema.

mod render;

use serde_json::Value;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::discovery::Resource;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "explain",
    section: Section::Intermediate,
    usage: "TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext]",
    about: "Get documentation for a resource",
    examples: &[
        ("Get the documentation of the resource and its fields", "kubectl explain pods"),
        ("Get the documentation of a specific field of a resource", "kubectl explain pods.spec.containers"),
    ],
    flags: &[OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("api-version", "", "Use given api-version (group/version) of the resource"),
    Flag::text("output", "plaintext", "Format in which to render the schema").short('o'),
    Flag::switch("recursive", "When true, print the name of all the fields recursively"),
];

async fn run(cx: &Cx) -> Result {
    let word = match cx.args.as_slice() {
        [] => bail!(
            "You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.\n"
        ),
        [word] => word,
        _ => bail!("We accept only this format: explain RESOURCE\n"),
    };
    let server = cx.server().await?;
    let discovery = server.discovery().await?;
    let (resource, path) = split(word, |name| discovery.resource(name).ok()).ok_or_else(|| {
        plain(format!(
            "the server doesn't have a resource type {}",
            meta::go::quote(word.split('.').next().unwrap_or(word))
        ))
    })?;
    let mut resource = (*resource).clone();
    if let Some(api_version) = cx.flags.some("api-version") {
        let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        (resource.group, resource.version) = (group.to_owned(), version.to_owned());
    }
    let place = if resource.group.is_empty() {
        format!("api/{}", resource.version)
    } else {
        format!("apis/{}/{}", resource.group, resource.version)
    };
    let index = server.get("/openapi/v3").await?;
    let url = index.at("paths").get(&place).map(|one| one.text("serverRelativeURL").to_owned());
    let Some(url) = url.filter(|url| !url.is_empty()) else {
        bail!("couldn't find resource for \"{}, Resource={}\"", resource.api_version(), resource.plural);
    };
    let document = server.get(&url).await?;
    cx.io.out(page(&document, &resource, &path, cx.flags.on("recursive"))?);
    Ok(())
}

/// The resource and the fields after it: groups have dots as fields do, so the longest that is a resource counts.
fn split<T>(word: &str, find: impl Fn(&str) -> Option<T>) -> Option<(T, Vec<String>)> {
    let parts: Vec<&str> = word.split('.').collect();
    for length in (1..=parts.len()).rev() {
        if (length == 1 || parts[..length].len() > 1)
            && let Some(found) = find(&parts[..length].join("."))
        {
            return Some((found, parts[length..].iter().map(|part| (*part).to_owned()).collect()));
        }
    }
    None
}

fn page(document: &Value, resource: &Resource, path: &[String], recursive: bool) -> Result<String> {
    let of_kind = |schema: &Value| {
        schema.items("x-kubernetes-group-version-kind").iter().any(|gvk| {
            gvk.text("group") == resource.group
                && gvk.text("version") == resource.version
                && gvk.kind() == resource.kind
        })
    };
    let schemas = document.at("components.schemas").as_object();
    let Some(schema) = schemas.and_then(|schemas| schemas.values().find(|schema| of_kind(schema))) else {
        bail!("GVR ({}, Resource={}) not found in OpenAPI schema", resource.api_version(), resource.plural);
    };
    let mut text = String::new();
    if !resource.group.is_empty() {
        text += &format!("GROUP:      {}\n", resource.group);
    }
    text += &format!("KIND:       {}\nVERSION:    {}\n\n", resource.kind, resource.version);
    let body = render::Page { document, recursive }.output(schema, path);
    match body {
        Some(body) => Ok(text + &body + "\n"),
        None => bail!("field {} does not exist", meta::go::quote(path.last().map_or("", String::as_str))),
    }
}
