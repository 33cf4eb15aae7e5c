//! Learns of nodes from the API. The glue between `informer` and `network`: nothing is decided here.

use std::collections::BTreeMap;

use api::core::v1::Node;
use client::Client;
use informer::{Event, Informers};
use runtime::{Clock, Shutdown};
use tokio::sync::watch;

use crate::topology::{Peer, Topology};
use crate::{Config, Error, Network};

impl Network {
    /// Starts the network of this node. It is ready when the node has its networks, which may be later; pods' links stay when it stops.
    pub async fn start(
        config: Config,
        client: Client,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Result<Self, Error> {
        Self::start_on(config, &Informers::new(client, clock, shutdown.clone()), shutdown).await
    }

    /// As [`Network::start`], on caches that others use too.
    pub async fn start_on(config: Config, informers: &Informers, shutdown: Shutdown) -> Result<Self, Error> {
        let own = config.node_name.clone();
        let empty = Topology { own: Peer { name: own.clone(), ..Peer::default() }, peers: Vec::new() };
        let (sender, receiver) = watch::channel(empty);
        let nodes = informers.of::<Node>();
        let stop = shutdown.clone();
        tokio::spawn(async move {
            let work = async {
                nodes.synced().await;
                let mut peers: BTreeMap<String, Peer> = nodes
                    .list()
                    .iter()
                    .map(|node| Peer::of(node))
                    .map(|peer| (peer.name.clone(), peer))
                    .collect();
                sender.send_replace(Topology::sort(&own, peers.values().cloned()));
                let mut events = nodes.subscribe();
                while let Some(event) = events.next().await {
                    // Heartbeats change nodes all the time, and nothing that matters here.
                    if note(&mut peers, &event) {
                        sender.send_replace(Topology::sort(&own, peers.values().cloned()));
                    }
                }
            };
            tokio::select! {
                () = work => {}
                () = stop.wait() => {}
            }
        });
        Self::open(config, receiver, shutdown).await
    }
}

/// Takes an event in; whether anything changed.
fn note(peers: &mut BTreeMap<String, Peer>, event: &Event<Node>) -> bool {
    let peer = Peer::of(event.object());
    if matches!(event, Event::Deleted(_)) {
        return peers.remove(&peer.name).is_some();
    }
    let old = peers.insert(peer.name.clone(), peer.clone());
    old.as_ref() != Some(&peer)
}
