//! The client's side: what to ask for, and streams from a connection that was upgraded.
//!
//! ```text
//!  Offer ─► headers of a request ─► response 101 ─► Offer::accepted ─► (the connection is upgraded) ─► exec / port_forward
//! ```
//!
//! [`upgrade`] does the HTTP part over a fresh connection.

mod exec;
mod offer;
mod port_forward;
mod upgrade;

pub use exec::{Session, exec};
pub use offer::{Accepted, Offer};
pub use port_forward::{Forwarder, Trouble, port_forward};
pub use upgrade::upgrade;
