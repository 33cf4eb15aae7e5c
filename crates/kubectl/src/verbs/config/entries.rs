//! Clusters, users and contexts of kubeconfig files: listed, set, deleted.

use base64::Engine as _;
use serde_json::{Value, json};

use crate::command::Verb;
use crate::config::{Part, entry, entry_mut, write};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::io::out;
use crate::tree::Tree as _;

/// `config get-clusters`.
pub const GET_CLUSTERS: Verb = Verb {
    name: "get-clusters",
    about: "Display clusters defined in the kubeconfig",
    run: Some(|cx| Box::pin(list(cx, "clusters"))),
    ..Verb::NONE
};
/// `config get-users`.
pub const GET_USERS: Verb = Verb {
    name: "get-users",
    about: "Display users defined in the kubeconfig",
    run: Some(|cx| Box::pin(list(cx, "users"))),
    ..Verb::NONE
};
/// `config delete-cluster`.
pub const DELETE_CLUSTER: Verb = Verb {
    name: "delete-cluster",
    usage: "NAME",
    about: "Delete the specified cluster from the kubeconfig",
    run: Some(|cx| Box::pin(delete(cx, "clusters", "cluster"))),
    ..Verb::NONE
};
/// `config delete-context`.
pub const DELETE_CONTEXT: Verb = Verb {
    name: "delete-context",
    usage: "NAME",
    about: "Delete the specified context from the kubeconfig",
    run: Some(|cx| Box::pin(delete(cx, "contexts", "context"))),
    ..Verb::NONE
};
/// `config delete-user`.
pub const DELETE_USER: Verb = Verb {
    name: "delete-user",
    usage: "NAME",
    about: "Delete the specified user from the kubeconfig",
    run: Some(|cx| Box::pin(delete(cx, "users", "user"))),
    ..Verb::NONE
};
/// `config set-cluster`.
pub const SET_CLUSTER: Verb = Verb {
    name: "set-cluster",
    usage: "NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]",
    about: "Set a cluster entry in kubeconfig",
    flags: &[EMBED, PROXY],
    run: Some(|cx| Box::pin(set_cluster(cx))),
    ..Verb::NONE
};
/// `config set-context`.
pub const SET_CONTEXT: Verb = Verb {
    name: "set-context",
    usage: "[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]",
    about: "Set a context entry in kubeconfig",
    flags: &[CURRENT],
    run: Some(|cx| Box::pin(set_context(cx))),
    ..Verb::NONE
};
/// `config set-credentials`.
pub const SET_CREDENTIALS: Verb = Verb {
    name: "set-credentials",
    usage: "NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password]",
    about: "Set a user entry in kubeconfig",
    flags: &[EMBED],
    run: Some(|cx| Box::pin(set_credentials(cx))),
    ..Verb::NONE
};

static EMBED: &[Flag] = &[Flag::switch("embed-certs", "Embed files in the kubeconfig")];
static PROXY: &[Flag] = &[Flag::text("proxy-url", "", "proxy-url for the cluster entry in kubeconfig")];
static CURRENT: &[Flag] = &[Flag::switch("current", "Modify the current context")];

async fn list(cx: &Cx, which: &str) -> Result {
    out!(cx, "NAME");
    let names = cx.config().await?.tree.items(which).iter().map(|one| one.text("name").to_owned());
    for name in names.collect::<Vec<_>>() {
        out!(cx, "{name}");
    }
    Ok(())
}

async fn delete(cx: &Cx, which: &str, what: &str) -> Result {
    let [name] = cx.args.as_slice() else {
        return Err(cx.usage(format!("expected one NAME, got {}", cx.args.len())));
    };
    let config = cx.config().await?;
    if entry(&config.tree, which, name).is_none() {
        bail!("cannot delete {what} {name}, not in {}", crate::config::default_file(cx, config).display());
    }
    let path = write(cx, config, Part::Entry(which, name), |tree| {
        if let Some(entries) = tree[which].as_array_mut() {
            entries.retain(|one| one.text("name") != name);
        }
    })?;
    if which == "contexts" && config.tree.text("current-context") == name {
        crate::io::err!(
            cx,
            "warning: this removed your active context, use \"kubectl config use-context\" to select a different one"
        );
    }
    out!(cx, "deleted {what} {name} from {}", path.display());
    Ok(())
}

