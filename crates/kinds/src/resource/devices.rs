//! One device of a slice: what it is, what it can do, and what keeps it from being used.

use meta::validate::object_meta::label_name;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use serde_json::Value;

use super::lists::{self, by_name};
use crate::rules::object::{has, text};
use crate::rules::report::Report;
use crate::rules::seen::Seen;

const MAX_FACTS: usize = 32;
const MAX_VALUE: usize = 64;
const MAX_TAINTS: usize = 16;
const MAX_CONDITIONS: usize = 4;
const EFFECTS: [&str; 3] = ["NoExecute", "NoSchedule", "None"];
/// The forms that the value of an attribute may have.
const VALUES: [&str; 8] = ["bool", "int", "string", "version", "bools", "ints", "strings", "versions"];

/// What is wrong with a device at `path`, besides where it is and what it counts.
pub fn validate(device: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let name = by_name(device);
    errors.problems(&path.child("name"), name, validate::dns1123_label(name));
    let members = |field: &str| device[field].as_object().cloned().unwrap_or_default();
    let (attributes, capacity) = (members("attributes"), members("capacity"));
    let facts = attributes.len() + capacity.len();
    if facts > MAX_FACTS {
        let detail = format!("the total number of attributes and capacities must not exceed {MAX_FACTS}");
        errors.invalid(path, facts, detail);
    }
    let at = path.child("attributes");
    for (key, attribute) in &attributes {
        lists::qualified_name(key, &at, errors);
        attribute_errors(attribute, &at.key(key), errors);
    }
    let at = path.child("capacity");
    for (key, one) in &capacity {
        lists::qualified_name(key, &at, errors);
        if device["allowMultipleAllocations"] != true && has(one, "requestPolicy") {
            let at = at.key(key);
            errors.forbidden(&at.child("requestPolicy"), "allowMultipleAllocations must be true");
        }
    }
    lists::validate(device, "taints", MAX_TAINTS, path, errors, None, taint_errors);
}

fn attribute_errors(attribute: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    for (one, many) in [("string", "strings"), ("version", "versions")] {
        let judge = |value: &Value, at: &Path<'_>, errors: &mut ErrorList| {
            let value = value.as_str().unwrap_or_default();
            if one == "version" && !is_version(value) {
                errors.invalid(at, value, "must be a string compatible with semver.org spec 2.0.0");
            }
            if value.len() > MAX_VALUE {
                errors.push(FieldError::too_long(at, MAX_VALUE));
            }
        };
        if has(attribute, one) {
            judge(&attribute[one], &path.child(one), errors);
        }
        lists::validate(attribute, many, usize::MAX, path, errors, None, judge);
    }
    match VALUES.iter().filter(|form| has(attribute, form)).count() {
        0 => errors.invalid(path, "", "exactly one value must be specified"),
        1 => {}
        _ => errors.invalid(path, BadValue::json(attribute), "exactly one value must be specified"),
    }
}

/// `1.2.3-rc.1+build.5`
fn is_version(text: &str) -> bool {
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        digits && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let (rest, build) = text.split_once('+').map_or((text, None), |(rest, build)| (rest, Some(build)));
    let (core, before) = rest.split_once('-').map_or((rest, None), |(core, before)| (core, Some(before)));
    let is_prerelease =
        |part: &str| number(part) || (word(part) && !part.bytes().all(|byte| byte.is_ascii_digit()));
    core.split('.').count() == 3
        && core.split('.').all(number)
        && before.is_none_or(|before| before.split('.').all(is_prerelease))
        && build.is_none_or(|build| build.split('.').all(word))
}

fn taint_errors(taint: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    errors.append(label_name(text(taint, "key"), &path.child("key")));
    let value = text(taint, "value");
    errors.problems(&path.child("value"), value, validate::label_value(value));
    match text(taint, "effect") {
        "" => errors.required(&path.child("effect"), ""),
        effect => errors.one_of(&path.child("effect"), effect, &EFFECTS),
    }
}

/// Conditions that must hold, or must not, before a device is really given.
pub fn binding(device: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let fields = ["bindingConditions", "bindingFailureConditions"];
    let texts =
        |field: &str| lists::each(device, field).into_iter().map(lists::by_itself).collect::<Vec<_>>();
    for field in fields {
        lists::validate(device, field, MAX_CONDITIONS, path, errors, None, |condition, at, errors| {
            errors.append(label_name(lists::by_itself(condition), at));
        });
    }
    let (wanted, failed) = (texts(fields[0]), texts(fields[1]));
    for (field, list) in [(fields[0], &wanted), (fields[1], &failed)] {
        let (at, mut seen) = (path.child(field), Seen::new());
        for (i, condition) in list.iter().enumerate() {
            if seen.again(condition) {
                errors.duplicate(&at.index(i), *condition);
            }
            if field == fields[1] && wanted.contains(condition) {
                let detail = "bindingFailureConditions must not overlap with bindingConditions";
                errors.invalid(&at.index(i), *condition, detail);
            }
        }
    }
    for (empty, other) in [(0, 1), (1, 0)] {
        let (missing, given) = (texts(fields[empty]), texts(fields[other]));
        if missing.is_empty() && !given.is_empty() {
            let detail = format!("{} are required to use {}", fields[empty], fields[other]);
            errors.invalid(&path.child(fields[empty]), BadValue::Null, detail);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_told_from_other_texts() {
        let table = [
            ("1.2.3", true),
            ("1.2.3-rc.1+b.05", true),
            ("0.0.0--x", true),
            ("1.2", false),
            ("01.2.3", false),
            ("1.2.3-01", false),
            ("1.2.3-", false),
            ("v1.2.3", false),
        ];
        for (text, want) in table {
            assert_eq!(is_version(text), want, "{text}");
        }
    }
}
