//! Names of images: `busybox` is `docker.io/library/busybox:latest`. Pure.

use oci_client::Reference;

use super::ImageError;

/// Reads a name.
pub fn parse(name: &str) -> Result<Reference, ImageError> {
    name.parse().map_err(|error: oci_client::ParseError| ImageError::Name {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

/// A name in full.
pub fn normalise(name: &str) -> Result<String, ImageError> {
    parse(name).map(|reference| reference.whole())
}

/// The name without tag and digest.
pub fn repository(reference: &Reference) -> String {
    format!("{}/{}", reference.registry(), reference.repository())
}

/// Whether a secret for `place` (`registry.example`, perhaps with a path, a scheme or a star) is for this image.
pub fn matches(place: &str, reference: &Reference) -> bool {
    let place = place.trim_start_matches("https://").trim_start_matches("http://");
    let place = place.trim_end_matches('/').trim_end_matches("/v1").trim_end_matches("/v2");
    let place = if place == "index.docker.io" { "docker.io" } else { place };
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    let host_fits = match host.strip_prefix("*.") {
        Some(rest) => reference.registry().split_once('.').is_some_and(|(_, domain)| domain == rest),
        None => host == reference.registry(),
    };
    place.is_empty() || host_fits && reference.repository().starts_with(path)
}

/// Whether a registry is on this machine, where plain HTTP is spoken.
pub fn is_local(registry: &str) -> bool {
    let host = registry.rsplit_once(':').map_or(registry, |(host, _)| host).trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_full() {
        let digest = format!("sha256:{}", "a".repeat(64));
        for (name, expected) in [
            ("busybox", "docker.io/library/busybox:latest".to_owned()),
            ("user/x:1", "docker.io/user/x:1".to_owned()),
            ("localhost:5000/x", "localhost:5000/x:latest".to_owned()),
            ("registry.k8s.io/pause:3.10", "registry.k8s.io/pause:3.10".to_owned()),
            (&format!("busybox@{digest}"), format!("docker.io/library/busybox@{digest}")),
        ] {
            assert_eq!(normalise(name).unwrap(), expected);
        }
        assert!(normalise("busy box").is_err() && normalise("").is_err());
    }

    #[test]
    fn secrets_fit_by_host_and_path() {
        let image = parse("registry.example/team/app:1").unwrap();
        for (place, expected) in [
            ("registry.example", true),
            ("https://registry.example/v2/", true),
            ("registry.example/team", true),
            ("registry.example/other", false),
            ("*.example", true),
            ("docker.io", false),
            ("", true),
        ] {
            assert_eq!(matches(place, &image), expected, "{place}");
        }
        assert!(matches("https://index.docker.io/v1/", &parse("busybox").unwrap()));
        for (registry, expected) in
            [("localhost:5000", true), ("127.0.0.1:1", true), ("[::1]:5", true), ("a.b", false)]
        {
            assert_eq!(is_local(registry), expected, "{registry}");
        }
    }
}
