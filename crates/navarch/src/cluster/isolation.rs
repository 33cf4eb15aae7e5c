//! `--isolated`: a network and mount namespace of its own, without a way out, so that a trial touches nothing of the host.
//!
//! A small process holds the namespaces (`hold`), so that containers keep their network when navarch is killed and comes back. Enter
//! before any thread is started: a process with threads can't change its mount namespace.

use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use netlink::{Handle, Netns, Route, Veth};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, setns, unshare};

use super::daemon::Running;
use super::places::Places;

/// The node's address in there: of a range that is in no pod's, service's or usual host's way.
pub const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(172, 30, 254, 1));
const NETWORK: &str = "172.30.254.1/24";
/// Nobody is there; but packets to services need a route before they are turned elsewhere.
const GATEWAY: IpAddr = IpAddr::V4(Ipv4Addr::new(172, 30, 254, 254));
/// What the holder says when all is set up.
const SET_UP: &str = "set up";

/// Enters the namespaces of this data directory's trial; makes them first if they are not there.
pub fn enter(places: &Places) -> Result<()> {
    match Running::read(&places.holder_file()) {
        Some(holder) => enter_of(&holder),
        None => enter_of(&start_holder(places)?),
    }
}

/// Enters them if there are any.
pub fn enter_existing(places: &Places) -> Result<()> {
    Running::read(&places.holder_file()).map_or(Ok(()), |holder| enter_of(&holder))
}

fn enter_of(holder: &Running) -> Result<()> {
    for (kind, flag) in [("net", CloneFlags::CLONE_NEWNET), ("mnt", CloneFlags::CLONE_NEWNS)] {
        let path = format!("/proc/{}/ns/{kind}", holder.pid);
        let file = std::fs::File::open(&path).with_context(|| format!("opening {path}"))?;
        setns(file, flag).with_context(|| format!("entering {path}"))?;
    }
    Ok(())
}

/// Ends the holder, and with it the namespaces, once nothing runs in them any more.
pub fn leave(places: &Places) -> Result<()> {
    if let Some(holder) = Running::read(&places.holder_file()) {
        holder.stop()?;
    }
    Ok(())
}

fn start_holder(places: &Places) -> Result<Running> {
    let mut command = Command::new("/proc/self/exe");
    command.arg("hold").stdin(Stdio::null()).stdout(Stdio::piped()).process_group(0);
    let mut child = command.spawn().context("starting the holder of the namespaces")?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("its output is a pipe")?).read_line(&mut line)?;
    if line.trim() != SET_UP {
        child.kill().ok();
        child.wait().ok();
        bail!("the isolated network could not be set up (this needs root): {}", line.trim());
    }
    std::fs::create_dir_all(places.run())?;
    Running::of(child.id())?.write(&places.holder_file())
}

/// The holder's whole life: makes the namespaces, says so, and waits.
pub fn hold() -> Result<()> {
    let set_up = || -> Result<()> {
        unshare(CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWNS).context("making namespaces")?;
        let (none, all): (Option<&str>, &Path) = (None, Path::new("/"));
        mount(none, all, none, MsFlags::MS_PRIVATE | MsFlags::MS_REC, none)
            .context("keeping mounts private")?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(network())
    };
    match set_up() {
        Ok(()) => tell(SET_UP),
        Err(error) => {
            tell(&format!("{error:#}"));
            return Err(error);
        }
    }
    loop {
        nix::unistd::pause();
    }
}

#[expect(clippy::print_stdout, reason = "what the process that waits for this one reads")]
fn tell(text: &str) {
    println!("{}", text.replace('\n', " "));
}

/// A link with the node's address whose other end leads nowhere.
async fn network() -> Result<()> {
    let handle = Handle::within(&Netns::current()?)?;
    let here = Netns::current()?;
    handle.add_veth(&Veth { name: "eth0", peer: "nowhere", peer_netns: &here, mtu: None, mac: None }).await?;
    for name in ["lo", "eth0", "nowhere"] {
        let link = handle.link(name).await?.with_context(|| format!("the link {name} was made"))?;
        handle.set_up(link.index).await?;
    }
    let eth0 = handle.link("eth0").await?.context("the link was made")?.index;
    handle.add_address(eth0, NETWORK.parse()?).await?;
    let route = Route { gateway: Some(GATEWAY), link: Some(eth0), ..Route::to("0.0.0.0/0".parse()?) };
    handle.replace_route(&route).await?;
    Ok(())
}
