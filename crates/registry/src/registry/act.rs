//! Calls of actions: admission first, then the action's own code.

use std::sync::Arc;

use meta::StatusError;
use meta::options::CreateOptions;
use resource::Object;
use serde_json::json;

use super::write::Request;
use super::{Registry, metadata};
use crate::action::{Action, Answer, Call};
use crate::{Caller, Operation, Target, error, key};

fn name(group: &str, plural: &str, subresource: &str) -> String {
    format!("{}/{subresource}", key::collection(group, plural))
}

impl Registry {
    /// Puts an action in, in place of what was there.
    pub fn set_action(&self, group: &str, plural: &str, subresource: &str, action: Arc<dyn Action>) {
        self.actions.write().insert(name(group, plural, subresource), action);
    }

    /// Whether there is code for what the target's subresource does.
    pub fn can_act(&self, target: &Target) -> bool {
        let name = name(&target.kind.hub().group, &target.kind.plural, &target.subresource);
        self.actions.read().contains_key(&name)
    }

    /// Does what the target's subresource does, with a body of its own kind. Answers with warnings too.
    pub async fn act(
        &self,
        target: &Target,
        caller: &Caller,
        mut body: Object,
        options: &CreateOptions,
    ) -> Result<(Answer, Vec<String>), StatusError> {
        let name = name(&target.kind.hub().group, &target.kind.plural, &target.subresource);
        let action = self.actions.read().get(&name).cloned().ok_or_else(error::not_served)?;
        let tree = serde_json::to_value(options).unwrap_or_else(|_| json!({}));
        let mut request = Request::new(self, target, caller, &options.field_manager, &options.dry_run, tree);
        metadata::match_namespace(&request, &mut body)?;
        if target.subresource.is_empty() {
            metadata::wipe(&mut body);
        }
        action.defaults(&mut body);
        request.track_body(&mut body);
        request.admit_body(&mut body).await?;
        request.admit(Operation::Create, None, Some(&body)).await?;
        let answer = action.run(self, Call { target, caller, options }, body).await?;
        Ok((answer, request.warnings))
    }
}
