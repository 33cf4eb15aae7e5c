//! The events of an object, at the end of its description.

use serde_json::Value;

use super::{Facts, Text};
use crate::print::ago;
use crate::tree::Tree as _;

/// Events as a table, oldest first.
pub fn describe(facts: &Facts<'_>, text: &mut Text) {
    let Some(events) = &facts.events else { return };
    if events.is_empty() {
        text.line(0, "Events:\t<none>");
        return;
    }
    let mut events: Vec<&Value> = events.iter().collect();
    events.sort_by_key(|event| event.text("lastTimestamp").to_owned());
    text.line(0, "Events:\n  Type\tReason\tAge\tFrom\tMessage");
    text.line(1, "----\t------\t----\t----\t-------");
    for event in events {
        let first = if event.has("eventTime") { event.at("eventTime") } else { event.at("firstTimestamp") };
        let first = ago(first, facts.now);
        let age = if event.has("series") {
            format!(
                "{} (x{} over {first})",
                ago(event.at("series.lastObservedTime"), facts.now),
                event.int("series.count")
            )
        } else if event.int("count") > 1 {
            format!("{} (x{} over {first})", ago(event.at("lastTimestamp"), facts.now), event.int("count"))
        } else {
            first
        };
        let from = match event.text("source.component") {
            "" => event.text("reportingComponent"),
            component => component,
        };
        let mut message = event.text("message").trim().to_owned();
        let path = event.text("involvedObject.fieldPath");
        if !path.is_empty() {
            message = format!("{path}: {message}");
        }
        text.line(1, format!("{}\t{}\t{age}\t{from}\t{message}", event.text("type"), event.text("reason")));
    }
}
