//! The environment of a container: services, then `envFrom`, then `env`, each able to refer to what came before.
//!
//! Pure, given the objects: `needs` says which ones are referred to, `render` puts it together.

mod expand;
mod services;

pub use expand::expand;
pub use services::of_services;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::core::v1::{ConfigMap, Container, EnvVar, EnvVarSource, Pod, Secret};
use volume::{Facts, fields};

use crate::pod::spec;

/// Config maps and secrets by name. A name that maps to `None` does not exist.
#[derive(Debug, Clone, Default)]
pub struct Referred {
    /// Config maps.
    pub config_maps: BTreeMap<String, Option<Arc<ConfigMap>>>,
    /// Secrets.
    pub secrets: BTreeMap<String, Option<Arc<Secret>>>,
}

/// Why a container has no environment: upstream's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EnvironmentError(pub String);

/// The names of config maps and secrets that the environment of a container refers to.
pub fn needs(container: &Container) -> (Vec<String>, Vec<String>) {
    let (mut maps, mut secrets) = (Vec::new(), Vec::new());
    for from in container.env_from.iter().flatten() {
        maps.extend(from.config_map_ref.iter().map(|reference| reference.name.clone()));
        secrets.extend(from.secret_ref.iter().map(|reference| reference.name.clone()));
    }
    for source in container.env.iter().flatten().filter_map(|variable| variable.value_from.as_ref()) {
        maps.extend(source.config_map_key_ref.iter().map(|reference| reference.name.clone()));
        secrets.extend(source.secret_key_ref.iter().map(|reference| reference.name.clone()));
    }
    (maps, secrets)
}

/// The environment, in the order in which it was made; later values of a name replace earlier ones.
pub fn render(
    pod: &Pod,
    container: &Container,
    services: &BTreeMap<String, String>,
    referred: &Referred,
    facts: &Facts,
) -> Result<Vec<(String, String)>, EnvironmentError> {
    let mut result: BTreeMap<String, String> = BTreeMap::new();
    for from in container.env_from.iter().flatten() {
        let prefix = from.prefix.as_deref().unwrap_or_default();
        if let Some(reference) = &from.config_map_ref {
            let found = config_map(referred, &reference.name, reference.optional, pod)?;
            let pairs = found.iter().flat_map(|map| map.data.iter().flatten());
            result.extend(pairs.map(|(key, value)| (format!("{prefix}{key}"), value.clone())));
        }
        if let Some(reference) = &from.secret_ref {
            let found = secret(referred, &reference.name, reference.optional, pod)?;
            let pairs = found.iter().flat_map(|object| object.data.iter().flatten());
            result.extend(pairs.map(|(key, value)| {
                (format!("{prefix}{key}"), String::from_utf8_lossy(&value.0).into_owned())
            }));
        }
    }
    let mut explicit = BTreeMap::new();
    for variable in container.env.iter().flatten() {
        let known = |name: &str| explicit.get(name).or_else(|| services.get(name)).cloned();
        let known = |name: &str| known(name).or_else(|| result.get(name).cloned());
        let value = match &variable.value_from {
            Some(source) => value_from(pod, container, variable, source, referred, facts)?,
            None => Some(expand(variable.value.as_deref().unwrap_or_default(), known)),
        };
        if let Some(value) = value {
            explicit.insert(variable.name.clone(), value);
        }
    }
    result.extend(explicit);
    let missing = services.iter().filter(|(name, _)| !result.contains_key(*name)).collect::<Vec<_>>();
    let missing: Vec<_> = missing.into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    result.extend(missing);
    Ok(result.into_iter().collect())
}

fn value_from(
    pod: &Pod,
    container: &Container,
    variable: &EnvVar,
    source: &EnvVarSource,
    referred: &Referred,
    facts: &Facts,
) -> Result<Option<String>, EnvironmentError> {
    let failed = |error: volume::VolumeError| EnvironmentError(error.to_string());
    if let Some(field) = &source.field_ref {
        return fields::pod_field(pod, &field.field_path, facts).map(Some).map_err(failed);
    }
    if let Some(resource) = &source.resource_field_ref {
        return fields::resource_of(pod, &container.name, resource, facts).map(Some).map_err(failed);
    }
    if let Some(reference) = &source.config_map_key_ref {
        let Some(map) = config_map(referred, &reference.name, reference.optional, pod)? else {
            return Ok(None);
        };
        let value = map.data.as_ref().and_then(|data| data.get(&reference.key)).cloned();
        return found(value, reference.optional, &reference.key, "ConfigMap", pod, &reference.name);
    }
    if let Some(reference) = &source.secret_key_ref {
        let Some(object) = secret(referred, &reference.name, reference.optional, pod)? else {
            return Ok(None);
        };
        let value = object.data.as_ref().and_then(|data| data.get(&reference.key));
        let value = value.map(|bytes| String::from_utf8_lossy(&bytes.0).into_owned());
        return found(value, reference.optional, &reference.key, "Secret", pod, &reference.name);
    }
    Err(EnvironmentError(format!("environment variable {} has no source", variable.name)))
}

