//! Connections to a port of a pod, made from within its network.

use std::fs::File;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use nix::sched::{CloneFlags, setns};
use node::{NamespaceMode, RuntimeError, Stream};

use super::{Runtime, other};

/// A loopback connection is there at once or never.
const PATIENCE: Duration = Duration::from_secs(5);

impl Runtime {
    pub(super) async fn forward(&self, sandbox_id: &str, port: u16) -> Result<Box<dyn Stream>, RuntimeError> {
        let sandbox = self.sandbox(sandbox_id)?;
        sandbox.shim()?;
        let own = sandbox.record().config.security.namespaces.network != NamespaceMode::Node;
        let netns = own.then(|| self.0.places.run(sandbox_id).join("net"));
        let (tell, told) = tokio::sync::oneshot::channel();
        // A socket belongs to the network in which it was made: a thread of its own goes there and ends.
        let thread = std::thread::Builder::new().name("port-forward".to_owned()).spawn(move || {
            let entered = match netns {
                Some(path) => File::open(path)
                    .and_then(|file| setns(file, CloneFlags::CLONE_NEWNET).map_err(std::io::Error::from)),
                None => Ok(()),
            };
            let _ = tell.send(entered.and_then(|()| connect(port)));
        });
        thread.map_err(other)?;
        let stream = told.await.map_err(other)?.map_err(|error| {
            RuntimeError::Other(format!("failed to connect to localhost:{port} inside the pod: {error}"))
        })?;
        stream.set_nonblocking(true).map_err(other)?;
        Ok(Box::new(tokio::net::TcpStream::from_std(stream).map_err(other)?))
    }
}

fn connect(port: u16) -> std::io::Result<TcpStream> {
    let old = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), PATIENCE);
    old.or_else(|error| {
        TcpStream::connect_timeout(&SocketAddr::from((Ipv6Addr::LOCALHOST, port)), PATIENCE)
            .map_err(|_| error)
    })
}
