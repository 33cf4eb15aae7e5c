//! What of a kubeconfig counts for this run: a context, with what flags say instead.

use serde_json::{Value, json};

use super::{Loaded, entry};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::tree::Tree as _;

/// Where a pod finds its own account.
const ACCOUNT: &str = "/var/run/secrets/kubernetes.io/serviceaccount";
/// The server when nothing names one.
const LOCAL: &str = "http://localhost:8080";

impl Loaded {
    /// The context that counts: its name and what it says.
    fn context(&self, cx: &Cx) -> Result<(String, Value)> {
        let name = cx.flags.global("context").unwrap_or_else(|| self.tree.text("current-context"));
        if name.is_empty() {
            return Ok((String::new(), json!({})));
        }
        match entry(&self.tree, "contexts", name) {
            Some(found) => Ok((name.to_owned(), found.at("context").clone())),
            None if cx.flags.global("context").is_some() => {
                bail!("context {} does not exist", meta::go::quote(name))
            }
            None => Ok((name.to_owned(), json!({}))),
        }
    }

    /// The namespace to work in.
    pub fn namespace(&self, cx: &Cx) -> String {
        if let Some(name) = cx.flags.global("namespace") {
            return name.to_owned();
        }
        let context = self.context(cx).map(|(_, context)| context).unwrap_or_default();
        let own =
            || std::fs::read_to_string(format!("{ACCOUNT}/namespace")).ok().filter(|_| self.files.is_empty());
        match context.text("namespace") {
            "" => own()
                .filter(|_| cx.around.var("KUBERNETES_SERVICE_HOST").is_some())
                .unwrap_or_else(|| "default".to_owned()),
            name => name.to_owned(),
        }
    }

    /// A kubeconfig with just the one entry that counts, and the server's address.
    pub fn chosen(&self, cx: &Cx) -> Result<(Value, String)> {
        let (_, context) = self.context(cx)?;
        let cluster_name = cx.flags.global("cluster").unwrap_or_else(|| context.text("cluster"));
        let user_name = cx.flags.global("user").unwrap_or_else(|| context.text("user"));
        let named = |list: &str, inner: &str, name: &str, flag: &str| match entry(&self.tree, list, name) {
            Some(found) => Ok(found.at(inner).clone()),
            None if cx.flags.global(flag).is_some() => {
                Err(crate::error::plain(format!("{flag} {} does not exist", meta::go::quote(name))))
            }
            None => Ok(json!({})),
        };
        let mut cluster = named("clusters", "cluster", cluster_name, "cluster")?;
        let mut user = named("users", "user", user_name, "user")?;
        if cluster.text("server").is_empty() && cx.flags.global("server").is_none() {
            in_cluster(cx, &mut cluster, &mut user);
        }
        overlay(cx, &mut cluster, &mut user);
        if cluster.text("server").is_empty() {
            cluster["server"] = json!(LOCAL);
        }
        let server = cluster.text("server").to_owned();
        if !server.contains("://") {
            cluster["server"] = json!(format!("http://{server}"));
        }
        for object in [&mut cluster, &mut user] {
            if let Some(members) = object.as_object_mut() {
                members.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
                members.remove("extensions");
            }
        }
        let server = cluster.text("server").to_owned();
        let tree = json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "one",
            "clusters": [{"name": "one", "cluster": cluster}],
            "users": [{"name": "one", "user": user}],
            "contexts": [{"name": "one", "context": {"cluster": "one", "user": "one"}}],
        });
        Ok((tree, server))
    }
}

/// The server and account of the pod that this runs in, if it does.
fn in_cluster(cx: &Cx, cluster: &mut Value, user: &mut Value) {
    let (Some(host), Some(port)) =
        (cx.around.var("KUBERNETES_SERVICE_HOST"), cx.around.var("KUBERNETES_SERVICE_PORT"))
    else {
        return;
    };
    let token = format!("{ACCOUNT}/token");
    if !std::path::Path::new(&token).exists() {
        return;
    }
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    *cluster = json!({"server": format!("https://{host}:{port}"), "certificate-authority": format!("{ACCOUNT}/ca.crt")});
    *user = json!({"tokenFile": token});
}

/// What flags say instead.
fn overlay(cx: &Cx, cluster: &mut Value, user: &mut Value) {
    for (flag, field) in [
        ("server", "server"),
        ("certificate-authority", "certificate-authority"),
        ("tls-server-name", "tls-server-name"),
    ] {
        if let Some(value) = cx.flags.global(flag) {
            cluster[field] = json!(value);
            if field == "certificate-authority" {
                cluster["certificate-authority-data"] = Value::Null;
            }
        }
    }
    if cx.flags.on("insecure-skip-tls-verify") {
        cluster["insecure-skip-tls-verify"] = json!(true);
        cluster["certificate-authority"] = Value::Null;
        cluster["certificate-authority-data"] = Value::Null;
    }
    let credentials = ["token", "username", "client-certificate"];
    if credentials.iter().any(|flag| cx.flags.global(flag).is_some()) {
        *user = json!({});
    }
    for flag in ["token", "username", "password", "client-certificate", "client-key"] {
        if let Some(value) = cx.flags.global(flag) {
            user[flag] = json!(value);
        }
    }
    if let Some(name) = cx.flags.global("as") {
        user["as"] = json!(name);
    }
    if cx.flags.changed("as-group") && cx.flags.global("as-group").is_some() {
        user["as-groups"] = json!(cx.flags.list("as-group"));
    }
}

impl From<client::ConfigError> for Error {
    fn from(error: client::ConfigError) -> Self {
        crate::error::plain(error.to_string())
    }
}
