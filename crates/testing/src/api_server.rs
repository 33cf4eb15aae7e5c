//! A real API server in the process: the whole of it, on a temporary directory, with HTTPS on a port that was free.

use std::path::PathBuf;
use std::sync::Arc;

use apiserver::{Config, Ready};
use client::Client;
use resource::User;
use runtime::Shutdown;
use tokio::task::JoinHandle;

use crate::until;

/// A running API server. It stops when this is dropped; [`ApiServer::stop`] also waits for it.
pub struct ApiServer {
    directory: tempfile::TempDir,
    ready: Ready,
    shutdown: Shutdown,
    task: Option<JoinHandle<Result<(), apiserver::RunError>>>,
}

impl ApiServer {
    /// Starts one that is empty but for what every cluster holds.
    pub async fn start() -> Self {
        Self::start_in(tempfile::tempdir().expect("a temporary directory can be made")).await
    }

    /// Starts one on the directory that another left.
    pub async fn start_in(directory: tempfile::TempDir) -> Self {
        let config = Config {
            data_dir: directory.path().to_owned(),
            bind_address: std::net::Ipv4Addr::LOCALHOST.into(),
            secure_port: 0,
            ..Config::default()
        };
        let (shutdown, (tell, told)) = (Shutdown::new(), tokio::sync::oneshot::channel());
        let task = tokio::spawn(apiserver::run(config, shutdown.clone(), move |ready| {
            let _ = tell.send(ready.clone());
        }));
        let ready = match until("the API server starts", told).await {
            Ok(ready) => ready,
            Err(_) => panic!("the API server did not start: {:?}", task.await),
        };
        Self { directory, ready, shutdown, task: Some(task) }
    }

    /// The server itself.
    pub fn server(&self) -> &Arc<apiserver::ApiServer> {
        &self.ready.server
    }

    /// A client within the process for any user.
    pub fn client(&self, user: User) -> Client {
        self.ready.server.client(user)
    }

    /// A client within the process for somebody who may do everything.
    pub fn admin(&self) -> Client {
        let groups = vec!["system:masters".to_owned(), "system:authenticated".to_owned()];
        self.client(User { name: "test-admin".to_owned(), groups, ..User::default() })
    }

    /// Where it is served: `https://127.0.0.1:…`.
    pub fn url(&self) -> &str {
        &self.ready.url
    }

    /// The administrator's kubeconfig, for clients over the network.
    pub fn kubeconfig(&self) -> PathBuf {
        self.ready.kubeconfig.clone()
    }

    /// Stops it, waits until it has stopped, and gives its directory back.
    pub async fn stop(mut self) -> tempfile::TempDir {
        self.shutdown.trigger();
        if let Some(task) = self.task.take() {
            let outcome = until("the API server stops", task).await;
            outcome.expect("the API server did not panic").expect("the API server stopped in good order");
        }
        let empty = tempfile::tempdir().expect("a temporary directory can be made");
        std::mem::replace(&mut self.directory, empty)
    }
}

impl Drop for ApiServer {
    fn drop(&mut self) {
        self.shutdown.trigger();
    }
}
