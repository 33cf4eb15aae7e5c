//! The options that a connection is asked for with, as an object: what admission judges connections by. Pure.

use meta::options::Query;
use registry::Target;
use resource::Object;
use serde_json::{Map, Value, json};

use super::parameters::is_on;

/// The options of a connection, given the query and what follows the subresource in the path; `None` for what is no connection but a
/// read.
pub(super) fn of(target: &Target, query: &Query<'_>, rest: &[String]) -> Option<Object> {
    let (group, version, kind) = target.below().filter(|below| below.name != "log")?.kind.as_ref()?;
    let api_version = if group.is_empty() { version.to_string() } else { format!("{group}/{version}") };
    let mut options = Map::new();
    options.insert("apiVersion".to_owned(), api_version.into());
    options.insert("kind".to_owned(), kind.to_string().into());
    match target.subresource.as_str() {
        "portforward" => {
            let ports: Vec<i64> = query
                .all("ports")
                .flat_map(|ports| ports.split(','))
                .filter_map(|port| port.parse().ok())
                .collect();
            add(&mut options, "ports", json!(ports), ports.is_empty());
        }
        "proxy" => {
            options.insert("path".to_owned(), format!("/{}", rest.join("/")).into());
        }
        _ => streams(&mut options, query, target.subresource == "exec"),
    }
    Object::new(Value::Object(options)).ok()
}

fn streams(options: &mut Map<String, Value>, query: &Query<'_>, is_exec: bool) {
    for name in ["stdin", "stdout", "stderr", "tty"] {
        add(options, name, Value::Bool(true), !is_on(query, name));
    }
    let container = query.get("container").unwrap_or_default();
    add(options, "container", container.into(), container.is_empty());
    if is_exec {
        options.insert("command".to_owned(), json!(query.all("command").collect::<Vec<_>>()));
    }
}

fn add(options: &mut Map<String, Value>, name: &str, value: Value, absent: bool) {
    if !absent {
        options.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_become_options() {
        let target = |plural: &str, subresource: &str| Target {
            kind: kinds::builtin().into_iter().find(|kind| kind.plural == plural).unwrap(),
            served: 0,
            namespace: "n".into(),
            name: "p".into(),
            subresource: subresource.into(),
        };
        let rest = ["a".to_owned(), "b".to_owned()];
        for (plural, subresource, query, expected) in [
            (
                "pods",
                "attach",
                "stdin=true&stdout=1&tty=false&container=c",
                json!({"kind": "PodAttachOptions", "stdin": true, "stdout": true, "container": "c"}),
            ),
            (
                "pods",
                "exec",
                "command=a&command=b&stderr=true",
                json!({"kind": "PodExecOptions", "stderr": true, "command": ["a", "b"]}),
            ),
            ("pods", "portforward", "ports=80", json!({"kind": "PodPortForwardOptions", "ports": [80]})),
            ("services", "proxy", "", json!({"kind": "ServiceProxyOptions", "path": "/a/b"})),
        ] {
            let options = of(&target(plural, subresource), &Query::parse(query), &rest).unwrap();
            let mut expected = expected;
            expected["apiVersion"] = "v1".into();
            expected["metadata"] = json!({});
            assert_eq!(options.tree(), &expected);
        }
        assert!(of(&target("pods", "log"), &Query::parse(""), &[]).is_none());
    }
}
