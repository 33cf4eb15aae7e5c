//! The promises of the whole node: who has what, who waits for more. Kept on disk, pod by pod, so that they outlive the kubelet.
//!
//! Who frees something wakes those who wait. They are served in upstream's order: who asks for no more than it has, then by priority, then
//! by class, then by time; what they get is held back for them until they come for it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use api::core::v1::Pod;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::allocation::{Actuated, Allocation};
use crate::pod::spec;
use crate::pod::state::Verdict;
use crate::resources::{self, Amounts, QosClass};

/// What the node has for pods.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// How many.
    pub pods: i64,
    /// Thousandths of processors.
    pub cpu: i64,
    /// Bytes.
    pub memory: i64,
}

/// Why a pod does not get now what it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// It never will.
    pub infeasible: bool,
    /// In a sentence.
    pub message: String,
}

/// Somebody who waits.
struct Wish {
    total: Amounts,
    priority: i32,
    guaranteed: bool,
    number: u64,
}

#[derive(Default)]
struct Entry {
    allocation: Allocation,
    total: Amounts,
    actuated: Actuated,
    wish: Option<Wish>,
    /// Held back for a wish that can be granted now.
    held: Option<Amounts>,
}

impl Entry {
    fn reserved(&self) -> Amounts {
        self.held.map_or(self.total, |held| held.max(self.total))
    }
}

/// Who has what.
pub struct Ledger {
    directory: PathBuf,
    room: Room,
    entries: Mutex<(BTreeMap<String, Entry>, u64)>,
    freed: Notify,
}

impl Ledger {
    /// An empty one; `directory` has a directory for each pod.
    pub fn new(directory: PathBuf, room: Room) -> Self {
        Self { directory, room, entries: Mutex::default(), freed: Notify::new() }
    }

    /// Takes a pod with what was promised to it before, or with what it asks for. One that is `judged` has to fit.
    pub fn admit(&self, pod: &Arc<Pod>, judged: bool) -> Result<(), Verdict> {
        let uid = spec::uid(pod);
        let (entries, _) = &mut *self.entries.lock();
        let known = self.read(uid);
        let fresh = known.is_none();
        let (allocation, actuated) = known.unwrap_or_else(|| (Allocation::of(pod), Actuated::default()));
        let total = resources::pod_amounts(&allocation.apply(pod));
        if judged && let Some(verdict) = self.fit(entries, uid, &total) {
            return Err(verdict);
        }
        let entry = Entry { allocation, total, actuated, ..Entry::default() };
        if fresh {
            self.write(uid, &entry);
        }
        entries.insert(uid.to_owned(), entry);
        Ok(())
    }

    /// What was promised to a pod; `None` if it was not taken.
    pub fn allocation(&self, uid: &str) -> Option<Allocation> {
        self.entries.lock().0.get(uid).map(|entry| entry.allocation.clone())
    }

    /// Promises a pod what it asks for now, or notes that it waits.
    pub fn resize(&self, pod: &Pod) -> Result<Allocation, Pending> {
        let uid = spec::uid(pod);
        let (entries, count) = &mut *self.entries.lock();
        let total = resources::pod_amounts(pod);
        let refused = self.fit(entries, uid, &total);
        let Some(entry) = entries.get_mut(uid) else {
            return Err(Pending { infeasible: true, message: "the pod has ended".into() });
        };
        entry.held = None;
        if let Some(message) = self.never(&total) {
            entry.wish = None;
            return Err(Pending { infeasible: true, message });
        }
        if let Some(verdict) = refused {
            let number = entry.wish.as_ref().map_or(*count, |wish| wish.number);
            *count += 1;
            let priority = pod.spec.as_ref().and_then(|spec| spec.priority).unwrap_or(0);
            let guaranteed = resources::qos_class(pod) == QosClass::Guaranteed;
            entry.wish = Some(Wish { total, priority, guaranteed, number });
            return Err(Pending { infeasible: false, message: verdict.message });
        }
        let frees = exceeds(&entry.total, &total);
        entry.allocation = Allocation::of(pod);
        (entry.total, entry.wish) = (total, None);
        self.write(uid, entry);
        if frees {
            self.freed.notify_one();
        }
        Ok(entry.allocation.clone())
    }

    /// A pod does not wait any more.
    pub fn withdraw(&self, uid: &str) {
        if let Some(entry) = self.entries.lock().0.get_mut(uid) {
            let held = entry.held.take().is_some();
            entry.wish = None;
            if held {
                self.freed.notify_one();
            }
        }
    }

