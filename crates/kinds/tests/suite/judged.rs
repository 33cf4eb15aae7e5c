//! Rules of other groups that no recorded case asks for: an object, perhaps the one it replaces, and what is said of it.

use std::sync::Arc;

use meta::Time;
use resource::{Context, Kind, Object, Part, User};
use serde_json::Value;

fn kind_of<'t>(table: &'t [Arc<Kind>], tree: &Value) -> &'t Kind {
    table.iter().find(|kind| tree["kind"] == *kind.kind).unwrap_or_else(|| panic!("no kind for {tree}"))
}

/// The errors on a new object, or on a change of `old` through its main path or `/status`.
fn judge(kind: &Kind, tree: &Value, old: Option<&Value>, part: Part<'_>) -> String {
    let user = User { name: "somebody".into(), ..User::default() };
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run: false };
    let made = |tree: &Value| {
        let mut object = Object::new(tree.clone()).unwrap();
        object.set("apiVersion", kind.hub().api_version().as_ref());
        object.set("metadata.uid", "u");
        kind.strategy.defaults(&mut object);
        object
    };
    let mut object = made(tree);
    let Some(old) = old else {
        kind.strategy.prepare_create(&mut object, &cx);
        return kind.strategy.validate(&object, &cx).to_string();
    };
    let old = made(old);
    kind.strategy.prepare_update(part, &mut object, &old, &cx);
    kind.strategy.validate_update(part, &object, &old, &cx).to_string()
}

/// `golden/judged.txt`: an object on one line, `over` or `status over` and what it replaces on the next if there is such,
/// the errors, a blank line.
#[test]
fn objects_are_judged_as_written_down() {
    let (golden, table) = (include_str!("../golden/judged.txt"), kinds::builtin());
    for block in golden.trim_end().split("\n\n") {
        let lines: Vec<&str> = block.splitn(3, '\n').collect();
        let tree: Value = serde_json::from_str(lines[0]).unwrap();
        let (part, old) = match lines[1].split_once("over ") {
            Some(("", old)) => (Part::Main, Some(old)),
            Some(("status ", old)) => (Part::Status, Some(old)),
            _ => (Part::Main, None),
        };
        let want = if old.is_some() { lines[2].to_owned() } else { lines[1..].join("\n") };
        let old = old.map(|old| serde_json::from_str::<Value>(old).unwrap());
        assert_eq!(judge(kind_of(&table, &tree), &tree, old.as_ref(), part), want, "{}", lines[0]);
    }
}
