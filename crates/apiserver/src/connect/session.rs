//! `pods/exec`, `pods/attach` and `pods/portforward`: sessions that the kubelet serves and the server only carries.

use meta::StatusError;
use meta::options::Query;
use registry::Target;

use super::forward::{self, Failure};
use super::parameters::{Parameters, streams};
use super::{containers, find, nodes};
use crate::answer::Answer;
use crate::api_server::ApiServer;
use crate::pipeline::Identified;

/// Has the kubelet switch protocols, and ties the two connections together.
pub(super) async fn run(
    server: &ApiServer,
    request: Identified,
    target: &Target,
) -> Result<Answer, StatusError> {
    let pod = find(server, "pods", &target.namespace, &target.name).await?;
    let query = Query::parse(request.query());
    let mut parameters = Parameters::default();
    let path = if target.subresource == "portforward" {
        let ports: Vec<&str> = query.all("ports").collect();
        if !ports.is_empty() {
            parameters.add("port", &ports.join(","));
        }
        format!("/portForward/{}/{}", target.namespace, target.name)
    } else {
        let container = containers::choose(&pod, query.get("container").unwrap_or_default())?;
        streams(&query, &mut parameters);
        for word in query.all("command").filter(|_| target.subresource == "exec") {
            parameters.add("command", word);
        }
        format!("/{}/{}/{}/{container}", target.subresource, target.namespace, target.name)
    };
    let node = pod.text("spec.nodeName");
    if node.is_empty() {
        let text = format!("pod {} does not have a host assigned", target.name);
        return Err(StatusError::bad_request(text));
    }
    let place = nodes::kubelet(&find(server, "nodes", "", node).await?)?;
    if !streaming::is_upgrade(&request.head.headers) {
        return Err(StatusError::bad_request("Upgrade request required"));
    }
    let path = parameters.after(&path);
    let mut head = request.head;
    match forward::exchange(server, &place, &path, &head, request.body).await {
        Ok(response) => Ok(forward::back(server, &mut head, response)),
        Err(Failure::Refused(error)) => Err(error),
        Err(Failure::Unreachable(why)) => Err(StatusError::internal(format!("error dialing backend: {why}"))),
    }
}
