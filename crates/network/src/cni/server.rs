//! The agent's side: requests of plugins become calls of the pod network.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use node::PodNetwork;
use runtime::Shutdown;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::cni::message::{Answer, CniError, Request};

/// Most that a request may be long.
const LIMIT: u64 = 1 << 20;

/// Listens on a socket that only root can use, until told to stop. The socket is there when this returns.
pub fn serve(path: &Path, network: Arc<dyn PodNetwork>, shutdown: Shutdown) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    tokio::spawn(async move {
        loop {
            let accepted = tokio::select! {
                () = shutdown.wait() => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    let network = network.clone();
                    tokio::spawn(async move {
                        if let Err(error) = converse(stream, &*network).await {
                            tracing::warn!(%error, "a CNI plugin went away");
                        }
                    });
                }
                Err(error) => tracing::warn!(%error, "a CNI plugin could not be heard"),
            }
        }
    });
    Ok(())
}

async fn converse(mut stream: UnixStream, network: &dyn PodNetwork) -> io::Result<()> {
    let mut text = Vec::new();
    (&mut stream).take(LIMIT).read_to_end(&mut text).await?;
    let answer = match serde_json::from_slice::<Request>(&text) {
        Ok(request) => match perform(&request, network).await {
            Ok(value) => Answer::Result(value),
            Err(error) => Answer::Error(error),
        },
        Err(error) => Answer::Error(CniError::new(6, "the request makes no sense", error)),
    };
    stream.write_all(&serde_json::to_vec(&answer)?).await?;
    stream.shutdown().await
}

async fn perform(request: &Request, network: &dyn PodNetwork) -> Result<Value, CniError> {
    match request.command.as_str() {
        "ADD" => Ok(request.result(&network.attach(&request.attachment()).await?)),
        // Attaching again changes nothing that is right, and puts right what is not.
        "CHECK" => network.attach(&request.attachment()).await.map(|_| Value::Null).map_err(CniError::from),
        "DEL" => network.detach(&request.container_id).await.map(|()| Value::Null).map_err(CniError::from),
        "STATUS" => {
            network.ready().map(|()| Value::Null).map_err(|why| CniError::new(50, "not available", why))
        }
        "GC" => {
            let valid = request.config["cni.dev/valid-attachments"].as_array().into_iter().flatten();
            let ids: Vec<String> =
                valid.filter_map(|one| one["containerID"].as_str().map(str::to_owned)).collect();
            network.retain(&ids).await.map(|()| Value::Null).map_err(CniError::from)
        }
        other => Err(CniError::new(4, "invalid environment", format!("CNI_COMMAND is {other:?}"))),
    }
}
