//! The API server alone, without controllers and scheduler, in a process of its own, and the load generator beside it: what upstream's
//! kube-apiserver is to be compared with, and what is quick to build when one works on the API server.
//!
//! `cargo run --release -p bench --example alone -- [SECONDS [SCENARIO,…]]`; a further server by `BESIDE=kubeconfig,pid,pid`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use bench::{Endpoint, Meter, Protocol, Sizes, Target};
use runtime::{Clock, Shutdown};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve") => serve(Path::new(arguments.get(1).context("no directory")?)),
        seconds => measure(seconds.unwrap_or("3").parse()?, arguments.get(1)),
    }
}

/// Serves until the output is closed.
fn serve(directory: &Path) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let config = apiserver::Config {
        data_dir: directory.to_owned(),
        bind_address: std::net::Ipv4Addr::LOCALHOST.into(),
        secure_port: 0,
        ..apiserver::Config::default()
    };
    let ready = |ready: &apiserver::Ready| {
        let mut out = std::io::stdout();
        let _ = writeln!(out, "ready {}", ready.url).and_then(|()| out.flush());
    };
    Ok(runtime.block_on(apiserver::run(config, Shutdown::new(), ready))?)
}

/// A server that ends with this.
struct Server {
    child: Child,
    directory: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn measure(seconds: f64, names: Option<&String>) -> Result<()> {
    let clock = Clock::system();
    let directory = std::env::temp_dir().join(format!("bench-alone-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let started = clock.monotonic();
    let child =
        Command::new(std::env::current_exe()?).arg("serve").arg(&directory).stdout(Stdio::piped()).spawn()?;
    let mut server = Server { child, directory };
    let mut line = String::new();
    BufReader::new(server.child.stdout.take().context("no output")?).read_line(&mut line)?;
    let ready = clock.monotonic().saturating_sub(started);
    let mut targets =
        vec![target("navarch", &server.directory.join("admin.kubeconfig"), &[server.child.id()], &clock)?];
    if let Ok(beside) = std::env::var("BESIDE") {
        let mut parts = beside.split(',');
        let path = PathBuf::from(parts.next().unwrap_or_default());
        let pids = parts.map(str::parse).collect::<Result<Vec<u32>, _>>()?;
        targets.push(target("upstream", &path, &pids, &clock)?);
    }
    let names: Vec<String> =
        names.map(|names| names.split(',').map(str::to_owned).collect()).unwrap_or_default();
    let sizes = Sizes {
        duration: Duration::from_secs_f64(seconds),
        idle: Duration::from_secs(2),
        ..Sizes::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let measured = runtime.block_on(bench::run(&targets, &bench::chosen(&names)?, &sizes, &clock, &|_| {}));
    let mut figures = measured?;
    if let Some(idle) = figures.idle.first_mut() {
        idle.ready_seconds = Some(ready.as_secs_f64());
    }
    std::io::stdout().write_all(bench::text(&figures).as_bytes())?;
    Ok(())
}

fn target(name: &str, kubeconfig: &Path, pids: &[u32], clock: &Clock) -> Result<Arc<Target>> {
    let endpoint = Endpoint::from_kubeconfig(kubeconfig)?;
    let meter = Meter::Processes(pids.to_vec());
    Ok(Arc::new(Target::build(name, &endpoint, Protocol::Http1, meter, clock)?))
}
