//! `projected`: several sources in one directory, tokens of the service account among them.

use std::time::{Duration, SystemTime};

use api::core::v1::{ServiceAccountTokenProjection, Volume, VolumeProjection};
use async_trait::async_trait;

use crate::VolumeError;
use crate::payload::{self, Payload, PayloadFile};
use crate::plugin::{Plugin, Request, SetUp, TokenWish};
use crate::plugins::{config_map, downward_api, empty_dir, secret};

pub(crate) struct Projected;

/// An hour, as the API server defaults it.
const DEFAULT_EXPIRATION: i64 = 3600;

#[async_trait]
impl Plugin for Projected {
    fn directory(&self) -> &'static str {
        "kubernetes.io~projected"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.projected.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let Some(source) = &request.volume.projected else { return Err(VolumeError::NoPlugin) };
        let mode = payload::mode(source.default_mode);
        let (mut payload, mut refresh_at) = (Payload::new(), None);
        for projection in source.sources.iter().flatten() {
            let (files, refresh) = gather(request, projection, mode).await?;
            payload.extend(files);
            refresh_at = [refresh_at, refresh].into_iter().flatten().min();
        }
        empty_dir::in_memory(request.directory, None)?;
        Ok(SetUp { refresh_at, ..payload::put(request, &payload)? })
    }

    fn tear_down(&self, directory: &std::path::Path) -> Result<(), VolumeError> {
        empty_dir::unmount(directory)
    }
}

async fn gather(
    request: &Request<'_>,
    projection: &VolumeProjection,
    mode: u32,
) -> Result<(Payload, Option<SystemTime>), VolumeError> {
    if let Some(source) = &projection.config_map {
        let (items, optional) = (source.items.as_deref(), source.optional.unwrap_or(false));
        let files = config_map::gather(request, &source.name, items, optional, mode).await?;
        return Ok((files, None));
    }
    if let Some(source) = &projection.secret {
        let (items, optional) = (source.items.as_deref(), source.optional.unwrap_or(false));
        return Ok((secret::gather(request, &source.name, items, optional, mode).await?, None));
    }
    if let Some(source) = &projection.downward_api {
        let files = downward_api::gather(request, source.items.as_deref().unwrap_or_default(), mode)?;
        return Ok((files, None));
    }
    match &projection.service_account_token {
        Some(source) => token(request, source, mode).await,
        // Trust bundles and pod certificates: their kinds are not served yet.
        None => Ok((Payload::new(), None)),
    }
}

async fn token(
    request: &Request<'_>,
    source: &ServiceAccountTokenProjection,
    mode: u32,
) -> Result<(Payload, Option<SystemTime>), VolumeError> {
    let spec = request.pod.spec.as_ref();
    let account = spec.and_then(|spec| spec.service_account_name.clone()).unwrap_or_default();
    let lifetime = source.expiration_seconds.unwrap_or(DEFAULT_EXPIRATION);
    let wish = TokenWish {
        namespace: request.namespace().to_owned(),
        service_account: account.clone(),
        pod_name: request.pod.metadata.name.clone().unwrap_or_default(),
        pod_uid: request.pod.metadata.uid.clone().unwrap_or_default(),
        audience: source.audience.clone().unwrap_or_default(),
        expiration_seconds: lifetime,
    };
    let token = request.objects.token(&wish).await.map_err(|reason| VolumeError::Fetch {
        kind: "token",
        namespace: wish.namespace.clone(),
        name: account,
        reason,
    })?;
    // The file is for whoever the container runs as: the group of the pod, or its one user; else all may read it.
    let owner = spec.and_then(only_user);
    let mode = match (request.fs_group(), owner) {
        (Some(_), _) | (None, Some(_)) => 0o600,
        (None, None) => mode,
    };
    let file = PayloadFile { mode, data: token.token.into_bytes(), owner };
    let files = Payload::from([(payload::relative(&source.path)?, file)]);
    Ok((files, Some(renewal(request.clock.now(), token.expires_at, lifetime))))
}

/// When 80 % of its life are over, or after a day.
fn renewal(now: SystemTime, expires_at: SystemTime, lifetime: i64) -> SystemTime {
    let lifetime = Duration::from_secs(u64::try_from(lifetime).unwrap_or(0));
    let fifth = expires_at.checked_sub(lifetime / 5).unwrap_or(now);
    fifth.min(now + Duration::from_secs(24 * 3600)).max(now)
}

/// The user that all containers run as, if it is one.
fn only_user(spec: &api::core::v1::PodSpec) -> Option<u32> {
    let of_pod = spec.security_context.as_ref().and_then(|context| context.run_as_user);
    let containers = spec.init_containers.iter().flatten().chain(&spec.containers);
    let mut users = containers.map(|container| {
        container.security_context.as_ref().and_then(|context| context.run_as_user).or(of_pod)
    });
    let first = users.next().flatten()?;
    users.all(|user| user == Some(first)).then(|| u32::try_from(first).ok()).flatten()
}
