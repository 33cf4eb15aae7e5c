//! How the error of a patch shows the object that it made: as the JSON text that upstream's patch library leaves behind. Objects that
//! the patch went through are sorted by name; all others stand as Go printed them, in the order of their type's fields.

use patch::json_patch;
use schema::{Definition, Shape, Special, Wire};
use serde_json::{Map, Value};

/// The text of a patched object. `touched` holds an object for every object that the patch went through.
pub(super) fn text(tree: &Value, definition: Option<&'static Definition>, touched: &Value) -> String {
    let mut out = Vec::new();
    write(tree, Type::Message(definition), Some(touched), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// The objects that the operations of a JSON patch went through.
pub(super) fn passed_by(operations: &Value) -> Value {
    let mut touched = Value::Object(Map::new());
    for operation in operations.as_array().into_iter().flatten() {
        for path in ["path", "from"].iter().filter_map(|name| operation.get(name)?.as_str()) {
            let mut at = &mut touched;
            let steps: Vec<&str> = path.split('/').skip(1).collect();
            // No document is more nested than that, so no operation goes further.
            for step in steps.iter().take(steps.len().saturating_sub(1)).take(json_patch::MAX_DEPTH) {
                let Value::Object(members) = at else { break };
                at = members.entry(*step).or_insert_with(|| Value::Object(Map::new()));
            }
        }
    }
    touched
}

/// What is known of the type of a value.
#[derive(Clone, Copy)]
enum Type {
    Message(Option<&'static Definition>),
    List(&'static Definition),
    Map(&'static Definition),
}

fn write(value: &Value, ty: Type, touched: Option<&Value>, out: &mut Vec<u8>) {
    match (value, ty) {
        (Value::Object(members), Type::Message(definition)) => {
            let touched = touched.and_then(Value::as_object);
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            if touched.is_none() {
                names.sort_by_key(|name| definition.map_or((0, 0), |definition| place(definition, name)));
            }
            let part =
                |name: &str| (of_field(definition, name), touched.and_then(|touched| touched.get(name)));
            write_object(members, &names, part, out);
        }
        (Value::Object(members), Type::Map(definition)) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            write_object(members, &names, |_| (Type::Message(Some(definition)), None), out);
        }
        (Value::Array(items), Type::List(definition)) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write(item, Type::Message(Some(definition)), None, out);
            }
            out.push(b']');
        }
        _ => codec::json::write(value, out),
    }
}

fn write_object<'t>(
    members: &Map<String, Value>,
    names: &[&String],
    part: impl Fn(&str) -> (Type, Option<&'t Value>),
    out: &mut Vec<u8>,
) {
    out.push(b'{');
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        codec::json::write(&Value::from(name.as_str()), out);
        out.push(b':');
        let (ty, touched) = part(name);
        write(&members[*name], ty, touched, out);
    }
    out.push(b'}');
}

/// Fields of containers that came late, so that their numbers are high, but stand before another in their type.
const EARLIER: [(&str, &str); 7] = [
    ("envFrom", "env"),
    ("resizePolicy", "volumeMounts"),
    ("restartPolicy", "volumeMounts"),
    ("restartPolicyRules", "volumeMounts"),
    ("volumeDevices", "livenessProbe"),
    ("startupProbe", "lifecycle"),
    ("terminationMessagePolicy", "imagePullPolicy"),
];

/// Sorts the fields of a type as it declares them.
fn place(definition: &'static Definition, name: &str) -> (usize, usize) {
    let of_container = ["Container", "EphemeralContainer"].contains(&definition.short_name());
    let earlier = EARLIER.iter().enumerate().find(|(_, (field, _))| of_container && *field == name);
    match earlier {
        Some((rank, (_, before))) => (position(definition, before), rank),
        None => (position(definition, name), EARLIER.len()),
    }
}

/// The place of a field in its type; `kind` and `apiVersion` of an object, which are no fields on the wire, come first.
fn position(definition: &'static Definition, name: &str) -> usize {
    let mut fields = definition.message.iter().flat_map(|message| message.fields);
    match (fields.position(|field| field.json == Some(name)), name) {
        (Some(at), _) => 2 + at,
        (None, "kind") => 0,
        (None, "apiVersion") => 1,
        (None, _) => usize::MAX,
    }
}

fn of_field(definition: Option<&'static Definition>, name: &str) -> Type {
    let fields = definition.and_then(|definition| definition.message.as_ref()).map_or(&[][..], |m| m.fields);
    let Some(field) = fields.iter().find(|field| field.json == Some(name)) else {
        return Type::Message(None);
    };
    match (field.wire, field.shape) {
        (Wire::Message(inner), _) if inner.special != Special::None => Type::Message(None),
        (Wire::Message(inner), Shape::One) => Type::Message(Some(inner)),
        (Wire::Message(inner), Shape::List) => Type::List(inner),
        (Wire::Message(inner), Shape::Map) => Type::Map(inner),
        _ => Type::Message(None),
    }
}
