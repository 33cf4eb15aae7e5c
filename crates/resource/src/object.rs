//! The JSON tree of one object, with its metadata within reach.
//!
//! Where the schema rules (patches, apply, custom resources) the tree is worked on as it is; a kind's own file turns it into its
//! typed struct to decide. Paths are written with dots (`spec.template.spec`) and pass through objects only.

use serde_json::{Map, Value};

/// One object: always a JSON object at the top, with `metadata` an object too.
#[derive(Debug, Clone, PartialEq)]
pub struct Object(Value);

impl Object {
    /// Takes a tree whose top is an object; anything else is given back.
    pub fn new(mut tree: Value) -> Result<Self, Value> {
        let Value::Object(top) = &mut tree else { return Err(tree) };
        if !top.get("metadata").is_some_and(Value::is_object) {
            top.insert("metadata".into(), Value::Object(Map::new()));
        }
        Ok(Self(tree))
    }

    /// The whole tree.
    pub fn tree(&self) -> &Value {
        &self.0
    }

    /// The whole tree, to be changed. `metadata` must stay an object.
    pub fn tree_mut(&mut self) -> &mut Value {
        &mut self.0
    }

    /// Gives the tree away.
    pub fn into_tree(self) -> Value {
        self.0
    }

    /// What stands at a path such as `spec.replicas`; null counts as nothing.
    pub fn get(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(&self.0, |at, name| at.get(name)).filter(|value| !value.is_null())
    }

    /// The text at a path; empty if there is none.
    pub fn text(&self, path: &str) -> &str {
        self.get(path).and_then(Value::as_str).unwrap_or_default()
    }

    /// The whole number at a path.
    pub fn int(&self, path: &str) -> Option<i64> {
        self.get(path).and_then(Value::as_i64)
    }

    /// Sets what stands at a path, making the objects on the way.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) {
        *place(&mut self.0, path) = value.into();
    }

    /// Sets what stands at a path if nothing does: a default. Does nothing where a parent on the way is missing.
    pub fn set_default(&mut self, path: &str, value: impl Into<Value>) {
        let (parent, name) =
            path.rsplit_once('.').map_or((None, path), |(parent, name)| (Some(parent), name));
        let parent = match parent {
            Some(parent) => parent.split('.').try_fold(&mut self.0, |at, name| at.get_mut(name)),
            None => Some(&mut self.0),
        };
        if let Some(Value::Object(parent)) = parent
            && parent.get(name).is_none_or(Value::is_null)
        {
            parent.insert(name.to_owned(), value.into());
        }
    }

    /// Takes away what stands at a path.
    pub fn remove(&mut self, path: &str) -> Option<Value> {
        let (parent, name) =
            path.rsplit_once('.').map_or((None, path), |(parent, name)| (Some(parent), name));
        let parent = match parent {
            Some(parent) => parent.split('.').try_fold(&mut self.0, |at, name| at.get_mut(name))?,
            None => &mut self.0,
        };
        parent.as_object_mut()?.remove(name)
    }

    /// Makes a path of this object equal to the same path of another, absent if it is absent there.
    pub fn copy_from(&mut self, other: &Self, path: &str) {
        match other.get(path) {
            Some(value) => self.set(path, value.clone()),
            None => drop(self.remove(path)),
        }
    }

    /// `metadata.name`
    pub fn name(&self) -> &str {
        self.text("metadata.name")
    }

    /// `metadata.namespace`; empty for cluster-wide objects.
    pub fn namespace(&self) -> &str {
        self.text("metadata.namespace")
    }

    /// `metadata.uid`
    pub fn uid(&self) -> &str {
        self.text("metadata.uid")
    }

    /// A label's value.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.get("metadata.labels")?.get(key)?.as_str()
    }

    /// An annotation's value.
    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.get("metadata.annotations")?.get(key)?.as_str()
    }

    /// `metadata.generation`, 0 if there is none.
    pub fn generation(&self) -> i64 {
        self.int("metadata.generation").unwrap_or(0)
    }

    /// Whether the object is being deleted.
    pub fn is_terminating(&self) -> bool {
        self.get("metadata.deletionTimestamp").is_some()
    }

    /// `metadata.finalizers`
    pub fn finalizers(&self) -> impl Iterator<Item = &str> {
        self.get("metadata.finalizers")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
    }
}

/// The place at a path, made if need be; what stands in the way and is no object is replaced.
fn place<'a>(tree: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').fold(tree, |at, name| {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        let Value::Object(members) = at else { unreachable!("it was made an object above") };
        members.entry(name).or_insert(Value::Null)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(tree: Value) -> Object {
        Object::new(tree).unwrap()
    }

    #[test]
    fn only_an_object_is_an_object() {
        assert!(Object::new(json!([])).is_err());
        assert_eq!(object(json!({"metadata": null})).tree(), &json!({"metadata": {}}));
    }

    #[test]
    fn paths_reach_set_and_remove() {
        let mut o = object(
            json!({"metadata": {"name": "a", "labels": {"x/y.z": "1"}}, "spec": {"n": 1, "none": null}}),
        );
        assert_eq!((o.name(), o.label("x/y.z"), o.int("spec.n")), ("a", Some("1"), Some(1)));
        assert_eq!(o.get("spec.none"), None);
        o.set("status.phase", "Active");
        o.set_default("spec.n", 5);
        o.set_default("spec.none", 5);
        o.set_default("absent.m", 5);
        o.remove("metadata.labels");
        let expected =
            json!({"metadata": {"name": "a"}, "spec": {"n": 1, "none": 5}, "status": {"phase": "Active"}});
        assert_eq!(o.tree(), &expected);
    }

    #[test]
    fn copying_a_path_copies_its_absence_too() {
        let (mut new, old) = (object(json!({"spec": 1, "status": 2})), object(json!({"status": 3})));
        new.copy_from(&old, "spec");
        new.copy_from(&old, "status");
        assert_eq!(new.tree(), &json!({"metadata": {}, "status": 3}));
    }
}
