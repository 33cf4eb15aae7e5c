//! Two who want to lead: one does, and the other takes over.

use std::time::Duration;

use api::coordination::v1::Lease;
use informer::leader::{Ended, LeaderConfig, lead};
use runtime::{Clock, Shutdown};
use testing::{ApiServer, until};
use tokio::sync::mpsc;

fn config(identity: &str) -> LeaderConfig {
    LeaderConfig { retry: Duration::from_millis(20), ..LeaderConfig::new("kube-system", "test", identity) }
}

#[tokio::test]
async fn one_leads_and_hands_over_when_it_stops() {
    let server = ApiServer::start().await;
    let (tell, mut told) = mpsc::unbounded_channel();
    let start = |name: &'static str| {
        let (shutdown, tell) = (Shutdown::new(), tell.clone());
        let work = move |until: Shutdown| async move {
            tell.send(name).unwrap();
            until.wait().await;
        };
        let task = tokio::spawn(lead(server.admin(), config(name), Clock::system(), shutdown.clone(), work));
        (shutdown, task)
    };
    let (one, first) = start("one");
    assert_eq!(until("one leads", told.recv()).await, Some("one"));
    let (_two, _second) = start("two");
    let leases = server.admin().within::<Lease>("kube-system");
    let spec = leases.get("test").await.unwrap().spec.unwrap();
    assert_eq!((spec.holder_identity.as_deref(), spec.lease_duration_seconds), (Some("one"), Some(15)));
    one.trigger();
    assert_eq!(until("one stops", first).await.unwrap(), Ended::Stopped);
    assert_eq!(until("two leads", told.recv()).await, Some("two"));
    assert_eq!(leases.get("test").await.unwrap().spec.unwrap().lease_transitions, Some(1));
}
