//! `top`: what nodes and pods use, where the metrics API is served.

use meta::Quantity;
use serde_json::Value;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{ALL_NAMESPACES, FIELD_SELECTOR, Flag, SELECTOR};
use crate::io::err;
use crate::print::Tabs;
use crate::server::Ask;
use crate::tree::Tree as _;

const GROUP: &str = "/apis/metrics.k8s.io/v1beta1";

/// The verb.
pub const VERB: Verb = Verb {
    name: "top",
    section: Section::Cluster,
    usage: "[flags]",
    about: "Display resource (CPU/memory) usage",
    below: &[NODE, POD],
    ..Verb::NONE
};

const NODE: Verb = Verb {
    name: "node",
    aliases: &["nodes", "no"],
    usage: "[NAME | -l label]",
    about: "Display resource (CPU/memory) usage of nodes",
    flags: &[SELECTOR, OWN],
    run: Some(|cx| Box::pin(nodes(cx))),
    ..Verb::NONE
};
const POD: Verb = Verb {
    name: "pod",
    aliases: &["pods", "po"],
    usage: "[NAME | -l label]",
    about: "Display resource (CPU/memory) usage of pods",
    flags: &[SELECTOR, FIELD_SELECTOR, ALL_NAMESPACES, OWN, CONTAINERS],
    run: Some(|cx| Box::pin(pods(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("no-headers", "If present, print output without headers"),
    Flag::text(
        "sort-by",
        "",
        "If non-empty, sort list using specified field. The field can be either 'cpu' or 'memory'",
    ),
    Flag::switch("show-capacity", "Print node resources based on Capacity instead of Allocatable"),
    Flag::switch_on("use-protocol-buffers", "Kept for scripts"),
];
static CONTAINERS: &[Flag] = &[
    Flag::switch("containers", "If present, print usage of containers within a pod"),
    Flag::switch("sum", "Print the sum of the resource usage"),
];

async fn metrics(cx: &Cx, path: &str) -> Result<Vec<Value>> {
    let server = cx.server().await?;
    let served = server.discovery().await?.versions.iter().any(|one| one.group == "metrics.k8s.io");
    if !served {
        bail!("Metrics API not available");
    }
    let (one, path) = match cx.args.first() {
        Some(name) => (true, format!("{path}/{name}")),
        None => (false, path.to_owned()),
    };
    let query = ["selector", "field-selector"]
        .iter()
        .zip(["labelSelector", "fieldSelector"])
        .filter(|(flag, _)| cx.flags.has(flag));
    let query =
        query.filter_map(|(flag, name)| cx.flags.some(flag).map(|value| (name, value.to_owned()))).collect();
    let answer = server.call(Ask::get(path).query(query)).await?;
    let mut items = if one { vec![answer] } else { answer.items("items").to_vec() };
    match cx.flags.text("sort-by") {
        "" => items.sort_by_key(|item| (item.namespace().to_owned(), item.name().to_owned())),
        field @ ("cpu" | "memory") => items.sort_by_key(|item| std::cmp::Reverse(usage(item, field))),
        _ => bail!("--sort-by accepts only cpu or memory"),
    }
    Ok(items)
}

fn amount(tree: &Value, field: &str) -> i64 {
    let quantity: Quantity = tree.show(field).parse().unwrap_or_else(|_| Quantity::zero());
    if field == "cpu" { quantity.milli_value() } else { quantity.value() }
}

fn usage(item: &Value, field: &str) -> i64 {
    if item.has("usage") {
        return amount(item.at("usage"), field);
    }
    item.items("containers").iter().map(|container| amount(container.at("usage"), field)).sum()
}

fn cells(cpu: i64, memory: i64) -> (String, String) {
    (format!("{cpu}m"), format!("{}Mi", memory / (1024 * 1024)))
}

async fn nodes(cx: &Cx) -> Result {
    let items = metrics(cx, &format!("{GROUP}/nodes")).await?;
    let list = cx.server().await?.get("/api/v1/nodes").await?;
    let field = if cx.flags.on("show-capacity") { "status.capacity" } else { "status.allocatable" };
    let mut text = if cx.flags.on("no-headers") {
        String::new()
    } else {
        "NAME\tCPU(cores)\tCPU(%)\tMEMORY(bytes)\tMEMORY(%)\n".to_owned()
    };
    for item in items {
        let (cpu, memory) = (usage(&item, "cpu"), usage(&item, "memory"));
        let node = list.items("items").iter().find(|node| node.name() == item.name());
        let percent = |used: i64, name: &str| match node
            .map(|node| amount(node.at(field), name))
            .filter(|whole| *whole > 0)
        {
            Some(whole) => format!("{}%", used * 100 / whole),
            None => "<unknown>".to_owned(),
        };
        let (cpu_text, memory_text) = cells(cpu, memory);
        text += &format!(
            "{}\t{cpu_text}\t{}\t{memory_text}\t{}\n",
            item.name(),
            percent(cpu, "cpu"),
            percent(memory, "memory")
        );
    }
    cx.io.out(Tabs::list().render(&text));
    Ok(())
}

async fn pods(cx: &Cx) -> Result {
    let (namespace, _) = cx.namespace().await?;
    let everywhere = cx.flags.on("all-namespaces");
    if everywhere && !cx.args.is_empty() {
        return Err(plain("a resource cannot be retrieved by name across all namespaces"));
    }
    let path =
        if everywhere { format!("{GROUP}/pods") } else { format!("{GROUP}/namespaces/{namespace}/pods") };
    let items = metrics(cx, &path).await?;
    if items.is_empty() {
        err!(
            cx,
            "{}",
            if everywhere {
                "No resources found".to_owned()
            } else {
                format!("No resources found in {namespace} namespace.")
            }
        );
        return Ok(());
    }
    let containers = cx.flags.on("containers");
    let mut text = String::new();
    if !cx.flags.on("no-headers") {
        text += if everywhere { "NAMESPACE\t" } else { "" };
        text += if containers { "POD\tNAME\t" } else { "NAME\t" };
        text += "CPU(cores)\tMEMORY(bytes)\n";
    }
    let (mut sum_cpu, mut sum_memory) = (0, 0);
    for item in &items {
        let prefix = if everywhere { format!("{}\t", item.namespace()) } else { String::new() };
        let (cpu, memory) = (usage(item, "cpu"), usage(item, "memory"));
        (sum_cpu, sum_memory) = (sum_cpu + cpu, sum_memory + memory);
        if containers {
            for one in item.items("containers") {
                let (cpu, memory) = cells(amount(one.at("usage"), "cpu"), amount(one.at("usage"), "memory"));
                text += &format!("{prefix}{}\t{}\t{cpu}\t{memory}\n", item.name(), one.text("name"));
            }
        } else {
            let (cpu, memory) = cells(cpu, memory);
            text += &format!("{prefix}{}\t{cpu}\t{memory}\n", item.name());
        }
    }
    if cx.flags.on("sum") {
        let columns = usize::from(everywhere) + usize::from(containers);
        let (cpu, memory) = cells(sum_cpu, sum_memory);
        text += &format!("{0}\t________\t________\n{0}\t{cpu}\t{memory}\n", "\t".repeat(columns));
    }
    cx.io.out(Tabs::list().render(&text));
    Ok(())
}
