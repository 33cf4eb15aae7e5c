//! Rules of pods that no recorded case asks for: a change to a sound pod, and what is said of it.

use meta::Time;
use resource::{Context, Object, User};
use serde_json::{Value, json};

/// The errors on a pod whose spec has this merged in.
fn judge(patch: &Value) -> String {
    let mut tree = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x", "namespace": "ns"},
        "spec": {"containers": [{"name": "c", "image": "img"}]},
    });
    super::replay::merge(&mut tree["spec"], patch);
    let pod = kinds::builtin().into_iter().find(|kind| kind.kind == "Pod").unwrap();
    let user = User::default();
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run: false };
    let mut object = Object::new(tree).unwrap();
    pod.strategy.defaults(&mut object);
    pod.strategy.prepare_create(&mut object, &cx);
    pod.strategy.validate(&object, &cx).to_string()
}

/// `golden/pods.txt`: a merge patch on one line, the errors on the next, a blank line.
#[test]
fn pods_are_judged_as_written_down() {
    let golden = include_str!("../golden/pods.txt");
    for block in golden.trim_end().split("\n\n") {
        let (patch, want) = block.split_once('\n').unwrap();
        assert_eq!(judge(&serde_json::from_str(patch).unwrap()), want, "{patch}");
    }
}
