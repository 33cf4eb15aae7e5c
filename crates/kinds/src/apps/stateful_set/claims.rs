//! The claims that each pod of a stateful set gets, and the volumes that they become in its template.

use api::core::v1::{PersistentVolumeClaim, PersistentVolumeClaimVolumeSource, PodTemplateSpec, Volume};
use meta::{ErrorList, Path};
use serde_json::Value;

use crate::rules::claims;
use crate::rules::object::{default, made};

/// Fills in what a template of claims leaves out.
pub fn defaults(claim: &mut Value) {
    claim["apiVersion"] = "v1".into();
    claim["kind"] = "PersistentVolumeClaim".into();
    claims::defaults(made(claim, "spec"));
    default(made(claim, "status"), "phase", "Pending");
}

/// What is wrong with the templates of claims at `path`.
pub fn validate(claims: &[PersistentVolumeClaim], path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    for (i, claim) in claims.iter().enumerate() {
        let spec = claim.spec.clone().unwrap_or_default();
        claims::validate(&spec, claims::Options::default(), &path.index(i).child("spec"), &mut errors);
    }
    errors
}

/// The template as a pod will see it: with a volume for each claim, and without the names that each pod gets of its own.
pub fn with_volumes(template: &PodTemplateSpec, claims: &[PersistentVolumeClaim]) -> PodTemplateSpec {
    let mut template = template.clone();
    if let Some(spec) = &mut template.spec {
        spec.subdomain = None;
        spec.hostname = None;
        if !claims.is_empty() {
            let mut volumes: Vec<Volume> = claims.iter().map(volume).collect();
            let own = spec.volumes.take().unwrap_or_default();
            let named = |name: &str| claims.iter().any(|claim| claim.metadata.name.as_deref() == Some(name));
            volumes.extend(own.into_iter().filter(|volume| !named(&volume.name)));
            spec.volumes = Some(volumes);
        }
    }
    template
}

fn volume(claim: &PersistentVolumeClaim) -> Volume {
    let name = claim.metadata.name.clone().unwrap_or_default();
    let source = PersistentVolumeClaimVolumeSource { claim_name: name.clone(), ..Default::default() };
    Volume { name, persistent_volume_claim: Some(source), ..Default::default() }
}
