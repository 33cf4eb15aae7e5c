//! What webhooks are told of a request: the resource, kind and object in one of the versions that are served, and how an object that one
//! of them changed comes back.

use codec::check::check_strictly;
use meta::{GroupVersionKind, GroupVersionResource, StatusError};
use registry::{Operation, version};
use resource::{Object, SubresourceKind};
use serde_json::{Map, Value, json};

use super::rules::Asked;
use crate::Request;

/// What the object of a request is.
enum Form {
    /// The object itself, in the hub version.
    Whole,
    /// The object itself, of which its scale is shown.
    Scale,
    /// Something of its own type: the body of an action, the options of a connection.
    Body(GroupVersionKind),
}

/// A request as webhooks see it.
pub struct Subject<'a> {
    /// The request.
    pub request: &'a Request<'a>,
    form: Form,
    /// The object's name, as far as it has one yet.
    pub name: String,
    /// The namespace; a namespace lies in itself.
    pub namespace: String,
}

impl<'a> Subject<'a> {
    /// Of a request about this object.
    pub fn new(request: &'a Request<'a>, object: Option<&Object>) -> Self {
        let target = request.target();
        let form = match object.filter(|object| object.get("apiVersion").is_some()) {
            Some(body) => Form::Body(kind_of(body)),
            None => match target.below().map(|below| &below.does) {
                Some(SubresourceKind::Scale { .. }) => Form::Scale,
                _ => Form::Whole,
            },
        };
        let name = match request.name() {
            "" => object.map(Object::name).unwrap_or_default(),
            name => name,
        };
        let namespace = if request.is("", "namespaces") { name } else { request.namespace() };
        let (name, namespace) = (name.to_owned(), namespace.to_owned());
        Self { request, form, name, namespace }
    }

    /// Which of the versions the request speaks.
    pub fn spoken(&self) -> usize {
        self.request.target().served
    }

    /// All versions that are served of the resource.
    pub fn versions(&self) -> impl Iterator<Item = usize> {
        let served = self.request.target().kind.served.iter().enumerate();
        let all: Vec<usize> = served.filter(|(_, served)| !served.hidden).map(|(at, _)| at).collect();
        all.into_iter()
    }

