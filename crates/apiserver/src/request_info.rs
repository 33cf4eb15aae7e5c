//! What a request asks for, read from its method, path and query alone: the verb and the thing, by upstream's `RequestInfo` rules.
//!
//! Pure. Whether there is such a resource is not known here; `route.rs` decides that. Called by `pipeline.rs`.

use http::Method;
use meta::options::Query;
use meta::selector::{FieldSelector, Selector};

/// What is asked for. Texts are empty where they do not apply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestInfo {
    /// Whether the path lies below `/api/<version>` or `/apis/<group>/<version>`.
    pub is_resource: bool,
    /// The decoded path, without a slash at its end.
    pub path: String,
    /// `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; the method in small letters for paths
    /// of no resource.
    pub verb: String,
    /// Empty for core.
    pub group: String,
    /// `v1`
    pub version: String,
    /// Empty for cluster-wide requests.
    pub namespace: String,
    /// The plural.
    pub resource: String,
    /// `status` and the like.
    pub subresource: String,
    /// The object, or the one object that a field selector on its name leaves.
    pub name: String,
    /// The segments from the resource on.
    pub parts: Vec<String>,
    /// The old spelling of a watch: `/api/v1/watch/…`.
    pub watch_prefix: bool,
    /// By which fields a list, watch or deletion of many selects. Empty if it does not, or not soundly.
    pub fields: FieldSelector,
    /// The same for labels.
    pub labels: Option<Selector>,
}

/// What follows a namespace's name without being a resource in it.
const OF_NAMESPACE: [&str; 2] = ["status", "finalize"];

impl RequestInfo {
    /// Reads a request.
    pub fn read(method: &Method, path: &str, query: &Query<'_>) -> Self {
        let path = decode(path);
        let trimmed = path.trim_matches('/');
        let segments: Vec<&str> = if trimmed.is_empty() { Vec::new() } else { trimmed.split('/').collect() };
        let mut info = Self {
            verb: method.as_str().to_ascii_lowercase(),
            path: format!("/{trimmed}"),
            ..Self::default()
        };
        let rest = match segments.as_slice() {
            ["api", version, rest @ ..] if !rest.is_empty() => {
                info.version = (*version).to_owned();
                rest
            }
            ["apis", group, version, rest @ ..] if !rest.is_empty() => {
                (info.group, info.version) = ((*group).to_owned(), (*version).to_owned());
                rest
            }
            _ => return info,
        };
        info.is_resource = true;
        info.verb = verb_of(method).to_owned();
        info.read_resource(rest);
        info.settle_verb(query);
        info
    }

    fn read_resource(&mut self, mut rest: &[&str]) {
        if let ["watch", below @ ..] = rest
            && !below.is_empty()
        {
            self.verb = "watch".to_owned();
            self.watch_prefix = true;
            rest = below;
        }
        if let ["namespaces", namespace, below @ ..] = rest {
            self.namespace = (*namespace).to_owned();
            if below.first().is_some_and(|next| !OF_NAMESPACE.contains(next)) {
                rest = below;
            }
        }
        self.parts = rest.iter().map(|part| (*part).to_owned()).collect();
        let part = |at: usize| rest.get(at).map_or_else(String::new, |part| (*part).to_owned());
        (self.resource, self.name, self.subresource) = (part(0), part(1), part(2));
    }

    /// Verbs of collections are told from those of objects by the name, which a field selector can give too.
    fn settle_verb(&mut self, query: &Query<'_>) {
        if !self.name.is_empty() {
            return;
        }
        match self.verb.as_str() {
            "get" => {
                let off = |value: &str| value == "0" || value.eq_ignore_ascii_case("false");
                let watch = query.get("watch").is_some_and(|value| !off(value));
                self.verb = if watch { "watch" } else { "list" }.to_owned();
            }
            "delete" => self.verb = "deletecollection".to_owned(),
            _ => {}
        }
        if !matches!(self.verb.as_str(), "list" | "watch" | "deletecollection") {
            return;
        }
        self.labels = query.get("labelSelector").and_then(|text| text.parse().ok());
        self.fields = query.get("fieldSelector").and_then(|text| text.parse().ok()).unwrap_or_default();
        if let Some(name) = self.fields.exact_match("metadata.name")
            && meta::names::path_segment(name, false).is_empty()
        {
            self.name = name.to_owned();
        }
    }

