//! Discovery: which groups, versions and resources there are, derived from the kinds that are served.
//!
//! Two forms: the old one, a document per group version, and the aggregated one, everything in one document with an etag. Both are
//! made once per set of kinds and kept.

mod aggregated;
mod legacy;
mod order;

use std::sync::Arc;

use bytes::Bytes;
use codec::negotiate::{Endpoint, Media, Output, Shape};
use http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderValue, Method};
use meta::StatusError;
use registry::Registry;
use serde_json::Value;

use crate::answer::{self, Answer};
use crate::per_kinds::PerKinds;
use crate::pipeline::Identified;
pub(crate) use order::{Group, Version, groups};

/// What discovery can be had as: nobody asks for it as Protobuf.
const MEDIA: [Media; 2] = [Media::Json, Media::Yaml];
const AGGREGATED: Endpoint<'static> = Endpoint {
    media: &MEDIA,
    plain: &MEDIA,
    transforms: false,
    tables: false,
    streams: false,
    discovery: true,
};
const LEGACY: Endpoint<'static> = Endpoint { discovery: false, ..AGGREGATED };

/// The documents of the present set of kinds.
#[derive(Default)]
pub(crate) struct Discovery(PerKinds<Documents>);

struct Documents {
    groups: Vec<Group>,
    core: Aggregate,
    others: Aggregate,
}

/// An aggregated document with its name.
struct Aggregate {
    tree: Value,
    json: Bytes,
    etag: String,
}

impl Aggregate {
    fn new(tree: Value) -> Self {
        let json = Bytes::from(codec::json::to_vec(&tree));
        let etag = format!("\"{}\"", hex(ring::digest::digest(&ring::digest::SHA512, &json).as_ref()));
        Self { tree, json, etag }
    }
}

/// Bytes as upstream spells hashes in etags and links.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

impl Discovery {
    fn documents(&self, registry: &Registry) -> Arc<Documents> {
        self.0.get(registry.kinds(), |kinds| {
            let groups = groups(kinds);
            let (core, others): (Vec<_>, Vec<_>) = groups.iter().partition(|group| group.name.is_empty());
            Documents {
                core: Aggregate::new(aggregated::document(&core)),
                others: Aggregate::new(aggregated::document(&others)),
                groups,
            }
        })
    }
}

/// Answers a path of discovery; `None` if there is no such group or version.
pub(crate) fn answer(
    discovery: &Discovery,
    registry: &Registry,
    address: &str,
    request: &Identified,
) -> Result<Option<Answer>, StatusError> {
    let documents = discovery.documents(registry);
    let segments: Vec<&str> = request.info.path.trim_matches('/').split('/').collect();
    let group = |name: &str| documents.groups.iter().find(|group| group.name == name);
    let tree = match segments.as_slice() {
        ["api"] | ["apis"] => {
            let aggregate = if segments == ["api"] { &documents.core } else { &documents.others };
            let output = output(request, &AGGREGATED)?;
            if let Shape::Discovery(version) = output.shape {
                return Ok(Some(send(request, aggregate, version, &output)));
            }
            if segments == ["api"] {
                Some(legacy::versions(&documents.groups, address))
            } else {
                Some(legacy::groups(&documents.groups))
            }
        }
        ["api", version] => group("").and_then(|group| legacy::resources(group, version)),
        ["apis", name] => group(name).filter(|_| !name.is_empty()).map(legacy::group),
        ["apis", name, version] => group(name).and_then(|group| legacy::resources(group, version)),
        _ => None,
    };
    let Some(tree) = tree else { return Ok(None) };
    let output = output(request, &LEGACY)?;
    Ok(Some(answer::finish(answer::tree(200, &tree, None, &output)?, &request.wishes)))
}

fn output(request: &Identified, endpoint: &Endpoint<'_>) -> Result<Output, StatusError> {
    if request.head.method != Method::GET {
        return Err(answer::no_method());
    }
    request.wishes.output(endpoint)
}

fn send(request: &Identified, aggregate: &Aggregate, version: &str, output: &Output) -> Answer {
    let same = request.header(IF_NONE_MATCH).split(',').any(|tag| tag.trim() == aggregate.etag);
    let mut answer = match (same, output.media) {
        (true, _) => answer::raw(304, "application/json", Bytes::new()),
        (false, Media::Json) if !output.pretty => {
            answer::raw(200, "application/json", aggregate.json.clone())
        }
        (false, _) => answer::tree(200, &aggregate.tree, None, output)
            .unwrap_or_else(|error| answer::failure(&error, &request.wishes)),
    };
    let kind = format!("{};g=apidiscovery.k8s.io;v={version};as=APIGroupDiscoveryList", output.media.name());
    let headers = answer.headers_mut();
    if let (Ok(kind), Ok(etag)) = (HeaderValue::from_str(&kind), HeaderValue::from_str(&aggregate.etag)) {
        headers.insert(CONTENT_TYPE, kind);
        headers.insert(ETAG, etag);
    }
    headers.insert(VARY, HeaderValue::from_static("Accept"));
    answer::finish(answer, &request.wishes)
}
