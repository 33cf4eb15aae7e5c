//! Pods' lives as stories: what happens, and what `step` asks for in which order. A model of a runtime does what is asked at once.

use std::sync::Arc;

use api::Typed as _;
use api::core::v1::Pod;
use node::ContainerState;
use serde_json::{Value, json};

use super::*;
use crate::backoff::SECOND;
use crate::pod::spec;
use crate::pod::state::{Attempt, SandboxSeen};
use crate::resources;
use crate::status::{self, Host};

mod resizing;

/// The beginning of time.
const START: i64 = 1_000_000 * SECOND;

struct Story {
    state: State,
    now: i64,
    seen: Observation,
    log: Vec<String>,
    pull_fails: bool,
    start_fails: Option<&'static str>,
    no_room: Option<Pending>,
    cannot_resize: Option<String>,
}

impl Story {
    fn new(spec: Value) -> Self {
        let pod = json!({"metadata": {"name": "p", "namespace": "n", "uid": "u"}, "spec": spec});
        let state = State::new(Arc::new(Pod::decode(&pod).unwrap()));
        let mut story = Self {
            state,
            now: START,
            seen: Observation::default(),
            log: Vec::new(),
            pull_fails: false,
            start_fails: None,
            no_room: None,
            cannot_resize: None,
        };
        story.tell(Input::Seen(Observation::default()));
        story
    }

    /// An input, and all that follows from it until nothing more does.
    fn tell(&mut self, input: Input) {
        let mut inputs = std::collections::VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let (state, effects) = step(self.state.clone(), self.now, input);
            self.state = state;
            let host = Host { ips: vec!["10.0.0.1".into()], runtime: "test".into() };
            self.state.status = status::render(&self.state, &host, self.now);
            for effect in effects {
                let outcome = self.perform(effect);
                inputs.push_back(Input::Seen(self.seen.clone()));
                inputs.extend(outcome);
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::SetUpVolumes => self.noted("volumes", Input::Volumes(Ok(()))),
            Effect::RunSandbox { attempt } => {
                let sandbox = SandboxSeen {
                    id: format!("s{attempt}"),
                    attempt,
                    ready: true,
                    ips: vec!["10.1.0.9".into()],
                };
                self.seen.sandboxes.insert(0, sandbox);
                self.noted(&format!("sandbox {attempt}"), Input::Sandbox(Ok(())))
            }
            Effect::StopSandbox { id } => {
                self.seen
                    .sandboxes
                    .iter_mut()
                    .filter(|sandbox| sandbox.id == id)
                    .for_each(|sandbox| sandbox.ready = false);
                let now = self.now;
                let inside = self.seen.attempts.iter_mut().filter(|attempt| attempt.sandbox_id == id);
                inside
                    .filter(|attempt| attempt.state == ContainerState::Running)
                    .for_each(|attempt| end(attempt, 137, now));
                self.noted(&format!("stop sandbox {id}"), Input::SandboxStopped(id.clone(), Ok(())))
            }
            Effect::EnsureImage { container, may_pull, .. } => {
                let failure = |reason: &str, pull_failed| ImageFailure {
                    waiting: Waiting { reason: reason.into(), message: "m".into() },
                    pull_failed,
                    backed_off: !pull_failed,
                };
                let result = match (self.pull_fails, may_pull) {
                    (false, _) => Ok(()),
                    (true, true) => Err(failure("ErrImagePull", true)),
                    (true, false) => Err(failure("ImagePullBackOff", false)),
                };
                Some(Input::Image(container, result))
            }
            Effect::StartContainer { container, attempt } => {
                if let Some(reason) = self.start_fails {
                    let waiting = Waiting { reason: reason.into(), message: "m".into() };
                    return self.noted(&format!("fail {container}"), Input::Started(container, Err(waiting)));
                }
                let hash = spec::container(&self.state.pod, &container).map(|(_, c)| spec::hash(&c)).unwrap();
                let made = running(&container, attempt, &self.seen.sandboxes[0].id, self.now, hash);
                self.seen.attempts.insert(0, made);
                let (_, spec) = spec::container(&self.state.pod, &container).unwrap();
                let amounts = resources::effective(&self.state.pod, &spec);
                self.seen.actuated.containers.insert(container.clone(), amounts);
                self.noted(&format!("start {container} {attempt}"), Input::Started(container, Ok(())))
            }
            Effect::StopContainer { id, container, grace, message } => {
                let now = self.now;
                self.seen
                    .attempts
                    .iter_mut()
                    .filter(|attempt| attempt.id == id)
                    .for_each(|attempt| end(attempt, 143, now));
                let note = format!("stop {container} {grace} ({message})");
                self.noted(&note, Input::Stopped(id, grace))
            }
            Effect::TearDown => self.noted("tear down", Input::TornDown(Ok(()))),
            Effect::Delete => self.noted("delete", Input::Deleted(Ok(()))),
            Effect::Clear => self.noted("clear", Input::Cleared(Ok(()))),
            Effect::Event { reason, .. } => {
                self.log.push(format!("event {reason}"));
                None
            }
            Effect::Allocate => {
                let answer = match &self.no_room {
                    Some(pending) => Err(pending.clone()),
                    None => Ok(Allocation::of(&self.state.wanted)),
                };
                Some(Input::Allocated(Box::new(answer)))
            }
            Effect::Resize => {
                let told = self.cannot_resize.clone().map_or(Ok(()), Err);
                if told.is_ok() {
                    self.told();
                }
                self.noted("resize", Input::Resized(told))
            }
            Effect::Withdraw => {
                self.log.push("withdraw".into());
                None
            }
            Effect::CancelStarts => None,
        }
    }

