//! Steps of roll-outs, as tables.

use api::Typed as _;
use serde_json::json;

use super::super::facts::REVISION;
use super::*;

fn deployment(replicas: i32, surge: &str, unavailable: &str) -> Deployment {
    let value = |text: &str| text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number));
    let (surge, unavailable) = (value(surge), value(unavailable));
    let tree = json!({
        "metadata": {"name": "web", "uid": "d"},
        "spec": {
            "replicas": replicas, "selector": {"matchLabels": {"app": "web"}}, "revisionHistoryLimit": 1,
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "c", "image": "new"}]}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable}},
        },
    });
    Deployment::decode(&tree).unwrap()
}

fn set(deployment: &Deployment, image: &str, revision: i64, size: i32, available: i32) -> Arc<ReplicaSet> {
    let mut of = deployment.clone();
    of.spec.as_mut().unwrap().template.spec.as_mut().unwrap().containers[0].image = Some(image.to_owned());
    let mut set = revisions::make(&of, size, revision);
    set.metadata.uid = Some(image.to_owned());
    set.status = Some(api::apps::v1::ReplicaSetStatus {
        replicas: size,
        available_replicas: Some(available),
        ..Default::default()
    });
    Arc::new(set)
}

fn steps(deployment: &Deployment, sets: Vec<Arc<ReplicaSet>>, old_pods_run: bool) -> Vec<String> {
    let sets = Sets::of(deployment, sets);
    let observed = Observed { deployment, sets: &sets, old_pods_run };
    let actions = plan(&observed).into_iter().filter(|action| !matches!(action, Action::Show(_)));
    let show = |action| match action {
        Action::Create(set) => format!("create {}", replicas(&set)),
        Action::Scale { set, to } => format!("{} {}->{to}", set.uid(), replicas(&set)),
        Action::Update(set) => format!("update {}", set.uid()),
        Action::Delete(set) => format!("delete {}", set.uid()),
        Action::Show(_) => String::new(),
    };
    actions.map(show).collect()
}

#[test]
fn a_roll_out_keeps_within_its_limits() {
    let d = deployment(10, "30%", "20%");
    let at = |new: Option<(i32, i32)>, old: (i32, i32)| {
        let mut sets = vec![set(&d, "old", 1, old.0, old.1)];
        sets.extend(new.map(|new| set(&d, "new", 2, new.0, new.1)));
        steps(&d, sets, false)
    };
    assert_eq!(at(None, (10, 10)), ["create 3"]);
    assert_eq!(at(Some((3, 0)), (10, 10)), ["old 10->8"]);
    assert_eq!(at(Some((3, 3)), (8, 8)), ["new 3->5"]);
    assert_eq!(at(Some((5, 3)), (8, 8)), ["old 8->5"], "eight must stay available");
    assert_eq!(at(Some((5, 0)), (8, 3)), Vec::<String>::new(), "nothing can be spared");
    assert_eq!(at(Some((3, 0)), (10, 6)), ["old 10->8"], "the unhealthy go though too few are available");
    assert_eq!(at(Some((10, 10)), (2, 2)), ["old 2->0"]);
    assert_eq!(at(Some((10, 10)), (0, 0)), Vec::<String>::new());
}

#[test]
fn recreation_waits_for_the_last_old_pod() {
    let mut d = deployment(3, "1", "1");
    d.spec.as_mut().unwrap().strategy.as_mut().unwrap().type_ = Some("Recreate".to_owned());
    let old = |size| set(&d, "old", 1, size, size);
    assert_eq!(steps(&d, vec![old(3)], true), ["old 3->0"]);
    assert!(steps(&d, vec![old(0)], true).is_empty());
    assert_eq!(steps(&d, vec![old(0)], false), ["create 3"]);
}

#[test]
fn scaling_in_the_middle_of_a_roll_out_keeps_the_proportions() {
    let before = deployment(10, "5", "0");
    let sets = vec![set(&before, "old", 1, 10, 10), set(&before, "new", 2, 5, 0)];
    let after = deployment(20, "5", "0");
    assert_eq!(steps(&after, sets, false), ["old 10->17", "new 5->8"]);
}

#[test]
fn a_size_of_one_set_just_changes() {
    let before = deployment(3, "1", "1");
    let sets = vec![set(&before, "new", 1, 3, 3)];
    assert_eq!(steps(&deployment(5, "1", "1"), sets.clone(), false), ["new 3->5"]);
    assert_eq!(steps(&deployment(0, "1", "1"), sets, false), ["new 3->0"]);
}

#[test]
fn history_is_kept_to_its_limit_and_a_rollback_gets_a_new_revision() {
    let mut d = deployment(1, "1", "1");
    d.status = Some(api::apps::v1::DeploymentStatus {
        replicas: Some(1),
        updated_replicas: Some(1),
        available_replicas: Some(1),
        ..Default::default()
    });
    let sets = vec![set(&d, "a", 1, 0, 0), set(&d, "b", 2, 0, 0), set(&d, "new", 3, 1, 1)];
    assert_eq!(steps(&d, sets, false), ["delete a"]);
    let back = Sets::of(&d, vec![set(&d, "new", 1, 0, 0), set(&d, "b", 2, 1, 1)]);
    let updated = revisions::brought_up_to_date(back.new.as_ref().unwrap(), &d, back.next_revision());
    assert_eq!(updated.annotation(REVISION), Some("3"));
    assert_eq!(updated.annotation("deployment.kubernetes.io/revision-history"), Some("1"));
}
