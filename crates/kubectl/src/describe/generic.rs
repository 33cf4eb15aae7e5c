//! A kind that nobody describes: by its fields.

use serde_json::Value;

use super::{Facts, Text, events, shared};

const SKIPPED: [&str; 5] = [
    ".metadata.managedFields",
    ".metadata.name",
    ".metadata.namespace",
    ".metadata.labels",
    ".metadata.annotations",
];

pub(super) fn describe(facts: &Facts<'_>, text: &mut Text) {
    shared::head(text, facts.object);
    fields(text, 0, facts.object, "");
    events::describe(facts, text);
}

fn fields(text: &mut Text, level: usize, tree: &Value, path: &str) {
    for (name, value) in tree.as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        if SKIPPED.contains(&path.as_str()) {
            continue;
        }
        match value {
            Value::Object(_) => {
                text.line(level, format!("{}:", title(name)));
                fields(text, level + 1, value, &path);
            }
            Value::Array(items) => {
                text.line(level, format!("{}:", title(name)));
                for item in items {
                    match item {
                        Value::Object(_) => fields(text, level + 1, item, &path),
                        other => text.line(level + 1, jsonpath::go_value(other)),
                    }
                }
            }
            other => text.field(level, &title(name), jsonpath::go_value(other)),
        }
    }
}

/// `resourceVersion` as `Resource Version`.
fn title(name: &str) -> String {
    if name.contains(|c: char| !c.is_alphabetic() && c != '-') {
        return name.to_owned();
    }
    let merged = merge(words(name));
    let shown = merged.into_iter().map(|word| {
        if ["API", "URL", "UID", "GUID"].contains(&word.to_uppercase().as_str()) {
            return word.to_uppercase();
        }
        if word.chars().any(char::is_uppercase) {
            return word;
        }
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
    });
    shown.collect::<Vec<String>>().join(" ")
}

/// Cuts where letters become capitals: `podIPs` is `pod`, `I`... as camel case has it: runs of capitals are words, but for their last
/// letter where small ones follow.
fn words(name: &str) -> Vec<String> {
    let mut runs: Vec<(u8, Vec<char>)> = Vec::new();
    for c in name.chars() {
        let class = if c.is_lowercase() {
            1
        } else if c.is_uppercase() {
            2
        } else {
            3
        };
        match runs.last_mut() {
            Some((last, run)) if *last == class => run.push(c),
            _ => runs.push((class, vec![c])),
        }
    }
    for at in 0..runs.len().saturating_sub(1) {
        if runs[at].0 == 2
            && runs[at + 1].0 == 1
            && let Some(capital) = runs[at].1.pop()
        {
            runs[at + 1].1.insert(0, capital);
        }
    }
    runs.into_iter()
        .map(|(_, run)| run.into_iter().collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// A run of capitals belongs to the word that follows it: `IPs`.
fn merge(words: Vec<String>) -> Vec<String> {
    let mut merged: Vec<String> = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let capitals = word.len() >= 2 && word.chars().all(|c| !c.is_alphabetic() || c.is_uppercase());
        match words.peek() {
            Some(next) if capitals && next.starts_with(char::is_uppercase) => {
                let next = words.next().unwrap_or_default();
                merged.push(word + &next);
            }
            _ => merged.push(word),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn names_of_fields_become_titles() {
        for (name, expected) in [
            ("apiVersion", "API Version"),
            ("kind", "Kind"),
            ("resourceVersion", "Resource Version"),
            ("uid", "UID"),
            ("creationTimestamp", "Creation Timestamp"),
            ("kubernetes.io/name", "kubernetes.io/name"),
            ("foo2", "foo2"),
        ] {
            assert_eq!(title(name), expected);
        }
    }
}
