//! Both ends of both wires: frames against bytes that others wrote, sessions between our own client and server, and the stock command
//! line client against our server.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/cluster.rs"]
mod cluster;

#[path = "suite/frames.rs"]
mod frames;
#[path = "suite/kubectl.rs"]
mod kubectl;
#[path = "suite/messages.rs"]
mod messages;
#[path = "suite/ports.rs"]
mod ports;
#[path = "suite/sessions.rs"]
mod sessions;
