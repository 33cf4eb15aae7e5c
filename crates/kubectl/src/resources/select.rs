//! The objects themselves: read from files, or asked of the server by name or selector.

use std::rc::Rc;

use meta::selector::Selector;
use serde_json::Value;

use super::{Info, What, read_paths};
use crate::cx::Cx;
use crate::discovery::Resource;
use crate::error::{Error, Result, bail, plain};
use crate::server::{Ask, JSON, Query, Server};
use crate::tree::Tree as _;

const MISSING: &str = "You must provide one or more resources by argument or filename.\n\
Example resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Select {
    /// Arguments.
    pub args: Vec<String>,
    /// Files.
    pub files: Vec<String>,
    /// Directories below directories too.
    pub recursive: bool,
    /// By labels.
    pub labels: String,
    /// By fields.
    pub fields: String,
    /// All objects of the types.
    pub all: bool,
    /// Whether types alone mean all of them.
    pub types_mean_all: bool,
    /// In all namespaces.
    pub all_namespaces: bool,
    /// At most so many per request; 0 for any number.
    pub chunk: i64,
    /// A part of each.
    pub subresource: String,
    /// Ask the server for objects that are named in files.
    pub latest: bool,
    /// Ask the server for objects that are named by arguments.
    pub fetch: bool,
    /// How lists are to be answered.
    pub accept: &'static str,
    /// What else to ask.
    pub query: Query,
    /// Do not ask the server at all.
    pub local: bool,
    /// Only one type.
    pub single_type: bool,
}

impl Select {
    /// What the flags of a run ask for, as far as it has them.
    pub fn of(cx: &Cx) -> Self {
        let flag = |name: &str| {
            if cx.flags.has(name) { cx.flags.text(name).trim().to_owned() } else { String::new() }
        };
        Self {
            args: cx.args.clone(),
            files: cx.flags.list("filename"),
            recursive: cx.flags.on("recursive"),
            labels: flag("selector"),
            fields: flag("field-selector"),
            all: cx.flags.on("all"),
            types_mean_all: false,
            all_namespaces: cx.flags.on("all-namespaces"),
            chunk: cx.flags.int("chunk-size"),
            subresource: flag("subresource"),
            latest: false,
            fetch: true,
            accept: JSON,
            query: Vec::new(),
            local: cx.flags.on("local"),
            single_type: false,
        }
    }

