//! What happens, where the runtime tells (containerd since 1.7, CRI-O since 1.26).

use std::time::Duration;

use node::{RuntimeError, RuntimeEvent, RuntimeEventKind};
use tokio::sync::broadcast;
use tonic::{Code, Status, Streaming};

use crate::rpc::{Rpc, failure};
use crate::wire;

/// A runtime that has no such call says so at once. One that has it says nothing before something happens.
const SILENCE: Duration = Duration::from_millis(500);
/// How far a receiver may lag.
const BACKLOG: usize = 1024;

/// Events from now on; `None` if the runtime can't tell. The receiver ends when the runtime does.
pub(crate) async fn subscribe(rpc: &Rpc) -> Result<Option<broadcast::Receiver<RuntimeEvent>>, RuntimeError> {
    let (calling, clock) = (rpc.clone(), rpc.clock().clone());
    let mut opening =
        tokio::spawn(async move { calling.stream(&wire::EVENTS, wire::GetEventsRequest {}).await });
    let (sender, receiver) = broadcast::channel(BACKLOG);
    tokio::select! {
        opened = &mut opening => match flat(opened) {
            Ok(stream) => drop(tokio::spawn(pass_on(stream, sender))),
            Err(status) if status.code() == Code::Unimplemented => return Ok(None),
            Err(status) => return Err(failure(&status, "events")),
        },
        () = clock.sleep(SILENCE) => drop(tokio::spawn(async move {
            if let Ok(stream) = flat(opening.await) {
                pass_on(stream, sender).await;
            }
        })),
    }
    Ok(Some(receiver))
}

type Events = Streaming<wire::ContainerEventResponse>;

fn flat(opened: Result<Result<Events, Status>, tokio::task::JoinError>) -> Result<Events, Status> {
    opened.unwrap_or_else(|error| Err(Status::internal(error.to_string())))
}

async fn pass_on(mut stream: Events, sender: broadcast::Sender<RuntimeEvent>) {
    while let Ok(Some(event)) = stream.message().await {
        if sender.send(event_of(event)).is_err() {
            return;
        }
    }
}

fn event_of(event: wire::ContainerEventResponse) -> RuntimeEvent {
    let sandbox = event.pod_sandbox_status.unwrap_or_default();
    // What concerns the sandbox itself has its id as the container's.
    let container_id = if event.container_id == sandbox.id { String::new() } else { event.container_id };
    RuntimeEvent {
        kind: match event.container_event_type {
            0 => RuntimeEventKind::Created,
            1 => RuntimeEventKind::Started,
            2 => RuntimeEventKind::Stopped,
            _ => RuntimeEventKind::Deleted,
        },
        sandbox_id: sandbox.id,
        container_id,
        pod_uid: sandbox.metadata.unwrap_or_default().uid,
    }
}
