//! Which secrets a pod names, and whether its account may mount only those that it lists.

use std::collections::BTreeSet;

use api::core::v1::{Container, PodSpec};
use kinds::rules::containers::visit;
use meta::StatusError;
use resource::Object;
use serde_json::Value;

use crate::{Request, pods};

/// On an account: only the secrets that it lists may be mounted.
const ENFORCE: &str = "kubernetes.io/enforce-mountable-secrets";

fn is_enforced(account: &Object) -> bool {
    matches!(account.annotation(ENFORCE), Some("1" | "t" | "T" | "TRUE" | "true" | "True"))
}

fn listed<'a>(account: &'a Object, list: &str) -> BTreeSet<&'a str> {
    let items = account.get(list).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.get("name")?.as_str()).collect()
}

/// Refuses secrets that the account does not list, if it says so.
pub fn check(request: &Request<'_>, account: &Object, pod: &Object) -> Result<(), StatusError> {
    if !is_enforced(account) {
        return Ok(());
    }
    let (allowed, spec) = (listed(account, "secrets"), pods::spec(pod)?);
    let problem = in_volumes(&spec, &allowed)
        .or_else(|| {
            let init = spec.init_containers.iter().flatten().map(|container| ("init container", container));
            let regular = spec.containers.iter().map(|container| ("container", container));
            init.chain(regular).find_map(|(what, container)| in_container(what, container, &allowed))
        })
        .or_else(|| {
            let pull = listed(account, "imagePullSecrets");
            let mut named = spec.image_pull_secrets.iter().flatten().enumerate();
            let (index, secret) = named.find(|(_, secret)| !pull.contains(&*secret.name))?;
            Some(format!("imagePullSecrets[{index}].name=\"{}\"", secret.name))
                .map(|what| (what, "imagePullSecret"))
        });
    match problem {
        None => Ok(()),
        Some((what, kind)) => Err(request.forbidden(Some(pod), sentence(&what, account, kind))),
    }
}

/// The same for the containers that are added to a running pod. Upstream's error here is none of the API's own.
pub fn check_ephemeral(account: &Object, pod: &Object) -> Result<(), StatusError> {
    if !is_enforced(account) {
        return Ok(());
    }
    let (allowed, spec) = (listed(account, "secrets"), pods::spec(pod)?);
    let containers = spec.ephemeral_containers.iter().flatten().map(visit::as_container);
    let problem = containers.into_iter().find_map(|one| in_container("ephemeral container", &one, &allowed));
    match problem {
        None => Ok(()),
        Some((what, kind)) => Err(StatusError::internal(sentence(&what, account, kind))),
    }
}

fn sentence(what: &str, account: &Object, kind: &str) -> String {
    format!("{what} is not allowed because service account {} does not reference that {kind}", account.name())
}

fn in_volumes(spec: &PodSpec, allowed: &BTreeSet<&str>) -> Option<(String, &'static str)> {
    let volumes = spec.volumes.iter().flatten();
    let mut names = volumes.filter_map(|volume| volume.secret.as_ref()?.secret_name.as_deref());
    let name = names.find(|name| !allowed.contains(name))?;
    Some((format!("volume with secret.secretName=\"{name}\""), "secret"))
}

fn in_container(
    what: &str,
    container: &Container,
    allowed: &BTreeSet<&str>,
) -> Option<(String, &'static str)> {
    let name = &container.name;
    for env in container.env.iter().flatten() {
        let secret = env.value_from.as_ref().and_then(|from| from.secret_key_ref.as_ref());
        if let Some(secret) = secret.filter(|secret| !allowed.contains(&*secret.name)) {
            let (env, secret) = (&env.name, &secret.name);
            let text = format!("{what} {name} with envVar {env} referencing secret.secretName=\"{secret}\"");
            return Some((text, "secret"));
        }
    }
    for from in container.env_from.iter().flatten() {
        if let Some(secret) = from.secret_ref.as_ref().filter(|secret| !allowed.contains(&*secret.name)) {
            let secret = &secret.name;
            let text = format!("{what} {name} with envFrom referencing secret.secretName=\"{secret}\"");
            return Some((text, "secret"));
        }
    }
    None
}

/// Whether the pod names any secret.
pub fn names_any(pod: &Object) -> Result<bool, StatusError> {
    let (spec, nothing) = (pods::spec(pod)?, BTreeSet::new());
    let volumes = spec.volumes.iter().flatten().any(|volume| {
        let projected = volume.projected.iter().flat_map(|projected| projected.sources.iter().flatten());
        volume.secret.is_some() || projected.into_iter().any(|source| source.secret.is_some())
    });
    let mut containers = visit::each(&spec).map(|container| in_container("", &container, &nothing));
    let pull = spec.image_pull_secrets.iter().flatten().next().is_some();
    Ok(volumes || pull || containers.any(|found| found.is_some()))
}
