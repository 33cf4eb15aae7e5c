//! Files of one volume that would lie on or below one another.

use api::core::v1::{KeyToPath, Volume, VolumeProjection};
use meta::go;

use crate::rules::report::{list, text};

/// A file, and what it is made of where a volume has several sources.
struct File {
    path: String,
    source: String,
}

impl File {
    fn shown(&self) -> String {
        let path = go::quote(&self.path);
        if self.source.is_empty() { path } else { format!("{path} ({})", self.source) }
    }
}

/// Finds overlapping files of each volume.
pub fn find(volumes: &[Volume], out: &mut Vec<String>) {
    for volume in volumes {
        let mut report = |what: &str, files: Vec<File>| {
            let volume = go::quote(&volume.name);
            let found = overlapping(files).into_iter();
            out.extend(
                found.map(|overlap| format!("volume {volume} ({what}): overlapping paths: {overlap}")),
            );
        };
        if let Some(map) = &volume.config_map {
            report(&format!("ConfigMap {}", go::quote(&map.name)), files(list(&map.items), ""));
        }
        if let Some(secret) = &volume.secret {
            report(
                &format!("Secret {}", go::quote(text(&secret.secret_name))),
                files(list(&secret.items), ""),
            );
        }
        if let Some(downward) = &volume.downward_api {
            let paths = list(&downward.items).iter().map(|item| file(&item.path, ""));
            report("DownwardAPI", paths.collect());
        }
        if let Some(projected) = &volume.projected {
            for _ in list(&projected.sources).iter().filter(|source| **source == VolumeProjection::default())
            {
                out.push(format!("volume {} (Projected) has no sources provided", go::quote(&volume.name)));
            }
            let all = list(&projected.sources).iter().flat_map(of_source).collect();
            let found = overlapping(all).into_iter();
            let volume = go::quote(&volume.name);
            out.extend(
                found.map(|overlap| format!("volume {volume} (Projected): overlapping paths: {overlap}")),
            );
        }
    }
}

fn file(path: &str, source: &str) -> File {
    File { path: path.trim_end_matches('/').to_owned(), source: source.to_owned() }
}

fn files(items: &[KeyToPath], source: &str) -> Vec<File> {
    items.iter().map(|item| file(&item.path, source)).collect()
}

fn of_source(source: &VolumeProjection) -> Vec<File> {
    if let Some(map) = source.config_map.as_ref().filter(|map| map.items.is_some()) {
        files(list(&map.items), &format!("ConfigMap {}", go::quote(&map.name)))
    } else if let Some(secret) = source.secret.as_ref().filter(|secret| secret.items.is_some()) {
        files(list(&secret.items), &format!("Secret {}", go::quote(&secret.name)))
    } else if let Some(downward) = source.downward_api.as_ref().filter(|downward| downward.items.is_some()) {
        list(&downward.items).iter().map(|item| file(&item.path, "DownwardAPI")).collect()
    } else if let Some(token) = &source.service_account_token {
        vec![file(&token.path, "ServiceAccountToken")]
    } else if let Some(bundle) = &source.cluster_trust_bundle {
        let name = bundle.name.as_ref().or(bundle.signer_name.as_ref()).cloned().unwrap_or_default();
        vec![file(&bundle.path, &format!("ClusterTrustBundle {}", go::quote(&name)))]
    } else if let Some(certificate) = &source.pod_certificate {
        let parts = [
            (&certificate.certificate_chain_path, "PodCertificate chain"),
            (&certificate.key_path, "PodCertificate key"),
            (&certificate.credential_bundle_path, "PodCertificate credential bundle"),
        ];
        parts
            .iter()
            .filter(|(path, _)| !text(path).is_empty())
            .map(|(path, what)| file(text(path), what))
            .collect()
    } else {
        Vec::new()
    }
}

fn overlapping(files: Vec<File>) -> Vec<String> {
    let mut found = Vec::new();
    for (index, file) in files.iter().enumerate().filter(|(_, file)| !file.path.is_empty()) {
        let own = format!("{}/", file.path);
        for other in files[..index].iter().filter(|other| !other.path.is_empty()) {
            let theirs = format!("{}/", other.path);
            if theirs.starts_with(&own) || own.starts_with(&theirs) {
                found.push(format!("{} with {}", file.shown(), other.shown()));
            }
        }
    }
    found
}
