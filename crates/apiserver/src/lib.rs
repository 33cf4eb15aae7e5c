//! The Kubernetes API over HTTPS: who asks, may they, which kind, and the registry's answer in the form that the client wants.
//!
//! `pipeline.rs` shows the life of a request on one screen; `run.rs` how a server starts and stops. No rule of any kind is here
//! (`kinds`), nothing is stored here (`registry`, `store`).
//!
//! | module | what it holds |
//! |---|---|
//! | `run`, `config`, `kubeconfig`, `bootstrap`, `columns` | from flags to a running server |
//! | `server`, `body` | sockets, connections, bodies |
//! | `api_server`, `pipeline` | what a server is made of, and the stages of a request |
//! | `request_info`, `authenticate`, `impersonate`, `authorize`, `limits` | one stage each |
//! | `route`, `rest` | which part answers; the verbs of a resource |
//! | `connect` | connections carried on to nodes, pods and services |
//! | `discovery`, `openapi`, `endpoints` | what is served; its schemas; health, version, metrics |
//! | `answer`, `metrics` | how answers are written and counted |
//! | `per_kinds` | what is made of the served kinds and kept |

mod actions;
mod answer;
mod api_server;
mod authenticate;
mod authorize;
mod body;
mod bootstrap;
mod columns;
mod config;
mod connect;
mod discovery;
mod endpoints;
mod impersonate;
mod keys;
mod kubeconfig;
mod limits;
mod metrics;
mod openapi;
mod peers;
mod per_kinds;
mod pipeline;
mod request_info;
mod rest;
mod route;
mod run;
mod server;
mod services;

pub use answer::Answer;
pub use api_server::{ApiServer, Document, Local, Parts};
pub use authn::{Authenticator, ByCertificate, Connection, Origin};
pub use authz::{Attributes, Authorizer, Decision, Masters};
pub use body::{Body, BodyError, MAX_REQUEST_BYTES, RequestBody, request_body};
pub use config::{Config, DatastoreTls};
pub use connect::{Dialer, Direct, Place, Socket, Trust};
pub use keys::share_keys;
pub use limits::LimitsConfig;
pub use request_info::RequestInfo;
pub use run::{Ready, RunError, run};
pub use server::{ConnectionLimits, Listener, listen};
