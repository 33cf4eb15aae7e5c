//! What every verb knows of its request.

use std::sync::Arc;

use bytes::Bytes;
use codec::negotiate::{Endpoint, Output, Shape};
use http::header::{CONTENT_TYPE, USER_AGENT};
use meta::StatusError;
use meta::options::{Query, TableOptions};
use registry::{Caller, Target};
use resource::Verb;
use schema::{Definition, Type};

use crate::answer::Wishes;
use crate::api_server::ApiServer;
use crate::body::{self, RequestBody};
use crate::pipeline::Authorized;

/// The longest name that is taken from a user agent.
const MAX_MANAGER: usize = 128;

/// One request about a resource.
pub(super) struct Call {
    pub server: Arc<ApiServer>,
    pub target: Target,
    pub caller: Caller,
    pub wishes: Wishes,
    pub content_type: String,
    query: String,
    body: Option<RequestBody>,
    /// What the client should be told though nothing was wrong.
    pub warnings: Vec<String>,
}

impl Call {
    pub(super) fn new(server: Arc<ApiServer>, authorized: Authorized, target: Target) -> Self {
        let Authorized { request, user } = authorized;
        let manager = manager(request.header(USER_AGENT));
        Self {
            server,
            target,
            caller: Caller { user, manager },
            content_type: request.header(CONTENT_TYPE).to_owned(),
            query: request.query().to_owned(),
            wishes: request.wishes,
            body: Some(request.body),
            warnings: Vec::new(),
        }
    }

    pub(super) fn query(&self) -> Query<'_> {
        Query::parse(&self.query)
    }

    /// The whole body; empty if it was read before.
    pub(super) async fn body(&mut self) -> Result<Bytes, StatusError> {
        match self.body.take() {
            Some(body) => body::read(body).await,
            None => Ok(Bytes::new()),
        }
    }

    /// The type of objects in the client's version; `None` for custom resources.
    pub(super) fn definition(&self) -> Option<&'static Definition> {
        match &self.target.version().schema.ty {
            Type::Ref(definition) => Some(definition),
            _ => None,
        }
    }

    /// The form of an answer that is one object.
    pub(super) fn object_output(&self) -> Result<Output, StatusError> {
        let endpoint = match self.definition() {
            Some(_) if self.target.kind.verbs == [Verb::Create] => &Endpoint::REVIEW,
            Some(_) => &Endpoint::OBJECT,
            None => &Endpoint::CUSTOM_OBJECT,
        };
        self.settle(self.wishes.output(endpoint)?)
    }

    /// The form of an answer that is a list or a stream.
    pub(super) fn list_output(&self) -> Result<Output, StatusError> {
        let endpoint = if self.definition().is_some() { &Endpoint::LIST } else { &Endpoint::CUSTOM_LIST };
        self.settle(self.wishes.output(endpoint)?)
    }

    /// A list of metadata and metadata of objects are the same wish: which it is follows from what is asked for.
    fn settle(&self, output: Output) -> Result<Output, StatusError> {
        if matches!(output.shape, Shape::Table(_)) {
            TableOptions::from_query(&self.query()).validate()?;
        }
        Ok(match output.shape {
            Shape::MetadataList(version) => Output { shape: Shape::Metadata(version), ..output },
            _ => output,
        })
    }

    /// How tables are to be made, for outputs that are tables.
    pub(super) fn tables(&self, output: &Output) -> registry::render::TableOptions {
        use meta::options::IncludeObject as Asked;
        use registry::render::IncludeObject;
        let include = match TableOptions::from_query(&self.query()).include() {
            Asked::None => IncludeObject::None,
            Asked::Metadata => IncludeObject::Metadata,
            Asked::Object => IncludeObject::Object,
        };
        registry::render::TableOptions {
            include,
            no_headers: false,
            shape: output.shape,
            now: self.server.clock.now().into(),
        }
    }
}

/// Who changes fields when the request does not say: the program, by the first word of its user agent.
fn manager(agent: &str) -> String {
    let word: String =
        agent.split('/').next().unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
    let mut end = word.len().min(MAX_MANAGER);
    while !word.is_char_boundary(end) {
        end -= 1;
    }
    if end == 0 { "unknown".to_owned() } else { word[..end].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_name_themselves() {
        assert_eq!(manager("kubectl/v1.36.0 (linux/amd64)"), "kubectl");
        assert_eq!(manager(""), "unknown");
        assert_eq!(manager(&"é".repeat(100)).len(), 128);
    }
}
