//! `config view`: what counts, with secrets left out.

use serde_json::{Value, json};

use crate::command::Verb;
use crate::config::entry;
use crate::cx::Cx;
use crate::error::Result;
use crate::flags::{Flag, PRINT};
use crate::print::Printer;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "view",
    about: "Display merged kubeconfig settings or a specified kubeconfig file",
    examples: &[("Show merged kubeconfig settings", "kubectl config view")],
    flags: &[PRINT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("flatten", "Flatten the resulting kubeconfig file into self-contained output"),
    Flag::switch_on("merge", "Merge the full hierarchy of kubeconfig files"),
    Flag::switch("minify", "Remove all information not used by current-context from the output"),
    Flag::switch("raw", "Display raw byte data and sensitive data"),
];

async fn run(cx: &Cx) -> Result {
    let mut tree = cx.config().await?.tree.clone();
    if cx.flags.on("minify") {
        minify(cx, &mut tree);
    }
    if cx.flags.on("flatten") {
        flatten(&mut tree)?;
    }
    if !cx.flags.on("raw") && !cx.flags.on("flatten") {
        redact(&mut tree);
    }
    for list in ["clusters", "contexts", "users"] {
        if tree.items(list).is_empty() {
            tree[list] = Value::Null;
        }
    }
    match Printer::of(cx)? {
        Some(printer) => printer.print(cx, &tree),
        None => {
            cx.io.out(codec::yaml::to_string(&tree));
            Ok(())
        }
    }
}

fn minify(cx: &Cx, tree: &mut Value) {
    let name = cx.flags.some("context").unwrap_or_else(|| tree.text("current-context")).to_owned();
    let context = entry(tree, "contexts", &name).map(|found| found.at("context").clone()).unwrap_or_default();
    let (cluster, user) = (context.text("cluster").to_owned(), context.text("user").to_owned());
    for (list, kept) in [("contexts", &name), ("clusters", &cluster), ("users", &user)] {
        if let Some(entries) = tree[list].as_array_mut() {
            entries.retain(|one| one.text("name") == kept);
        }
    }
    tree["current-context"] = json!(name);
}

/// Files that entries name, in their place.
fn flatten(tree: &mut Value) -> Result {
    use base64::Engine as _;
    for (list, inner, fields) in [
        ("clusters", "cluster", &["certificate-authority"][..]),
        ("users", "user", &["client-certificate", "client-key"][..]),
    ] {
        for one in tree[list].as_array_mut().into_iter().flatten() {
            for field in fields {
                let path = one.at(inner).text(field).to_owned();
                if path.is_empty() {
                    continue;
                }
                let data = base64::engine::general_purpose::STANDARD.encode(std::fs::read(&path)?);
                if let Some(members) = one.get_mut(inner).and_then(Value::as_object_mut) {
                    members.remove(*field);
                    members.insert(format!("{field}-data"), json!(data));
                }
            }
        }
    }
    Ok(())
}

fn redact(tree: &mut Value) {
    let lists = [
        ("clusters", "cluster", &[("certificate-authority-data", "DATA+OMITTED")][..]),
        (
            "users",
            "user",
            &[
                ("client-certificate-data", "DATA+OMITTED"),
                ("client-key-data", "DATA+OMITTED"),
                ("token", "REDACTED"),
                ("password", "REDACTED"),
            ][..],
        ),
    ];
    for (list, inner, fields) in lists {
        for one in tree[list].as_array_mut().into_iter().flatten() {
            for (field, shown) in fields {
                if one.at(inner).has(field) {
                    one[inner][*field] = json!(shown);
                }
            }
        }
    }
}
