//! `set env`: variables of containers, from arguments, from config maps and secrets, or listed.

use serde_json::{Map, Value, json};

use super::{COMMON, containers, each, pod_spec, select};
use crate::changes::split_pairs;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::io::out;
use crate::resources::Select;
use crate::tree::{Tree as _, texts};

/// The verb.
pub const VERB: Verb = Verb {
    name: "env",
    usage: "RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N [flags]",
    about: "Update environment variables on a pod template",
    examples: &[
        (
            "Update deployment 'registry' with a new environment variable",
            "kubectl set env deployment/registry STORAGE_DIR=/local",
        ),
        (
            "List the environment variables defined on a deployment",
            "kubectl set env deployment/sample-build --list",
        ),
    ],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], COMMON[5], COMMON[6], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text(
        "containers",
        "*",
        "The names of containers in the selected pod templates to change - may use wildcards",
    )
    .short('c'),
    Flag::repeat("env", "Specify a key-value pair for an environment variable to set into each container")
        .short('e'),
    Flag::text("from", "", "The name of a resource from which to inject environment variables"),
    Flag::list("keys", "Comma-separated list of keys to import from specified resource"),
    Flag::switch("list", "If true, display the environment and any changes in the standard format"),
    Flag::switch_on("overwrite", "If true, allow environment to be overwritten"),
    Flag::text("prefix", "", "Prefix to append to variable names"),
    Flag::switch("resolve", "If true, show secret or configmap references when listing variables"),
];

async fn run(cx: &Cx) -> Result {
    let (resources, mut words) = split_pairs(&cx.args, "environment")?;
    words.extend(cx.flags.list("env"));
    if resources.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    }
    let (mut set, mut remove): (Vec<(String, Value)>, Vec<String>) = (Vec::new(), Vec::new());
    for word in &words {
        match word.split_once('=') {
            Some((key, value)) => {
                let wrong = meta::validate::env_var_name(key);
                if !wrong.is_empty() {
                    bail!("{} is not a valid key name: {}", meta::go::quote(key), wrong.join(";"));
                }
                set.push((key.to_owned(), json!({"name": key, "value": value})));
            }
            None => remove.push(word.trim_end_matches('-').to_owned()),
        }
    }
    if let Some(from) = cx.flags.some("from") {
        set.extend(from_resource(cx, from).await?);
    }
    if cx.flags.on("list") {
        return list(cx, &resources, &set, &remove).await;
    }
    if set.is_empty() && remove.is_empty() {
        bail!("at least one environment variable must be provided");
    }
    let pattern = cx.flags.text("containers").to_owned();
    let overwrite = cx.flags.on("overwrite");
    each(cx, &resources, "env updated", "failed to patch env update to pod template", |spec| {
        change(spec, &pattern, &set, &remove, overwrite)
    })
    .await
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            after.is_empty()
                || (0..=rest.len())
                    .filter(|at| rest.is_char_boundary(*at))
                    .any(|at| matches(after, &rest[at..]))
        }),
    }
}

fn change(
    spec: &mut Value,
    pattern: &str,
    set: &[(String, Value)],
    remove: &[String],
    overwrite: bool,
) -> Result {
    for container in containers(spec) {
        let name = container.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        if !matches(pattern, &name) {
            continue;
        }
        let mut env = container.get("env").and_then(Value::as_array).cloned().unwrap_or_default();
        for (key, entry) in set {
            match env.iter_mut().find(|one| one.text("name") == key) {
                Some(_) if !overwrite => bail!(
                    "'{key}' already has a value ({}), and --overwrite is false",
                    env.iter()
                        .find(|one| one.text("name") == key)
                        .map(|one| one.text("value"))
                        .unwrap_or_default()
                ),
                Some(known) => *known = entry.clone(),
                None => env.push(entry.clone()),
            }
        }
        env.retain(|one| !remove.iter().any(|key| one.text("name") == key));
        if env.is_empty() {
            container.remove("env");
        } else {
            container.insert("env".to_owned(), Value::Array(env));
        }
    }
    Ok(())
}

/// Variables that refer to the keys of a config map or secret.
async fn from_resource(cx: &Cx, from: &str) -> Result<Vec<(String, Value)>> {
    let infos = Select { files: Vec::new(), labels: String::new(), all: false, ..Select::of(cx) }
        .args([from])
        .find(cx)
        .await?
        .sound()?;
    let Some(info) = infos.first() else { bail!("{from} is not there") };
    let field = match info.object.kind() {
        "Secret" => "secretKeyRef",
        "ConfigMap" => "configMapKeyRef",
        other => return Err(plain(format!("unsupported resource specified in --from: {other}"))),
    };
    let wanted = cx.flags.list("keys");
    let prefix = cx.flags.text("prefix");
    let mut all = Vec::new();
    for (key, _) in texts(info.object.at("data")) {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == key) {
            continue;
        }
        let word: String = key
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_uppercase() } else { '_' })
            .collect();
        let name = format!("{prefix}{word}");
        let mut source = Map::new();
        source.insert(field.to_owned(), json!({"name": info.name, "key": key}));
        all.push((name.clone(), json!({"name": name, "valueFrom": source})));
    }
    Ok(all)
}

async fn list(cx: &Cx, resources: &[String], set: &[(String, Value)], remove: &[String]) -> Result {
    let pattern = cx.flags.text("containers").to_owned();
    select(cx, resources)
        .find(cx)
        .await?
        .each(async |mut info| {
            let kind = info.resource.kind.clone();
            let Some(spec) = pod_spec(&mut info.object) else { return Ok(()) };
            change(spec, &pattern, set, remove, true)?;
            for container in containers(spec) {
                let container = Value::Object(container.clone());
                if !matches(&pattern, container.name_of()) {
                    continue;
                }
                out!(cx, "# {kind} {}, container {}", info.name, container.name_of());
                for one in container.items("env") {
                    let (name, from) = (one.text("name"), one.at("valueFrom"));
                    if from.is_null() {
                        out!(cx, "{name}={}", one.text("value"));
                    } else {
                        out!(cx, "# {name} from {}", described(from));
                    }
                }
            }
            Ok(())
        })
        .await
}

trait Named {
    fn name_of(&self) -> &str;
}

impl Named for Value {
    fn name_of(&self) -> &str {
        self.text("name")
    }
}

fn described(from: &Value) -> String {
    let key = |field: &str, what: &str| {
        format!("{what} {}, key {}", from.at(field).text("name"), from.at(field).text("key"))
    };
    if from.has("secretKeyRef") {
        key("secretKeyRef", "secret")
    } else if from.has("configMapKeyRef") {
        key("configMapKeyRef", "configmap")
    } else if from.has("fieldRef") {
        format!("field path {}", from.text("fieldRef.fieldPath"))
    } else {
        "resource field".to_owned()
    }
}
