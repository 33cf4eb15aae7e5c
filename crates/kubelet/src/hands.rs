//! The effects of `step`, performed: one file each. Every one ends with a message to the actor.

mod clear;
pub(crate) mod hooks;
mod image;
mod resize;
mod sandbox;
mod start;
mod stop;
mod volumes;

pub(crate) use clear::remove;

use std::sync::Arc;

use api::core::v1::Pod;
use informer::Severity;
use runtime::Shutdown;
use volume::PodVolumes;

use crate::pod::actor::Message;
use crate::pod::state::Observation;
use crate::pod::step::{Effect, Input};
use crate::shared::Shared;

/// The pod as it was when the effect was asked for.
pub struct Scene {
    /// What is wanted.
    pub pod: Arc<Pod>,
    /// What the runtime had.
    pub seen: Observation,
    /// Its volumes.
    pub volumes: PodVolumes,
    /// Its volumes are there and only brought up to date.
    pub refreshing: bool,
    /// Triggered when starting need not go on.
    pub cancel: Shutdown,
}

/// Does what is asked for, and gives what to tell the actor.
pub async fn perform(shared: &Shared, scene: &Scene, effect: Effect) -> Option<Message> {
    Some(match effect {
        Effect::SetUpVolumes => volumes::set_up(shared, scene).await,
        Effect::RunSandbox { attempt } => {
            Message::Outcome(Input::Sandbox(sandbox::run(shared, scene, attempt).await))
        }
        Effect::StopSandbox { id } => {
            let result = sandbox::stop(shared, scene, &id).await;
            Message::Outcome(Input::SandboxStopped(id, result))
        }
        Effect::EnsureImage { container, may_pull, last_error } => {
            let result = image::ensure(shared, scene, &container, may_pull, last_error).await;
            Message::Outcome(Input::Image(container, result))
        }
        Effect::StartContainer { container, attempt } => {
            let result = start::start(shared, scene, &container, attempt).await;
            Message::Outcome(Input::Started(container, result))
        }
        Effect::StopContainer { id, container, grace, message } => {
            stop::stop(shared, scene, &id, &container, grace, &message).await;
            Message::Outcome(Input::Stopped(id, grace))
        }
        Effect::Resize => Message::Outcome(Input::Resized(resize::resize(shared, scene).await)),
        Effect::TearDown => Message::Outcome(Input::TornDown(clear::tear_down(shared, scene).await)),
        Effect::Delete => Message::Input(Input::Deleted(clear::delete(shared, scene).await)),
        Effect::Clear => Message::Input(Input::Cleared(clear::clear(shared, scene).await)),
        Effect::Event { warning, reason, message, container } => {
            let severity = if warning { Severity::Warning } else { Severity::Normal };
            shared.event(&scene.pod, container.as_deref(), severity, reason, &message);
            return None;
        }
        // The actor itself does these.
        Effect::CancelStarts | Effect::Allocate | Effect::Withdraw => return None,
    })
}
