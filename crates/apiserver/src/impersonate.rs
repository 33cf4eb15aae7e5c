//! The stage in which a client becomes somebody else, if it asks for that and may.

use authn::impersonate::{self, Impersonation};
use authz::Attributes;
use http::HeaderMap;
use meta::StatusError;
use resource::User;

use crate::api_server::ApiServer;
use crate::authorize;

/// The user as whom the request goes on.
pub(crate) async fn user(server: &ApiServer, headers: &HeaderMap, user: User) -> Result<User, StatusError> {
    let Some(wanted) = impersonate::read(headers).map_err(StatusError::bad_request)? else { return Ok(user) };
    let Impersonation { user: other, asks } = wanted;
    for ask in &asks {
        let asked = Attributes {
            version: "v1",
            subresource: &ask.subresource,
            namespace: &ask.namespace,
            name: &ask.name,
            ..Attributes::resource(&user, "impersonate", ask.group, ask.resource)
        };
        let decision = server.authorizer.authorize(&asked).await;
        if !decision.is_allowed() {
            return Err(authorize::refusal(&asked, decision.reason()));
        }
    }
    tracing::info!(user = user.name, acts_as = other.name, "impersonation");
    Ok(other)
}
