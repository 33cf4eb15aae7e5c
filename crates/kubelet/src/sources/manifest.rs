//! From a manifest to static pods: named after the node, bound to it, with a UID that changes with the text. Pure.

use std::sync::Arc;

use api::Typed as _;
use api::core::v1::{Pod, Toleration};
use serde_json::Value;

use super::Source;
use crate::names;

/// The pods in a text of YAML or JSON: one, several documents, or a list. What is no pod is an error.
pub(super) fn parse(
    text: &str,
    origin: &str,
    source: Source,
    node: &str,
    seen: &str,
) -> Result<Vec<Arc<Pod>>, String> {
    let mut pods = Vec::new();
    for document in codec::yaml::documents(text) {
        if document.trim().is_empty() {
            continue;
        }
        let decoded = codec::yaml::decode(document.as_bytes()).map_err(|error| error.to_string())?;
        let tree = decoded.value;
        let items = match tree["kind"].as_str() {
            Some("PodList" | "List") => tree["items"].as_array().cloned().unwrap_or_default(),
            Some("Pod") => vec![tree],
            _ if tree.is_null() => continue,
            kind => return Err(format!("{} is no pod", kind.unwrap_or("an object without a kind"))),
        };
        for item in items {
            pods.push(Arc::new(prepare(&item, origin, source, node, seen)?));
        }
    }
    Ok(pods)
}

fn prepare(tree: &Value, origin: &str, source: Source, node: &str, seen: &str) -> Result<Pod, String> {
    let mut pod = Pod::decode(tree).map_err(|error| error.to_string())?;
    let meta = &mut pod.metadata;
    let name = meta.name.clone().filter(|name| !name.is_empty()).ok_or("a static pod needs a name")?;
    let hash = hash(&format!("{node}\0{origin}\0{tree}"));
    meta.uid = Some(meta.uid.clone().filter(|uid| !uid.is_empty()).unwrap_or_else(|| hash.clone()));
    meta.name = Some(format!("{name}-{}", node.to_lowercase()));
    meta.namespace =
        Some(meta.namespace.clone().filter(|space| !space.is_empty()).unwrap_or_else(|| "default".into()));
    let annotations = meta.annotations.get_or_insert_default();
    annotations.insert(names::CONFIG_HASH.into(), hash);
    annotations.insert(names::CONFIG_SOURCE.into(), source.name().into());
    annotations.insert(names::CONFIG_SEEN.into(), seen.into());
    pod.status = None;
    let spec = pod.spec.as_mut().ok_or("a static pod needs a spec")?;
    spec.node_name = Some(node.into());
    // It stays, whatever the node is tainted with.
    let stays = Toleration {
        operator: Some("Exists".into()),
        effect: Some("NoExecute".into()),
        ..Toleration::default()
    };
    spec.tolerations.get_or_insert_default().push(stays);
    Ok(pod)
}

/// 32 hexadecimal digits: two FNV-1a hashes with different beginnings.
fn hash(text: &str) -> String {
    let fnv = |start: u64| {
        text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    format!("{:016x}{:016x}", fnv(0xcbf2_9ce4_8422_2325), fnv(0x8422_2325_cbf2_9ce4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_becomes_a_pod_of_this_node() {
        let read = |text: &str| parse(text, "/etc/x.yaml", Source::File, "Node1", "T").unwrap();
        let text =
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c, image: i}]}\n";
        let pods = read(text);
        let meta = &pods[0].metadata;
        assert_eq!((meta.name.as_deref(), meta.namespace.as_deref()), (Some("web-node1"), Some("default")));
        assert_eq!(meta.annotations.as_ref().unwrap()[names::CONFIG_SOURCE], "file");
        assert_eq!(pods[0].spec.as_ref().unwrap().node_name.as_deref(), Some("Node1"));
        assert_eq!(meta.uid, read(text)[0].metadata.uid, "the same text is the same pod");
        assert_ne!(meta.uid, read(&text.replace("image: i", "image: j"))[0].metadata.uid);
        assert_eq!(read(&format!("{text}---\n{text}")).len(), 2);
        assert!(parse("kind: Service\n", "o", Source::File, "n", "T").is_err());
    }
}