    /// All that runs and the pod were told what was promised.
    fn told(&mut self) {
        let pod = self.state.pod.clone();
        self.seen.actuated.pod = Some(resources::pod_amounts(&pod));
        for attempt in &self.seen.attempts {
            let (_, container) = spec::container(&pod, &attempt.name).unwrap();
            let amounts = resources::effective(&pod, &container);
            self.seen.actuated.containers.insert(attempt.name.clone(), amounts);
        }
    }

    fn noted(&mut self, text: &str, input: Input) -> Option<Input> {
        self.log.push(text.to_owned());
        Some(input)
    }

    fn exits(&mut self, name: &str, code: i32) {
        let now = self.now;
        let found = self.seen.attempts.iter_mut().find(|attempt| attempt.name == name).unwrap();
        end(found, code, now);
        self.tell(Input::Seen(self.seen.clone()));
    }

    /// Goes to when something is due.
    fn wait(&mut self) {
        self.now = self.state.wake.expect("something is due");
        self.tell(Input::Time);
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    fn deleted(&mut self, grace: i64) {
        let mut pod = (*self.state.pod).clone();
        pod.metadata.deletion_timestamp = Some(status::time(self.now));
        pod.metadata.deletion_grace_period_seconds = Some(grace);
        self.tell(Input::Pod(Arc::new(pod)));
    }

    fn phase(&self) -> String {
        self.state.status.phase.clone().unwrap()
    }

    fn waiting(&self) -> String {
        let all = self.state.status.container_statuses.clone().unwrap();
        all[0].state.clone().unwrap().waiting.map(|waiting| waiting.reason.unwrap()).unwrap_or_default()
    }
}

fn running(name: &str, attempt: u32, sandbox: &str, now: i64, hash: String) -> Attempt {
    Attempt {
        id: format!("{name}-{attempt}"),
        sandbox_id: sandbox.into(),
        name: name.into(),
        attempt,
        state: ContainerState::Running,
        started_at: now,
        finished_at: 0,
        exit_code: 0,
        reason: String::new(),
        message: String::new(),
        image: "i".into(),
        image_id: "i@sha256:1".into(),
        hash,
        user: None,
    }
}

fn end(attempt: &mut Attempt, code: i32, now: i64) {
    attempt.state = ContainerState::Exited;
    attempt.exit_code = code;
    attempt.finished_at = now;
}

fn c(name: &str) -> Value {
    json!({"name": name, "image": "i"})
}

#[test]
fn a_pod_starts_in_order_and_ends_cleanly() {
    let mut story = Story::new(json!({"initContainers": [c("i1"), c("i2")], "containers": [c("a"), c("b")]}));
    assert_eq!(story.take(), ["volumes", "sandbox 0", "start i1 0"]);
    assert_eq!(story.phase(), "Pending");
    story.exits("i1", 0);
    story.exits("i2", 0);
    assert_eq!(story.take(), ["start i2 0", "start a 0", "start b 0"]);
    assert_eq!(story.phase(), "Running");
    story.deleted(30);
    assert_eq!(
        story.take(),
        [
            "stop b 30 (Stopping container b)",
            "stop a 30 (Stopping container a)",
            "stop sandbox s0",
            "tear down",
            "delete"
        ]
    );
    assert_eq!(story.phase(), "Failed");
    story.tell(Input::Removed);
    assert_eq!((story.take(), story.state.life), (vec!["clear".to_owned()], Life::Gone));
}

#[test]
fn policies_decide_who_begins_again() {
    for (policy, code, expected, phase) in [
        ("Always", 0, "start a 1", "Running"),
        ("OnFailure", 1, "start a 1", "Running"),
        ("OnFailure", 0, "stop sandbox s0", "Succeeded"),
        ("Never", 1, "stop sandbox s0", "Failed"),
    ] {
        let mut story = Story::new(json!({"restartPolicy": policy, "containers": [c("a")]}));
        story.take();
        story.exits("a", code);
        assert_eq!((story.take()[0].as_str(), story.phase().as_str()), (expected, phase), "{policy} {code}");
    }
}

#[test]
fn crashes_are_slowed_down() {
    let mut story = Story::new(json!({"containers": [c("a")]}));
    let mut delays = Vec::new();
    for _ in 0..7 {
        story.exits("a", 1);
        let before = story.now;
        if story.state.wake.is_some() {
            assert_eq!((story.waiting().as_str(), story.phase().as_str()), ("CrashLoopBackOff", "Running"));
            story.wait();
        }
        delays.push((story.now - before) / SECOND);
    }
    assert_eq!(delays, [0, 10, 20, 40, 80, 160, 300]);
    story.now += 601 * SECOND;
    story.exits("a", 1);
    assert_eq!(story.state.wake, None, "ten good minutes are a new beginning");
    assert_eq!(story.state.status.container_statuses.as_ref().unwrap()[0].restart_count, 8);
}

#[test]
fn images_that_do_not_come_are_waited_for() {
    let mut story = Story::new(json!({"containers": []}));
    story.pull_fails = true;
    story.tell(Input::Pod(Story::new(json!({"containers": [c("a")]})).state.pod));
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(format!("{} {}", story.waiting(), (story.now - START) / SECOND));
        story.wait();
    }
    assert_eq!(
        seen,
        [
            "ErrImagePull 0",
            "ImagePullBackOff 2",
            "ErrImagePull 10",
            "ImagePullBackOff 12",
            "ErrImagePull 30",
            "ImagePullBackOff 32"
        ]
    );
    story.pull_fails = false;
    story.wait();
    assert_eq!(story.phase(), "Running");
}