    /// The same for other arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.args = args.into_iter().map(Into::into).collect();
        self
    }

    /// Finds the objects.
    pub async fn find(&self, cx: &Cx) -> Result<Selected> {
        let kustomize = cx.flags.has("kustomize") && cx.flags.some("kustomize").is_some();
        if kustomize {
            bail!("kustomizations are not built in: build them by kustomize and pass the result with -f -");
        }
        if !self.files.is_empty() {
            return self.by_files(cx).await;
        }
        if self.local {
            return Err(Error::Exact(
                "error: you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   \
                 '-f rsrc.yaml'\n   '--filename=rsrc.json'"
                    .to_owned(),
            ));
        }
        let server = cx.server().await?;
        let what = What::read(&self.args, server.discovery().await?)?;
        let selecting = !self.labels.is_empty() || !self.fields.is_empty() || self.all;
        if self.all && (!self.labels.is_empty() || !self.fields.is_empty()) {
            bail!("setting 'all' parameter but found a non empty selector. ");
        }
        match what {
            What::Nothing if selecting => bail!("at least one resource must be specified to use a selector"),
            What::Nothing => Err(plain(MISSING)),
            What::Named(_) if selecting && self.args.iter().any(|word| word.contains('/')) => {
                bail!("selectors and the all flag cannot be used when passing resource/name arguments")
            }
            What::Named(_) if selecting => bail!("name cannot be provided when a selector is specified"),
            What::All(_) if !selecting && !self.types_mean_all => {
                bail!("resource(s) were provided, but no name was specified")
            }
            What::All(resources) => {
                if self.single_type && resources.len() > 1 {
                    bail!("you may only specify a single resource type");
                }
                if !self.subresource.is_empty() {
                    bail!("subresource cannot be used when bulk resources are specified");
                }
                self.by_selector(cx, server, &resources).await
            }
            What::Named(named) => self.by_name(cx, server, named).await,
        }
    }

    async fn by_selector(&self, cx: &Cx, server: &Server, resources: &[Rc<Resource>]) -> Result<Selected> {
        let (namespace, _) = cx.namespace().await?;
        let namespace = if self.all_namespaces { "" } else { &namespace };
        let mut selected = Selected::default();
        for resource in resources {
            if let Err(error) = self.list(server, resource, namespace, &mut selected.infos).await {
                selected.errors.push(error);
            }
        }
        Ok(selected)
    }

    async fn list(
        &self,
        server: &Server,
        resource: &Rc<Resource>,
        namespace: &str,
        infos: &mut Vec<Info>,
    ) -> Result {
        let mut token = String::new();
        loop {
            let mut query = self.query.clone();
            for (name, value) in
                [("labelSelector", &self.labels), ("fieldSelector", &self.fields), ("continue", &token)]
            {
                if !value.is_empty() {
                    query.push((name, value.clone()));
                }
            }
            if self.chunk > 0 {
                query.push(("limit", self.chunk.to_string()));
            }
            let mut list =
                server.call(Ask::get(resource.path(namespace)).query(query).accept(self.accept)).await?;
            token = list.text("metadata.continue").to_owned();
            match list.get_mut("items").map(Value::take) {
                Some(Value::Array(items)) => {
                    let (version, kind) = (resource.api_version(), resource.kind.clone());
                    for mut item in items {
                        item["apiVersion"] = Value::from(version.clone());
                        item["kind"] = Value::from(kind.clone());
                        infos.push(Info::of(resource, item));
                    }
                }
                _ if list.kind() == "Table" => infos.push(Info::of(resource, list)),
                _ => {}
            }
            if token.is_empty() {
                return Ok(());
            }
        }
    }

    async fn by_name(
        &self,
        cx: &Cx,
        server: &Server,
        named: Vec<(Rc<Resource>, String)>,
    ) -> Result<Selected> {
        let (namespace, _) = cx.namespace().await?;
        let mut selected = Selected { single: named.len() == 1, ..Selected::default() };
        if self.single_type && named.iter().any(|(resource, _)| *resource != named[0].0) {
            bail!("you may only specify a single resource type");
        }
        for (resource, name) in named {
            if resource.namespaced && self.all_namespaces {
                bail!("a resource cannot be retrieved by name across all namespaces");
            }
            let mut info = Info::of(&resource, Value::Null);
            info.namespace = if resource.namespaced { namespace.clone() } else { String::new() };
            info.subresource.clone_from(&self.subresource);
            info.name = name;
            if self.fetch {
                let ask = Ask::get(info.path()).query(self.query.clone()).accept(self.accept);
                match server.call(ask).await {
                    Ok(object) => info.object = object,
                    Err(error) => {
                        selected.errors.push(error);
                        continue;
                    }
                }
            }
            selected.infos.push(info);
        }
        Ok(selected)
    }

    async fn by_files(&self, cx: &Cx) -> Result<Selected> {
        if !self.args.is_empty() {
            bail!(
                "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well"
            );
        }
        let (objects, single) = read_paths(cx, &self.files, self.recursive)?;
        let (namespace, explicit) = cx.namespace().await?;
        let labels: Option<Selector> = match self.labels.as_str() {
            "" => None,
            text => Some(text.parse().map_err(|error| {
                plain(format!("the provided selector {} is not valid: {error}", meta::go::quote(text)))
            })?),
        };
        let mut selected = Selected { single, ..Selected::default() };
        for (source, object) in objects {
            for object in flat(object) {
                match self.file_object(cx, &source, object, &namespace, explicit).await {
                    Ok(info) => {
                        let fits =
                            labels.as_ref().is_none_or(|labels| labels.matches(&labels_of(&info.object)));
                        selected.infos.extend(fits.then_some(info));
                    }
                    Err(error) => selected.errors.push(error),
                }
            }
        }
        Ok(selected)
    }

    async fn file_object(
        &self,
        cx: &Cx,
        source: &str,
        object: Value,
        namespace: &str,
        explicit: bool,
    ) -> Result<Info> {
        let resource = if self.local {
            Rc::new(local_resource(&object))
        } else {
            let found =
                cx.server().await?.discovery().await?.of_kind(object.text("apiVersion"), object.kind());
            found.map_err(|error| {
                let quote = meta::go::quote;
                plain(format!(
                    "resource mapping not found for name: {} namespace: {} from {}: {error}\nensure CRDs are installed first",
                    quote(object.name()),
                    quote(object.namespace()),
                    quote(source)
                ))
            })?
        };
        let mut info = Info::of(&resource, object);
        info.source = source.to_owned();
        if resource.namespaced {
            if info.namespace.is_empty() {
                info.namespace = namespace.to_owned();
                info.object["metadata"]["namespace"] = Value::from(namespace);
            } else if explicit && info.namespace != namespace && !self.all_namespaces {
                let own = info.namespace;
                bail!(
                    "the namespace from the provided object \"{own}\" does not match the namespace \"{namespace}\". \
                     You must pass '--namespace={own}' to perform this operation."
                );
            }
        } else if !self.local {
            info.namespace = String::new();
            crate::tree::take(&mut info.object, "metadata.namespace");
        }
        if self.latest && !self.local {
            let ask = Ask::get(info.path()).query(self.query.clone()).accept(self.accept);
            info.object = cx.server().await?.call(ask).await?;
        }
        Ok(info)
    }
}

/// The objects of a list, or the object itself.
fn flat(mut object: Value) -> Vec<Value> {
    if !object.kind().ends_with("List") || !object.at("items").is_array() {
        return vec![object];
    }
    match object.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) => items.into_iter().flat_map(flat).collect(),
        _ => Vec::new(),
    }
}

/// A resource by its kind alone, when no server may be asked.
fn local_resource(object: &Value) -> Resource {
    let (group, version) =
        object.text("apiVersion").rsplit_once('/').unwrap_or(("", object.text("apiVersion")));
    Resource {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: object.kind().to_owned(),
        plural: format!("{}s", object.kind().to_lowercase()),
        namespaced: true,
        ..Resource::default()
    }
}

fn labels_of(object: &Value) -> std::collections::BTreeMap<String, String> {
    crate::tree::texts(object.at("metadata.labels"))
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// What was found.
#[derive(Debug, Default)]
pub struct Selected {
    /// The objects.
    pub infos: Vec<Info>,
    /// What went wrong on the way.
    pub errors: Vec<Error>,
    /// Whether just one object was asked for.
    pub single: bool,
}

impl Selected {
    /// The objects, if all went well.
    pub fn sound(self) -> Result<Vec<Info>> {
        Error::all(self.errors)?;
        Ok(self.infos)
    }

    /// Does something with each; what fails does not stop the rest.
    pub async fn each(mut self, mut act: impl AsyncFnMut(Info) -> Result) -> Result {
        for info in self.infos {
            if let Err(error) = act(info).await {
                self.errors.push(error);
            }
        }
        Error::all(self.errors)
    }
}
