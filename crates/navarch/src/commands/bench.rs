//! `navarch bench`: how fast a Kubernetes API is, and what that costs. What is measured is `bench`'s; here are its flags.

mod own;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bench::{Credentials, Endpoint, Meter, Protocol, Sizes, Target};
use runtime::Clock;

use own::OwnServer;

/// Measure a Kubernetes API: rates, latencies, and what they cost the server.
///
/// Without --kubeconfig and --server, a server of its own is started, measured and stopped. What is measured lies in a namespace
/// that is removed afterwards.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server and credentials, by the current context of a kubeconfig.
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    kubeconfig: Option<PathBuf>,

    #[command(flatten)]
    address: Address,

    /// What the server is called in the report.
    #[arg(long, value_name = "NAME", default_value = "navarch")]
    name: String,

    /// Its processes on this machine, for their processor time and memory; else its /metrics are asked.
    #[arg(long, value_name = "PIDS", value_delimiter = ',')]
    server_pid: Vec<u32>,

    /// A second server to measure beside it, by the current context of a kubeconfig.
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,

    /// What that one is called.
    #[arg(long, value_name = "NAME", default_value = "upstream")]
    beside_name: String,

    /// The processes of that one, datastore included.
    #[arg(long, value_name = "PIDS", value_delimiter = ',')]
    beside_pid: Vec<u32>,

    #[command(flatten)]
    amounts: Amounts,

    /// Which HTTP to speak: 1 or 2.
    #[arg(long, value_name = "VERSION", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    http: u8,

    /// How many threads send requests.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// How the report looks: text or json.
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json"])]
    output: String,

    /// Put the report into this document, between its markers.
    #[arg(long, value_name = "FILE")]
    update: Option<PathBuf>,

    /// Where a server of its own keeps its state; the system's place for temporary files by default.
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,

    /// Further flags for a server of its own.
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// A server by its address.
#[derive(Debug, clap::Args)]
struct Address {
    /// The server's address: `https://host:port`.
    #[arg(long, value_name = "URL")]
    server: Option<String>,

    /// Who may sign the server's certificate.
    #[arg(long, value_name = "FILE", requires = "server")]
    certificate_authority: Option<PathBuf>,

    /// Do not check the server's certificate.
    #[arg(long, requires = "server")]
    insecure_skip_tls_verify: bool,

    /// The certificate to show.
    #[arg(long, value_name = "FILE", requires_all = ["server", "client_key"])]
    client_certificate: Option<PathBuf>,

    /// Its key.
    #[arg(long, value_name = "FILE", requires = "client_certificate")]
    client_key: Option<PathBuf>,

    /// The token to show.
    #[arg(long, value_name = "TOKEN", requires = "server", conflicts_with = "client_certificate")]
    token: Option<String>,
}

/// How much of everything.
#[derive(Debug, clap::Args)]
struct Amounts {
    /// Which scenarios; all by default.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    scenarios: Vec<String>,

    /// How many seconds each scenario is measured.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    duration: f64,

    /// How often each is measured; the middle one is reported.
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,

    /// How many connections send requests.
    #[arg(long, value_name = "N", default_value_t = 32)]
    connections: usize,

    /// How many ConfigMaps are read or changed.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    objects: u64,

    /// How many pods are listed.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pods: u64,

    /// How many watchers there are.
    #[arg(long, value_name = "N", default_value_t = 100)]
    watchers: usize,

    /// How many connections change what is watched.
    #[arg(long, value_name = "N", default_value_t = 8)]
    writers: usize,

    /// How many changes a second, where they are paced.
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    pace: f64,

    /// For how many seconds servers are watched doing nothing.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    idle: f64,
}

impl Amounts {
    fn sizes(&self) -> Sizes {
        Sizes {
            duration: Duration::from_secs_f64(self.duration.max(0.0)),
            rounds: self.rounds,
            connections: self.connections.max(1),
            objects: self.objects.max(1),
            pods: self.pods,
            watchers: self.watchers.max(1),
            writers: self.writers.max(1),
            pace: self.pace.max(1.0),
            idle: Duration::from_secs_f64(self.idle.max(0.0)),
        }
    }
}