#[test]
fn init_failures_follow_the_policy() {
    let mut story = Story::new(json!({"initContainers": [c("i")], "containers": [c("a")]}));
    story.exits("i", 1);
    story.exits("i", 1);
    assert_eq!(story.phase(), "Pending");
    story.wait();
    story.exits("i", 0);
    assert_eq!(story.phase(), "Running");
    let mut never =
        Story::new(json!({"restartPolicy": "Never", "initContainers": [c("i")], "containers": [c("a")]}));
    never.take();
    never.exits("i", 1);
    assert_eq!((never.phase().as_str(), never.take()[0].as_str()), ("Failed", "stop sandbox s0"));
}

#[test]
fn sidecars_come_first_and_go_last() {
    let sidecar = |name: &str| {
        json!({"name": name, "image": "i", "restartPolicy": "Always",
        "startupProbe": {"exec": {"command": ["x"]}}})
    };
    let mut story = Story::new(
        json!({"restartPolicy": "Never", "initContainers": [sidecar("s1"), sidecar("s2")], "containers": [c("a")]}),
    );
    assert_eq!(story.take(), ["volumes", "sandbox 0", "start s1 0"]);
    for id in ["s1-0", "s2-0"] {
        story.tell(Input::Probed { id: id.into(), kind: ProbeKind::Startup, well: true });
    }
    assert_eq!(story.take(), ["start s2 0", "start a 0"]);
    story.exits("s1", 1);
    assert_eq!(story.take(), ["start s1 1"], "whatever the pod's policy");
    story.exits("a", 0);
    assert_eq!(
        story.take(),
        [
            "stop s2 30 (Stopping container s2)",
            "stop s1 30 (Stopping container s1)",
            "stop sandbox s0",
            "tear down"
        ]
    );
    assert_eq!(story.phase(), "Succeeded");
}

