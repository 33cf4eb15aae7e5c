//! Asking upstream: the server that answered last is asked first, one that does not answer is passed over.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hickory_proto::op::{Edns, Message, Query};
use netlink::Netns;
use runtime::Clock;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, UdpSocket};

use crate::answer::LARGEST;
use crate::cache::Cache;

/// How long a server may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Answers that are kept.
const CAPACITY: usize = 10_000;

/// The way upstream.
pub(crate) struct Forward {
    servers: Vec<SocketAddr>,
    preferred: AtomicUsize,
    cache: Mutex<Cache>,
    clock: Clock,
    netns: Option<Netns>,
}

impl Forward {
    pub(crate) fn new(servers: Vec<SocketAddr>, clock: Clock, netns: Option<Netns>) -> Self {
        Self {
            servers,
            preferred: AtomicUsize::new(0),
            cache: Mutex::new(Cache::new(CAPACITY)),
            clock,
            netns,
        }
    }

    /// The answer of the first server that has one; `None` when nobody answers.
    pub(crate) async fn ask(&self, query: &Query) -> Option<Message> {
        let now = self.clock.monotonic();
        if let Some(kept) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(query, now) {
            return Some(kept);
        }
        let first = self.preferred.load(Ordering::Relaxed);
        for turn in 0..self.servers.len() {
            let at = (first + turn) % self.servers.len();
            match self.ask_one(self.servers[at], query).await {
                Ok(message) => {
                    self.preferred.store(at, Ordering::Relaxed);
                    let now = self.clock.monotonic();
                    self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(
                        query.clone(),
                        &message,
                        now,
                    );
                    return Some(message);
                }
                Err(error) => tracing::debug!(server = %self.servers[at], %error, "no answer from upstream"),
            }
        }
        None
    }

    async fn ask_one(&self, server: SocketAddr, query: &Query) -> io::Result<Message> {
        let mut request = Message::query();
        request.metadata.recursion_desired = true;
        request.add_query(query.clone());
        let mut edns = Edns::new();
        edns.set_max_payload(LARGEST).set_version(0);
        request.set_edns(edns);
        let answered = async {
            let answer = self.over_udp(server, &request).await?;
            if answer.metadata.truncation { self.over_tcp(server, &request).await } else { Ok(answer) }
        };
        tokio::select! {
            answered = answered => answered,
            () = self.clock.sleep(PATIENCE) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    /// A socket per question, so that its port is hard to guess.
    async fn over_udp(&self, server: SocketAddr, request: &Message) -> io::Result<Message> {
        let local = SocketAddr::new(
            if server.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() },
            0,
        );
        let socket = self.inside(|| std::net::UdpSocket::bind(local))?;
        socket.set_nonblocking(true)?;
        let socket = UdpSocket::from_std(socket)?;
        socket.connect(server).await?;
        socket.send(&request.to_vec().map_err(io::Error::other)?).await?;
        let mut buffer = vec![0; usize::from(u16::MAX)];
        loop {
            let length = socket.recv(&mut buffer).await?;
            // What does not fit the question is somebody's guess.
            match Message::from_vec(&buffer[..length]) {
                Ok(answer) if fits(request, &answer) => return Ok(answer),
                _ => {}
            }
        }
    }

    async fn over_tcp(&self, server: SocketAddr, request: &Message) -> io::Result<Message> {
        let socket =
            self.inside(|| if server.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() })?;
        let mut stream = socket.connect(server).await?;
        let bytes = request.to_vec().map_err(io::Error::other)?;
        stream.write_u16(u16::try_from(bytes.len()).map_err(io::Error::other)?).await?;
        stream.write_all(&bytes).await?;
        let mut buffer = vec![0; usize::from(stream.read_u16().await?)];
        stream.read_exact(&mut buffer).await?;
        let answer = Message::from_vec(&buffer).map_err(io::Error::other)?;
        if fits(request, &answer) { Ok(answer) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    fn inside<T: Send>(&self, make: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
        match &self.netns {
            Some(netns) => netns.run(make).map_err(io::Error::other)?,
            None => make(),
        }
    }
}

fn fits(request: &Message, answer: &Message) -> bool {
    answer.metadata.id == request.metadata.id && answer.queries == request.queries
}
