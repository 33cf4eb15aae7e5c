//! Measures a whole one-node cluster in the lab: how soon it is there, how soon a pod answers, what it costs when nothing happens.
//!
//! `make bench-cluster` runs it; `--quick` for a first look, `--update FILE` to write the figures into a document. As root.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use runtime::Clock;
use testing::lab::image::Image;
use testing::lab::{Lab, Node, Process};

const NAVARCH: &str = env!("CARGO_BIN_EXE_navarch");
const DATA: &str = "/var/lib/navarch";
const BEGIN: &str = "<!-- cluster: begin, written by `make bench-cluster` -->";
const END: &str = "<!-- cluster: end -->";

/// Creates a deployment and a service, and tells when the pod was bound, ran, and answered through the service: in seconds, by one
/// client with one connection for each part, so that the client itself costs little.
const CREATE: &str = r#"
import base64, http.client, json, socket, ssl, sys, tempfile, threading, time
name, image = sys.argv[2], sys.argv[3]
text = open(sys.argv[1]).read()
field = lambda key: base64.b64decode(text.split(key + ": ")[1].split()[0].strip('"'))
host = text.split("server: ")[1].split()[0].strip('"')[8:]
context = ssl.create_default_context(cadata=field("certificate-authority-data").decode())
with tempfile.NamedTemporaryFile() as file:
    file.write(field("client-certificate-data") + field("client-key-data")); file.flush()
    context.load_cert_chain(file.name)
connect = lambda: http.client.HTTPSConnection(host, context=context)
def ask(connection, method, path, body=None):
    connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    read = json.loads(answer.read())
    assert answer.status < 300, read
    return read
own, labels = connect(), {"app": name}
own.connect()
seen = {}
def watch():
    connection = connect()
    connection.request("GET", "/api/v1/namespaces/default/pods?watch=1&labelSelector=app%3D" + name)
    stream = connection.getresponse()
    ready.set()
    while True:
        status = json.loads(stream.readline())["object"]
        now = time.monotonic()
        if status["spec"].get("nodeName"): seen.setdefault("bound", now)
        if status["status"].get("phase") == "Running": seen.setdefault("running", now)
        if any(one["type"] == "Ready" and one["status"] == "True" for one in status["status"].get("conditions", [])): return
ready = threading.Event()
watching = threading.Thread(target=watch)
watching.start()
ready.wait()
container = {"name": "main", "image": image}
begun = time.monotonic()
service = ask(own, "POST", "/api/v1/namespaces/default/services",
    {"metadata": {"name": name}, "spec": {"selector": labels, "ports": [{"port": 80, "targetPort": 8080}]}})
