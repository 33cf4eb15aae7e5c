//! Hooks after the start and before the end of a container.

use std::time::Duration;

use api::IntOrString;
use api::core::v1::{Container, LifecycleHandler};

use super::Scene;
use crate::http::{self, Target};
use crate::pod::spec;
use crate::shared::Shared;

/// How long a hook over HTTP may take to answer.
const HTTP_LIMIT: Duration = Duration::from_secs(30);

/// Runs a hook to its end; an error says why it failed.
pub(super) async fn run(
    shared: &Shared,
    scene: &Scene,
    container: &Container,
    id: &str,
    hook: &LifecycleHandler,
) -> Result<(), String> {
    if let Some(exec) = &hook.exec {
        let command = exec.command.clone().unwrap_or_default();
        let output = shared.runtime.exec_sync(id, &command, 0).await.map_err(|error| error.to_string())?;
        return match output.exit_code {
            0 => Ok(()),
            code => Err(format!(
                "command '{}' exited with {code}: {}",
                command.join(" "),
                String::from_utf8_lossy(&output.stderr)
            )),
        };
    }
    if let Some(get) = &hook.http_get {
        let ip = pod_ip(shared, scene);
        let headers =
            get.http_headers.iter().flatten().map(|header| (header.name.clone(), header.value.clone()));
        let target = Target {
            https: get.scheme.as_deref().is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
            host: get.host.clone().filter(|host| !host.is_empty()).unwrap_or(ip),
            port: port(container, &get.port)?,
            path: get.path.clone().unwrap_or_default(),
            headers: headers.collect(),
        };
        let answer = http::get(&target, HTTP_LIMIT, &shared.clock).await?;
        return if answer.code < 400 { Ok(()) } else { Err(format!("HTTP status {}", answer.code)) };
    }
    if let Some(sleep) = &hook.sleep {
        shared.clock.sleep(Duration::from_secs(u64::try_from(sleep.seconds).unwrap_or(0))).await;
        return Ok(());
    }
    Err("invalid handler".into())
}

/// The address that the pod is reached at.
fn pod_ip(shared: &Shared, scene: &Scene) -> String {
    let ips = match spec::host_network(&scene.pod) {
        true => shared.host.ips.first().cloned(),
        false => scene.seen.sandboxes.first().and_then(|sandbox| sandbox.ips.first().cloned()),
    };
    ips.unwrap_or_default()
}

/// A port by number, or by the name that the container gave it.
pub(crate) fn port(container: &Container, port: &IntOrString) -> Result<u16, String> {
    let number = match port {
        IntOrString::Int(number) => Some(*number),
        IntOrString::String(name) => {
            let named = container.ports.iter().flatten().find(|port| port.name.as_deref() == Some(name));
            named.map(|port| port.container_port).or_else(|| name.parse().ok())
        }
    };
    let number = number.and_then(|number| u16::try_from(number).ok()).filter(|number| *number > 0);
    number.ok_or_else(|| format!("invalid port number: {port:?}"))
}
