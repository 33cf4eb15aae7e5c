//! Links, addresses, routes, rules, neighbours and rates of a network namespace, over rtnetlink; and the namespaces themselves.
//!
//! A thin, typed edge: every call is one message to the kernel, nothing is decided or remembered here. Called by `network`, by the
//! runtimes (loopback of a sandbox) and by the lab of `testing`. Packet filters are not here but in `netfilter`.
//!
//! | module | what it holds |
//! |---|---|
//! | `netns` | namespaces: open, make, run something inside, sysctls |
//! | `handle` | a socket bound to one namespace; the calls, by `requests/` |
//! | `requests` | one file per kind of object: what is said to the kernel and what it answers |
//! | `socket`, `wire` | the protocol: requests and answers, headers and attributes |

mod error;
mod handle;
mod netns;
mod requests;
mod socket;
mod wire;

pub use error::Error;
pub use handle::Handle;
pub use netns::Netns;
pub use requests::address::Address;
pub use requests::link::{Link, Veth, Vxlan};
pub use requests::neighbour::{Forward, Neighbour};
pub use requests::qdisc::Rate;
pub use requests::route::{Route, RouteKind, Scope};
pub use requests::rule::Rule;

/// A hardware address.
pub type Mac = [u8; 6];
