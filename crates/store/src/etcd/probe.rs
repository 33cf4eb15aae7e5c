//! Asks the members for their versions.
//!
//! All are asked at the start; those that are down then are asked again until they answer, because what a watch can be trusted with
//! depends on the member it happens to be served by.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use runtime::Backoff;
use tokio::task::JoinSet;

use super::Shared;
use super::rpc::{Failure, Rpc};
use super::version::Version;
use super::wire::{STATUS, StatusRequest};
use crate::{Error, Result};

/// What is known of the members' versions, in the order of the endpoints.
pub(super) struct Versions(Mutex<Vec<Option<Version>>>);

impl Versions {
    /// Asks every member once, all at the same time; an error if none answers. Calls then start at one that did.
    pub async fn ask(rpc: &Arc<Rpc>, timeout: Duration) -> Result<Self> {
        let mut asked = JoinSet::new();
        for member in 0..rpc.members() {
            let rpc = rpc.clone();
            asked.spawn(async move { (member, version(&rpc, member, timeout).await) });
        }
        let mut known = vec![None; rpc.members()];
        let mut failures = Vec::new();
        while let Some(Ok((member, answer))) = asked.join_next().await {
            match answer {
                Ok(version) => known[member] = Some(version),
                Err(failure) => failures.push(failure),
            }
        }
        if known.iter().all(Option::is_none) {
            return Err(no_answer(failures));
        }
        for (member, _) in known.iter().enumerate().take_while(|(_, version)| version.is_none()) {
            rpc.leave(member);
        }
        Ok(Self(Mutex::new(known)))
    }

    /// The oldest version that is known.
    pub fn oldest(&self) -> Version {
        self.0.lock().iter().flatten().min().copied().expect("one member at least has answered")
    }

    /// Whether every member is known to answer requests for progress truthfully.
    pub fn progress_on_request(&self) -> bool {
        self.0.lock().iter().all(|version| version.is_some_and(Version::progress_on_request))
    }

    fn unknown(&self) -> Vec<usize> {
        let known = self.0.lock();
        known.iter().enumerate().filter(|(_, version)| version.is_none()).map(|(member, _)| member).collect()
    }
}

/// Asks those that have not answered yet, until all have.
pub(super) async fn complete(shared: Arc<Shared>, timeout: Duration) {
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(30));
    loop {
        let unknown = shared.versions.unknown();
        if unknown.is_empty() {
            return;
        }
        shared.clock.sleep(backoff.next_delay()).await;
        for member in unknown {
            if let Ok(version) = version(&shared.rpc, member, timeout).await {
                shared.versions.0.lock()[member] = Some(version);
            }
        }
    }
}

async fn version(rpc: &Rpc, member: usize, timeout: Duration) -> Result<Version, Failure> {
    let text = rpc.call_member(member, &STATUS, StatusRequest {}, timeout).await?.version;
    Version::parse(&text).ok_or_else(|| Failure::Refused(format!("{text:?} is not a version of etcd")))
}

fn no_answer(failures: Vec<Failure>) -> Error {
    let mut reasons: Vec<_> = failures.into_iter().map(reason).collect();
    reasons.sort();
    Error::Unavailable(format!("no member of etcd answers: {}", reasons.join("; ")))
}

fn reason(failure: Failure) -> String {
    match failure {
        Failure::NotDone(why) | Failure::Lost(why) | Failure::Login(why) | Failure::Refused(why) => why,
        other => other.into_error().to_string(),
    }
}
