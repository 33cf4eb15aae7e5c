//! `navarch up`: a whole one-node cluster in one process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use api::core::v1::Node;
use apiserver::Ready;
use authn::{component, node as node_user};
use runtime::{Clock, Shutdown};

use super::{announce, server, stop_on_signal};
use crate::cluster::agent;
use crate::cluster::control_plane::{self, ControlPlane};
use crate::cluster::daemon::Running;
use crate::cluster::isolation;
use crate::cluster::places::Places;
use crate::controller_flags::ControllerFlags;
use crate::node_flags::NodeFlags;

/// Run a whole cluster on this machine: control plane and one node.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// In the background; returns when the cluster is ready.
    #[arg(short, long)]
    detach: bool,

    /// In a network of its own without a way out, for a trial that touches nothing of this machine.
    #[arg(long)]
    isolated: bool,

    #[command(flatten)]
    server: server::Flags,

    #[command(flatten)]
    controllers: ControllerFlags,

    #[command(flatten)]
    node: NodeFlags,
}

/// Runs it until told to stop.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    std::fs::create_dir_all(data_dir).with_context(|| format!("making {}", data_dir.display()))?;
    let data_dir = data_dir.canonicalize()?;
    let places = Places::new(&data_dir);
    if let Some(running) = Running::read(&places.pid_file()) {
        say(&format!("navarch runs already in {} (process {})", data_dir.display(), running.pid));
        next_steps(&places.kubeconfig());
        return Ok(());
    }
    if args.detach {
        return detach(&places);
    }
    let mut api = args.server.config(&data_dir);
    let mut node_ip = args.node.node_ip;
    if args.isolated {
        let address = (Ipv4Addr::LOCALHOST, api.secure_port);
        let listener = TcpListener::bind(address).with_context(|| {
            format!(
                "listening on port {} of this machine; is another server there? Take another --secure-port",
                address.1
            )
        })?;
        api.secure_port = listener.local_addr()?.port();
        api.listener = Some(Arc::new(listener));
        isolation::enter(&places)?;
        node_ip.get_or_insert(isolation::ADDRESS);
    }
    std::fs::create_dir_all(places.run())?;
    Running::myself()?.write(&places.pid_file())?;
    let outcome = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(cluster(
        args,
        api,
        node_ip,
        places.clone(),
    ));
    let _ = std::fs::remove_file(places.pid_file());
    outcome
}

async fn cluster(
    args: &Args,
    mut api: apiserver::Config,
    node_ip: Option<IpAddr>,
    places: Places,
) -> Result<()> {
    let (clock, shutdown) = (Clock::system(), Shutdown::new());
    stop_on_signal(shutdown.clone())?;
    let begun = clock.monotonic();
    let node_ip = args.node.address(node_ip)?;
    api.advertise_address.get_or_insert(node_ip);
    apiserver::share_keys(&api, &clock).await?;
    let pki = tls::Pki::open_or_create(&api.pki_dir(), &clock).context("certificates")?;
    say(&format!("  ✔ certificates      {}", api.pki_dir().display()));
    let manager = args.controllers.manager(&args.node.cluster_cidr, api.is_shared())?;
    let plane = ControlPlane { api, manager };
    let (told, ready) = tokio::sync::oneshot::channel::<Ready>();
    let control = tokio::spawn(control_plane::run(plane, clock.clone(), shutdown.clone(), |ready| {
        let _ = told.send(ready.clone());
    }));
    let Ok(ready) = ready.await else {
        return control.await?.and_then(|()| bail!("the server stopped before it was ready"));
    };
    say(&format!("  ✔ API server        {}  ({})", ready.url, since(&clock, begun)));
    let name = args.node.name()?;
    let hosts = [name.clone(), node_ip.to_string(), "127.0.0.1".to_owned()];
    let client = ready.server.client(node_user(&name));
    let serving = pki.serving_certificate("kubelet", &hosts)?;
    let client_ca = pki.client_authority().certificate();
    let mut own = args.node.agent(places.clone(), &name, node_ip, client, serving, client_ca)?;
    own.proxy_client = ready.server.client(component("kube-proxy"));
    let node = tokio::spawn(agent::run(own, clock.clone(), shutdown.clone()));
    let watcher = ready.server.client(component("apiserver"));
    tokio::select! {
        outcome = is_ready(watcher, &name, &clock) => {
            outcome?;
            say(&format!("  ✔ node {name}  Ready  ({})", since(&clock, begun)));
            next_steps(&ready.kubeconfig);
            announce(&ready.url);
        }
        () = shutdown.wait() => {}
    }
    let (control, node) = tokio::join!(control, node);
    node?.and(control?)
}

/// Waits until the node says that it is ready.
async fn is_ready(client: client::Client, name: &str, clock: &Clock) -> Result<()> {
    let informers = informer::Informers::new(client, clock.clone(), Shutdown::new());
    let nodes = informers.selected::<Node>("", client::Select::fields(format!("metadata.name={name}")));
    let mut events = nodes.subscribe();
    let ready = |node: &Node| {
        let conditions =
            node.status.as_ref().and_then(|status| status.conditions.as_deref()).unwrap_or_default();
        conditions.iter().any(|one| one.type_ == "Ready" && one.status == "True")
    };
    while let Some(event) = events.next().await {
        if ready(event.object()) {
            return Ok(());
        }
    }
    Ok(())
}

fn since(clock: &Clock, begun: Duration) -> String {
    format!("{:.1} s", (clock.monotonic() - begun).as_secs_f64())
}

/// Starts this very command again in the background, and shows what it says until it is ready.
fn detach(places: &Places) -> Result<()> {
    let log = std::fs::File::create(places.log_file())
        .with_context(|| format!("making {}", places.log_file().display()))?;
    let arguments = std::env::args_os().skip(1).filter(|one| one != "-d" && one != "--detach");
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log.try_clone()?)
        .process_group(0);
    let mut child = command.spawn().context("starting navarch in the background")?;
    let mut lines = BufReader::new(child.stdout.take().context("its output is a pipe")?).lines();
    while let Some(Ok(line)) = lines.next() {
        say(&line);
        if line.starts_with("ready ") {
            return Ok(());
        }
    }
    child.wait()?;
    bail!("navarch did not start; its log is {}", places.log_file().display())
}

/// Commands that work as they are printed, wherever the state lives.
fn next_steps(kubeconfig: &Path) {
    let dir = kubeconfig.parent().filter(|dir| *dir != Path::new("/var/lib/navarch"));
    let place = dir.map(|dir| format!(" --data-dir {}", dir.display())).unwrap_or_default();
    say(&format!("\n  export KUBECONFIG={}", kubeconfig.display()));
    say(&format!("  kubectl get nodes      # or, without another program: navarch{place} kubectl get nodes"));
    say(&format!(
        "  navarch{place} token create --print-join-command   # the command with which another node joins\n"
    ));
}

#[expect(clippy::print_stdout, reason = "the progress of a command that people watch")]
fn say(text: &str) {
    println!("{text}");
    let _ = std::io::stdout().flush();
}
