//! The log of a container, as far as no node is needed for it: what is wrong with the request, and pods that run nowhere yet.

use meta::options::{GetOptions, Query};
use meta::{ErrorList, FieldError, GroupKind, Path, StatusError};
use registry::Object;
use serde_json::Value;

use super::call::Call;
use crate::answer::{self, Answer};

/// The lists of containers, in the order in which their names are told.
const LISTS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

pub(super) async fn run(call: &Call) -> Result<Answer, StatusError> {
    let query = call.query();
    check(&query, &call.target.name)?;
    let stored = call.server.registry.get(&call.target, &GetOptions::default()).await?;
    let pod = stored.object().map_err(StatusError::internal)?;
    container(&pod, query.get("container").unwrap_or_default())?;
    if pod.text("spec.nodeName").is_empty() {
        return Ok(answer::finish(answer::raw(204, "text/plain", Vec::new()), &call.wishes));
    }
    Err(super::not_here(&call.target))
}

/// What is wrong with the options.
fn check(query: &Query<'_>, pod: &str) -> Result<(), StatusError> {
    let number = |name: &str| query.get(name).and_then(|text| text.parse::<i64>().ok());
    let mut errors = ErrorList::new();
    if let Some(lines) = number("tailLines").filter(|lines| *lines < 0) {
        let detail = "must be greater than or equal to 0";
        errors.push(FieldError::invalid(&Path::new("tailLines"), lines, detail));
    }
    if let Some(bytes) = number("limitBytes").filter(|bytes| *bytes < 1) {
        errors.push(FieldError::invalid(&Path::new("limitBytes"), bytes, "must be greater than 0"));
    }
    let since = number("sinceSeconds");
    if since.is_some() && query.get("sinceTime").is_some() {
        let detail = "at most one of `sinceTime` or `sinceSeconds` may be specified";
        errors.push(FieldError::forbidden(&Path::new(""), detail));
    } else if let Some(seconds) = since.filter(|seconds| *seconds < 1) {
        errors.push(FieldError::invalid(&Path::new("sinceSeconds"), seconds, "must be greater than 0"));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(StatusError::invalid(&GroupKind::new("", "PodLogOptions"), pod, &errors))
}

fn names<'a>(pod: &'a Object, list: &str) -> Vec<&'a str> {
    let items = pod.get("spec").and_then(|spec| spec.get(list)).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(|container| container.get("name")?.as_str()).collect()
}

/// The container that is meant: the one that is named, or the only one.
fn container(pod: &Object, asked: &str) -> Result<String, StatusError> {
    if !asked.is_empty() {
        if LISTS.iter().any(|list| names(pod, list).contains(&asked)) {
            return Ok(asked.to_owned());
        }
        return Err(StatusError::bad_request(format!(
            "container {asked} is not valid for pod {}",
            pod.name()
        )));
    }
    let regular = names(pod, "containers");
    let start = format!("a container name must be specified for pod {}", pod.name());
    match regular.as_slice() {
        [only] => Ok((*only).to_owned()),
        [] => Err(StatusError::bad_request(start)),
        _ => {
            let all: Vec<&str> = LISTS.iter().flat_map(|list| names(pod, list)).collect();
            Err(StatusError::bad_request(format!("{start}, choose one of: [{}]", all.join(" "))))
        }
    }
}
