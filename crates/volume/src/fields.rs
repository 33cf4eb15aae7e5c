//! Fields of a pod and resources of its containers as text: the downward API, for volumes here and for environments in `kubelet`.

use api::core::v1::{Container, Pod, ResourceFieldSelector};
use meta::Quantity;

use crate::VolumeError;
use crate::plugin::Facts;

/// The text of a field: `metadata.name`, `metadata.labels['app']`, `status.podIP`, …
pub fn pod_field(pod: &Pod, path: &str, facts: &Facts) -> Result<String, VolumeError> {
    let meta = &pod.metadata;
    let spec = pod.spec.as_ref();
    let text = |given: &Option<String>| given.clone().unwrap_or_default();
    if let Some((map, key)) = subscript(path) {
        let map = match map {
            "metadata.labels" => &meta.labels,
            "metadata.annotations" => &meta.annotations,
            _ => return Err(VolumeError::Field(format!("fieldPath {path:?} does not support subscript"))),
        };
        return Ok(map.as_ref().and_then(|map| map.get(key)).cloned().unwrap_or_default());
    }
    let field = |get: fn(&api::core::v1::PodSpec) -> Option<String>| spec.and_then(get).unwrap_or_default();
    Ok(match path {
        "metadata.name" => text(&meta.name),
        "metadata.namespace" => text(&meta.namespace),
        "metadata.uid" => text(&meta.uid),
        "metadata.labels" => lines(meta.labels.iter().flatten()),
        "metadata.annotations" => lines(meta.annotations.iter().flatten()),
        "spec.nodeName" => field(|spec| spec.node_name.clone()),
        "spec.serviceAccountName" => field(|spec| spec.service_account_name.clone()),
        "status.hostIP" => facts.host_ips.first().cloned().unwrap_or_default(),
        "status.hostIPs" => facts.host_ips.join(","),
        "status.podIP" => facts.pod_ips.first().cloned().unwrap_or_default(),
        "status.podIPs" => facts.pod_ips.join(","),
        _ => return Err(VolumeError::Field(format!("unsupported fieldPath: {path}"))),
    })
}

/// `metadata.labels['key']` in two parts.
fn subscript(path: &str) -> Option<(&str, &str)> {
    let (map, rest) = path.split_once("['")?;
    Some((map, rest.strip_suffix("']")?))
}

/// A map as lines of `key="value"`, quoted as Go does.
fn lines<'a>(map: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let lines: Vec<String> = map.map(|(key, value)| format!("{key}={}", meta::go::quote(value))).collect();
    lines.join("\n")
}

/// The resource of a container by its name, or of `own` when the selector names none.
pub fn resource_of(
    pod: &Pod,
    own: &str,
    selector: &ResourceFieldSelector,
    facts: &Facts,
) -> Result<String, VolumeError> {
    let name = selector.container_name.as_deref().filter(|name| !name.is_empty()).unwrap_or(own);
    let spec = pod.spec.as_ref();
    let mut all =
        spec.into_iter().flat_map(|spec| spec.init_containers.iter().flatten().chain(&spec.containers));
    let container = all.find(|container| container.name == name);
    let container = container.ok_or_else(|| VolumeError::Field(format!("container {name} not found")))?;
    resource(container, selector, facts)
}

fn resource(
    container: &Container,
    selector: &ResourceFieldSelector,
    facts: &Facts,
) -> Result<String, VolumeError> {
    let divisor = selector.divisor.as_ref().and_then(|divisor| divisor.0.parse::<Quantity>().ok());
    let divisor = divisor
        .filter(|divisor| !divisor.is_zero())
        .unwrap_or(Quantity::new(1, meta::quantity::Format::DecimalSi));
    let (kind, name) = selector.resource.split_once('.').unwrap_or(("", &selector.resource));
    let resources = container.resources.as_ref();
    let given = match kind {
        "limits" => resources.and_then(|resources| resources.limits.as_ref()?.get(name)),
        "requests" => resources.and_then(|resources| resources.requests.as_ref()?.get(name)),
        _ => None,
    };
    let given = given.and_then(|given| given.0.parse::<Quantity>().ok());
    // A container without a limit may take all that the node has.
    let limit = |value: i64| if kind == "limits" { value } else { 0 };
    let (value, unit) = match name {
        "cpu" => (
            given.map_or(limit(facts.allocatable_cpu_millis), |given| given.milli_value()),
            divisor.milli_value(),
        ),
        "memory" => (given.map_or(limit(facts.allocatable_memory), |given| given.value()), divisor.value()),
        "ephemeral-storage" => {
            (given.map_or(limit(facts.allocatable_storage), |given| given.value()), divisor.value())
        }
        hugepages if hugepages.starts_with("hugepages-") => {
            (given.map_or(0, |given| given.value()), divisor.value())
        }
        _ => {
            return Err(VolumeError::Field(format!(
                "unsupported container resource : {}",
                selector.resource
            )));
        }
    };
    let unit = unit.max(1);
    Ok((value / unit + i64::from(value % unit > 0)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;

    fn pod() -> Pod {
        Pod::decode(&serde_json::json!({
            "metadata": {"name": "web", "namespace": "n", "uid": "u", "labels": {"app": "x", "b": "say \"hi\""}},
            "spec": {"nodeName": "node", "containers": [{"name": "c", "resources": {"limits": {"cpu": "1500m", "memory": "1Gi"}}}]},
        }))
        .unwrap()
    }

    fn facts() -> Facts {
        Facts {
            host_ips: vec!["10.0.0.1".into()],
            pod_ips: vec!["10.1.0.2".into(), "fd00::2".into()],
            allocatable_cpu_millis: 4000,
            allocatable_memory: 8 << 30,
            allocatable_storage: 0,
        }
    }

    #[test]
    fn fields_as_text() {
        for (path, expected) in [
            ("metadata.name", "web"),
            ("metadata.labels['app']", "x"),
            ("metadata.labels['none']", ""),
            ("metadata.labels", "app=\"x\"\nb=\"say \\\"hi\\\"\""),
            ("spec.nodeName", "node"),
            ("status.podIPs", "10.1.0.2,fd00::2"),
            ("status.hostIP", "10.0.0.1"),
        ] {
            assert_eq!(pod_field(&pod(), path, &facts()).unwrap(), expected, "{path}");
        }
        assert!(pod_field(&pod(), "spec.containers", &facts()).is_err());
    }

    #[test]
    fn resources_are_divided_and_rounded_up() {
        for (resource, divisor, expected) in [
            ("limits.cpu", "", "2"),
            ("limits.cpu", "1m", "1500"),
            ("limits.memory", "1Mi", "1024"),
            ("requests.cpu", "1m", "0"),
            ("limits.ephemeral-storage", "1", "0"),
        ] {
            let divisor = (!divisor.is_empty()).then(|| api::Quantity(divisor.into()));
            let selector = ResourceFieldSelector { container_name: None, resource: resource.into(), divisor };
            assert_eq!(resource_of(&pod(), "c", &selector, &facts()).unwrap(), expected, "{resource}");
        }
    }
}
