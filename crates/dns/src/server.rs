//! Sockets: questions come in over UDP and TCP, answers go out. What is known of the cluster is answered on the spot.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use hickory_proto::op::{Message, MessageType, ResponseCode};
use ipnet::IpNet;
use runtime::{Clock, Shutdown};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::Semaphore;

use crate::answer::{Reply, answer, datagram, refuse};
use crate::forward::Forward;
use crate::zone::Zone;

/// How long a TCP connection may be silent.
const SILENCE: Duration = Duration::from_secs(10);
/// Questions that may wait for upstream at once; more are dropped, and their clients ask again.
const WAITING: usize = 2000;

/// What all sockets share.
pub(crate) struct Server {
    zone: Arc<ArcSwap<Zone>>,
    forward: Forward,
    allow: Vec<IpNet>,
    waiting: Arc<Semaphore>,
    clock: Clock,
}

impl Server {
    pub(crate) fn new(zone: Arc<ArcSwap<Zone>>, forward: Forward, allow: Vec<IpNet>, clock: Clock) -> Self {
        Self { zone, forward, allow, waiting: Arc::new(Semaphore::new(WAITING)), clock }
    }

    /// Answers datagrams until told to stop.
    pub(crate) async fn serve_udp(self: Arc<Self>, socket: UdpSocket, shutdown: Shutdown) {
        let socket = Arc::new(socket);
        let mut buffer = vec![0; usize::from(u16::MAX)];
        loop {
            let received = tokio::select! {
                () = shutdown.wait() => return,
                received = socket.recv_from(&mut buffer) => received,
            };
            // An error belongs to an earlier answer that could not be delivered.
            let Ok((length, from)) = received else { continue };
            let Some(request) = read(&buffer[..length]) else { continue };
            match self.begin(&request, from.ip()) {
                Reply::Now(message) => send(&socket, from, &request, &message).await,
                rest @ Reply::Ask(..) => {
                    let Ok(place) = self.waiting.clone().try_acquire_owned() else { continue };
                    let (server, socket) = (self.clone(), socket.clone());
                    tokio::spawn(async move {
                        let message = server.complete(rest).await;
                        send(&socket, from, &request, &message).await;
                        drop(place);
                    });
                }
            }
        }
    }

    /// Answers connections until told to stop.
    pub(crate) async fn serve_tcp(self: Arc<Self>, listener: TcpListener, shutdown: Shutdown) {
        loop {
            let accepted = tokio::select! {
                () = shutdown.wait() => return,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, from)) = accepted else { continue };
            let (server, stop) = (self.clone(), shutdown.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = stop.wait() => {}
                    // An end that the client did not announce is no concern of ours.
                    _ = server.converse(stream, from.ip()) => {}
                }
            });
        }
    }

    async fn converse(&self, mut stream: TcpStream, from: IpAddr) -> io::Result<()> {
        loop {
            let length = tokio::select! {
                length = stream.read_u16() => length?,
                () = self.clock.sleep(SILENCE) => return Ok(()),
            };
            let mut buffer = vec![0; usize::from(length)];
            stream.read_exact(&mut buffer).await?;
            let Some(request) = read(&buffer) else { return Ok(()) };
            let message = self.complete(self.begin(&request, from)).await;
            let bytes = message.to_vec().map_err(io::Error::other)?;
            stream.write_u16(u16::try_from(bytes.len()).map_err(io::Error::other)?).await?;
            stream.write_all(&bytes).await?;
        }
    }

    fn begin(&self, request: &Message, from: IpAddr) -> Reply {
        if !self.allow.is_empty() && !self.allow.iter().any(|net| net.contains(&from)) {
            return Reply::Now(refuse(request, ResponseCode::Refused));
        }
        answer(&self.zone.load(), request)
    }

    async fn complete(&self, reply: Reply) -> Message {
        let (mut message, query) = match reply {
            Reply::Now(message) => return message,
            Reply::Ask(message, query) => (message, query),
        };
        match self.forward.ask(&query).await {
            Some(upstream) => {
                message.metadata.response_code = upstream.metadata.response_code;
                message.add_answers(upstream.answers);
                message.add_authorities(upstream.authorities);
                message.add_additionals(upstream.additionals);
            }
            None => message.metadata.response_code = ResponseCode::ServFail,
        }
        message
    }
}

/// A question; what is none gets no answer, or two servers could talk to each other for ever.
fn read(bytes: &[u8]) -> Option<Message> {
    Message::from_vec(bytes).ok().filter(|message| message.metadata.message_type == MessageType::Query)
}

async fn send(socket: &UdpSocket, to: SocketAddr, request: &Message, message: &Message) {
    if let Some(bytes) = datagram(request, message)
        && let Err(error) = socket.send_to(&bytes, to).await
    {
        tracing::debug!(%to, %error, "an answer could not be sent");
    }
}
