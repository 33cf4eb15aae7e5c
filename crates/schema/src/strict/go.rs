//! How Go's decoder names types and judges base64. Used by `walk` only; the names matter only when there is an error.

use crate::{Definition, Special, Wire, WireField};

/// Go's type of a field, `levels` lists or maps inside it: of `map[string]string`, one level in, `string`.
pub(super) fn type_of(owner: &Definition, field: &str, levels: usize) -> String {
    // apiVersion and kind are in JSON but not in the message.
    let Some(wire) = wire_field(owner, field) else { return "string".to_owned() };
    let mut name = wire.go_type;
    for _ in 0..levels {
        name = element(name, wire);
    }
    name.to_owned()
}

fn element(name: &'static str, wire: &WireField) -> &'static str {
    if let Some(element) = name.strip_prefix("[]") {
        return element;
    }
    if let Some(element) = name.strip_prefix("map[").and_then(|rest| rest.split_once(']')) {
        return element.1;
    }
    match wire.wire {
        Wire::Message(definition) if definition.special != Special::StringList => definition.go_name(),
        _ => "string",
    }
}

fn wire_field(owner: &Definition, field: &str) -> Option<&'static WireField> {
    let fields = owner.message.as_ref()?.fields;
    let direct = fields.iter().find(|wire| wire.json == Some(field));
    direct.or_else(|| {
        fields.iter().filter(|wire| wire.json.is_none()).find_map(|inlined| match inlined.wire {
            Wire::Message(definition) => wire_field(definition, field),
            _ => None,
        })
    })
}

/// Where Go's decoder stops in text that is not base64: padding and alphabet are checked, line breaks are skipped, unused
/// bits are not looked at.
pub(super) fn base64_error(text: &str) -> Option<usize> {
    let breaks = |byte: u8| byte == b'\n' || byte == b'\r';
    let bytes = text.as_bytes();
    let mut in_group = 0;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/' {
            in_group = (in_group + 1) % 4;
        } else if byte == b'=' {
            let skip = |mut at: usize| {
                while at < bytes.len() && breaks(bytes[at]) {
                    at += 1;
                }
                at
            };
            match in_group {
                0 | 1 => return Some(at - 1),
                2 => {
                    at = skip(at);
                    match bytes.get(at) {
                        None => return Some(bytes.len()),
                        Some(b'=') => at += 1,
                        Some(_) => return Some(at - 1),
                    }
                }
                _ => {}
            }
            let end = skip(at);
            return (end < bytes.len()).then_some(end);
        } else if !breaks(byte) {
            return Some(at - 1);
        }
    }
    (in_group != 0).then(|| bytes.len() - in_group)
}