    /// Whether the answer may take as long as it likes: a watch, or a connection carried on to a node, pod or service.
    pub fn is_long_running(&self) -> bool {
        self.is_resource
            && (self.verb == "watch"
                || matches!(self.subresource.as_str(), "attach" | "exec" | "proxy" | "log" | "portforward"))
    }

    /// Whether it may change something; such requests have a limit of their own.
    pub fn is_mutating(&self) -> bool {
        !matches!(self.verb.as_str(), "get" | "list" | "watch" | "head" | "options")
    }

    /// `pods` or `pods/log`, as refusals name it.
    pub fn full_resource(&self) -> String {
        if self.subresource.is_empty() {
            self.resource.clone()
        } else {
            format!("{}/{}", self.resource, self.subresource)
        }
    }
}

fn verb_of(method: &Method) -> &'static str {
    match *method {
        Method::POST => "create",
        Method::GET | Method::HEAD => "get",
        Method::PUT => "update",
        Method::PATCH => "patch",
        Method::DELETE => "delete",
        _ => "",
    }
}

/// The path without its percent escapes; a broken escape stands for itself.
fn decode(path: &str) -> String {
    if !path.contains('%') {
        return path.to_owned();
    }
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `verb group/version namespace resource/subresource name`, with `-` for nothing.
    fn shown(method: &str, uri: &str) -> String {
        let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let info = RequestInfo::read(&method, path, &Query::parse(query));
        if !info.is_resource {
            return format!("{} {}", info.verb, info.path);
        }
        let dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        format!(
            "{} {}/{} {} {} {}",
            dash(&info.verb),
            dash(&info.group),
            info.version,
            dash(&info.namespace),
            dash(&info.full_resource()),
            dash(&info.name)
        )
    }

    #[test]
    fn requests_are_read_as_upstream_reads_them() {
        for (method, uri, expected) in [
            ("GET", "/api/v1/namespaces", "list -/v1 - namespaces -"),
            ("GET", "/api/v1/namespaces/other", "get -/v1 other namespaces other"),
            ("PUT", "/api/v1/namespaces/other/finalize", "update -/v1 other namespaces/finalize other"),
            ("GET", "/api/v1/namespaces/other/pods", "list -/v1 other pods -"),
            ("GET", "/api/v1/namespaces/other/pods/foo", "get -/v1 other pods foo"),
            ("GET", "/api/v1/namespaces/other/pods/foo/", "get -/v1 other pods foo"),
            ("HEAD", "/api/v1/namespaces/other/pods/foo", "get -/v1 other pods foo"),
            ("GET", "/api/v1/pods?watch=true", "watch -/v1 - pods -"),
            ("GET", "/api/v1/pods?watch=0", "list -/v1 - pods -"),
            ("GET", "/api/v1/watch/namespaces/other/pods", "watch -/v1 other pods -"),
            ("GET", "/api/v1/watch/pods", "watch -/v1 - pods -"),
            ("DELETE", "/api/v1/namespaces/other/pods", "deletecollection -/v1 other pods -"),
            (
                "PATCH",
                "/apis/apps/v1/namespaces/o/deployments/d/scale",
                "patch apps/v1 o deployments/scale d",
            ),
            ("POST", "/apis/apps/v1/namespaces/o/deployments", "create apps/v1 o deployments -"),
            ("GET", "/api/v1/namespaces/a%2Fb/pods", "get -/v1 a b pods"),
            ("GET", "/apis/apps/v1", "get /apis/apps/v1"),
            ("GET", "/api/v1", "get /api/v1"),
            ("POST", "/", "post /"),
            ("GET", "/healthz/", "get /healthz"),
            ("GET", "/api/v1/pods?fieldSelector=metadata.name%3Dp", "list -/v1 - pods p"),
            ("GET", "/api/v1/pods?fieldSelector=metadata.name!%3Dp", "list -/v1 - pods -"),
            ("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da%2Fb", "list -/v1 - pods -"),
            ("BOGUS", "/api/v1/pods", "- -/v1 - pods -"),
        ] {
            assert_eq!(shown(method, uri), expected, "{method} {uri}");
        }
    }

    #[test]
    fn broken_escapes_stand_for_themselves() {
        assert_eq!(decode("/a%zz%4"), "/a%zz%4");
        assert_eq!(decode("/%41%2f"), "/A/");
    }
}