/// Changes an entry, which is made if it is not there; gives whether it was.
async fn set(cx: &Cx, list: &str, inner: &str, name: &str, change: impl FnOnce(&mut Value)) -> Result<bool> {
    let config = cx.config().await?;
    let known = entry(&config.tree, list, name).is_some();
    write(cx, config, Part::Entry(list, name), |tree| {
        if entry(tree, list, name).is_none()
            && let Some(entries) = tree[list].as_array_mut()
        {
            entries.push(json!({"name": name, inner: {}}));
        }
        if let Some(found) = entry_mut(tree, list, name) {
            change(&mut found[inner]);
        }
    })?;
    Ok(known)
}

/// A file's path, or what is in it if it is to be embedded.
fn file(cx: &Cx, into: &mut Value, flag: &str) -> Result {
    let Some(path) = cx.flags.some(flag) else { return Ok(()) };
    let (path_field, data_field) = (flag.to_owned(), format!("{flag}-data"));
    let Some(members) = into.as_object_mut() else { return Ok(()) };
    if cx.flags.on("embed-certs") {
        let bytes = std::fs::read(path)
            .map_err(|error| plain(format!("could not read {flag} data from {path}: {error}")))?;
        members.insert(data_field, json!(base64::engine::general_purpose::STANDARD.encode(bytes)));
        members.remove(&path_field);
    } else {
        let path = std::path::absolute(path)
            .map(|path| path.to_string_lossy().into_owned())
            .unwrap_or_else(|_| path.to_owned());
        members.insert(path_field, json!(path));
        members.remove(&data_field);
    }
    Ok(())
}

fn name(cx: &Cx) -> Result<String> {
    match cx.args.as_slice() {
        [name] => Ok(name.clone()),
        args => Err(cx.usage(format!("Unexpected args: [{}]", args.join(" ")))),
    }
}

async fn set_cluster(cx: &Cx) -> Result {
    let name = name(cx)?;
    let mut wrong = Ok(());
    set(cx, "clusters", "cluster", &name, |cluster| {
        for flag in ["server", "tls-server-name", "proxy-url"] {
            if let Some(value) = cx.flags.some(flag) {
                cluster[flag] = json!(value);
            }
        }
        if cx.flags.changed("insecure-skip-tls-verify") {
            cluster["insecure-skip-tls-verify"] = json!(cx.flags.on("insecure-skip-tls-verify"));
        }
        wrong = file(cx, cluster, "certificate-authority");
    })
    .await?;
    wrong?;
    out!(cx, "Cluster {} set.", meta::go::quote(&name));
    Ok(())
}

async fn set_credentials(cx: &Cx) -> Result {
    let name = name(cx)?;
    let mut wrong = Ok(());
    set(cx, "users", "user", &name, |user| {
        for flag in ["token", "username", "password"] {
            if let Some(value) = cx.flags.some(flag) {
                user[flag] = json!(value);
            }
        }
        wrong = file(cx, user, "client-certificate").and_then(|()| file(cx, user, "client-key"));
    })
    .await?;
    wrong?;
    out!(cx, "User {} set.", meta::go::quote(&name));
    Ok(())
}

async fn set_context(cx: &Cx) -> Result {
    let name = if cx.flags.on("current") {
        if !cx.args.is_empty() {
            bail!("you cannot specify both a context name and --current");
        }
        match cx.config().await?.tree.text("current-context") {
            "" => bail!("no current context is set"),
            name => name.to_owned(),
        }
    } else if cx.args.is_empty() {
        bail!("you must specify a non-empty context name or --current");
    } else {
        name(cx)?
    };
    let known = set(cx, "contexts", "context", &name, |context| {
        for flag in ["cluster", "user", "namespace"] {
            if cx.flags.changed(flag) {
                context[flag] = json!(cx.flags.text(flag));
            }
        }
    })
    .await?;
    out!(cx, "Context {} {}.", meta::go::quote(&name), if known { "modified" } else { "created" });
    Ok(())
}
