//! Kinds that hold little: config maps, secrets, service accounts, priority classes.

use base64::Engine as _;

use super::shared::{annotations, head};
use super::{Facts, Text, events};
use crate::tree::{Tree as _, texts};

fn bytes(text: &str) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD.decode(text).unwrap_or_default()
}

pub(super) fn config_map(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    head(text, object);
    text.line(0, "\nData\n====");
    for (key, value) in texts(object.at("data")) {
        text.line(0, format!("{key}:\n----\n{value}\n"));
    }
    text.line(0, "\nBinaryData\n====");
    for (key, value) in texts(object.at("binaryData")) {
        text.line(0, format!("{key}: {} bytes", bytes(value).len()));
    }
    text.line(0, "");
    events::describe(facts, text);
}

pub(super) fn secret(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    head(text, object);
    text.line(0, format!("\nType:\t{}", object.text("type")));
    text.line(0, "\nData\n====");
    for (key, value) in texts(object.at("data")) {
        if key == "token" && object.text("type") == "kubernetes.io/service-account-token" {
            text.field(0, key, String::from_utf8_lossy(&bytes(value)));
        } else {
            text.field(0, key, format!("{} bytes", bytes(value).len()));
        }
    }
}

pub(super) fn service_account(facts: &Facts<'_>, text: &mut Text) {
    head(text, facts.object);
    let secrets = facts.object.items("imagePullSecrets");
    if secrets.is_empty() {
        text.line(0, "Image pull secrets:\t<none>");
    }
    for (index, secret) in secrets.iter().enumerate() {
        let title = if index == 0 { "Image pull secrets:" } else { "                   " };
        text.line(0, format!("{title}\t{}", secret.text("name")));
    }
    events::describe(facts, text);
}

pub(super) fn priority_class(facts: &Facts<'_>, text: &mut Text) {
    let object = facts.object;
    text.field(0, "Name", object.name());
    text.field(0, "Value", object.int("value"));
    text.field(0, "GlobalDefault", object.truth("globalDefault"));
    text.field(0, "PreemptionPolicy", object.text("preemptionPolicy"));
    text.field(0, "Description", object.text("description"));
    annotations(text, "Annotations", object.at("metadata.annotations"));
    events::describe(facts, text);
}