fn found(
    value: Option<String>,
    optional: Option<bool>,
    key: &str,
    kind: &str,
    pod: &Pod,
    name: &str,
) -> Result<Option<String>, EnvironmentError> {
    if value.is_none() && optional != Some(true) {
        let namespace = spec::namespace(pod);
        return Err(EnvironmentError(format!("couldn't find key {key} in {kind} {namespace}/{name}")));
    }
    Ok(value)
}

fn config_map(
    referred: &Referred,
    name: &str,
    optional: Option<bool>,
    _pod: &Pod,
) -> Result<Option<Arc<ConfigMap>>, EnvironmentError> {
    match referred.config_maps.get(name).cloned().flatten() {
        None if optional != Some(true) => Err(EnvironmentError(format!("configmap \"{name}\" not found"))),
        found => Ok(found),
    }
}

fn secret(
    referred: &Referred,
    name: &str,
    optional: Option<bool>,
    _pod: &Pod,
) -> Result<Option<Arc<Secret>>, EnvironmentError> {
    match referred.secrets.get(name).cloned().flatten() {
        None if optional != Some(true) => Err(EnvironmentError(format!("secret \"{name}\" not found"))),
        found => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::json;

    fn check(env: serde_json::Value, expected: Result<&str, &str>) {
        let pod = Pod::decode(&json!({"metadata": {"name": "p", "namespace": "n"}, "spec": {"containers": [
            {"name": "c", "env": env["env"], "envFrom": env["envFrom"].as_array().cloned().unwrap_or_default()},
        ]}}))
        .unwrap();
        let map = ConfigMap::decode(&json!({"data": {"a": "1", "b": "2"}})).unwrap();
        let secret = Secret::decode(&json!({"data": {"k": "czNjcmV0"}})).unwrap();
        let referred = Referred {
            config_maps: BTreeMap::from([("cm".into(), Some(Arc::new(map))), ("none".into(), None)]),
            secrets: BTreeMap::from([("s".into(), Some(Arc::new(secret)))]),
        };
        let services = BTreeMap::from([("WEB_SERVICE_HOST".to_owned(), "10.96.0.5".to_owned())]);
        let facts = Facts { pod_ips: vec!["10.1.0.1".into()], ..Facts::default() };
        let container = &pod.spec.as_ref().unwrap().containers[0];
        let got = render(&pod, container, &services, &referred, &facts);
        let got = got.map(|pairs| {
            let pairs = pairs.iter().filter(|(name, _)| name != "WEB_SERVICE_HOST");
            pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(got.as_deref().map_err(|error| error.0.as_str()), expected, "{env}");
    }

    #[test]
    fn every_source() {
        check(
            json!({"env": [{"name": "A", "value": "x"}, {"name": "B", "value": "$(A)-$(C)-$$(A)"}]}),
            Ok("A=x B=x-$(C)-$(A)"),
        );
        check(
            json!({"env": [{"name": "U", "value": "http://$(WEB_SERVICE_HOST)"}]}),
            Ok("U=http://10.96.0.5"),
        );
        check(
            json!({"env": [], "envFrom": [{"prefix": "P_", "configMapRef": {"name": "cm"}}]}),
            Ok("P_a=1 P_b=2"),
        );
        check(
            json!({"env": [{"name": "a", "value": "9"}], "envFrom": [{"configMapRef": {"name": "cm"}}]}),
            Ok("a=9 b=2"),
        );
        check(
            json!({"env": [{"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]}),
            Ok("S=s3cret"),
        );
        check(
            json!({"env": [{"name": "I", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}}]}),
            Ok("I=10.1.0.1"),
        );
        check(
            json!({"env": [{"name": "S", "valueFrom": {"configMapKeyRef": {"name": "cm", "key": "zz"}}}]}),
            Err("couldn't find key zz in ConfigMap n/cm"),
        );
        check(
            json!({"env": [{"name": "S", "valueFrom": {"configMapKeyRef": {"name": "none", "key": "zz"}}}]}),
            Err("configmap \"none\" not found"),
        );
        check(
            json!({"env": [{"name": "S", "valueFrom": {"configMapKeyRef": {"name": "none", "key": "k", "optional": true}}}]}),
            Ok(""),
        );
    }
}