    /// A pod uses nothing any more.
    pub fn release(&self, uid: &str) {
        if self.entries.lock().0.remove(uid).is_some() {
            self.freed.notify_one();
        }
    }

    /// Waits until somebody has freed something.
    pub async fn freed(&self) {
        self.freed.notified().await;
    }

    /// Those who can get now what they waited for.
    pub fn served(&self) -> Vec<String> {
        let (entries, _) = &mut *self.entries.lock();
        let mut waiting: Vec<_> = entries
            .iter()
            .filter_map(|(uid, entry)| {
                let wish = entry.wish.as_ref()?;
                let grows = exceeds(&wish.total, &entry.total);
                let rank = (grows, std::cmp::Reverse(wish.priority), !wish.guaranteed, wish.number);
                Some((rank, uid.clone(), wish.total))
            })
            .collect();
        waiting.sort_by_key(|(rank, ..)| *rank);
        let mut served = Vec::new();
        for (_, uid, total) in waiting {
            if self.fit(entries, &uid, &total).is_none() {
                if let Some(entry) = entries.get_mut(&uid) {
                    entry.held = Some(total);
                }
                served.push(uid);
            }
        }
        served
    }

    /// What cgroups of a pod were told.
    pub fn actuated(&self, uid: &str) -> Actuated {
        self.entries.lock().0.get(uid).map(|entry| entry.actuated.clone()).unwrap_or_default()
    }

    /// The cgroup of a container was told what it may use.
    pub fn told(&self, uid: &str, container: &str, amounts: Amounts) {
        self.actuate(uid, |actuated| {
            actuated.containers.insert(container.to_owned(), amounts);
        });
    }

    /// The cgroup of a pod was told what it may use.
    pub fn pod_told(&self, uid: &str, amounts: Amounts) {
        self.actuate(uid, |actuated| actuated.pod = Some(amounts));
    }

    fn actuate(&self, uid: &str, change: impl FnOnce(&mut Actuated)) {
        if let Some(entry) = self.entries.lock().0.get_mut(uid) {
            let before = entry.actuated.clone();
            change(&mut entry.actuated);
            if entry.actuated != before {
                self.write(uid, entry);
            }
        }
    }

    /// Why so much never fits, if it does not.
    fn never(&self, wanted: &Amounts) -> Option<String> {
        let asked =
            [("memory", wanted.memory_request, self.room.memory), ("cpu", wanted.cpu_request, self.room.cpu)];
        asked.into_iter().find(|(_, asked, capacity)| asked > capacity).map(|(name, asked, capacity)| {
            format!("Node didn't have enough capacity: {name}, requested: {asked}, capacity: {capacity}")
        })
    }

    /// Why so much does not fit beside the others, if it does not.
    fn fit(&self, entries: &BTreeMap<String, Entry>, uid: &str, wanted: &Amounts) -> Option<Verdict> {
        let others = entries.iter().filter(|(other, _)| *other != uid).map(|(_, entry)| entry.reserved());
        let others: Vec<Amounts> = others.collect();
        fit(wanted, &others, self.room)
    }

    fn path(&self, uid: &str) -> PathBuf {
        self.directory.join(uid).join("resources.json")
    }

    fn read(&self, uid: &str) -> Option<(Allocation, Actuated)> {
        let text = std::fs::read(self.path(uid)).ok()?;
        let tree: Value = serde_json::from_slice(&text).ok()?;
        let actuated = serde_json::from_value(tree["actuated"].clone()).ok()?;
        Some((Allocation::from_tree(&tree["allocated"])?, actuated))
    }

    /// A record that can't be kept only means that a later kubelet takes what is wanted for what was promised.
    fn write(&self, uid: &str, entry: &Entry) {
        let tree = json!({"allocated": entry.allocation.to_tree(), "actuated": entry.actuated});
        let (path, new) = (self.path(uid), self.directory.join(uid).join("resources.json.new"));
        let written = std::fs::create_dir_all(self.directory.join(uid))
            .and_then(|()| std::fs::write(&new, tree.to_string()))
            .and_then(|()| std::fs::rename(&new, &path));
        if let Err(error) = written {
            tracing::warn!(uid, %error, "what a pod was promised can't be recorded");
        }
    }
}

/// Whether somebody asks for more of anything than somebody else.
fn exceeds(one: &Amounts, other: &Amounts) -> bool {
    one.cpu_request > other.cpu_request || one.memory_request > other.memory_request
}