    /// What it does, as rules name it, in one of the versions.
    pub fn asked(&self, at: usize) -> Asked<'_> {
        let target = self.request.target();
        let served = &target.kind.served[at];
        Asked {
            operation: self.request.operation().as_str(),
            group: &served.group,
            version: &served.version,
            resource: &target.kind.plural,
            subresource: &target.subresource,
            namespace: &self.namespace,
        }
    }

    /// The kind in one of the versions.
    pub fn kind(&self, at: usize) -> GroupVersionKind {
        let kind = &self.request.target().kind;
        match &self.form {
            Form::Whole => {
                GroupVersionKind::new(&*kind.served[at].group, &*kind.served[at].version, &*kind.kind)
            }
            Form::Scale => GroupVersionKind::new("autoscaling", "v1", "Scale"),
            Form::Body(kind) => kind.clone(),
        }
    }

    /// The resource in one of the versions.
    pub fn resource(&self, at: usize) -> GroupVersionResource {
        let kind = &self.request.target().kind;
        GroupVersionResource::new(&*kind.served[at].group, &*kind.served[at].version, &*kind.plural)
    }

    /// The labels of an object as selectors see them; `None` if it can have none.
    pub fn labels<'o>(&self, object: &'o Object) -> Option<Option<&'o Map<String, Value>>> {
        match self.form {
            _ if self.request.operation() == Operation::Connect => None,
            Form::Scale => Some(None),
            Form::Whole | Form::Body(_) => Some(object.get("metadata.labels").and_then(Value::as_object)),
        }
    }

    /// The object in one of the versions.
    pub fn show(&self, at: usize, object: &Object) -> Result<Value, StatusError> {
        let target = self.request.target();
        let mut tree = match self.form {
            Form::Whole => version::shown(&target.kind, at, object).into_tree(),
            Form::Scale => registry::scale_of(target, object)?.into_tree(),
            Form::Body(_) => object.tree().clone(),
        };
        if self.request.operation() == Operation::Connect
            && let Value::Object(members) = &mut tree
        {
            // Options have no metadata; the tree that holds them always does.
            members.remove("metadata");
        }
        Ok(tree)
    }

    /// The object as a webhook wants it, of which it saw one of the versions: back in the form that `before` has.
    pub fn take(&self, at: usize, before: &Object, wanted: Value) -> Result<Object, StatusError> {
        let target = self.request.target();
        let (kind, text) = (self.kind(at), |name: &str| wanted[name].as_str().unwrap_or_default());
        let version = if kind.group.is_empty() {
            kind.version.clone()
        } else {
            format!("{}/{}", kind.group, kind.version)
        };
        if (text("apiVersion"), text("kind")) != (version.as_str(), kind.kind.as_str()) {
            let (version, kind) = (text("apiVersion"), text("kind"));
            return Err(StatusError::internal(format!(
                "no kind {kind:?} is registered for version {version:?}"
            )));
        }
        let definition = match self.form {
            Form::Whole => target.kind.served[at].schema.definition(),
            Form::Scale | Form::Body(_) => schema::builtin(&kind.group, &kind.version, &kind.kind),
        };
        if let Some(definition) = definition {
            check_strictly(&wanted, definition).map_err(StatusError::internal)?;
        }
        let object =
            Object::new(wanted).map_err(|_| StatusError::internal("the patched object is no object"))?;
        Ok(match (&self.form, target.below().map(|below| &below.does)) {
            (Form::Whole, _) => version::into_hub(&target.kind, at, object),
            (Form::Scale, Some(SubresourceKind::Scale { spec_replicas, .. })) => {
                let mut parent = before.clone();
                parent.set(spec_replicas, object.int("spec.replicas").unwrap_or(0));
                parent
            }
            _ => object,
        })
    }

    /// The request as reviews and expressions show it, without its uid and its objects.
    pub fn tree(&self, at: usize) -> Value {
        let (request, spoken) = (self.request, self.spoken());
        let (user, below) = (request.user(), request.subresource());
        let mut who = json!({"username": user.name});
        if !user.uid.is_empty() {
            who["uid"] = user.uid.as_str().into();
        }
        if !user.groups.is_empty() {
            who["groups"] = json!(user.groups);
        }
        if !user.extra.is_empty() {
            let extra = user.extra.iter().map(|(key, values)| (key.clone(), json!(values)));
            who["extra"] = Value::Object(extra.collect());
        }
        let mut tree = json!({
            "kind": json!(self.kind(at)),
            "resource": json!(self.resource(at)),
            "requestKind": json!(self.kind(spoken)),
            "requestResource": json!(self.resource(spoken)),
            "operation": request.operation().as_str(),
            "userInfo": who,
            "dryRun": request.is_dry_run(),
            "options": self.options(),
        });
        let texts = [
            ("subResource", below),
            ("requestSubResource", below),
            ("name", &self.name),
            ("namespace", &self.namespace),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            tree[name] = text.into();
        }
        tree
    }

    /// The options of the operation. A patch is told as the update or creation that it comes to.
    fn options(&self) -> Value {
        let kind = match self.request.operation() {
            Operation::Create => "CreateOptions",
            Operation::Update => "UpdateOptions",
            Operation::Delete => "DeleteOptions",
            Operation::Connect => return Value::Null,
        };
        let mut options = self.request.options().as_object().cloned().unwrap_or_default();
        options.remove("force");
        options.insert("kind".to_owned(), kind.into());
        options.insert("apiVersion".to_owned(), "meta.k8s.io/v1".into());
        Value::Object(options)
    }
}

fn kind_of(body: &Object) -> GroupVersionKind {
    let version = body.text("apiVersion");
    let (group, version) = version.split_once('/').unwrap_or(("", version));
    GroupVersionKind::new(group, version, body.text("kind"))
}
