//! Informers and what runs on them, against a real server. One binary, so that it links once.

#[path = "suite/caches.rs"]
mod caches;
#[path = "suite/controllers.rs"]
mod controllers;
#[path = "suite/leaders.rs"]
mod leaders;
#[path = "suite/network.rs"]
mod network;
#[path = "suite/recorders.rs"]
mod recorders;
