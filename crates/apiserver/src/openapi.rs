//! OpenAPI.

use meta::StatusError;

use crate::answer::{self, Answer};
use crate::api_server::ApiServer;
use crate::pipeline::Identified;

#[derive(Default)]
pub(crate) struct OpenApi {}

pub(crate) fn answer(_server: &ApiServer, _request: &Identified) -> Result<Answer, StatusError> {
    Ok(answer::no_page())
}
