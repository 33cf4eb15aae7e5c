//! kubelet
mod backoff;
mod config;
mod environment;
mod make;
mod names;
mod pod;
mod resources;
mod status;
pub use config::Config;