ask(own, "POST", "/apis/apps/v1/namespaces/default/deployments", {"metadata": {"name": name}, "spec": {
    "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {"containers": [container]}}}})
while True:
    try:
        page = http.client.HTTPConnection(service["spec"]["clusterIP"], 80, timeout=1)
        page.request("GET", "/")
        page.getresponse().read()
        break
    except OSError:
        time.sleep(0.002)
seen["answering"] = time.monotonic()
watching.join()
print(json.dumps({key: at - begun for key, at in seen.items()}))
"#;

struct Figures {
    api: Vec<f64>,
    ready: Vec<f64>,
    pods: BTreeMap<String, Vec<f64>>,
    idle_seconds: f64,
    rss: u64,
    cpu: f64,
    requests: BTreeMap<String, f64>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let is_quick = arguments.iter().any(|one| one == "--quick");
    let (starts, pods, idle) = if is_quick { (1, 3, 60) } else { (5, 10, 300) };
    let mut figures = Figures {
        api: Vec::new(),
        ready: Vec::new(),
        pods: BTreeMap::new(),
        idle_seconds: 0.0,
        rss: 0,
        cpu: 0.0,
        requests: BTreeMap::new(),
    };
    for _ in 1..starts {
        let (lab, node, process) = start(&mut figures).await?;
        finish(lab, &node, process).await?;
    }
    let (lab, node, process) = start(&mut figures).await?;
    let archive = lab.dir().join("web.tar");
    Image { reference: "navarch.test/web:1", text: "one" }.write(&archive)?;
    node.run(&[NAVARCH, "--data-dir", DATA, "image", "import", archive.to_str().context("text")?]).await?;
    for number in 0..pods {
        let kubeconfig = format!("{DATA}/admin.kubeconfig");
        let name = format!("web{number}");
        let times = node.run(&["python3", "-c", CREATE, &kubeconfig, &name, "navarch.test/web:1"]).await?;
        let times: BTreeMap<String, f64> = serde_json::from_str(times.trim())?;
        for (what, seconds) in times {
            figures.pods.entry(what).or_default().push(seconds);
        }
    }
    measure_idle(&node, &process, Duration::from_secs(idle), &mut figures).await?;
    finish(lab, &node, process).await?;
    let report = render(&figures, pods);
    #[expect(clippy::print_stdout, reason = "the answer of a program")]
    {
        println!("{report}");
    }
    if let Some(file) = arguments.iter().skip_while(|one| *one != "--update").nth(1) {
        update(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file), &report)?;
    }
    Ok(())
}

/// A cluster, with the times at which its start said what.
async fn start(figures: &mut Figures) -> Result<(Lab, Node, Process)> {
    let lab = Lab::new().await?;
    let node = lab.node("one").await?;
    let ip = node.ip().to_string();
    let clock = Clock::system();
    let up = [NAVARCH, "--data-dir", DATA, "up", "--node-name", "one", "--node-ip", &ip];
    let mut process = node.spawn("navarch", &up).await?;
    process.line("✔ API server").await?;
    figures.api.push(clock.monotonic().as_secs_f64());
    process.line("ready https://").await?;
    figures.ready.push(clock.monotonic().as_secs_f64());
    Ok((lab, node, process))
}

async fn finish(lab: Lab, node: &Node, mut process: Process) -> Result<()> {
    process.stop().await?;
    node.run(&[NAVARCH, "--data-dir", DATA, "reset", "--yes"]).await?;
    lab.finish().await
}

async fn measure_idle(node: &Node, process: &Process, time: Duration, figures: &mut Figures) -> Result<()> {
    let clock = Clock::system();
    // What the last pod set in motion comes to its end.
    clock.sleep(Duration::from_secs(20)).await;
    let (cpu, requests, begun) = (cpu(node, process).await?, requests(node).await?, clock.monotonic());
    clock.sleep(time).await;
    let seconds = (clock.monotonic() - begun).as_secs_f64();
    figures.idle_seconds = seconds;
    figures.cpu = (self::cpu(node, process).await? - cpu) / seconds * 60.0;
    let status = node.run(&["cat", &format!("/proc/{}/status", process.pid())]).await?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("it has memory")?;
    figures.rss = resident.trim().trim_end_matches(" kB").parse()?;
    for (what, count) in self::requests(node).await? {
        let more = count - requests.get(&what).copied().unwrap_or_default();
        if more > 0.0 {
            figures.requests.insert(what, more / seconds * 60.0);
        }
    }
    Ok(())
}

/// Processor seconds of a process so far.
async fn cpu(node: &Node, process: &Process) -> Result<f64> {
    let stat = node.run(&["cat", &format!("/proc/{}/stat", process.pid())]).await?;
    let rest = stat.rsplit_once(") ").context("it has a name")?.1;
    let ticks =
        |at: usize| rest.split(' ').nth(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    Ok((ticks(11) + ticks(12)) / 100.0)
}

/// Requests so far, by verb and resource; not those that ask for this.
async fn requests(node: &Node) -> Result<BTreeMap<String, f64>> {
    let kubeconfig = format!("{DATA}/admin.kubeconfig");
    let text = node.run(&["kubectl", "--kubeconfig", &kubeconfig, "get", "--raw", "/metrics"]).await?;
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("apiserver_request_total{")) {
        let label = |name: &str| {
            let rest = line.split_once(&format!("{name}=\"")).map_or("", |(_, rest)| rest);
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let (verb, resource) = (label("verb"), label("resource"));
        if resource.is_empty() {
            continue;
        }
        let count: f64 = line.rsplit(' ').next().unwrap_or_default().parse()?;
        *found.entry(format!("{verb} {resource}")).or_default() += count;
    }
    Ok(found)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn render(figures: &Figures, pods: usize) -> String {
    let mut text = String::new();
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let _ = writeln!(
        text,
        "One node in the lab, {build} build, on a machine with {cores} cores; medians of {} starts and {pods} pods. Other programs may have \
         taken part of the processors. To reproduce: `make bench-cluster`.\n",
        figures.ready.len()
    );
    let _ = writeln!(text, "| What | measured |\n| :--- | ---: |");
    let mut row = |what: &str, value: String| {
        let _ = writeln!(text, "| {what} | {value} |");
    };
    row("`navarch up` on an empty directory → the API answers", format!("{:.2} s", median(&figures.api)));
    row("`navarch up` on an empty directory → node Ready", format!("{:.2} s", median(&figures.ready)));
    for what in ["bound", "running", "answering"] {
        let times = figures.pods.get(what).map_or(&[][..], Vec::as_slice);
        let what = if what == "answering" { "answering through its service" } else { what };
        row(&format!("deployment created → its pod {what}"), format!("{:.0} ms", median(times) * 1000.0));
    }
    row(&format!("resident memory at idle, {pods} pods"), format!("{:.0} MiB", figures.rss as f64 / 1024.0));
    row("processor time at idle, per minute", format!("{:.2} s", figures.cpu));
    let total: f64 = figures.requests.values().sum();
    row(
        &format!("API requests at idle, per minute, over {:.0} s", figures.idle_seconds),
        format!("{total:.1}"),
    );
    for (what, rate) in &figures.requests {
        row(&format!("… of these {what}"), format!("{rate:.1}"));
    }
    text
}

/// Puts the report between its marks in a document; adds the section if it is not there.
fn update(file: &Path, report: &str) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let section = format!("{BEGIN}\n{report}{END}\n");
    let new = match (text.find(BEGIN), text.find(END)) {
        (Some(begin), Some(end)) => {
            format!("{}{section}{}", &text[..begin], text[end + END.len()..].trim_start_matches('\n'))
        }
        _ => format!("{}\n\n## The cluster\n\n{section}", text.trim_end()),
    };
    std::fs::write(file, new).with_context(|| format!("writing {}", file.display()))
}
