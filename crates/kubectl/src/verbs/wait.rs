//! `wait`: until objects are as wanted: a condition, a value, gone, or there.

use std::time::Duration;

use jsonpath::JsonPath;
use serde_json::Value;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL, ALL_NAMESPACES, FIELD_SELECTOR, FILES, Flag, LOCAL, PRINT, SELECTOR};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::Tree as _;
use crate::waiting::{Waited, until};

/// The verb.
pub const VERB: Verb = Verb {
    name: "wait",
    section: Section::Advanced,
    usage: "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
    about: "Wait for a specific condition on one or many resources",
    examples: &[(
        "Wait for the pod \"busybox1\" to contain the status condition of type \"Ready\"",
        "kubectl wait --for=condition=Ready pod/busybox1",
    )],
    flags: &[FILES, PRINT, SELECTOR, FIELD_SELECTOR, ALL, ALL_NAMESPACES, LOCAL, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::repeat(
        "for",
        "The condition to wait on: [create|delete|condition=condition-name[=condition-value]|jsonpath='{JSONPath expression}'=[JSONPath value]]",
    ),
    Flag::duration(
        "timeout",
        "30s",
        "The length of time to wait before giving up. Zero means check once and don't wait, negative means wait for a week",
    ),
];

/// What is waited for.
#[derive(Debug)]
enum For {
    Create,
    Delete,
    Condition(String, String),
    Path(Box<JsonPath>, Option<String>),
}

impl For {
    fn parse(text: &str) -> Result<Self> {
        if text.eq_ignore_ascii_case("delete") {
            return Ok(Self::Delete);
        }
        if text.eq_ignore_ascii_case("create") {
            return Ok(Self::Create);
        }
        if let Some(rest) = text.strip_prefix("condition=") {
            let (name, value) = rest.split_once('=').unwrap_or((rest, "true"));
            return Ok(Self::Condition(name.to_owned(), value.to_owned()));
        }
        if let Some(rest) = text.strip_prefix("jsonpath=") {
            let (path, value) = split_path(rest)?;
            let relaxed = jsonpath::relaxed(path)?;
            return Ok(Self::Path(Box::new(JsonPath::parse(&relaxed)?.allow_missing(true)), value));
        }
        bail!("unrecognized condition: {}", meta::go::quote(text))
    }

    fn holds(&self, object: &Value) -> Result<bool> {
        match self {
            Self::Create => Ok(true),
            Self::Delete => Ok(false),
            Self::Condition(name, wanted) => {
                let Some(found) = object
                    .items("status.conditions")
                    .iter()
                    .find(|one| one.text("type").eq_ignore_ascii_case(name))
                else {
                    return Ok(false);
                };
                let observed = if found.has("observedGeneration") {
                    found.at("observedGeneration")
                } else {
                    object.at("status.observedGeneration")
                };
                if object.has("metadata.generation")
                    && observed.as_i64().is_some_and(|seen| seen < object.int("metadata.generation"))
                {
                    return Ok(false);
                }
                Ok(found.text("status").eq_ignore_ascii_case(wanted))
            }
            Self::Path(path, wanted) => {
                let found = path.find(object)?;
                if found.first().is_none_or(Vec::is_empty) {
                    return Ok(false);
                }
                if found.len() > 1 {
                    bail!("given jsonpath expression matches more than one list");
                }
                if found[0].len() > 1 {
                    bail!("given jsonpath expression matches more than one value");
                }
                let Some(wanted) = wanted else { return Ok(true) };
                if found[0][0].is_object() || found[0][0].is_array() {
                    bail!("jsonpath leads to a nested object or list which is not supported");
                }
                Ok(jsonpath::go_value(&found[0][0]).trim() == wanted.trim())
            }
        }
    }
}

/// The path and the value after it; `=` may be within the path's brackets or braces.
fn split_path(text: &str) -> Result<(&str, Option<String>)> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            '=' if depth == 0 => {
                let value = text[at + 1..].trim_matches(['\'', '"']);
                if value.is_empty() {
                    bail!(
                        "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{{.status.readyReplicas}}'=3"
                    );
                }
                return Ok((text[..at].trim_matches('\''), Some(value.to_owned())));
            }
            _ => {}
        }
    }
    Ok((text.trim_matches('\''), None))
}

