//! The verbs of a resource as requests and trees: all that does not depend on the kind, compiled once.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{Method, Request, Response};
use serde_json::Value;

use crate::select::{escape, render};
use crate::{BodyStream, Client, Error};

const JSON: &str = "application/json";

/// Where a resource is served, within one namespace or in all.
#[derive(Debug, Clone)]
pub(crate) struct Collection {
    pub client: Client,
    /// `/api/v1` or `/apis/apps/v1`.
    pub root: String,
    pub plural: &'static str,
    pub namespace: Option<String>,
}

/// What goes into a request besides its path.
pub(crate) struct Call<'a> {
    pub method: Method,
    pub query: Vec<(&'static str, String)>,
    pub content_type: &'static str,
    pub body: Option<&'a Value>,
}

impl<'a> Call<'a> {
    pub fn new(method: Method) -> Self {
        Self { method, query: Vec::new(), content_type: JSON, body: None }
    }

    pub fn query(mut self, query: Vec<(&'static str, String)>) -> Self {
        self.query = query;
        self
    }

    pub fn body(mut self, body: &'a Value) -> Self {
        self.body = Some(body);
        self
    }
}

impl Collection {
    /// The path of the collection; `namespace` counts where the collection itself has none.
    pub fn path(&self, namespace: &str) -> String {
        let namespace = self.namespace.as_deref().unwrap_or(namespace);
        let mut path = self.root.clone();
        if !namespace.is_empty() {
            path.push_str("/namespaces/");
            escape(namespace, &mut path);
        }
        path.push('/');
        path.push_str(self.plural);
        path
    }

    /// The path of one object, or of something below it.
    pub fn item(&self, namespace: &str, name: &str, subresource: &str) -> String {
        let mut path = self.path(namespace);
        path.push('/');
        escape(name, &mut path);
        if !subresource.is_empty() {
            path.push('/');
            path.push_str(subresource);
        }
        path
    }

    /// Sends a call and reads the tree that answers it.
    pub async fn call(&self, path: &str, call: Call<'_>) -> Result<Value, Error> {
        let body = self.open(path, call).await?.into_body().collect().await?;
        if body.is_empty() {
            return Ok(Value::Null);
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Sends a call whose answer is a stream. Refusals are errors.
    pub async fn open(&self, path: &str, call: Call<'_>) -> Result<Response<BodyStream>, Error> {
        let uri = format!("{path}{}", render(&call.query));
        let mut request = Request::builder().method(&call.method).uri(uri).header(ACCEPT, JSON);
        let body = match call.body {
            Some(body) => {
                request = request.header(CONTENT_TYPE, call.content_type);
                Bytes::from(serde_json::to_vec(body)?)
            }
            None => Bytes::new(),
        };
        let answer = self.client.open(request.body(body)?).await?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let code = answer.status().as_u16();
        let body = answer.into_body().collect().await?;
        Err(Error::answered(code, call.method.as_str(), &body))
    }
}
