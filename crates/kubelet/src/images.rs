//! When images are pulled, and what registries are shown.

use api::core::v1::{Container, Pod, Secret};
use node::{PullAuth, PullSecret};
use serde_json::Value;
use volume::Objects as _;

use crate::pod::spec;
use crate::shared::Shared;

/// The pull policy; where the API has not defaulted it, the tag decides.
pub fn policy(container: &Container) -> &'static str {
    match container.image_pull_policy.as_deref() {
        Some("Always") => "Always",
        Some("Never") => "Never",
        Some("IfNotPresent") => "IfNotPresent",
        _ if is_latest(container.image.as_deref().unwrap_or_default()) => "Always",
        _ => "IfNotPresent",
    }
}

/// Whether the name means whatever is newest.
fn is_latest(image: &str) -> bool {
    if image.contains('@') {
        return false;
    }
    let last = image.rsplit('/').next().unwrap_or_default();
    last.split_once(':').is_none_or(|(_, tag)| tag == "latest")
}

/// The secrets of a pod that fit an image, best first.
pub async fn auth(shared: &Shared, pod: &Pod, image: &str) -> PullAuth {
    let mut secrets = Vec::new();
    let names = pod.spec.iter().flat_map(|spec| spec.image_pull_secrets.iter().flatten());
    for name in names {
        match shared.objects.secret(spec::namespace(pod), &name.name).await {
            Ok(Some(secret)) => secrets.extend(parse(&secret)),
            // A missing secret is no reason not to try.
            Ok(None) => {
                tracing::warn!(secret = name.name, pod = %spec::described(pod), "pull secret not found")
            }
            Err(error) => tracing::warn!(secret = name.name, error, "pull secret not read"),
        }
    }
    PullAuth { secrets: fitting(secrets, image) }
}

/// What a secret of either type holds.
fn parse(secret: &Secret) -> Vec<PullSecret> {
    let data = |key: &str| secret.data.as_ref().and_then(|data| data.get(key));
    let (text, wrapped) = match (data(".dockerconfigjson"), data(".dockercfg")) {
        (Some(text), _) => (text, true),
        (None, Some(text)) => (text, false),
        (None, None) => return Vec::new(),
    };
    let Ok(tree) = serde_json::from_slice::<Value>(&text.0) else { return Vec::new() };
    let entries = if wrapped { &tree["auths"] } else { &tree };
    let entries = entries.as_object().into_iter().flatten();
    entries.map(|(registry, entry)| one(registry, entry)).collect()
}

fn one(registry: &str, entry: &Value) -> PullSecret {
    let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let (mut username, mut password) = (text("username"), text("password"));
    let decoded =
        base64::Engine::decode(&base64::engine::general_purpose::STANDARD, text("auth").trim()).ok();
    let decoded = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some((user, secret)) = decoded.as_deref().and_then(|pair| pair.split_once(':')) {
        (username, password) = (user.to_owned(), secret.to_owned());
    }
    let registry = registry.trim_start_matches("https://").trim_start_matches("http://");
    let registry = registry.trim_end_matches('/').trim_end_matches("/v1").trim_end_matches("/v2");
    PullSecret { registry: registry.to_owned(), username, password, identity_token: text("identitytoken") }
}

/// Those whose registry and path the image is below, the longest first.
fn fitting(secrets: Vec<PullSecret>, image: &str) -> Vec<PullSecret> {
    let full = full_name(image);
    let mut fitting: Vec<PullSecret> =
        secrets.into_iter().filter(|secret| fits(&secret.registry, &full)).collect();
    fitting.sort_by_key(|secret| std::cmp::Reverse(secret.registry.len()));
    fitting
}

/// The name with its registry.
fn full_name(image: &str) -> String {
    match image.split_once('/') {
        Some((host, _)) if host.contains(['.', ':']) || host == "localhost" => image.to_owned(),
        Some(_) => format!("index.docker.io/{image}"),
        None => format!("index.docker.io/library/{image}"),
    }
}

/// Whether an image is below a registry, whose host may have stars for parts.
fn fits(registry: &str, image: &str) -> bool {
    let registry = if registry == "docker.io" { "index.docker.io" } else { registry };
    let (host, path) = registry.split_once('/').unwrap_or((registry, ""));
    let (image_host, image_path) = image.split_once('/').unwrap_or((image, ""));
    let same_host = host.split('.').count() == image_host.split('.').count()
        && host.split('.').zip(image_host.split('.')).all(|(wanted, part)| wanted == part || wanted == "*");
    same_host && (path.is_empty() || image_path.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_decides_unless_a_policy_does() {
        for (image, given, expected) in [
            ("nginx", None, "Always"),
            ("nginx:latest", None, "Always"),
            ("nginx:1", None, "IfNotPresent"),
            ("host:5000/nginx", None, "Always"),
            ("host:5000/nginx:1", None, "IfNotPresent"),
            ("nginx@sha256:00", None, "IfNotPresent"),
            ("nginx", Some("Never"), "Never"),
        ] {
            let container = Container {
                image: Some(image.into()),
                image_pull_policy: given.map(str::to_owned),
                ..Container::default()
            };
            assert_eq!(policy(&container), expected, "{image}");
        }
    }

    #[test]
    fn secrets_fit_by_registry_and_path() {
        for (registry, image, expected) in [
            ("registry.example", "registry.example/a:1", true),
            ("registry.example/team", "registry.example/team/a", true),
            ("registry.example/team", "registry.example/other/a", false),
            ("*.example", "registry.example/a", true),
            ("docker.io", "nginx", true),
            ("index.docker.io", "library/nginx", true),
            ("quay.io", "nginx", false),
        ] {
            assert_eq!(fits(registry, &full_name(image)), expected, "{registry} {image}");
        }
        let entry = serde_json::json!({"auth": "dTpw"});
        let secret = one("https://index.docker.io/v1/", &entry);
        assert_eq!(
            (secret.registry.as_str(), secret.username.as_str(), secret.password.as_str()),
            ("index.docker.io", "u", "p")
        );
    }
}
