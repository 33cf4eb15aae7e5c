//! `ComponentStatus`: how parts of the control plane fare. Deprecated, computed when read, never stored.

use meta::Time;
use resource::{Kind, Object, Strategy, Verb};
use serde_json::Value;

use crate::describe;
use crate::printing::{name, text};

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("", "v1", "ComponentStatus", "componentstatuses")
        .deprecated("v1 ComponentStatus is deprecated in v1.19+")
        .short(&["cs"])
        .verbs(&[Verb::Get, Verb::List])
        .columns(vec![
            name(),
            text("Status", "Status of the component conditions"),
            text("Message", "Message of the component conditions"),
            text("Error", "Error of the component conditions"),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn missing_as(&self) -> Option<&'static str> {
        Some("componentstatus")
    }

    fn cells(&self, object: &Object, _now: Time) -> Vec<Value> {
        let conditions = object.get("conditions").and_then(Value::as_array).into_iter().flatten();
        let healthy = conditions.clone().find(|condition| condition["type"] == "Healthy");
        let text = |name: &str| healthy.and_then(|c| c.get(name)).and_then(Value::as_str).unwrap_or_default();
        let status = match healthy {
            None => "Unknown",
            Some(_) if text("status") == "True" => "Healthy",
            Some(_) => "Unhealthy",
        };
        vec![status.into(), text("message").into(), text("error").into()]
    }
}
