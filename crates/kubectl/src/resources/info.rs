//! One object that a verb works on: where it is, and what it is.

use std::rc::Rc;

use http::Method;
use serde_json::Value;

use crate::discovery::Resource;
use crate::error::Result;
use crate::server::{Ask, Query, Server};
use crate::tree::Tree as _;

/// An object and where it is.
#[derive(Clone, Debug)]
pub struct Info {
    /// Its resource.
    pub resource: Rc<Resource>,
    /// Its namespace; empty for none.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// As it was read; null if it was not.
    pub object: Value,
    /// The file it came from; empty if it came from none.
    pub source: String,
    /// The part of it that is meant; empty for all.
    pub subresource: String,
}

impl Info {
    /// Of an object that was read from the server.
    pub fn of(resource: &Rc<Resource>, object: Value) -> Self {
        Self {
            resource: resource.clone(),
            namespace: object.namespace().to_owned(),
            name: object.name().to_owned(),
            object,
            source: String::new(),
            subresource: String::new(),
        }
    }

    /// `deployment.apps/name`.
    pub fn label(&self) -> String {
        self.resource.label(&self.name)
    }

    /// Its path on the server.
    pub fn path(&self) -> String {
        let path = self.resource.item(&self.namespace, &self.name);
        if self.subresource.is_empty() { path } else { format!("{path}/{}", self.subresource) }
    }

    /// As it is on the server.
    pub async fn get(&self, server: &Server) -> Result<Value> {
        server.get(&self.path()).await
    }

    /// Makes it.
    pub async fn create(&self, server: &Server, object: &Value, query: Query) -> Result<Value> {
        server
            .call(Ask::new(Method::POST, self.resource.path(&self.namespace)).query(query).body(object))
            .await
    }

    /// Puts another in its place.
    pub async fn replace(&self, server: &Server, object: &Value, query: Query) -> Result<Value> {
        server.call(Ask::new(Method::PUT, self.path()).query(query).body(object)).await
    }

    /// Changes it.
    pub async fn patch(
        &self,
        server: &Server,
        content: &'static str,
        patch: &Value,
        query: Query,
    ) -> Result<Value> {
        let body = serde_json::to_vec(patch)?;
        server.call(Ask::new(Method::PATCH, self.path()).query(query).bytes(content, body)).await
    }

    /// Takes what the server answered.
    pub fn refresh(&mut self, object: Value) {
        if !object.name().is_empty() {
            object.name().clone_into(&mut self.name);
            object.namespace().clone_into(&mut self.namespace);
        }
        self.object = object;
    }
}
