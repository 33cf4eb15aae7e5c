//! Columns and cells of tables: what many kinds print alike.
//!
//! The name's column is the one whose format is `name`: the first, but for events. [`resource::Strategy::cells`] gives the cells
//! of all the others, in order. A kind without columns shows its name and when it was created.
//!
//! A column's description is either a sentence of its own or, where upstream shows the documentation of a field, a reference
//! to that field (`io.k8s.api.core.v1.PodStatus#phase`): whoever sends a table puts the published description in its place.

use meta::Time;
use resource::{Column, ColumnType, Object};
use serde_json::{Value, json};

/// Shown where there is nothing to show.
pub const NONE: &str = "<none>";
/// Shown where something is not known (yet).
pub const UNKNOWN: &str = "<unknown>";
/// Shown where a field is not set.
pub const UNSET: &str = "<unset>";

/// The first column of every kind.
pub fn name() -> Column {
    let mut column =
        Column::new("Name", ColumnType::String, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#name");
    column.format = "name".into();
    column
}

/// How old the object is.
pub const fn age() -> Column {
    text("Age", "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#creationTimestamp")
}

/// A column of text.
pub const fn text(name: &'static str, description: &'static str) -> Column {
    Column::new(name, ColumnType::String, description)
}

/// A column of whole numbers.
pub const fn integer(name: &'static str, description: &'static str) -> Column {
    Column::new(name, ColumnType::Integer, description)
}

/// The cell of [`age`].
pub fn age_of(object: &Object, now: Time) -> Value {
    since(object.text("metadata.creationTimestamp"), now).into()
}

/// The time since a moment in RFC 3339, as `kubectl get` shows it.
pub fn since(moment: &str, now: Time) -> String {
    match moment.parse::<Time>() {
        Ok(moment) if !moment.is_zero() => human_duration(now.unix() - moment.unix()),
        _ => UNKNOWN.to_owned(),
    }
}

/// A number of seconds in at most two units, the coarser the longer.
pub fn human_duration(seconds: i64) -> String {
    let two = |big: i64, unit: char, small: i64, rest: char| match small {
        0 => format!("{big}{unit}"),
        small => format!("{big}{unit}{small}{rest}"),
    };
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        0..120 => format!("{seconds}s"),
        _ if minutes < 10 => two(minutes, 'm', seconds % 60, 's'),
        _ if minutes < 180 => format!("{minutes}m"),
        _ if hours < 8 => two(hours, 'h', minutes % 60, 'm'),
        _ if hours < 48 => format!("{hours}h"),
        _ if hours < 192 => two(days, 'd', hours % 24, 'h'),
        _ if hours < 365 * 24 * 2 => format!("{days}d"),
        _ if hours < 365 * 24 * 8 => two(hours / 24 / 365, 'y', days % 365, 'd'),
        _ => format!("{}y", hours / 24 / 365),
    }
}

/// The labels of a selector map as `a=b,c=d`; `<none>` if there are none.
pub fn labels(map: Option<&Value>) -> Value {
    let pairs: Vec<String> = map
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()))
        .collect();
    if pairs.is_empty() { NONE.into() } else { pairs.join(",").into() }
}

/// The number at a path, 0 if there is none.
pub fn number(object: &Object, path: &str) -> Value {
    json!(object.int(path).unwrap_or(0))
}

/// Names and images of the containers of a pod template, each joined by commas.
pub fn containers(object: &Object, path: &str) -> [Value; 2] {
    let join = |field: &str| {
        let items = object.get(path).and_then(Value::as_array).into_iter().flatten();
        let values: Vec<&str> =
            items.map(|c| c.get(field).and_then(Value::as_str).unwrap_or_default()).collect();
        Value::from(values.join(","))
    };
    [join("name"), join("image")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_get_coarser() {
        let table = [
            (-5, "<invalid>"),
            (-1, "0s"),
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (125, "2m5s"),
            (600, "10m"),
            (10_799, "179m"),
            (10_800, "3h"),
            (11_000, "3h3m"),
            (30_000, "8h"),
            (172_800, "2d"),
            (180_000, "2d2h"),
            (700_000, "8d"),
            (63_072_000, "2y"),
            (64_000_000, "2y10d"),
            (400_000_000, "12y"),
        ];
        for (seconds, want) in table {
            assert_eq!(human_duration(seconds), want, "{seconds}");
        }
    }
}
