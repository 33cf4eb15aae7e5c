//! A node of the lab with its network in this process, and pods on it.

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ipnet::IpNet;
use netlink::Netns;
use network::{Config, Mode, Network, Peer, Topology};
use node::{Attachment, HostPort, PodNetwork};
use runtime::Shutdown;
use testing::lab::{Lab, Node};
use tokio::sync::watch;

pub struct Machine {
    pub node: Node,
    pub network: Network,
    pub config: Config,
    pub nodes: watch::Sender<Topology>,
    pub shutdown: Shutdown,
}

/// A pod: a namespace with a network.
pub struct Pod {
    pub netns: Netns,
    pub ips: Vec<IpAddr>,
    pub attachment: Attachment,
}

pub fn peer(node: &Node, number: usize) -> Peer {
    let cidrs = [format!("10.244.{number}.0/24"), format!("fd44:0:0:{number}::/64")];
    Peer {
        name: node.name().to_owned(),
        addresses: vec![node.ip(), node.ip6()],
        pod_cidrs: cidrs.map(|cidr| cidr.parse::<IpNet>().unwrap()).into(),
    }
}

/// Machines on these segments, each knowing the others.
pub async fn machines(lab: &Lab, segments: &[u8], mode: Mode) -> Vec<Machine> {
    let mut nodes = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        nodes.push(lab.node_on(&format!("n{number}"), *segment).await.unwrap());
    }
    let peers: Vec<Peer> = nodes.iter().enumerate().map(|(number, node)| peer(node, number)).collect();
    let mut machines = Vec::new();
    for (number, node) in nodes.into_iter().enumerate() {
        let mut others = peers.clone();
        let own = others.remove(number);
        machines.push(Machine::start(node, Topology { own, peers: others }, mode).await);
    }
    machines
}

impl Machine {
    pub async fn start(node: Node, topology: Topology, mode: Mode) -> Self {
        let config = Config {
            node_name: node.name().to_owned(),
            data_dir: node.dir().join("lib/network"),
            mode,
            netns: Some(node.netns_path()),
            ..Config::default()
        };
        let (nodes, watched) = watch::channel(topology);
        let shutdown = Shutdown::new();
        let network = Network::open(config.clone(), watched, shutdown.clone()).await.unwrap();
        Self { node, network, config, nodes, shutdown }
    }

    /// As after `kill -9`: a new network on the same files.
    pub async fn restart(&mut self) {
        self.shutdown.trigger();
        self.shutdown = Shutdown::new();
        let watched = self.nodes.subscribe();
        self.network = Network::open(self.config.clone(), watched, self.shutdown.clone()).await.unwrap();
    }

    pub async fn pod(&self, name: &str) -> Pod {
        self.pod_with(name, &[]).await
    }

    pub async fn pod_with(&self, name: &str, host_ports: &[HostPort]) -> Pod {
        let (netns, path) = namespace();
        let attachment = Attachment {
            sandbox_id: format!("{}-{name}", self.node.name()),
            name: name.to_owned(),
            namespace: "default".to_owned(),
            netns: path,
            interface: "eth0".to_owned(),
            host_ports: host_ports.to_vec(),
            ..Attachment::default()
        };
        let ips = self.network.attach(&attachment).await.unwrap();
        Pod { netns, ips, attachment }
    }

    pub async fn cleanup(&self) {
        self.shutdown.trigger();
        network::cleanup(&self.node.netns().unwrap(), &self.config.data_dir).await.unwrap();
    }
}

/// A namespace without a name, and a path by which every process can open it: that of a thread that stays inside.
pub fn namespace() -> (Netns, std::path::PathBuf) {
    let netns = Netns::unnamed().unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let inside = netns.clone();
    std::thread::spawn(move || {
        inside.run(|| {
            tell.send(std::fs::read_link("/proc/thread-self").unwrap()).unwrap();
            loop {
                std::thread::park();
            }
        })
    });
    let path = std::path::Path::new("/proc").join(told.recv().unwrap()).join("ns/net");
    (netns, path)
}

/// Who `server` believes to be asked by when `client` connects from its namespace; fails within ten seconds.
pub fn ask(client: &Netns, server: &Netns, to: IpAddr) -> std::io::Result<IpAddr> {
    ask_at(client, server, to, None)
}

fn wait_if_taken<T>(error: std::io::Error) -> std::io::Result<Option<T>> {
    std::thread::sleep(Duration::from_millis(2));
    if error.kind() == std::io::ErrorKind::AddrInUse { Ok(None) } else { Err(error) }
}

/// As [`ask`], where the client connects to another address than the server has.
pub fn ask_at(
    client: &Netns,
    server: &Netns,
    listen: IpAddr,
    to: Option<SocketAddr>,
) -> std::io::Result<IpAddr> {
    let port = if to.is_some() { 8080 } else { 0 };
    // A process that another test starts may hold a copy of the last listener for a moment.
    let bind = || server.run(|| TcpListener::bind((listen, port))).unwrap();
    let mut tries = std::iter::repeat_with(|| bind().map(Some).or_else(wait_if_taken)).take(1000);
    let listener = tries.find_map(Result::transpose).unwrap_or(Err(std::io::ErrorKind::AddrInUse.into()))?;
    let address = to.unwrap_or(listener.local_addr()?);
    let over = Arc::new(AtomicBool::new(false));
    let stop = over.clone();
    let serve = std::thread::spawn(move || -> std::io::Result<()> {
        listener.set_nonblocking(true)?;
        while !stop.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((mut stream, from)) => return stream.write_all(from.ip().to_string().as_bytes()),
                Err(_) => std::thread::sleep(Duration::from_millis(2)),
            }
        }
        Ok(())
    });
    let mut seen = String::new();
    let asked = client
        .run(|| TcpStream::connect_timeout(&address, Duration::from_secs(10)))
        .unwrap()
        .and_then(|mut stream| stream.read_to_string(&mut seen));
    over.store(true, Ordering::Relaxed);
    serve.join().unwrap()?;
    asked?;
    seen.parse().map_err(std::io::Error::other)
}
