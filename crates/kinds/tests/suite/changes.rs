//! Changes of objects that no recorded case asks for, and what is said of them.

use meta::Time;
use resource::{Context, Object, Part, User};
use serde_json::Value;

/// The errors on an object with this merged in, through this path (empty: its own).
fn judge(kind: &str, view: &str, old: &Value, patch: &Value) -> String {
    let kind = kinds::builtin().into_iter().find(|known| known.kind == kind).unwrap();
    let user = User::default();
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run: false };
    let mut tree = old.clone();
    tree["apiVersion"] = kind.hub().api_version().into();
    tree["kind"] = kind.kind.as_ref().into();
    let mut old = Object::new(tree).unwrap();
    kind.strategy.defaults(&mut old);
    let mut new = old.clone();
    super::replay::merge(new.tree_mut(), patch);
    let part = match view {
        "" => Part::Main,
        "status" => Part::Status,
        view => Part::View(view),
    };
    kind.strategy.defaults(&mut new);
    kind.strategy.prepare_update(part, &mut new, &old, &cx);
    kind.strategy.validate_update(part, &new, &old, &cx).to_string()
}

/// `golden/changes.txt`: kind and path, the old object, a merge patch, the errors; a blank line.
#[test]
fn changes_are_judged_as_written_down() {
    let golden = include_str!("../golden/changes.txt");
    for block in golden.trim_end().split("\n\n") {
        let mut lines = block.splitn(4, '\n');
        let head = lines.next().unwrap();
        let (kind, view) = head.split_once(' ').unwrap_or((head, ""));
        let [old, patch] = [(); 2].map(|()| serde_json::from_str::<Value>(lines.next().unwrap()).unwrap());
        let want = lines.next().unwrap_or_default();
        assert_eq!(judge(kind, view, &old, &patch).trim_end(), want.trim_end(), "{head}: {patch}");
    }
}
