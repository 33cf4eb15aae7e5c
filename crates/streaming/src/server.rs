//! The server's side: from a request that wants to switch protocols to streams.
//!
//! [`exec`] serves `exec` and `attach`, [`port_forward`] the third, [`messages`] what only flows to the client. Each takes the request's headers and gives the answer to send, and
//! what to do with the connection once it is upgraded.

mod exec;
mod messages;
mod port_forward;

pub use exec::{PendingExec, exec};
pub use messages::{PendingMessages, messages};
pub use port_forward::{PendingPortForward, PortForwards, port_forward, ports};

use std::time::Duration;

use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;

use crate::Error;

/// How long a client may take to open the streams it wants.
const CREATION: Duration = Duration::from_secs(30);

/// Waits until hyper hands the connection over, which it does once the answer is sent.
pub async fn upgraded(on: OnUpgrade) -> Result<TokioIo<Upgraded>, Error> {
    Ok(TokioIo::new(on.await?))
}
