//! `cluster-info`: where the control plane and the cluster's own services are.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::Result;
use crate::io::out;
use crate::server::Ask;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "cluster-info",
    section: Section::Cluster,
    about: "Display cluster information",
    examples: &[("Print the address of the control plane and cluster services", "kubectl cluster-info")],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

fn line(cx: &Cx, name: &str, link: &str) -> String {
    if !cx.io.is_terminal {
        return format!("{name} is running at {link}");
    }
    format!("\u{1b}[0;32m{name}\u{1b}[0m is running at \u{1b}[0;33m{link}\u{1b}[0m")
}

async fn run(cx: &Cx) -> Result {
    let server = cx.server().await?;
    let namespace = cx.flags.some("namespace").unwrap_or("kube-system");
    let services = server.discovery().await?.of_kind("v1", "Service")?;
    let query = vec![("labelSelector", "kubernetes.io/cluster-service=true".to_owned())];
    let list = server.call(Ask::get(services.path(namespace)).query(query)).await?;
    out!(cx, "{}", line(cx, "Kubernetes control plane", server.url.trim_end_matches('/')));
    for service in list.items("items") {
        let port = service.at("spec.ports.0");
        let mut link = service.name().to_owned();
        if port.text("name") == "https" || port.int("port") == 443 {
            link = format!("https:{link}");
        }
        if service.items("spec.ports").len() == 1 || !port.text("name").is_empty() {
            link = format!("{link}:{}", port.text("name"));
        }
        let name =
            match service.at("metadata.labels").get("kubernetes.io/name").and_then(|name| name.as_str()) {
                Some(name) => name,
                None => service.name(),
            };
        let path = format!(
            "{}/api/v1/namespaces/{}/services/{link}/proxy",
            server.url.trim_end_matches('/'),
            service.namespace()
        );
        out!(cx, "{}", line(cx, name, &path));
    }
    out!(cx, "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.");
    Ok(())
}
