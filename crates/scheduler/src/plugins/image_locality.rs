//! Prefers nodes that have the pod's images already, by their size and by how many nodes have them.

use std::collections::HashMap;

use crate::framework::{MAX_SCORE, NodeScore, Score};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

/// Below this much, having images is not worth a point; per container it counts up to the other.
const LEAST: i64 = 23 * 1024 * 1024;
const MOST: i64 = 1000 * 1024 * 1024;

pub struct ImageLocality;

impl Score for ImageLocality {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        snapshot: &'a Snapshot,
        candidates: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        let spec = pod.spec()?;
        let starting = spec.init_containers.iter().flatten();
        let images: Vec<String> = spec
            .containers
            .iter()
            .chain(starting)
            .filter_map(|one| one.image.as_deref())
            .map(normalized)
            .collect();
        let mut holders: HashMap<&str, i64> = HashMap::new();
        for node in candidates {
            for image in images.iter().filter(|image| size(node, image) > 0) {
                *holders.entry(image).or_default() += 1;
            }
        }
        if holders.is_empty() {
            return None;
        }
        let holders: HashMap<String, i64> =
            holders.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
        let total = snapshot.nodes.len().max(1) as i64;
        Some(Box::new(move |node: &NodeInfo| {
            let scaled =
                |image: &String| size(node, image) * holders.get(image).copied().unwrap_or(0) / total;
            let sum: i64 = images.iter().map(scaled).sum();
            let most = MOST * images.len().max(1) as i64;
            (sum.clamp(LEAST, most) - LEAST) * MAX_SCORE / (most - LEAST)
        }))
    }
}

/// With a tag, as nodes list their images.
fn normalized(image: &str) -> String {
    let last = image.rsplit('/').next().unwrap_or(image);
    if last.contains(':') || last.contains('@') { image.to_owned() } else { format!("{image}:latest") }
}

fn size(node: &NodeInfo, image: &str) -> i64 {
    let images = node.node.status.as_ref().and_then(|status| status.images.as_deref()).unwrap_or_default();
    let named = |names: &Option<Vec<String>>| names.iter().flatten().any(|name| name == image);
    images.iter().find(|one| named(&one.names)).and_then(|one| one.size_bytes).unwrap_or(0)
}
