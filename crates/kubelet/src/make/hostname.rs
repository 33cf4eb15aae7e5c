//! The pod's host name and domain.

use api::core::v1::Pod;

use crate::pod::spec;

/// The longest name the kernel takes.
const LONGEST: usize = 63;

/// Host name and domain; the domain is empty without a subdomain.
pub fn of(pod: &Pod, cluster_domain: &str) -> (String, String) {
    let given = |get: fn(&api::core::v1::PodSpec) -> Option<&String>| {
        pod.spec.as_ref().and_then(get).cloned().filter(|text| !text.is_empty())
    };
    if let Some(name) = given(|spec| spec.hostname_override.as_ref()) {
        return (cut(&name), String::new());
    }
    let name = given(|spec| spec.hostname.as_ref()).unwrap_or_else(|| spec::name(pod).to_owned());
    let subdomain = given(|spec| spec.subdomain.as_ref());
    let domain = subdomain.map(|sub| format!("{sub}.{}.svc.{cluster_domain}", spec::namespace(pod)));
    (cut(&name), domain.unwrap_or_default())
}

/// At most 63 characters, without a dash or dot at the end.
fn cut(name: &str) -> String {
    match name.get(..LONGEST) {
        Some(short) if name.len() > LONGEST => short.trim_end_matches(['-', '.']).to_owned(),
        _ => name.to_owned(),
    }
}

/// What the kernel is told: the short name, or the whole one if the pod wants it so.
pub fn for_kernel(pod: &Pod, cluster_domain: &str) -> Result<String, String> {
    let (name, domain) = of(pod, cluster_domain);
    let whole = pod.spec.as_ref().and_then(|spec| spec.set_hostname_as_fqdn).unwrap_or(false);
    if !whole || domain.is_empty() {
        return Ok(name);
    }
    let full = format!("{name}.{domain}");
    if full.len() > 64 {
        return Err(format!(
            "failed to construct FQDN from pod hostname and cluster domain, FQDN {full} is too long (64 characters is the max, {} characters requested)",
            full.len()
        ));
    }
    Ok(full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;
    use serde_json::json;

    #[test]
    fn names_and_domains() {
        let long = format!("{}-.tail", "a".repeat(62));
        for (name, extra, expected) in [
            ("web", json!({}), ("web", "", "web")),
            ("web", json!({"hostname": "h"}), ("h", "", "h")),
            ("web", json!({"subdomain": "s"}), ("web", "s.n.svc.c.l", "web")),
            (
                "web",
                json!({"subdomain": "s", "setHostnameAsFQDN": true}),
                ("web", "s.n.svc.c.l", "web.s.n.svc.c.l"),
            ),
            (&long, json!({}), (&long[..62], "", &long[..62])),
        ] {
            let mut spec = json!({"containers": []});
            spec.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let pod =
                Pod::decode(&json!({"metadata": {"name": name, "namespace": "n"}, "spec": spec})).unwrap();
            let (host, domain) = of(&pod, "c.l");
            assert_eq!((host.as_str(), domain.as_str(), for_kernel(&pod, "c.l").unwrap().as_str()), expected);
        }
    }
}
