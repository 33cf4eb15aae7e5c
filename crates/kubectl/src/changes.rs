//! Changes that verbs make to objects they read: sent as the smallest patch, or only shown.

use serde_json::{Value, json};

use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::print::Outcome;
use crate::resources::Info;
use crate::tree::Tree as _;

/// The forms of patches.
pub const MERGE: &str = "application/merge-patch+json";
/// See above.
pub const STRATEGIC: &str = "application/strategic-merge-patch+json";
/// See above.
pub const JSON_PATCH: &str = "application/json-patch+json";
/// See above.
pub const APPLY: &str = "application/apply-patch+yaml";

/// The patch between two objects: strategic for built-in kinds, which have lists that are merged by key.
pub fn between(before: &Value, after: &Value) -> Result<(&'static str, Value)> {
    let api_version = after.text("apiVersion");
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    if let Some(definition) = schema::builtin(group, version, after.kind()) {
        let made = patch::strategic::create_two_way(before, after, &definition.schema);
        return Ok((STRATEGIC, made.map_err(|error| crate::error::plain(error.to_string()))?));
    }
    Ok((MERGE, merge_between(before, after)))
}

/// The merge patch between two objects.
pub fn merge_between(before: &Value, after: &Value) -> Value {
    let empty = serde_json::Map::new();
    let (before, after) = (before.as_object().unwrap_or(&empty), after.as_object().unwrap_or(&empty));
    Value::Object(patch::merge::create(before, after))
}

/// Whether a patch changes nothing.
pub fn is_empty(patch: &Value) -> bool {
    patch.as_object().is_none_or(serde_json::Map::is_empty)
}

/// Sends what changed, unless it is only to be shown, and gives the object as it is then; the flag says whether anything changed.
pub async fn send(
    cx: &Cx,
    outcome: &Outcome,
    info: &Info,
    after: Value,
    local: bool,
) -> Result<(Value, bool)> {
    let (content, patch) = between(&info.object, &after)?;
    if is_empty(&patch) {
        return Ok((info.object.clone(), false));
    }
    if local || outcome.is_client_only() {
        return Ok((after, true));
    }
    let changed = info.patch(cx.server().await?, content, &patch, outcome.query(cx)).await?;
    Ok((changed, true))
}

/// New and removed pairs: `a=b`, `c-`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// To be set.
    pub set: Vec<(String, String)>,
    /// To be taken out.
    pub remove: Vec<String>,
}

/// Splits arguments into resources and pairs; resources come first.
pub fn split_pairs(args: &[String], what: &str) -> Result<(Vec<String>, Vec<String>)> {
    let is_pair =
        |word: &String| word.contains('=') && !word.starts_with('=') || word.ends_with('-') && word.len() > 1;
    let first = args.iter().position(is_pair).unwrap_or(args.len());
    if let Some(late) = args[first..].iter().find(|word| !is_pair(word)) {
        let _ = late;
        bail!(
            "all resources must be specified before {what} changes: {}",
            args[first..].iter().find(|word| !is_pair(word)).expect("there is one")
        );
    }
    Ok((args[..first].to_vec(), args[first..].to_vec()))
}

impl Pairs {
    /// Reads labels.
    pub fn labels(words: &[String]) -> Result<Self> {
        let mut pairs = Self::default();
        for word in words {
            if word.contains('=') {
                let parts: Vec<&str> = word.split('=').collect();
                let [key, value] = parts[..] else { bail!("invalid label spec: {word}") };
                let wrong = meta::validate::label_value(value);
                if !wrong.is_empty() {
                    bail!("invalid label value: {}: {}", meta::go::quote(word), wrong.join(";"));
                }
                pairs.set.push((key.to_owned(), value.to_owned()));
            } else if let Some(key) = word.strip_suffix('-') {
                pairs.remove.push(key.to_owned());
            } else {
                bail!("unknown label spec: {word}");
            }
        }
        if pairs.remove.iter().any(|key| pairs.set.iter().any(|(set, _)| set == key)) {
            bail!("can not both modify and remove a label in the same command");
        }
        Ok(pairs)
    }

    /// Reads annotations.
    pub fn annotations(words: &[String]) -> Result<Self> {
        let mut pairs = Self::default();
        for word in words {
            match word.split_once('=') {
                Some((key, value)) => pairs.set.push((key.to_owned(), value.to_owned())),
                None => pairs.remove.push(word.trim_end_matches('-').to_owned()),
            }
        }
        let both: Vec<&str> = pairs
            .remove
            .iter()
            .filter(|key| pairs.set.iter().any(|(set, _)| set == *key))
            .map(String::as_str)
            .collect();
        if !both.is_empty() {
            bail!(
                "can not both modify and remove the following annotation(s) in the same command: {}",
                both.join(", ")
            );
        }
        Ok(pairs)
    }

    /// Carries them out on a map of texts; gives how many were set and removed.
    pub fn apply(&self, object: &mut Value, path: &str) -> (usize, usize) {
        let before = object.at(path).as_object().cloned().unwrap_or_default();
        let mut members = before.clone();
        let (mut set, mut removed) = (0, 0);
        for (key, value) in &self.set {
            if members.get(key).and_then(Value::as_str) != Some(value) {
                members.insert(key.clone(), json!(value));
                set += 1;
            }
        }
        for key in &self.remove {
            removed += usize::from(members.remove(key).is_some());
        }
        if members != before {
            crate::tree::put(object, path, Value::Object(members));
        }
        (set, removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_come_before_pairs() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (resources, pairs) = split_pairs(&words("pods a x=1 y-"), "label").unwrap();
        assert_eq!((resources, pairs), (words("pods a"), words("x=1 y-")));
        let error = split_pairs(&words("pods x=1 a"), "label").unwrap_err();
        assert_eq!(error.to_string(), "all resources must be specified before label changes: a");
    }

    #[test]
    fn pairs_say_what_they_changed() {
        let pairs = Pairs::labels(&["a=1".into(), "b=2".into(), "c-".into()]).unwrap();
        let mut object = json!({"metadata": {"labels": {"a": "1", "c": "x"}}});
        assert_eq!(pairs.apply(&mut object, "metadata.labels"), (1, 1));
        assert_eq!(object, json!({"metadata": {"labels": {"a": "1", "b": "2"}}}));
    }
}
