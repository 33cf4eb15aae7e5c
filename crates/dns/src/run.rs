//! The flow of the program: caches fill, the zone is built and built again when they change, sockets answer from it.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use api::core::v1::Service;
use api::discovery::v1::EndpointSlice;
use arc_swap::ArcSwap;
use client::Client;
use hickory_proto::rr::Name;
use informer::{Informer, Informers};
use ipnet::IpNet;
use netlink::{Handle, Netns};
use runtime::{Clock, Shutdown};
use tokio::net::{TcpListener, UdpSocket};
use tokio::sync::{Notify, watch};

use crate::forward::Forward;
use crate::server::Server;
use crate::zone::Zone;
use crate::{Config, resolv, zone};

/// Why DNS can't be served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The domain is no domain.
    #[error("{0:?} is no domain")]
    Domain(String),
    /// An address can't be used.
    #[error("listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The list of upstream servers can't be read.
    #[error("{path}: {source}", path = path.display())]
    Upstreams {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The kernel refused an address of our own.
    #[error(transparent)]
    Netlink(#[from] netlink::Error),
}

/// Serves the cluster's names until told to stop.
pub async fn run(config: Config, client: Client, clock: Clock, shutdown: Shutdown) -> Result<(), Error> {
    let informers = Informers::new(client, clock.clone(), shutdown.clone());
    run_on(config, &informers, clock, shutdown).await
}

/// As [`run`], on caches that others use too.
pub async fn run_on(
    config: Config,
    informers: &Informers,
    clock: Clock,
    shutdown: Shutdown,
) -> Result<(), Error> {
    let (services, slices) = (informers.of::<Service>(), informers.of::<EndpointSlice>());
    tokio::select! {
        () = shutdown.wait() => return Ok(()),
        ((), ()) = async { (services.synced().await, slices.synced().await) } => {}
    }
    let source = Source { domain: config.domain()?, ttl: config.ttl, services, slices };
    let changed = source.changes();
    let (publish, zones) = watch::channel(Arc::new(source.build(1)));
    let rebuild = async {
        for serial in 2.. {
            // Changes that come while a zone is being built are one change more.
            changed.notified().await;
            publish.send_replace(Arc::new(source.build(serial)));
        }
    };
    tokio::select! {
        served = serve(config, zones, clock, shutdown) => served,
        () = rebuild => Ok(()),
    }
}

/// Serves whatever zone is the latest, wherever it comes from, until told to stop.
pub async fn serve(
    config: Config,
    mut zones: watch::Receiver<Arc<Zone>>,
    clock: Clock,
    shutdown: Shutdown,
) -> Result<(), Error> {
    let zone = Arc::new(ArcSwap::new(zones.borrow_and_update().clone()));
    let netns = config.netns.as_ref().map(Netns::open).transpose()?;
    let forward = Forward::new(upstreams(&config)?, clock.clone(), netns.clone());
    let server = Arc::new(Server::new(zone.clone(), forward, config.allow.clone(), clock));
    let loopback = Loopback::take(&config, netns.as_ref()).await?;
    let mut sockets = Vec::new();
    for address in &config.listen {
        sockets.push(
            bind(*address, netns.as_ref()).map_err(|source| Error::Listen { address: *address, source })?,
        );
    }
    for (udp, tcp) in sockets {
        tokio::spawn(server.clone().serve_udp(udp, shutdown.clone()));
        tokio::spawn(server.clone().serve_tcp(tcp, shutdown.clone()));
    }
    loop {
        tokio::select! {
            () = shutdown.wait() => break,
            changed = zones.changed() => match changed {
                Ok(()) => zone.store(zones.borrow_and_update().clone()),
                // No more changes will come; what is known stays true enough to serve.
                Err(_) => shutdown.wait().await,
            },
        }
    }
    loopback.give_back().await
}

/// Where the zone comes from.
struct Source {
    domain: Name,
    ttl: u32,
    services: Informer<Service>,
    slices: Informer<EndpointSlice>,
}

impl Source {
    fn build(&self, serial: u32) -> Zone {
        let (services, slices) = (self.services.list(), self.slices.list());
        zone::build(
            &self.domain,
            self.ttl,
            serial,
            services.iter().map(|s| &**s),
            slices.iter().map(|s| &**s),
        )
    }

    /// Tells of changes, several as one.
    fn changes(&self) -> Arc<Notify> {
        let changed = Arc::new(Notify::new());
        let (one, two) = (changed.clone(), changed.clone());
        self.services.on(move |_| one.notify_one());
        self.slices.on(move |_| two.notify_one());
        changed
    }
}

/// Addresses of our own on the loopback link.
struct Loopback(Option<(Handle, u32, Vec<IpNet>)>);

impl Loopback {
    async fn take(config: &Config, netns: Option<&Netns>) -> Result<Self, Error> {
        if config.local.is_empty() {
            return Ok(Self(None));
        }
        let handle = netns.map_or_else(Handle::open, Handle::within)?;
        let Some(lo) = handle.links().await?.into_iter().find(|link| link.loopback) else {
            return Ok(Self(None));
        };
        let addresses: Vec<IpNet> = config.local.iter().copied().map(IpNet::from).collect();
        for address in &addresses {
            handle.add_address(lo.index, *address).await?;
        }
        Ok(Self(Some((handle, lo.index, addresses))))
    }

    async fn give_back(self) -> Result<(), Error> {
        if let Some((handle, link, addresses)) = self.0 {
            for address in addresses {
                handle.delete_address(link, address).await?;
            }
        }
        Ok(())
    }
}

fn upstreams(config: &Config) -> Result<Vec<SocketAddr>, Error> {
    if !config.upstreams.is_empty() {
        return Ok(config.upstreams.clone());
    }
    match std::fs::read_to_string(&config.resolv_conf) {
        Ok(text) => Ok(resolv::servers(&text, &config.listen)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(Error::Upstreams { path: config.resolv_conf.clone(), source }),
    }
}

fn bind(address: SocketAddr, netns: Option<&Netns>) -> io::Result<(UdpSocket, TcpListener)> {
    let make = || -> io::Result<_> {
        let (udp, tcp) = (std::net::UdpSocket::bind(address)?, std::net::TcpListener::bind(address)?);
        udp.set_nonblocking(true)?;
        tcp.set_nonblocking(true)?;
        Ok((udp, tcp))
    };
    let (udp, tcp) = match netns {
        Some(netns) => netns.run(make).map_err(io::Error::other)??,
        None => make()?,
    };
    Ok((UdpSocket::from_std(udp)?, TcpListener::from_std(tcp)?))
}
