//! The verbs of one kind. What does not depend on the kind is in `endpoint.rs`.

use std::marker::PhantomData;

use api::Resource;
use http::Method;
use serde_json::Value;

use crate::endpoint::{Call, Collection};
use crate::watch::{self, Watch};
use crate::{Client, DeleteOptions, Error, Patch, Select};

/// The objects of one kind, within one namespace or in all.
#[derive(Debug)]
pub struct Api<K> {
    at: Collection,
    trim: bool,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Api<K> {
    fn clone(&self) -> Self {
        Self { at: self.at.clone(), trim: self.trim, kind: PhantomData }
    }
}

/// A list as it was at one version.
#[derive(Debug, Clone, PartialEq)]
pub struct List<K> {
    /// The objects.
    pub items: Vec<K>,
    /// The version, to watch from.
    pub version: String,
    /// How to get the rest; empty when this is all.
    pub continue_token: String,
}

impl<K: Resource> Api<K> {
    pub(crate) fn new(client: Client, namespace: Option<&str>) -> Self {
        let root = match K::GROUP {
            "" => format!("/api/{}", K::VERSION),
            group => format!("/apis/{group}/{}", K::VERSION),
        };
        let namespace =
            namespace.filter(|_| K::NAMESPACED).filter(|name| !name.is_empty()).map(str::to_owned);
        let at = Collection { client, root, plural: K::PLURAL, namespace };
        Self { at, trim: false, kind: PhantomData }
    }

    /// The same objects without `managedFields`, which are half of many objects and which few need. The server keeps them when such
    /// an object is written back.
    pub fn trimmed(mut self) -> Self {
        self.trim = true;
        self
    }

    /// One object.
    pub async fn get(&self, name: &str) -> Result<K, Error> {
        self.object(&self.at.item("", name, ""), Call::new(Method::GET)).await
    }

    /// One object, if it is there.
    pub async fn find(&self, name: &str) -> Result<Option<K>, Error> {
        match self.get(name).await {
            Ok(object) => Ok(Some(object)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Many objects.
    pub async fn list(&self, select: &Select) -> Result<List<K>, Error> {
        let call = Call::new(Method::GET).query(select.listed());
        let mut tree = self.at.call(&self.at.path(""), call).await?;
        let text = |name: &str| tree["metadata"][name].as_str().unwrap_or_default().to_owned();
        let (version, continue_token) = (text("resourceVersion"), text("continue"));
        let items = match tree.get_mut("items").map(Value::take) {
            Some(Value::Array(items)) => items,
            _ => Vec::new(),
        };
        let items = items.into_iter().map(|item| self.decode(item)).collect::<Result<_, _>>()?;
        Ok(List { items, version, continue_token })
    }

    /// Changes after a version; an empty version begins with the objects that are there.
    pub async fn watch(&self, select: &Select, version: &str) -> Result<Watch<K>, Error> {
        let mut query = select.which();
        query.push(("watch", "true".to_owned()));
        query.push(("allowWatchBookmarks", "true".to_owned()));
        if !version.is_empty() {
            query.push(("resourceVersion", version.to_owned()));
        }
        self.stream(query).await
    }

    /// The objects that are there now as `Added`, then a bookmark that says so, then changes: a list and a watch in one request.
    pub async fn watch_list(&self, select: &Select) -> Result<Watch<K>, Error> {
        let mut query = select.which();
        for (name, value) in [
            ("watch", "true"),
            ("allowWatchBookmarks", "true"),
            ("sendInitialEvents", "true"),
            ("resourceVersionMatch", "NotOlderThan"),
        ] {
            query.push((name, value.to_owned()));
        }
        self.stream(query).await
    }

    async fn stream(&self, query: Vec<(&'static str, String)>) -> Result<Watch<K>, Error> {
        let answer = self.at.open(&self.at.path(""), Call::new(Method::GET).query(query)).await?;
        Ok(Watch::new(answer.into_body(), self.trim))
    }

    /// Makes an object.
    pub async fn create(&self, object: &K) -> Result<K, Error> {
        let path = self.at.path(object.namespace());
        self.object(&path, Call::new(Method::POST).body(&object.encode())).await
    }

    /// Replaces an object; with its version set, only if nobody changed it.
    pub async fn update(&self, object: &K) -> Result<K, Error> {
        self.put(object, "").await
    }

    /// Replaces the status of an object.
    pub async fn update_status(&self, object: &K) -> Result<K, Error> {
        self.put(object, "status").await
    }

    async fn put(&self, object: &K, subresource: &str) -> Result<K, Error> {
        let path = self.at.item(object.namespace(), object.name(), subresource);
        self.object(&path, Call::new(Method::PUT).body(&object.encode())).await
    }

    /// Changes an object.
    pub async fn patch(&self, name: &str, patch: &Patch) -> Result<K, Error> {
        self.change(name, "", patch).await
    }

    /// Changes the status of an object.
    pub async fn patch_status(&self, name: &str, patch: &Patch) -> Result<K, Error> {
        self.change(name, "status", patch).await
    }

    async fn change(&self, name: &str, subresource: &str, patch: &Patch) -> Result<K, Error> {
        let mut call = Call::new(Method::PATCH).query(patch.query()).body(patch.tree());
        call.content_type = patch.content_type();
        self.object(&self.at.item("", name, subresource), call).await
    }

    /// Deletes an object, or asks for it where it takes time.
    pub async fn delete(&self, name: &str, options: &DeleteOptions) -> Result<(), Error> {
        let call = Call::new(Method::DELETE);
        self.at.call(&self.at.item("", name, ""), call.body(&options.body())).await.map(drop)
    }

    /// Deletes many objects.
    pub async fn delete_collection(&self, options: &DeleteOptions, select: &Select) -> Result<(), Error> {
        let call = Call::new(Method::DELETE).query(select.which());
        self.at.call(&self.at.path(""), call.body(&options.body())).await.map(drop)
    }

    /// Posts to something below an object: `binding`, `eviction`, `token`.
    pub async fn subresource(&self, name: &str, subresource: &str, body: Value) -> Result<Value, Error> {
        let call = Call::new(Method::POST);
        self.at.call(&self.at.item("", name, subresource), call.body(&body)).await
    }

    async fn object(&self, path: &str, call: Call<'_>) -> Result<K, Error> {
        let tree = self.at.call(path, call).await?;
        self.decode(tree)
    }

    fn decode(&self, mut tree: Value) -> Result<K, Error> {
        if self.trim {
            watch::trim(&mut tree);
        }
        Ok(K::decode(&tree)?)
    }
}
