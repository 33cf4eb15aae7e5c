//! Connections to nodes, pods and services: what admission says to them. Whoever carries them on asks here first.

use meta::StatusError;
use resource::Object;
use serde_json::Value;

use super::Registry;
use super::write::Request;
use crate::{Caller, Operation, Target};

impl Registry {
    /// Lets admission refuse a connection, given the options it was asked for with. Answers with warnings.
    pub async fn admit_connection(
        &self,
        target: &Target,
        caller: &Caller,
        mut options: Object,
    ) -> Result<Vec<String>, StatusError> {
        let mut request = Request::new(self, target, caller, "", &[], Value::Null);
        request.let_change(Operation::Connect, None, &mut options).await?;
        request.admit(Operation::Connect, None, Some(&options)).await?;
        Ok(request.warnings)
    }
}
