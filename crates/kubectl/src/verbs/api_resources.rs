//! `api-resources`: what the server serves.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::discovery::Resource;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::print::Tabs;

/// The verb.
pub const VERB: Verb = Verb {
    name: "api-resources",
    section: Section::Other,
    usage: "[flags]",
    about: "Print the supported API resources on the server",
    examples: &[
        ("Print the supported API resources", "kubectl api-resources"),
        ("Print the supported API resources sorted by a column", "kubectl api-resources --sort-by=name"),
    ],
    flags: &[OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("api-group", "", "Limit to resources in the specified API group"),
    Flag::switch("cached", "Kept for scripts"),
    Flag::list("categories", "Limit to resources that belong to the specified categories"),
    Flag::switch_on(
        "namespaced",
        "If false, non-namespaced resources will be returned, otherwise returning namespaced resources by default",
    ),
    Flag::switch("no-headers", "When using the default or custom-column output format, don't print headers"),
    Flag::text("output", "", "Output format. One of: (wide, name)").short('o'),
    Flag::text("sort-by", "", "If non-empty, sort list of resources using specified field (name, kind)"),
    Flag::list("verbs", "Limit to resources that support the specified verbs"),
];

async fn run(cx: &Cx) -> Result {
    if !cx.args.is_empty() {
        return Err(cx.usage(format!("unexpected arguments: [{}]", cx.args.join(" "))));
    }
    let output = cx.flags.text("output");
    if !["", "wide", "name"].contains(&output) {
        bail!("--output {output} is not available");
    }
    let sort = cx.flags.text("sort-by");
    if !["", "name", "kind"].contains(&sort) {
        bail!("--sort-by accepts only name or kind");
    }
    let discovery = cx.server().await?.discovery().await?;
    let mut shown: Vec<&Resource> = Vec::new();
    for one in &discovery.resources {
        let known = shown.iter().any(|other| other.plural == one.plural && other.group == one.group);
        if !known && wanted(cx, one) {
            shown.push(one);
        }
    }
    shown.sort_by(|left, right| match sort {
        "name" => left.plural.cmp(&right.plural),
        "kind" => left.kind.cmp(&right.kind),
        _ => (&left.group, &left.plural).cmp(&(&right.group, &right.plural)),
    });
    let mut text = String::new();
    if !cx.flags.on("no-headers") && output != "name" {
        text += "NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND";
        text += if output == "wide" { "\tVERBS\tCATEGORIES\n" } else { "\n" };
    }
    for one in shown {
        if output == "name" {
            text += &format!("{}\n", one.full_name());
            continue;
        }
        text += &format!(
            "{}\t{}\t{}\t{}\t{}",
            one.plural,
            one.short_names.join(","),
            one.api_version(),
            one.namespaced,
            one.kind
        );
        if output == "wide" {
            text += &format!("\t{}\t{}", one.verbs.join(","), one.categories.join(","));
        }
        text.push('\n');
    }
    cx.io.out(Tabs::list().render(&text));
    Ok(())
}

fn wanted(cx: &Cx, one: &Resource) -> bool {
    let all = |flag: &str, has: &[String]| cx.flags.list(flag).iter().all(|word| has.contains(word));
    !one.verbs.is_empty()
        && (!cx.flags.changed("api-group") || one.group == cx.flags.text("api-group"))
        && (!cx.flags.changed("namespaced") || one.namespaced == cx.flags.on("namespaced"))
        && all("verbs", &one.verbs)
        && all("categories", &one.categories)
}
