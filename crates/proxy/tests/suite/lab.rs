//! A node with pods and a client outside of the cluster, each a network namespace, with no link to the real world.
//!
//! ```text
//! client 192.168.1.2 ── 192.168.1.1 node ─┬─ pod-1 10.244.1.2   (on this node)
//!        2001:db8:5::2   2001:db8:5::1    ├─ pod-2 10.244.1.3   (on this node)
//!                                         └─ pod-3 10.244.2.2   (elsewhere, as far as slices say)
//! ```

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use netfilter::netns;
use nix::sys::socket::{Shutdown, shutdown};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Long enough for a loaded machine; nothing waits for it unless it fails.
const ANSWER: Duration = Duration::from_secs(10);
/// How long silence must last to be taken for a drop.
const SILENCE: Duration = Duration::from_millis(300);

pub struct Lab {
    id: String,
    servers: Vec<OwnedFd>,
}

/// What became of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A pod answered; it saw the client under this address.
    Answer { pod: String, seen: IpAddr },
    /// Told that nobody is there.
    Refused,
    /// Not told anything.
    Silence,
}

impl Lab {
    pub fn new() -> Self {
        let id = format!("px{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut lab = Self { id, servers: Vec::new() };
        for name in ["node", "client", "pod-1", "pod-2", "pod-3"] {
            run("ip", &["netns", "add", &lab.name(name)]);
            lab.ip(name, "link set lo up");
        }
        for sysctl in [
            "net.ipv4.ip_forward=1",
            "net.ipv6.conf.all.forwarding=1",
            "net.ipv4.conf.all.rp_filter=0",
            // A service's address is routed back to where the client is, since there is nowhere else. The kernel would tell the client of
            // the detour, and that counts against how many refusals it may be told.
            "net.ipv4.conf.all.send_redirects=0",
            "net.ipv4.conf.default.send_redirects=0",
            "net.ipv4.icmp_ratelimit=0",
            "net.ipv6.icmp.ratelimit=0",
        ] {
            run("nsenter", &[&format!("--net={}", lab.path("node").display()), "sysctl", "-qw", sysctl]);
        }
        lab.ip("node", &format!("link add client type veth peer name eth0 netns {}", lab.name("client")));
        for (end, last) in [("node", 1), ("client", 2)] {
            let device = if end == "node" { "client" } else { "eth0" };
            let other = 3 - last;
            lab.ip(end, &format!("address add 192.168.1.{last}/24 dev {device}"));
            lab.ip(end, &format!("address add 2001:db8:5::{last}/64 dev {device} nodad"));
            lab.ip(end, &format!("link set {device} up"));
            lab.ip(end, &format!("route add default via 192.168.1.{other}"));
            lab.ip(end, &format!("route add default via 2001:db8:5::{other}"));
        }
        for (pod, four, six) in [
            ("pod-1", "10.244.1.2", "fd00:1::2"),
            ("pod-2", "10.244.1.3", "fd00:1::3"),
            ("pod-3", "10.244.2.2", "fd00:2::2"),
        ] {
            lab.pod(pod, four, six);
        }
        lab
    }

    fn pod(&mut self, pod: &str, four: &str, six: &str) {
        self.ip("node", &format!("link add {pod} type veth peer name eth0 netns {}", self.name(pod)));
        self.ip("node", &format!("address add 169.254.1.1/32 dev {pod}"));
        self.ip("node", &format!("address add fe80::1/64 dev {pod} nodad"));
        self.ip("node", &format!("link set {pod} up"));
        self.ip(pod, "link set eth0 up");
        for address in [four, six] {
            self.ip("node", &format!("route add {address} dev {pod}"));
        }
        self.ip(pod, &format!("address add {four}/32 dev eth0"));
        self.ip(pod, &format!("address add {six}/128 dev eth0 nodad"));
        self.ip(pod, "route add default via 169.254.1.1 dev eth0 onlink");
        self.ip(pod, "route add default via fe80::1 dev eth0");
        for address in [four, six] {
            self.serve(pod, address.parse().unwrap());
        }
    }

    /// Answers every connection and datagram with the pod's name and who is seen to ask.
    fn serve(&mut self, pod: &str, address: IpAddr) {
        let at = SocketAddr::new(address, 8080);
        let (tcp, udp) = netns::within(Some(&self.path(pod)), || {
            (TcpListener::bind(at).unwrap(), UdpSocket::bind(at).unwrap())
        })
        .unwrap();
        self.servers.push(tcp.try_clone().unwrap().into());
        self.servers.push(udp.try_clone().unwrap().into());
        let name = pod.to_owned();
        std::thread::spawn(move || {
            while let Ok((mut stream, peer)) = tcp.accept() {
                // A client that is gone already does not matter.
                let _ = stream.write_all(format!("{name} {}", peer.ip()).as_bytes());
            }
        });
        let name = pod.to_owned();
        std::thread::spawn(move || {
            let mut buffer = [0; 64];
            while let Ok((1.., peer)) = udp.recv_from(&mut buffer) {
                let _ = udp.send_to(format!("{name} {}", peer.ip()).as_bytes(), peer);
            }
        });
    }

    fn name(&self, part: &str) -> String {
        format!("{}-{part}", self.id)
    }

    pub fn path(&self, part: &str) -> PathBuf {
        Path::new("/run/netns").join(self.name(part))
    }

    fn ip(&self, part: &str, arguments: &str) {
        let name = self.name(part);
        let arguments: Vec<_> = ["-n", &name].into_iter().chain(arguments.split(' ')).collect();
        run("ip", &arguments);
    }

    /// Connects from one of the namespaces.
    pub fn connect(&self, from: &str, to: &str) -> Outcome {
        self.connect_within(from, to, ANSWER)
    }

    /// Connects where no answer is expected: silence is taken for a drop sooner.
    pub fn connect_briefly(&self, from: &str, to: &str) -> Outcome {
        self.connect_within(from, to, SILENCE)
    }

    fn connect_within(&self, from: &str, to: &str, patience: Duration) -> Outcome {
        let to: SocketAddr = to.parse().unwrap();
        let stream =
            netns::within(Some(&self.path(from)), || TcpStream::connect_timeout(&to, patience)).unwrap();
        match stream {
            Ok(mut stream) => {
                stream.set_read_timeout(Some(ANSWER)).unwrap();
                let mut text = String::new();
                stream.read_to_string(&mut text).unwrap();
                answer(&text)
            }
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => Outcome::Refused,
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => Outcome::Silence,
            Err(error) => panic!("{from} to {to}: {error}"),
        }
    }

    /// A UDP socket in one of the namespaces, connected to an address.
    pub fn udp(&self, from: &str, to: &str) -> UdpSocket {
        let to: SocketAddr = to.parse().unwrap();
        let any = if to.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
        let socket = netns::within(Some(&self.path(from)), || UdpSocket::bind(any)).unwrap().unwrap();
        socket.connect(to).unwrap();
        socket
    }

    pub fn output(&self, part: &str, program: &str, arguments: &[&str]) -> String {
        let output = netns::within(Some(&self.path(part)), || Command::new(program).args(arguments).output());
        let output = output.unwrap().unwrap();
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Asks over a UDP socket and waits for the answer.
pub fn ask(socket: &UdpSocket) -> Outcome {
    socket.set_read_timeout(Some(ANSWER)).unwrap();
    socket.send(b"?").unwrap();
    let mut buffer = [0; 64];
    match socket.recv(&mut buffer) {
        Ok(length) => answer(std::str::from_utf8(&buffer[..length]).unwrap()),
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => Outcome::Refused,
        Err(error) => panic!("{error}"),
    }
}

fn answer(text: &str) -> Outcome {
    let (pod, seen) = text.split_once(' ').unwrap();
    Outcome::Answer { pod: pod.to_owned(), seen: seen.parse().unwrap() }
}

impl Drop for Lab {
    fn drop(&mut self) {
        for server in &self.servers {
            // Wakes the thread that waits in it; one that is not connected says so and wakes all the same.
            let _ = shutdown(server.as_raw_fd(), Shutdown::Both);
        }
        for part in ["node", "client", "pod-1", "pod-2", "pod-3"] {
            run("ip", &["netns", "delete", &self.name(part)]);
        }
    }
}

fn run(program: &str, arguments: &[&str]) {
    let output =
        Command::new(program).args(arguments).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}
