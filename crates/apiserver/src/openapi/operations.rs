//! The paths of a kind and what can be done there, as plain data that both versions of OpenAPI are written from. Pure.

use registry::Kind;
use resource::{Subresource, SubresourceKind, Verb};

use super::parameters::{DELETE, DELETE_MANY, LIST, PATCH, WRITE};

/// One path.
pub(super) struct PathItem {
    /// `/api/v1/namespaces/{namespace}/pods/{name}`
    pub path: String,
    /// The names in braces.
    pub in_path: Vec<&'static str>,
    pub operations: Vec<Operation>,
}

/// One method of a path.
pub(super) struct Operation {
    /// `get`
    pub method: &'static str,
    /// `x-kubernetes-action`
    pub action: &'static str,
    pub id: String,
    /// What it does, in a phrase.
    pub description: String,
    /// The group, version and kind that it is about.
    pub about: (String, String, String),
    /// The type of the body.
    pub takes: Takes,
    /// The published name of the type of the answer; empty where it is text.
    pub gives: Option<String>,
    pub options: &'static [&'static str],
    /// The codes of success.
    pub codes: &'static [u16],
    /// Whether the answer may be a stream of events.
    pub streams: bool,
}

/// A verb of an object: method, action, the word that its id begins with, options, codes.
type Row = (Verb, &'static str, &'static str, &'static str, &'static [&'static str], &'static [u16]);

/// What the body of a request is.
pub(super) enum Takes {
    Nothing,
    /// An object of the type of this name.
    Object(String),
    Patch,
    DeleteOptions,
}

/// The published name of a built-in type, or one made up for a custom one by upstream's rule.
pub(super) fn type_name(group: &str, version: &str, kind: &str) -> String {
    match schema::builtin(group, version, kind) {
        Some(definition) => definition.name.to_owned(),
        None => {
            let mut labels: Vec<&str> = group.split('.').collect();
            labels.reverse();
            format!("{}.{version}.{kind}", labels.join("."))
        }
    }
}

/// `CoreV1`, `RbacAuthorizationV1`
pub(super) fn prefix(group: &str, version: &str) -> String {
    let group = if group.is_empty() { "core" } else { group.strip_suffix(".k8s.io").unwrap_or(group) };
    let words = group.split(['.', '-']).chain([version]);
    words.map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// All paths of a kind in one of its versions.
pub(super) fn of_kind(kind: &Kind, served: usize) -> Vec<PathItem> {
    let own = &kind.served[served];
    let maker = Maker { kind, served, group: &own.group, version: &own.version };
    let mut items = Vec::new();
    if kind.is_namespaced() {
        let verbs = [Verb::List];
        let all = maker.collection(&maker.base(), &[], "", "ForAllNamespaces", &verbs);
        items.extend(all);
        let base = format!("{}/namespaces/{{namespace}}", maker.root());
        maker.below(&mut items, &format!("{base}/{}", kind.plural), &["namespace"], "Namespaced");
    } else {
        maker.below(&mut items, &maker.base(), &[], "");
    }
    items
}

struct Maker<'a> {
    kind: &'a Kind,
    served: usize,
    group: &'a str,
    version: &'a str,
}

impl Maker<'_> {
    fn root(&self) -> String {
        if self.group.is_empty() {
            format!("/api/{}", self.version)
        } else {
            format!("/apis/{}/{}", self.group, self.version)
        }
    }

    fn base(&self) -> String {
        format!("{}/{}", self.root(), self.kind.plural)
    }

    fn below(&self, items: &mut Vec<PathItem>, path: &str, in_path: &[&'static str], scope: &str) {
        let verbs = [Verb::List, Verb::Create, Verb::DeleteCollection];
        items.extend(self.collection(path, in_path, scope, "", &verbs));
        let path = format!("{path}/{{name}}");
        let in_path: Vec<&'static str> = in_path.iter().copied().chain(["name"]).collect();
        items.extend(self.object(&path, &in_path, scope));
        for below in self.kind.subresources_in(self.served) {
            items.extend(self.subresource(&format!("{path}/{}", below.name), &in_path, scope, below));
        }
    }

    fn collection(
        &self,
        path: &str,
        in_path: &[&'static str],
        scope: &str,
        tail: &str,
        verbs: &[Verb],
    ) -> Option<PathItem> {
        let name = &*self.kind.kind;
        let mut operations = Vec::new();
        for verb in verbs.iter().filter(|verb| self.kind.allows(**verb)) {
            let (method, action, word, codes): (_, _, _, &[u16]) = match verb {
                Verb::List => ("get", "list", "list", &[200]),
                Verb::Create => ("post", "post", "create", &[200, 201, 202]),
                _ => ("delete", "deletecollection", "delete", &[200]),
            };
            let middle = if *verb == Verb::DeleteCollection { "Collection" } else { "" };
            let id = format!("{word}{}{middle}{scope}{name}{tail}", prefix(self.group, self.version));
            let own = type_name(self.group, self.version, name);
            let (takes, gives, options) = match verb {
                Verb::List => {
                    (Takes::Nothing, type_name(self.group, self.version, &self.kind.list_kind), LIST)
                }
                Verb::Create => (Takes::Object(own.clone()), own, WRITE),
                _ => (Takes::DeleteOptions, type_name("", "v1", "Status"), DELETE_MANY),
            };
            let streams = *verb == Verb::List;
            operations.push(self.operation(method, action, id, takes, gives, options, codes, streams));
        }
        (!operations.is_empty()).then(|| PathItem {
            path: path.to_owned(),
            in_path: in_path.to_vec(),
            operations,
        })
    }

    fn object(&self, path: &str, in_path: &[&'static str], scope: &str) -> Option<PathItem> {
        let own = type_name(self.group, self.version, &self.kind.kind);
        let has = |verb| self.kind.allows(verb);
        self.single(path, in_path, scope, "", &own, has)
    }

    fn subresource(
        &self,
        path: &str,
        in_path: &[&'static str],
        scope: &str,
        below: &Subresource,
    ) -> Option<PathItem> {
        let tail = capital(&below.name);
        let (group, version, kind) = match &below.kind {
            Some((group, version, kind)) => (&**group, &**version, &**kind),
            None => (self.group, self.version, &*self.kind.kind),
        };
        if below.does == SubresourceKind::Connect {
            return None;
        }
        let mut item =
            self.single(path, in_path, scope, &tail, &type_name(group, version, kind), |verb| {
                below.verbs.contains(&verb)
            })?;
        for operation in &mut item.operations {
            operation.about = (group.to_owned(), version.to_owned(), kind.to_owned());
        }
        Some(item)
    }

    fn single(
        &self,
        path: &str,
        in_path: &[&'static str],
        scope: &str,
        tail: &str,
        own: &str,
        has: impl Fn(Verb) -> bool,
    ) -> Option<PathItem> {
        let status = type_name("", "v1", "Status");
        let table: [Row; 5] = [
            (Verb::Get, "get", "get", "read", &[], &[200]),
            (Verb::Update, "put", "put", "replace", WRITE, &[200, 201]),
            (Verb::Patch, "patch", "patch", "patch", PATCH, &[200, 201]),
            (Verb::Delete, "delete", "delete", "delete", DELETE, &[200, 202]),
            (Verb::Create, "post", "post", "create", WRITE, &[200, 201, 202]),
        ];
        let mut operations = Vec::new();
        for (verb, method, action, word, options, codes) in table {
            // An object's own path takes no POST: creation is the collection's.
            if !has(verb) || (verb == Verb::Create && tail.is_empty()) {
                continue;
            }
            let id = format!("{word}{}{scope}{}{tail}", prefix(self.group, self.version), self.kind.kind);
            let (takes, gives) = match verb {
                Verb::Get => (Takes::Nothing, own),
                Verb::Patch => (Takes::Patch, own),
                Verb::Delete => (Takes::DeleteOptions, status.as_str()),
                _ => (Takes::Object(own.to_owned()), own),
            };
            operations.push(self.operation(
                method,
                action,
                id,
                takes,
                gives.to_owned(),
                options,
                codes,
                false,
            ));
        }
        (!operations.is_empty()).then(|| PathItem {
            path: path.to_owned(),
            in_path: in_path.to_vec(),
            operations,
        })
    }

    #[expect(clippy::too_many_arguments, reason = "one line per operation in the tables above")]
    fn operation(
        &self,
        method: &'static str,
        action: &'static str,
        id: String,
        takes: Takes,
        gives: String,
        options: &'static [&'static str],
        codes: &'static [u16],
        streams: bool,
    ) -> Operation {
        let about = (self.group.to_owned(), self.version.to_owned(), self.kind.kind.to_string());
        let description = format!("{action} {}", self.kind.kind);
        Operation {
            method,
            action,
            id,
            description,
            about,
            takes,
            gives: Some(gives),
            options,
            codes,
            streams,
        }
    }
}