#[test]
fn probes_end_what_is_not_well() {
    let probe = json!({"exec": {"command": ["x"]}, "terminationGracePeriodSeconds": 5});
    let mut story = Story::new(json!({"containers": [
        {"name": "a", "image": "i", "livenessProbe": probe, "readinessProbe": {"exec": {"command": ["x"]}}}]}));
    story.take();
    let ready = |story: &Story| story.state.status.container_statuses.as_ref().unwrap()[0].ready;
    assert!(!ready(&story));
    story.tell(Input::Probed { id: "a-0".into(), kind: ProbeKind::Readiness, well: true });
    assert!(ready(&story));
    story.tell(Input::Probed { id: "a-0".into(), kind: ProbeKind::Liveness, well: false });
    assert_eq!(
        story.take(),
        ["stop a 5 (Container a failed liveness probe, will be restarted)", "start a 1"]
    );
    assert!(!ready(&story), "the new one has to prove itself");
}

#[test]
fn a_changed_image_means_a_new_container() {
    let mut story = Story::new(json!({"containers": [c("a")]}));
    story.take();
    let mut pod = (*story.state.pod).clone();
    pod.spec.as_mut().unwrap().containers[0].image = Some("j".into());
    story.tell(Input::Pod(Arc::new(pod)));
    assert_eq!(story.take(), ["stop a 30 (Container a definition changed, will be restarted)", "start a 1"]);
}

#[test]
fn a_lost_sandbox_is_made_again() {
    let mut story = Story::new(json!({"initContainers": [c("i")], "containers": [c("a")]}));
    story.exits("i", 0);
    story.take();
    story.seen.sandboxes[0].ready = false;
    story.tell(Input::Seen(story.seen.clone()));
    assert_eq!(story.take(), ["event SandboxChanged", "stop sandbox s0", "sandbox 1", "start i 1"]);
    story.exits("i", 0);
    assert_eq!(story.take(), ["start a 1"]);
}

