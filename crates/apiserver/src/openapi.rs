//! OpenAPI: the schemas and paths of what is served, as version 3 (an index, and a document per group version, each under a hash)
//! and as version 2 (one document, also in the Protobuf form that kubectl asks for).
//!
//! Made when somebody asks, from the table of schemas and the kinds that are served, and kept until the kinds change.
//!
//! | file | what it makes |
//! |---|---|
//! | `operations` | paths and operations of a kind, without regard to the version of OpenAPI |
//! | `parameters` | what operations take in their query |
//! | `types` | which types a document needs |
//! | `v3`, `v2` | the documents |
//! | `gnostic` | a version 2 document as Protobuf |

mod gnostic;
mod operations;
mod parameters;
mod types;
mod v2;
mod v3;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use api::Descriptions;
use bytes::Bytes;
use http::header::{ACCEPT, ETAG, IF_NONE_MATCH, LOCATION, VARY};
use http::{HeaderValue, Method};
use meta::StatusError;
use meta::options::Query;
use registry::Kind;
use serde_json::{Value, json};

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::discovery::{self, Group, hex};
use crate::per_kinds::PerKinds;
use crate::pipeline::Identified;

/// The Protobuf form of version 2. Clients ask for it under a name with an `@`, which is no media type, and refuse that as an answer.
const GNOSTIC: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/// The documents of the present set of kinds.
#[derive(Default)]
pub(crate) struct OpenApi(PerKinds<Documents>);

#[derive(Default)]
struct Documents {
    groups: Vec<Group>,
    /// By the path below `/openapi/v3/`.
    v3: OnceLock<BTreeMap<String, Arc<Document>>>,
    v2: OnceLock<(Arc<Document>, Arc<Document>)>,
}

/// A document's bytes and their hash.
struct Document {
    bytes: Bytes,
    hash: String,
}

impl Document {
    fn new(bytes: Vec<u8>) -> Arc<Self> {
        let hash = hex(ring::digest::digest(&ring::digest::SHA512, &bytes).as_ref());
        Arc::new(Self { bytes: bytes.into(), hash })
    }
}

impl OpenApi {
    fn documents(&self, server: &ApiServer) -> Arc<Documents> {
        let make =
            |kinds: &[Arc<Kind>]| Documents { groups: discovery::groups(kinds), ..Documents::default() };
        self.0.get(server.registry.kinds(), make)
    }
}

impl Documents {
    /// The document of a group version, by its path.
    fn v3(&self, path: &str) -> Option<Arc<Document>> {
        self.all_v3().get(path).cloned()
    }

    /// All of them, made together on first use: the index names each by its hash, and the texts are loaded once for all.
    fn all_v3(&self) -> &BTreeMap<String, Arc<Document>> {
        self.v3.get_or_init(|| {
            let texts = Descriptions::load();
            let made = self.paths().map(|(path, group, version)| {
                (path, Document::new(codec::json::to_vec(&v3::document(group, version, &texts))))
            });
            made.collect()
        })
    }

    fn paths(&self) -> impl Iterator<Item = (String, &Group, &discovery::Version)> {
        self.groups.iter().flat_map(|group| {
            group.versions.iter().map(move |version| (below_v3(&group.name, &version.name), group, version))
        })
    }

    fn index(&self) -> Value {
        let paths = self.all_v3().iter().map(|(path, document)| {
            let url = format!("/openapi/v3/{path}?hash={}", document.hash);
            (path.clone(), json!({ "serverRelativeURL": url }))
        });
        json!({ "paths": paths.collect::<serde_json::Map<_, _>>() })
    }

    /// Version 2, as JSON and as Protobuf.
    fn v2(&self) -> (Arc<Document>, Arc<Document>) {
        let made = self.v2.get_or_init(|| {
            let document = v2::document(&self.groups, &Descriptions::load());
            (Document::new(codec::json::to_vec(&document)), Document::new(gnostic::encode(&document)))
        });
        made.clone()
    }
}

fn below_v3(group: &str, version: &str) -> String {
    if group.is_empty() { format!("api/{version}") } else { format!("apis/{group}/{version}") }
}

/// Answers a path below `/openapi`.
pub(crate) fn answer(server: &ApiServer, request: &Identified) -> Result<Answer, StatusError> {
    if request.head.method != Method::GET {
        return Err(answer::no_method());
    }
    let documents = server.openapi.documents(server);
    let answer = match request.info.path.as_str() {
        "/openapi/v3" => {
            let body = codec::json::to_vec(&documents.index());
            answer::finish(answer::raw(200, "application/json", body), &request.wishes)
        }
        "/openapi/v2" => {
            let (json, protobuf) = documents.v2();
            let wanted = request.header(ACCEPT);
            if wanted.contains("com.github.proto-openapi.spec.v2") && wanted.contains("protobuf") {
                send(request, &protobuf, GNOSTIC)
            } else {
                send(request, &json, "application/json")
            }
        }
        path => {
            let below = path.trim_start_matches("/openapi/v3/");
            match documents.v3(below) {
                None => answer::no_page(),
                Some(document) => by_hash(request, below, &document),
            }
        }
    };
    Ok(answer)
}

/// A document under its hash may be kept for ever; under another one, the client is told where it is now.
fn by_hash(request: &Identified, below: &str, document: &Document) -> Answer {
    let query = Query::parse(request.query());
    match query.get("hash") {
        Some(hash) if hash != document.hash => {
            let mut answer = answer::raw(301, "text/plain", Bytes::new());
            let now = format!("/openapi/v3/{below}?hash={}", document.hash);
            if let Ok(now) = HeaderValue::from_str(&now) {
                answer.headers_mut().insert(LOCATION, now);
            }
            answer
        }
        known => {
            let mut answer = send(request, document, "application/json");
            if known.is_some() {
                let forever = HeaderValue::from_static("public, immutable");
                answer.headers_mut().insert(http::header::CACHE_CONTROL, forever);
            }
            answer
        }
    }
}

fn send(request: &Identified, document: &Document, content_type: &'static str) -> Answer {
    let etag = format!("\"{}\"", document.hash);
    let same = request.header(IF_NONE_MATCH).split(',').any(|tag| tag.trim() == etag);
    let mut answer = if same {
        answer::raw(304, content_type, Bytes::new())
    } else {
        answer::raw(200, content_type, document.bytes.clone())
    };
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        answer.headers_mut().insert(ETAG, etag);
    }
    answer.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
    answer::finish(answer, &request.wishes)
}