impl Address {
    fn endpoint(&self, server: &str) -> Result<Endpoint> {
        let read = |path: &PathBuf| std::fs::read_to_string(path).with_context(|| path.display().to_string());
        let credentials = match (&self.client_certificate, &self.client_key, &self.token) {
            (Some(certificate), Some(key), _) => {
                Credentials::Certificate(tls::Certified { certificate: read(certificate)?, key: read(key)? })
            }
            (_, _, Some(token)) => Credentials::Token(token.clone()),
            _ => Credentials::None,
        };
        let authorities = self.certificate_authority.as_ref().map(read).transpose()?.unwrap_or_default();
        let insecure = self.insecure_skip_tls_verify;
        Ok(Endpoint { server: server.to_owned(), authorities, insecure, credentials })
    }
}

/// Measures and reports.
pub fn run(args: &Args) -> Result<()> {
    let scenarios = bench::chosen(&args.amounts.scenarios)?;
    let clock = Clock::system();
    let own = match (&args.kubeconfig, &args.address.server) {
        (None, None) => Some(OwnServer::start(args.work_dir.as_deref(), &args.flags, &clock)?),
        _ if !args.flags.is_empty() => bail!("flags after -- are for a server of its own"),
        _ => None,
    };
    let runtime = match args.threads {
        0 | 1 => tokio::runtime::Builder::new_current_thread().enable_all().build()?,
        threads => {
            tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?
        }
    };
    let mut figures = runtime.block_on(async {
        let targets = targets(args, own.as_ref(), &clock)?;
        let say = |what: &str| tracing::info!("{what}");
        bench::run(&targets, &scenarios, &args.amounts.sizes(), &clock, &say).await.context("the measurement")
    })?;
    if let (Some(own), Some(idle)) = (&own, figures.idle.first_mut()) {
        idle.ready_seconds = Some(own.ready_after.as_secs_f64());
    }
    report(args, &figures)
}

fn targets(args: &Args, own: Option<&OwnServer>, clock: &Clock) -> Result<Vec<Arc<Target>>> {
    let protocol = if args.http == 2 { Protocol::Http2 } else { Protocol::Http1 };
    let meter = |pids: &[u32]| if pids.is_empty() { Meter::Metrics } else { Meter::Processes(pids.to_vec()) };
    let build =
        |name: &str, endpoint, meter| Target::build(name, &endpoint, protocol, meter, clock).map(Arc::new);
    let first = match (own, &args.address.server, &args.kubeconfig) {
        (Some(own), ..) => {
            let endpoint = Endpoint::from_kubeconfig(&own.kubeconfig)?;
            build(&args.name, endpoint, Meter::Processes(vec![own.pid()]))?
        }
        (None, Some(server), _) => {
            build(&args.name, args.address.endpoint(server)?, meter(&args.server_pid))?
        }
        (None, None, Some(path)) => {
            build(&args.name, Endpoint::from_kubeconfig(path)?, meter(&args.server_pid))?
        }
        (None, None, None) => bail!("no server"),
    };
    let mut targets = vec![first];
    if let Some(path) = &args.beside {
        targets.push(build(&args.beside_name, Endpoint::from_kubeconfig(path)?, meter(&args.beside_pid))?);
    }
    Ok(targets)
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn report(args: &Args, figures: &bench::Figures) -> Result<()> {
    match args.output.as_str() {
        "json" => println!("{}", serde_json::to_string_pretty(figures)?),
        _ => print!("{}", bench::text(figures)),
    }
    if let Some(file) = &args.update {
        bench::update(file, figures, &about(args, figures))?;
    }
    Ok(())
}

/// What was measured, and how to do it again.
fn about(args: &Args, figures: &bench::Figures) -> String {
    let command: Vec<String> = std::env::args().skip(1).collect();
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = memory.lines().next().and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    let gib = kib.map_or_else(|| "?".to_owned(), |kib| format!("{:.0}", kib / f64::from(1 << 20)));
    let beside = args.beside.as_ref().map_or_else(String::new, |_| format!(" and {}", args.beside_name));
    format!(
        "Measured on a machine with {} cores and {gib} GiB of memory, which {}{beside} and the load generator shared, by `navarch \
         {}`.",
        figures.cores,
        args.name,
        command.join(" ")
    )
}
