//! A pod that names its node runs there or nowhere.

use crate::framework::{Filter, Filtering, Refusal};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct NodeName;

impl Filter for NodeName {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        match pod.spec().and_then(|spec| spec.node_name.as_deref()).filter(|name| !name.is_empty()) {
            None => Filtering::Skip,
            Some(wanted) => Filtering::Each(Box::new(move |node: &NodeInfo| {
                let refusal = || Refusal::lasting("node(s) didn't match the requested node name");
                if node.name() == wanted { Ok(()) } else { Err(refusal()) }
            })),
        }
    }
}
