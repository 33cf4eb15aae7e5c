//! `create secret generic|tls|docker-registry`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, json};

use super::{COMMON, data, hash};
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "secret",
    usage: "(docker-registry | generic | tls)",
    about: "Create a secret using a specified subcommand",
    below: &[DOCKER, GENERIC, TLS],
    ..Verb::NONE
};

const GENERIC: Verb = Verb {
    name: "generic",
    usage: "NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
    about: "Create a secret from a local file, directory, or literal value",
    examples: &[(
        "Create a secret with key1=supersecret",
        "kubectl create secret generic my-secret --from-literal=key1=supersecret",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], data::SOURCES, TYPE],
    run: Some(|cx| Box::pin(generic(cx))),
    ..Verb::NONE
};

const TLS: Verb = Verb {
    name: "tls",
    usage: "NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]",
    about: "Create a TLS secret",
    examples: &[(
        "Create a new TLS secret with the given key pair",
        "kubectl create secret tls tls-secret --cert=path/to/tls.crt --key=path/to/tls.key",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], PAIR],
    run: Some(|cx| Box::pin(tls(cx))),
    ..Verb::NONE
};

const DOCKER: Verb = Verb {
    name: "docker-registry",
    usage: "NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]",
    about: "Create a secret for use with a Docker registry",
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], REGISTRY],
    run: Some(|cx| Box::pin(docker(cx))),
    ..Verb::NONE
};

static TYPE: &[Flag] = &[Flag::text("type", "", "The type of secret to create")];
static PAIR: &[Flag] = &[
    Flag::text("cert", "", "Path to PEM encoded public key certificate"),
    Flag::text("key", "", "Path to private key associated with given certificate"),
    Flag::switch("append-hash", "Append a hash of the secret to its name"),
];
static REGISTRY: &[Flag] = &[
    Flag::text("docker-username", "", "Username for Docker registry authentication"),
    Flag::text("docker-password", "", "Password for Docker registry authentication"),
    Flag::text("docker-email", "", "Email for Docker registry"),
    Flag::text("docker-server", "https://index.docker.io/v1/", "Server location for Docker registry"),
    Flag::switch("append-hash", "Append a hash of the secret to its name"),
    Flag::list("from-file", "A file of credentials to take; [.dockerconfigjson=]source"),
];

async fn make_secret(cx: &Cx, name: &str, kind: &str, pairs: Vec<(String, Vec<u8>)>) -> Result {
    let mut members = Map::new();
    for (key, value) in pairs {
        let wrong = meta::validate::config_map_key(&key);
        if !wrong.is_empty() {
            bail!("{} is not valid key name for a Secret {}", meta::go::quote(&key), wrong.join(";"));
        }
        if members.insert(key.clone(), json!(STANDARD.encode(value))).is_some() {
            bail!("cannot add key {key}, another key by that name already exists");
        }
    }
    let mut object = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}});
    if !members.is_empty() {
        object["data"] = json!(members);
    }
    if !kind.is_empty() {
        object["type"] = json!(kind);
    }
    if cx.flags.on("append-hash") {
        hash::append(&mut object);
    }
    make(cx, object, true, "failed to create secret").await
}

async fn generic(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    make_secret(cx, name, cx.flags.text("type"), data::read(cx, "secret")?).await
}

async fn tls(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let (cert, key) = (cx.flags.text("cert"), cx.flags.text("key"));
    if cert.is_empty() || key.is_empty() {
        bail!("key and cert must be specified");
    }
    let read = |path: &str| {
        std::fs::read(path).map_err(|error| {
            plain(format!("Cannot read file {path}, open {path}: {}", crate::verbs::why(&error)))
        })
    };
    let (cert, key) = (read(cert)?, read(key)?);
    if pem::parse_many(&cert).map_or(true, |found| found.is_empty()) {
        bail!("tls: failed to find any PEM data in certificate input");
    }
    if pem::parse_many(&key).map_or(true, |found| found.is_empty()) {
        bail!("tls: failed to find any PEM data in key input");
    }
    make_secret(
        cx,
        name,
        "kubernetes.io/tls",
        vec![("tls.crt".to_owned(), cert), ("tls.key".to_owned(), key)],
    )
    .await
}

async fn docker(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let text = |flag: &str| cx.flags.text(flag).to_owned();
    let (user, password, email, server) =
        (text("docker-username"), text("docker-password"), text("docker-email"), text("docker-server"));
    let files = cx.flags.list("from-file");
    if files.is_empty() && (user.is_empty() || password.is_empty() || server.is_empty()) {
        bail!(
            "either --from-file or the combination of --docker-username, --docker-password and --docker-server is required"
        );
    }
    let config = match files.first() {
        Some(source) => {
            let path = source.split_once('=').map_or(source.as_str(), |(_, path)| path);
            std::fs::read(path)
                .map_err(|error| plain(format!("error reading {path}: {}", crate::verbs::why(&error))))?
        }
        None => {
            let mut entry = json!({"username": user, "password": password, "auth": STANDARD.encode(format!("{user}:{password}"))});
            if !email.is_empty() {
                entry["email"] = json!(email);
            }
            // The order is that of the type, which some readers of secrets compare.
            let fields =
                ["username", "password", "email", "auth"].iter().filter(|field| entry.get(**field).is_some());
            let inner: Vec<String> = fields.map(|field| format!("\"{field}\":{}", entry[*field])).collect();
            format!("{{\"auths\":{{{}:{{{}}}}}}}", json!(server), inner.join(",")).into_bytes()
        }
    };
    make_secret(cx, name, "kubernetes.io/dockerconfigjson", vec![(".dockerconfigjson".to_owned(), config)])
        .await
}
