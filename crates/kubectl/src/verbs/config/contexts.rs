//! `config current-context`, `get-contexts`, `use-context` and `rename-context`.

use serde_json::{Value, json};

use crate::command::Verb;
use crate::config::{Part, entry, entry_mut, write};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::Flag;
use crate::io::out;
use crate::print::Tabs;
use crate::tree::Tree as _;

/// `config current-context`.
pub const CURRENT: Verb = Verb {
    name: "current-context",
    about: "Display the current-context",
    run: Some(|cx| Box::pin(current(cx))),
    ..Verb::NONE
};

/// `config get-contexts`.
pub const GET: Verb = Verb {
    name: "get-contexts",
    usage: "[(-o|--output=)name)]",
    about: "Describe one or many contexts",
    flags: &[OUTPUT],
    run: Some(|cx| Box::pin(get(cx))),
    ..Verb::NONE
};

/// `config use-context`.
pub const USE: Verb = Verb {
    name: "use-context",
    aliases: &["use"],
    usage: "CONTEXT_NAME",
    about: "Set the current-context in a kubeconfig file",
    run: Some(|cx| Box::pin(use_context(cx))),
    ..Verb::NONE
};

/// `config rename-context`.
pub const RENAME: Verb = Verb {
    name: "rename-context",
    usage: "CONTEXT_NAME NEW_NAME",
    about: "Rename a context from the kubeconfig file",
    run: Some(|cx| Box::pin(rename(cx))),
    ..Verb::NONE
};

static OUTPUT: &[Flag] = &[
    Flag::switch("no-headers", "When using the default or custom-column output format, don't print headers"),
    Flag::text("output", "", "Output format. One of: (name)").short('o'),
];

async fn current(cx: &Cx) -> Result {
    let config = cx.config().await?;
    match config.tree.text("current-context") {
        "" => bail!("current-context is not set"),
        name => out!(cx, "{name}"),
    }
    Ok(())
}

async fn get(cx: &Cx) -> Result {
    let tree = &cx.config().await?.tree;
    let output = cx.flags.text("output");
    if !["", "name"].contains(&output) {
        bail!("output must be one of '' or 'name': {output}");
    }
    let names: Vec<&str> = if cx.args.is_empty() {
        tree.items("contexts").iter().map(|one| one.text("name")).collect()
    } else {
        cx.args.iter().map(String::as_str).collect()
    };
    let mut text = String::new();
    if output != "name" && !cx.flags.on("no-headers") {
        text += "CURRENT\tNAME\tCLUSTER\tAUTHINFO\tNAMESPACE\n";
    }
    let mut errors = Vec::new();
    for name in names {
        let Some(found) = entry(tree, "contexts", name) else {
            errors.push(plain(format!("context {name} not found")));
            continue;
        };
        if output == "name" {
            text += &format!("{name}\n");
            continue;
        }
        let mark = if tree.text("current-context") == name { "*" } else { "" };
        let of = found.at("context");
        text += &format!(
            "{mark}\t{name}\t{}\t{}\t{}\n",
            of.text("cluster"),
            of.text("user"),
            of.text("namespace")
        );
    }
    cx.io.out(Tabs::list().render(&text));
    Error::all(errors)
}

async fn use_context(cx: &Cx) -> Result {
    let [name] = cx.args.as_slice() else {
        return Err(cx.usage(format!("unexpected args: [{}]", cx.args.join(" "))));
    };
    let config = cx.config().await?;
    if entry(&config.tree, "contexts", name).is_none() {
        bail!("no context exists with the name: {}", meta::go::quote(name));
    }
    write(cx, config, Part::Current, |tree| tree["current-context"] = json!(name))?;
    out!(cx, "Switched to context {}.", meta::go::quote(name));
    Ok(())
}

async fn rename(cx: &Cx) -> Result {
    let [old, new] = cx.args.as_slice() else {
        return Err(cx.usage(format!("unexpected args: [{}]", cx.args.join(" "))));
    };
    let config = cx.config().await?;
    let quote = meta::go::quote;
    if entry(&config.tree, "contexts", old).is_none() {
        bail!(
            "cannot rename the context {}, it's not in {}",
            quote(old),
            crate::config::default_file(cx, config).display()
        );
    }
    if entry(&config.tree, "contexts", new).is_some() {
        bail!(
            "cannot rename the context {}, the context {} already exists in {}",
            quote(old),
            quote(new),
            crate::config::default_file(cx, config).display()
        );
    }
    write(cx, config, Part::Entry("contexts", old), |tree| {
        if let Some(found) = entry_mut(tree, "contexts", old) {
            found["name"] = json!(new);
        }
    })?;
    if config.tree.text("current-context") == old {
        write(cx, config, Part::Current, |tree: &mut Value| tree["current-context"] = json!(new))?;
    }
    out!(cx, "Context {} renamed to {}.", quote(old), quote(new));
    Ok(())
}
