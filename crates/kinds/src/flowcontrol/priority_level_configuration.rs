//! `PriorityLevelConfiguration`: how many requests of a level run at a time, and how the others wait.

use meta::{ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use super::{GROUP, mandatory};
use crate::describe;
use crate::printing::{NONE, age, age_of, name, text};
use crate::rules::object::{default, has, keep, text as of};
use crate::rules::report::Report;

const MAX_QUEUES: i64 = 10_000_000;
/// So much of a request's hash can be used to choose its queues.
const HASH_BITS: f64 = 60.0;
const KEPT_ZERO: &str = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

/// The descriptor.
pub fn kind() -> Kind {
    let limited = "io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration#nominalConcurrencyShares";
    describe::cluster(GROUP, "v1", "PriorityLevelConfiguration", "prioritylevelconfigurations")
        .status()
        .generation()
        .columns(vec![
            name(),
            text("Type", "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec#type"),
            text("NominalConcurrencyShares", limited),
            text("Queues", "io.k8s.api.flowcontrol.v1.QueuingConfiguration#queues"),
            text("HandSize", "io.k8s.api.flowcontrol.v1.QueuingConfiguration#handSize"),
            text("QueueLengthLimit", "io.k8s.api.flowcontrol.v1.QueuingConfiguration#queueLengthLimit"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let tree = object.tree_mut();
        if let Some(exempt) = tree.pointer_mut("/spec/exempt") {
            default(exempt, "nominalConcurrencyShares", 0);
            default(exempt, "lendablePercent", 0);
        }
        if let Some(limited) = tree.pointer_mut("/spec/limited") {
            default(limited, "nominalConcurrencyShares", 30);
            default(limited, "lendablePercent", 0);
        }
        if let Some(queuing) = tree.pointer_mut("/spec/limited/limitResponse/queuing") {
            for (field, value) in [("handSize", 8), ("queues", 64), ("queueLengthLimit", 50)] {
                if queuing[field].as_i64().unwrap_or(0) == 0 {
                    queuing[field] = json!(value);
                }
            }
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = ErrorList::new();
        if object.annotation(KEPT_ZERO).is_some() {
            errors.forbidden(
                &Path::new("metadata.annotations"),
                format!("annotation '{KEPT_ZERO}' is forbidden"),
            );
        }
        errors.append(spec_errors(object));
        if let Some(wanted) = mandatory::priority_level(object.name()) {
            let but = (object.name() == "exempt").then_some("exempt");
            errors.append(mandatory::same_spec(object, &wanted, but));
        }
        errors.append(mandatory::condition_errors(object));
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["status"]),
            Part::Status | Part::View(_) => mandatory::keep_rest(new, old),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, _old: &Object, cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => self.validate(new, cx),
            Part::Status | Part::View(_) => mandatory::condition_errors(new),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let limited = object.get("spec.limited");
        let queuing = object.get("spec.limited.limitResponse.queuing");
        let shown = |tree: Option<&Value>, field: &str| match tree {
            None => Value::from(NONE),
            Some(tree) => json!(tree[field].as_i64().unwrap_or(0)),
        };
        vec![
            object.text("spec.type").into(),
            shown(limited, "nominalConcurrencyShares"),
            shown(queuing, "queues"),
            shown(queuing, "handSize"),
            shown(queuing, "queueLengthLimit"),
            age_of(object, now),
        ]
    }
}

fn spec_errors(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let (kind, at) = (object.text("spec.type"), path.child("type"));
    if (object.name() == "exempt") != (kind == "Exempt") {
        errors.invalid(&at, kind, "must be 'Exempt' if and only if `name` is 'exempt'");
    }
    let (limited, exempt) = (object.get("spec.limited"), object.get("spec.exempt"));
    match kind {
        "Exempt" => {
            if limited.is_some() {
                errors.forbidden(&path.child("limited"), "must be nil if the type is not Limited");
            }
            if let Some(exempt) = exempt {
                share_errors(exempt, &path.child("exempt"), &mut errors);
                lend_errors(exempt, &path.child("exempt"), &mut errors);
            }
        }
        "Limited" => {
            if exempt.is_some() {
                errors.forbidden(&path.child("exempt"), "must be nil if the type is Limited");
            }
            match limited {
                None => errors.required(&path.child("limited"), "must not be empty when type is Limited"),
                Some(limited) => limited_errors(limited, &path.child("limited"), &mut errors),
            }
        }
        "" => errors.required(&at, ""),
        other => errors.one_of(&at, other, &["Exempt", "Limited"]),
    }
    errors
}

fn share_errors(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(shares) = tree["nominalConcurrencyShares"].as_i64().filter(|shares| *shares < 0) {
        errors.invalid(&path.child("nominalConcurrencyShares"), shares, "must be a non-negative integer");
    }
}

fn lend_errors(tree: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(percent) = tree["lendablePercent"].as_i64().filter(|percent| !(0..=100).contains(percent)) {
        errors.invalid(&path.child("lendablePercent"), percent, "must be between 0 and 100, inclusive");
    }
}

fn limited_errors(limited: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    share_errors(limited, path, errors);
    let (response, at) = (&limited["limitResponse"], path.child("limitResponse"));
    let queuing = has(response, "queuing");
    match of(response, "type") {
        "Reject" => {
            if queuing {
                let detail = "must be nil if limited.limitResponse.type is not Limited";
                errors.forbidden(&at.child("queuing"), detail);
            }
        }
        "Queue" if queuing => queue_errors(&response["queuing"], &at.child("queuing"), errors),
        "Queue" => {
            errors
                .required(&at.child("queuing"), "must not be empty if limited.limitResponse.type is Limited");
        }
        "" => errors.required(&at.child("type"), ""),
        other => errors.one_of(&at.child("type"), other, &["Queue", "Reject"]),
    }
    lend_errors(limited, path, errors);
    if let Some(percent) = limited["borrowingLimitPercent"].as_i64().filter(|percent| *percent < 0) {
        let detail = "if specified, must be a non-negative integer";
        errors.invalid(&path.child("borrowingLimitPercent"), percent, detail);
    }
}

fn queue_errors(queuing: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let of = |field: &str| queuing[field].as_i64().unwrap_or(0);
    let (length, queues, hand) = (of("queueLengthLimit"), of("queues"), of("handSize"));
    if length <= 0 {
        errors.invalid(&path.child("queueLengthLimit"), length, "must be positive");
    }
    if queues <= 0 {
        errors.invalid(&path.child("queues"), queues, "must be positive");
    } else if queues > MAX_QUEUES {
        errors.invalid(&path.child("queues"), queues, format!("must not be greater than {MAX_QUEUES}"));
    }
    let at = path.child("handSize");
    if hand <= 0 {
        errors.invalid(&at, hand, "must be positive");
    } else if hand > queues {
        errors.invalid(&at, hand, format!("should not be greater than queues ({queues})"));
    } else if bits(queues, hand) > HASH_BITS {
        let detail = format!(
            "required entropy bits of deckSize {queues} and handSize {hand} should not be greater than {HASH_BITS}"
        );
        errors.invalid(&at, hand, detail);
    }
}

/// So much of a hash is used up by choosing queues.
fn bits(queues: i64, hand: i64) -> f64 {
    let exact = |number: i64| f64::from(i32::try_from(number).unwrap_or(i32::MAX));
    (exact(queues).log2() * exact(hand)).ceil()
}