/// Why a pod does not fit beside others, if it does not.
fn fit(wanted: &Amounts, others: &[Amounts], room: Room) -> Option<Verdict> {
    let count = i64::try_from(others.len()).unwrap_or(i64::MAX);
    let cpu: i64 = others.iter().map(|other| other.cpu_request).sum();
    let memory: i64 = others.iter().map(|other| other.memory_request).sum();
    for (name, asked, used, capacity) in [
        ("pods", 1, count, room.pods),
        ("cpu", wanted.cpu_request, cpu, room.cpu),
        ("memory", wanted.memory_request, memory, room.memory),
    ] {
        if asked > 0 && asked + used > capacity {
            let message = format!(
                "Node didn't have enough resource: {name}, requested: {asked}, used: {used}, capacity: {capacity}"
            );
            return Some(Verdict { reason: format!("OutOf{name}"), message, disruption: false });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Typed as _;

    fn pod(uid: &str, cpu: &str, priority: i32) -> Arc<Pod> {
        let containers = json!([{"name": "a", "resources": {"requests": {"cpu": cpu}}}]);
        let tree =
            json!({"metadata": {"uid": uid}, "spec": {"containers": containers, "priority": priority}});
        Arc::new(Pod::decode(&tree).unwrap())
    }

    fn ledger(directory: &std::path::Path) -> Ledger {
        Ledger::new(directory.into(), Room { pods: 3, cpu: 1000, memory: 100 })
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let amounts =
            |cpu, memory| Amounts { cpu_request: cpu, memory_request: memory, ..Amounts::default() };
        let room = Room { pods: 2, cpu: 1000, memory: 100 };
        let reason = |wanted, others: &[Amounts]| fit(&wanted, others, room).map(|verdict| verdict.reason);
        assert_eq!(reason(amounts(500, 50), &[amounts(500, 50)]), None);
        assert_eq!(reason(amounts(501, 0), &[amounts(500, 0)]).as_deref(), Some("OutOfcpu"));
        assert_eq!(reason(amounts(0, 51), &[amounts(0, 50)]).as_deref(), Some("OutOfmemory"));
        assert_eq!(reason(amounts(0, 0), &[amounts(0, 0), amounts(0, 0)]).as_deref(), Some("OutOfpods"));
    }

    #[test]
    fn who_waits_is_served_in_order_when_something_is_freed() {
        let directory = tempfile::tempdir().unwrap();
        let ledger = ledger(directory.path());
        for one in [pod("a", "400m", 0), pod("b", "300m", 0), pod("c", "300m", 0)] {
            ledger.admit(&one, true).unwrap();
        }
        assert_eq!(ledger.admit(&pod("d", "1m", 0), true).unwrap_err().reason, "OutOfpods");
        assert!(ledger.resize(&pod("a", "1001m", 0)).unwrap_err().infeasible);
        let low = ledger.resize(&pod("b", "500m", 0)).unwrap_err();
        assert_eq!(
            low,
            Pending {
                infeasible: false,
                message: "Node didn't have enough resource: cpu, requested: 500, used: 700, capacity: 1000"
                    .into()
            }
        );
        ledger.resize(&pod("c", "500m", 9)).unwrap_err();
        assert_eq!(ledger.served(), [""; 0]);
        ledger.resize(&pod("a", "200m", 0)).unwrap();
        // There is room for one of them; it is held back until it is asked for.
        assert_eq!(ledger.served(), ["c"]);
        ledger.resize(&pod("b", "400m", 0)).unwrap_err();
        ledger.withdraw("c");
        assert_eq!(ledger.served(), ["b"]);
        ledger.resize(&pod("b", "400m", 0)).unwrap();
        // Who asks for what can never be waits for nothing any more.
        ledger.resize(&pod("c", "700m", 0)).unwrap_err();
        assert!(ledger.resize(&pod("c", "2", 0)).unwrap_err().infeasible);
        ledger.release("a");
        assert_eq!(ledger.served(), [""; 0]);
        assert!(ledger.allocation("a").is_none());
        ledger.resize(&pod("c", "600m", 0)).unwrap();
    }

    #[test]
    fn promises_outlive_the_kubelet() {
        let directory = tempfile::tempdir().unwrap();
        let before = ledger(directory.path());
        before.admit(&pod("a", "400m", 0), true).unwrap();
        before.pod_told("a", Amounts { cpu_request: 400, ..Amounts::default() });
        let after = ledger(directory.path());
        after.admit(&pod("a", "5", 0), true).unwrap();
        assert!(after.allocation("a").unwrap().is_of(&pod("a", "400m", 0)));
        assert_eq!(after.actuated("a").pod.unwrap().cpu_request, 400);
    }
}