async fn run(cx: &Cx) -> Result {
    let words = cx.flags.list("for");
    if words.is_empty() {
        bail!("at least one --for condition must be specified");
    }
    let wanted = words.iter().map(|word| For::parse(word)).collect::<Result<Vec<_>>>()?;
    let limit = match cx.flags.nanos("timeout") {
        ..0 => Duration::from_secs(7 * 24 * 3600),
        nanos => Duration::from_nanos(nanos.unsigned_abs()),
    };
    let outcome = Outcome::of(cx)?;
    let deleting = wanted.iter().any(|one| matches!(one, For::Delete));
    let creating = wanted.iter().any(|one| matches!(one, For::Create));
    let select = Select { fetch: !deleting, ..Select::of(cx) };
    let infos =
        match tokio::time::timeout(limit.max(Duration::from_millis(1)), found(cx, &select, creating)).await {
            Ok(infos) => infos?,
            Err(_) if creating => bail!("timed out waiting for the condition"),
            Err(_) => select.find(cx).await?.sound()?,
        };
    if infos.is_empty() && !deleting {
        bail!("no matching resources found");
    }
    let mut errors = Vec::new();
    for info in infos {
        for one in &wanted {
            if let Err(error) = wait(cx, &outcome, &info, one, limit).await {
                errors.push(error);
                break;
            }
        }
    }
    Error::all(errors)
}

/// The objects; when their creation is waited for, once there are any.
async fn found(cx: &Cx, select: &Select, creating: bool) -> Result<Vec<Info>> {
    loop {
        let selected = select.find(cx).await?;
        let absent = selected.infos.is_empty() && selected.errors.iter().all(Error::is_not_found);
        if !creating || !absent {
            return selected.sound();
        }
        // There is no one watch for whatever the arguments may come to mean.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn wait(cx: &Cx, outcome: &Outcome, info: &Info, wanted: &For, limit: Duration) -> Result {
    let server = cx.server().await?;
    let name = format!("{}/{}", info.resource.plural, info.name);
    if limit.is_zero() {
        let object = info.get(server).await?;
        if !wanted.holds(&object)? {
            bail!("condition not met for {name}");
        }
        return outcome.say(cx, &object, "condition met");
    }
    let (mut last, uid) = (info.object.clone(), info.object.text("metadata.uid"));
    let ended = until(server, info, Some(limit), |object| {
        last = object.clone();
        if matches!(wanted, For::Delete) {
            return Ok(!uid.is_empty() && object.text("metadata.uid") != uid);
        }
        wanted.holds(object)
    })
    .await?;
    let gone = matches!(wanted, For::Delete);
    match ended {
        Waited::Late => bail!("timed out waiting for the condition on {name}"),
        Waited::Gone if !gone => {
            let resource = meta::GroupResource {
                group: info.resource.group.clone(),
                resource: info.resource.plural.clone(),
            };
            Err(Error::Status(meta::StatusError::not_found(&resource, &info.name)))
        }
        _ => {
            if last.is_null() || last.kind().is_empty() {
                crate::tree::put(&mut last, "apiVersion", Value::from(info.resource.api_version()));
                crate::tree::put(&mut last, "kind", Value::from(info.resource.kind.clone()));
                crate::tree::put(&mut last, "metadata.name", Value::from(info.name.clone()));
            }
            outcome.say(cx, &last, "condition met")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_and_values_are_recognised() {
        let pod = json!({"metadata": {"generation": 2}, "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}});
        for (text, expected) in [
            ("condition=ready", true),
            ("condition=Ready=false", false),
            ("condition=Other", false),
            ("jsonpath={.status.phase}=Running", true),
            ("jsonpath='{.status.phase}'=Pending", false),
            ("jsonpath={.status.conditions[?(@.type==\"Ready\")].status}=True", true),
            ("jsonpath=.status.podIP", false),
        ] {
            assert_eq!(For::parse(text).unwrap().holds(&pod).unwrap(), expected, "{text}");
        }
        assert_eq!(For::parse("nonsense").unwrap_err().to_string(), "unrecognized condition: \"nonsense\"");
    }
}
