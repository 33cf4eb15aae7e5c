//! Which container of a pod is meant. Pure.

use meta::StatusError;
use resource::Object;
use serde_json::Value;

/// The named one if the pod has it, or the only one.
pub(super) fn choose(pod: &Object, wanted: &str) -> Result<String, StatusError> {
    let name = pod.name();
    let listed = |path: &str| names(pod.get(path));
    let main = listed("spec.containers");
    let all: Vec<&str> =
        [listed("spec.initContainers"), main.clone(), listed("spec.ephemeralContainers")].concat();
    match (wanted, main.as_slice()) {
        ("", [only]) => Ok((*only).to_owned()),
        ("", []) => {
            Err(StatusError::bad_request(format!("a container name must be specified for pod {name}")))
        }
        ("", _) => Err(StatusError::bad_request(format!(
            "a container name must be specified for pod {name}, choose one of: [{}]",
            all.join(" ")
        ))),
        (wanted, _) if all.contains(&wanted) => Ok(wanted.to_owned()),
        (wanted, _) => {
            Err(StatusError::bad_request(format!("container {wanted} is not valid for pod {name}")))
        }
    }
}

fn names(containers: Option<&Value>) -> Vec<&str> {
    let containers = containers.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    containers.iter().filter_map(|container| container["name"].as_str()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_only_one_needs_no_name() {
        let pod = |containers: &[&str]| {
            let list: Vec<Value> = containers.iter().map(|name| json!({"name": name})).collect();
            let spec = json!({"containers": list, "initContainers": [{"name": "init"}]});
            Object::new(json!({"metadata": {"name": "p"}, "spec": spec})).unwrap()
        };
        for (containers, wanted, expected) in [
            (&["a"][..], "", Ok("a")),
            (&["a"], "init", Ok("init")),
            (&["a"], "b", Err("container b is not valid for pod p")),
            (&[], "", Err("a container name must be specified for pod p")),
            (&["a", "b"], "", Err("a container name must be specified for pod p, choose one of: [init a b]")),
            (&["a", "b"], "b", Ok("b")),
        ] {
            let chosen = choose(&pod(containers), wanted);
            let told = chosen.map_err(|error| error.status().message.clone());
            assert_eq!(told, expected.map(str::to_owned).map_err(str::to_owned));
        }
    }
}