#[test]
fn a_second_deletion_may_be_more_urgent() {
    let mut story = Story::new(json!({"containers": [c("a")]}));
    story.take();
    let mut pod = (*story.state.pod).clone();
    pod.metadata.deletion_timestamp = Some(status::time(story.now));
    pod.metadata.deletion_grace_period_seconds = Some(30);
    let (state, effects) = step(story.state.clone(), story.now, Input::Pod(Arc::new(pod.clone())));
    assert!(matches!(&effects[..], [Effect::StopContainer { grace: 30, .. }]), "{effects:?}");
    let (state, effects) = step(state, story.now + 5 * SECOND, Input::Time);
    assert_eq!(effects, [], "once is enough");
    pod.metadata.deletion_grace_period_seconds = Some(0);
    let (_, effects) = step(state, story.now + 6 * SECOND, Input::Pod(Arc::new(pod)));
    assert!(matches!(&effects[..], [Effect::StopContainer { grace: 0, .. }]), "{effects:?}");
}

#[test]
fn a_deadline_ends_the_pod() {
    let mut story = Story::new(json!({"activeDeadlineSeconds": 60, "containers": [c("a")]}));
    story.tell(Input::Time);
    story.take();
    story.wait();
    assert_eq!((story.now - START) / SECOND, 60);
    assert_eq!(story.take()[0], "stop a 30 (Stopping container a)");
    assert_eq!(story.state.status.reason.as_deref(), Some("DeadlineExceeded"));
    assert_eq!(story.phase(), "Failed");
}

#[test]
fn a_restarted_kubelet_takes_over_what_runs() {
    let mut story = Story::new(json!({"containers": [
        {"name": "a", "image": "i", "readinessProbe": {"exec": {"command": ["x"]}}}]}));
    story.tell(Input::Probed { id: "a-0".into(), kind: ProbeKind::Readiness, well: true });
    let mut pod = (*story.state.pod).clone();
    pod.status = Some(story.state.status.clone());
    story.take();
    story.state = State::new(Arc::new(pod));
    story.tell(Input::Seen(story.seen.clone()));
    assert_eq!(story.take(), ["volumes"], "nothing is started or ended");
    assert!(story.state.status.container_statuses.as_ref().unwrap()[0].ready, "and it stays ready");
}

#[test]
fn what_has_ended_stays_so_after_a_restart() {
    let mut story = Story::new(json!({"restartPolicy": "Never", "containers": [c("a")]}));
    story.exits("a", 3);
    let mut pod = (*story.state.pod).clone();
    pod.status = Some(story.state.status.clone());
    story.take();
    story.state = State::new(Arc::new(pod));
    // The container was collected meanwhile.
    story.seen = Observation::default();
    story.tell(Input::Seen(Observation::default()));
    assert_eq!(story.take(), ["tear down"]);
    let status = &story.state.status;
    assert_eq!(status.phase.as_deref(), Some("Failed"));
    let ended = status.container_statuses.as_ref().unwrap()[0].state.clone().unwrap().terminated.unwrap();
    assert_eq!(ended.exit_code, 3);
}

#[test]
fn ephemeral_containers_run_once() {
    let mut story = Story::new(json!({"containers": [c("a")]}));
    story.take();
    let mut pod = (*story.state.pod).clone();
    let debugger = json!({"metadata": {}, "spec": {"containers": [], "ephemeralContainers": [c("d")]}});
    let debugger = Pod::decode(&debugger).unwrap().spec.unwrap().ephemeral_containers;
    pod.spec.as_mut().unwrap().ephemeral_containers = debugger;
    story.tell(Input::Pod(Arc::new(pod)));
    assert_eq!(story.take(), ["start d 0"]);
    story.exits("d", 1);
    assert_eq!(story.take(), [] as [&str; 0]);
    assert_eq!(story.phase(), "Running");
}

#[test]
fn a_pod_that_never_started_can_be_deleted() {
    let mut story = Story::new(json!({"containers": [c("a")]}));
    story.start_fails = Some("CreateContainerConfigError");
    story.seen.attempts.clear();
    story.state.seen.attempts.clear();
    story.tell(Input::Seen(story.seen.clone()));
    assert_eq!(story.waiting(), "CreateContainerConfigError");
    story.take();
    story.deleted(30);
    assert_eq!(story.take(), ["stop sandbox s0", "tear down", "delete"]);
}
