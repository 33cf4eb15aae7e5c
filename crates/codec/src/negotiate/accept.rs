//! The Accept header: which encoding and which shape of the answer the client likes best among what we have.

use super::media::Media;

/// What an endpoint can answer with.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint<'a> {
    /// The encodings, best first.
    pub media: &'a [Media],
    /// Those of them in which objects can be had as they are: custom resources have no Protobuf form, their metadata has.
    pub plain: &'a [Media],
    /// Whether objects can be had as bare metadata.
    pub transforms: bool,
    /// Whether objects can be had as tables.
    pub tables: bool,
    /// Whether the answer may be a stream of events, so that refusals name the streams too.
    pub streams: bool,
    /// Whether aggregated discovery can be had.
    pub discovery: bool,
}

impl Endpoint<'static> {
    /// A single object of a built-in kind.
    pub const OBJECT: Self = Endpoint {
        media: &Media::ALL,
        plain: &Media::ALL,
        transforms: true,
        tables: true,
        streams: false,
        discovery: false,
    };
    /// A list or watch of a built-in kind.
    pub const LIST: Self = Endpoint { streams: true, ..Self::OBJECT };
    /// A single custom resource.
    pub const CUSTOM_OBJECT: Self = Endpoint { plain: &Media::CUSTOM, ..Self::OBJECT };
    /// A list or watch of custom resources.
    pub const CUSTOM_LIST: Self = Endpoint { plain: &Media::CUSTOM, ..Self::LIST };
    /// An answer that is never stored, such as a review.
    pub const REVIEW: Self = Endpoint { tables: false, ..Self::OBJECT };
    /// `/api` and `/apis`.
    pub const DISCOVERY: Self =
        Endpoint { transforms: false, tables: false, discovery: true, ..Self::OBJECT };
}

/// The shape in which objects are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// As they are.
    #[default]
    Object,
    /// `as=Table;g=meta.k8s.io`, with its version (`v1` or `v1beta1`).
    Table(&'static str),
    /// `as=PartialObjectMetadata`, with its version; wrong for a list.
    Metadata(&'static str),
    /// `as=PartialObjectMetadataList`, with its version; wrong for a single object.
    MetadataList(&'static str),
    /// `as=APIGroupDiscoveryList;g=apidiscovery.k8s.io`, with its version.
    Discovery(&'static str),
}

/// What to answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The encoding.
    pub media: Media,
    /// The shape.
    pub shape: Shape,
    /// `stream=watch` was asked for by name.
    pub stream: bool,
    /// `pretty=1`
    pub pretty: bool,
}

/// Nothing that we have is acceptable: status 406.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("406: Not Acceptable\n\nAvailable representations: {}", .0.join(", "))]
pub struct NotAcceptable(pub Vec<&'static str>);

/// Chooses the answer's encoding and shape. An absent or empty header takes the first encoding.
pub fn output(accept: &str, endpoint: &Endpoint<'_>) -> Result<Output, NotAcceptable> {
    let plain = |media| Output { media, shape: Shape::Object, stream: false, pretty: false };
    if accept.trim().is_empty() {
        return endpoint.plain.first().copied().map(plain).ok_or_else(|| refusal(endpoint));
    }
    for clause in clauses(accept) {
        let matching = endpoint.media.iter().filter(|media| clause.covers(**media));
        if let Some(output) = matching.filter_map(|media| clause.output(*media, endpoint)).next() {
            return Ok(output);
        }
    }
    Err(refusal(endpoint))
}

fn refusal(endpoint: &Endpoint<'_>) -> NotAcceptable {
    let mut names: Vec<_> = endpoint.media.iter().map(|media| media.name()).collect();
    if endpoint.streams {
        names.extend(endpoint.media.iter().filter_map(|media| media.stream_name()));
    }
    NotAcceptable(names)
}

/// One media range of the header.
struct Clause<'h> {
    kind: &'h str,
    subtype: &'h str,
    params: Vec<(&'h str, &'h str)>,
    quality: f64,
}

/// The clauses by quality, the more specific ones first among equals, else in the header's order.
fn clauses(accept: &str) -> Vec<Clause<'_>> {
    let mut clauses: Vec<_> = accept.split(',').filter_map(parse).collect();
    clauses.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.wildness().cmp(&b.wildness())));
    clauses
}

fn parse(clause: &str) -> Option<Clause<'_>> {
    let mut parts = clause.split(';').map(str::trim);
    let range = parts.next()?;
    // A lone `*` is an old spelling of `*/*`.
    let (kind, subtype) = range.split_once('/').or((range == "*").then_some(("*", "*")))?;
    let mut quality = 1.0;
    let mut params = Vec::new();
    for (name, value) in parts.filter_map(|part| part.split_once('=')) {
        let (name, value) = (name.trim(), value.trim().trim_matches('"'));
        match name {
            "q" => quality = value.parse().unwrap_or(1.0),
            _ => params.push((name, value)),
        }
    }
    Some(Clause { kind: kind.trim(), subtype: subtype.trim(), params, quality })
}

impl Clause<'_> {
    fn wildness(&self) -> u8 {
        u8::from(self.kind == "*") + u8::from(self.subtype == "*")
    }

    fn covers(&self, media: Media) -> bool {
        match (self.kind, self.subtype) {
            ("*", "*") | ("application", "*") => true,
            ("application", subtype) => subtype == media.subtype(),
            _ => false,
        }
    }

    fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().rev().find(|(param, _)| *param == name).map(|(_, value)| *value)
    }

    /// The answer by this clause, unless it asks for something that the endpoint does not have.
    fn output(&self, media: Media, endpoint: &Endpoint<'_>) -> Option<Output> {
        let shape = self.shape(media, endpoint)?;
        let stream = match self.param("stream") {
            None | Some("") => false,
            Some("watch") if media.stream_name().is_some() => true,
            Some(_) => return None,
        };
        // Asking for another version of the server's own types is an option that no endpoint has.
        if self.param("sv").is_some_and(|version| !version.is_empty()) {
            return None;
        }
        Some(Output { media, shape, stream, pretty: self.param("pretty") == Some("1") })
    }

    fn shape(&self, media: Media, endpoint: &Endpoint<'_>) -> Option<Shape> {
        let (kind, group, version) = (self.param("as"), self.param("g"), self.param("v"));
        if kind.is_none() && group.is_none() && version.is_none() {
            return endpoint.plain.contains(&media).then_some(Shape::Object);
        }
        match (kind?, group?, known_version(version?)?) {
            ("Table", "meta.k8s.io", version @ ("v1" | "v1beta1")) => {
                (endpoint.tables && media != Media::Protobuf).then_some(Shape::Table(version))
            }
            ("PartialObjectMetadata", "meta.k8s.io", version @ ("v1" | "v1beta1")) => {
                endpoint.transforms.then_some(Shape::Metadata(version))
            }
            ("PartialObjectMetadataList", "meta.k8s.io", version @ ("v1" | "v1beta1")) => {
                endpoint.transforms.then_some(Shape::MetadataList(version))
            }
            ("APIGroupDiscoveryList", "apidiscovery.k8s.io", version @ ("v2" | "v2beta1")) => {
                endpoint.discovery.then_some(Shape::Discovery(version))
            }
            _ => None,
        }
    }
}

fn known_version(version: &str) -> Option<&'static str> {
    ["v1", "v1beta1", "v2", "v2beta1"].into_iter().find(|known| *known == version)
}
