//! `navarch agent`: this machine as a node of a cluster that runs elsewhere.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use authn::JoinToken;
use runtime::{Clock, Shutdown};

use super::stop_on_signal;
use crate::cluster::places::Places;
use crate::cluster::{agent, daemon::Running, join};
use crate::node_flags::NodeFlags;

/// Run this machine as a node.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server: `https://host:6443`.
    #[arg(long, value_name = "URL")]
    server: String,

    /// The token that `navarch token create` printed; needed only the first time.
    #[arg(long, value_name = "TOKEN", env = "NAVARCH_TOKEN")]
    token: Option<JoinToken>,

    #[command(flatten)]
    node: NodeFlags,
}

/// Joins, if it has not yet, and runs until told to stop.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    std::fs::create_dir_all(data_dir).with_context(|| format!("making {}", data_dir.display()))?;
    let places = Places::new(&data_dir.canonicalize()?);
    if let Some(running) = Running::read(&places.pid_file()) {
        bail!("navarch runs already in {} (process {})", data_dir.display(), running.pid);
    }
    std::fs::create_dir_all(places.run())?;
    Running::myself()?.write(&places.pid_file())?;
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = tokio.block_on(async {
        let (clock, shutdown) = (Clock::system(), Shutdown::new());
        stop_on_signal(shutdown.clone())?;
        let (name, ip) = (args.node.name()?, args.node.address(args.node.node_ip)?);
        let member = join::join(&places, &args.server, args.token.as_ref(), &name, ip, &clock).await?;
        let client = member.connect()?;
        let own = args.node.agent(places.clone(), &name, ip, client, member.serving, &member.client_ca)?;
        super::announce(&args.server);
        agent::run(own, clock, shutdown).await
    });
    let _ = std::fs::remove_file(places.pid_file());
    outcome
}
