//! `port-forward`: local ports that lead into a pod.

use std::rc::Rc;

use serde_json::Value;
use streaming::client::{Forwarder, Offer, port_forward};
use tokio::net::{TcpListener, TcpStream};

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{Flag, POD_TIMEOUT};
use crate::io::{err, out};
use crate::pods;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "port-forward",
    section: Section::Troubleshooting,
    usage: "TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]",
    about: "Forward one or more local ports to a pod",
    examples: &[
        (
            "Listen on port 8888 locally, forwarding to 5000 in the pod",
            "kubectl port-forward pod/mypod 8888:5000",
        ),
        (
            "Listen on a random port locally, forwarding to 5000 in the pod",
            "kubectl port-forward pod/mypod :5000",
        ),
    ],
    flags: &[POD_TIMEOUT, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] =
    &[Flag::list("address", "Addresses to listen on. Only accepts IP addresses or localhost as a value")];

async fn run(cx: &Cx) -> Result {
    let [word, specs @ ..] = cx.args.as_slice() else {
        return Err(cx.usage("TYPE/NAME and list of ports are required for port-forward"));
    };
    if specs.is_empty() {
        return Err(cx.usage("TYPE/NAME and list of ports are required for port-forward"));
    }
    let info = pods::object(cx, word).await?;
    let (pod, _) = pods::of(cx, &info, cx.flags.duration("pod-running-timeout")).await?;
    let phase = pod.text("status.phase");
    if phase != "Running" {
        bail!("unable to forward port because pod is not running. Current status={phase}");
    }
    let service = (info.object.kind() == "Service").then_some(&info.object);
    let ports = specs.iter().map(|spec| port(spec, &pod, service)).collect::<Result<Vec<_>>>()?;
    let forwarder = Rc::new(connect(cx, &pod).await?);
    let gone = forwarder.gone();
    let mut listeners = Vec::new();
    for (local, remote) in ports {
        listeners.extend(listen(cx, local, remote).await?);
    }
    let serve = futures_util::future::join_all(
        listeners.into_iter().map(|(listener, remote)| accept(cx, listener, remote, forwarder.clone())),
    );
    tokio::select! {
        _ = serve => Ok(()),
        () = gone.cancelled() => Err(plain("lost connection to pod")),
    }
}

async fn connect(cx: &Cx, pod: &Value) -> Result<Forwarder> {
    let server = cx.server().await?;
    let path = format!(
        "{}/portforward",
        server.discovery().await?.of_kind("v1", "Pod")?.item(pod.namespace(), pod.name())
    );
    let offer = Offer::port_forward_over_websocket();
    let answer = server.upgrade(&path, Vec::new(), offer.headers()).await?;
    let accepted = offer.accepted(&answer)?;
    Ok(port_forward(answer.into_body(), accepted, &cx.around.clock).await?)
}

/// `8080:80`, `:80`, `80` or names; a service's port is the port of the pod that it leads to.
fn port(spec: &str, pod: &Value, service: Option<&Value>) -> Result<(u16, u16)> {
    let (local, remote) = match spec.split_once(':') {
        Some((local, remote)) => (local, remote),
        None => ("", spec),
    };
    let number = |text: &str| text.parse::<u16>().ok();
    let target = match service {
        Some(service) => {
            let fits = |port: &&Value| {
                port.text("name") == remote
                    || number(remote).is_some_and(|number| port.int("port") == i64::from(number))
            };
            let Some(found) = service.items("spec.ports").iter().find(fits) else {
                bail!("Service {} does not have a service port {remote}", service.name());
            };
            if service.text("spec.clusterIP") == "None" && found.at("targetPort").is_number() {
                found.at("port").clone()
            } else {
                found.at("targetPort").clone()
            }
        }
        None => Value::from(remote),
    };
    let remote_port = match &target {
        Value::Number(port) => port.as_u64().and_then(|port| u16::try_from(port).ok()),
        other => number(other.as_str().unwrap_or_default())
            .or_else(|| named(pod, other.as_str().unwrap_or_default())),
    };
    let Some(remote_port) = remote_port.filter(|port| *port > 0) else {
        bail!("Pod '{}' does not have a named port '{}'", pod.name(), crate::tree::show(&target));
    };
    let local_port = match (spec.contains(':'), local) {
        (true, "") => 0,
        (true, local) => number(local)
            .ok_or_else(|| plain(format!("error parsing local port {}", meta::go::quote(local))))?,
        (false, _) => number(remote).unwrap_or(remote_port),
    };
    Ok((local_port, remote_port))
}

fn named(pod: &Value, name: &str) -> Option<u16> {
    let mut ports = pod.items("spec.containers").iter().flat_map(|container| container.items("ports"));
    ports
        .find(|port| port.text("name") == name)
        .and_then(|port| u16::try_from(port.int("containerPort")).ok())
}

async fn listen(cx: &Cx, local: u16, remote: u16) -> Result<Vec<(TcpListener, u16)>> {
    let mut addresses = cx.flags.list("address");
    if addresses.is_empty() {
        addresses.push("localhost".to_owned());
    }
    let (mut listeners, mut chosen, mut failed) = (Vec::new(), local, None);
    for address in addresses {
        let both = ["127.0.0.1", "::1"];
        let hosts: Vec<&str> = if address == "localhost" { both.to_vec() } else { vec![address.as_str()] };
        for host in hosts {
            match TcpListener::bind((host, chosen)).await {
                Ok(listener) => {
                    let bound = listener.local_addr()?;
                    chosen = bound.port();
                    out!(cx, "Forwarding from {bound} -> {remote}");
                    listeners.push((listener, remote));
                }
                Err(error) => failed = Some((host.to_owned(), error)),
            }
        }
    }
    match (listeners.is_empty(), failed) {
        (true, Some((host, error))) => {
            err!(
                cx,
                "Unable to listen on port {local}: Listeners failed to create with the following errors: [unable to create listener: Error listen tcp {host}:{local}: {error}]"
            );
            bail!("unable to listen on any of the requested ports: [{{{local} {remote}}}]")
        }
        _ => Ok(listeners),
    }
}

async fn accept(cx: &Cx, listener: TcpListener, remote: u16, forwarder: Rc<Forwarder>) {
    let mut open = futures_util::stream::FuturesUnordered::new();
    loop {
        tokio::select! {
            connection = listener.accept() => match connection {
                Ok((connection, _)) => {
                    let port = listener.local_addr().map(|address| address.port()).unwrap_or_default();
                    out!(cx, "Handling connection for {port}");
                    open.push(forward(cx, connection, port, remote, forwarder.clone()));
                }
                Err(error) => err!(cx, "error: {error}"),
            },
            Some(()) = futures_util::StreamExt::next(&mut open), if !open.is_empty() => {}
        }
    }
}

async fn forward(cx: &Cx, mut connection: TcpStream, local: u16, remote: u16, forwarder: Rc<Forwarder>) {
    let (mut data, trouble) = match forwarder.open(remote).await {
        Ok(opened) => opened,
        Err(error) => {
            err!(cx, "error: error creating stream for port {local} -> {remote}: {error}");
            return;
        }
    };
    let copied = tokio::io::copy_bidirectional(&mut connection, &mut data).await;
    drop(data);
    if copied.is_err() {
        return;
    }
    if let Some(message) = trouble.message().await {
        err!(cx, "error: an error occurred forwarding {local} -> {remote}: {message}");
    }
}
