//! Pods that are to use more or less while they run.

use super::*;

fn container(cpu: &str, policy: &str) -> Value {
    json!({"name": "a", "image": "i", "resources": {"requests": {"cpu": cpu}},
        "resizePolicy": [{"resourceName": "cpu", "restartPolicy": policy}]})
}

impl Story {
    /// A pod that runs, taken by the node with what it asks for.
    fn taken(policy: &str, restart: &str) -> Self {
        let spec = json!({"restartPolicy": restart, "containers": [container("1", policy)]});
        let mut story = Self::new(spec);
        story.state.allocation = Some(Allocation::of(&story.state.pod));
        story.told();
        story.tell(Input::Seen(story.seen.clone()));
        assert_eq!(story.phase(), "Running");
        story.take();
        story
    }

    fn wants(&mut self, cpu: &str, policy: &str, generation: i64) {
        let mut pod = (*self.state.wanted).clone();
        pod.metadata.generation = Some(generation);
        let wanted = Pod::decode(&json!({"spec": {"containers": [container(cpu, policy)]}})).unwrap();
        pod.spec.as_mut().unwrap().containers = wanted.spec.unwrap().containers;
        self.tell(Input::Pod(Arc::new(pod)));
    }

    /// `type reason generation` of conditions that come and go.
    fn conditions(&self) -> Vec<String> {
        let all = self.state.status.conditions.iter().flatten();
        let some = all.filter(|condition| condition.type_.starts_with("PodResize"));
        some.map(|condition| {
            let reason = condition.reason.as_deref().unwrap_or("-");
            format!("{} {reason} {}", condition.type_, condition.observed_generation.unwrap())
        })
        .collect()
    }

    fn promised(&self) -> String {
        let status = &self.state.status.container_statuses.as_ref().unwrap()[0];
        let list = |list: Option<&std::collections::BTreeMap<String, api::Quantity>>| {
            list.map(|list| list["cpu"].0.clone()).unwrap_or_default()
        };
        let told = status.resources.as_ref().and_then(|resources| resources.requests.as_ref());
        format!("{} {}", list(status.allocated_resources.as_ref()), list(told))
    }
}

#[test]
fn cgroups_are_told_and_nothing_restarts() {
    let mut story = Story::taken("NotRequired", "Always");
    story.wants("2", "NotRequired", 2);
    assert_eq!(story.take(), ["event ResizeStarted", "resize", "event ResizeCompleted"]);
    assert_eq!((story.promised().as_str(), story.conditions().len()), ("2 2", 0));
    // Another spelling is nothing new.
    story.wants("2000m", "NotRequired", 3);
    assert_eq!(story.take(), [""; 0]);
}

#[test]
fn a_container_that_wants_to_is_started_anew_whatever_it_ended_with() {
    for restart in ["Always", "OnFailure"] {
        let mut story = Story::taken("RestartContainer", restart);
        story.wants("2", "RestartContainer", 2);
        assert_eq!(
            story.take(),
            [
                "event ResizeStarted",
                "stop a 30 (Container a resize requires restart)",
                "resize",
                "start a 1",
                "event ResizeCompleted"
            ],
            "{restart}"
        );
        assert_eq!((story.phase().as_str(), story.promised().as_str()), ("Running", "2 2"));
    }
}

#[test]
fn it_waits_for_room_and_may_change_its_mind() {
    let mut story = Story::taken("NotRequired", "Always");
    story.no_room = Some(Pending { infeasible: false, message: "m".into() });
    story.wants("4", "NotRequired", 2);
    assert_eq!(story.take(), ["event ResizeDeferred"]);
    assert_eq!(
        (story.conditions(), story.promised()),
        (vec!["PodResizePending Deferred 2".into()], "1 1".into())
    );
    story.tell(Input::Time);
    assert_eq!(story.take(), [""; 0], "it is asked once");
    story.wants("1", "NotRequired", 3);
    assert_eq!((story.take(), story.conditions()), (vec!["withdraw".into()], vec![]));
    story.wants("4", "NotRequired", 4);
    story.take();
    story.no_room = None;
    story.tell(Input::Room);
    assert_eq!(story.take(), ["event ResizeStarted", "resize", "event ResizeCompleted"]);
    assert_eq!((story.conditions().len(), story.promised().as_str()), (0, "4 4"));
    story.no_room = Some(Pending { infeasible: true, message: "m".into() });
    story.wants("400", "NotRequired", 5);
    assert_eq!(
        (story.take(), story.conditions()),
        (vec!["event ResizeInfeasible".into()], vec!["PodResizePending Infeasible 5".into()])
    );
}

#[test]
fn what_fails_is_shown_and_tried_again() {
    let mut story = Story::taken("NotRequired", "Always");
    story.cannot_resize = Some("too low".into());
    story.wants("2", "NotRequired", 2);
    assert_eq!(story.take(), ["event ResizeStarted", "resize", "event ResizeError"]);
    assert_eq!(
        (story.conditions(), story.promised()),
        (vec!["PodResizeInProgress Error 2".into()], "2 1".into())
    );
    story.wait();
    assert_eq!(story.take(), ["resize"], "the same error is told once");
    story.cannot_resize = None;
    story.wait();
    assert_eq!(story.take(), ["resize", "event ResizeCompleted"]);
}
