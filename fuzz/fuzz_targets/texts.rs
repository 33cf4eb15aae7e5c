//! Any text as a selector, a query, a quantity, a time, a duration: read or refused, never a panic; what was read reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meta::options::{ListOptions, Query};
use meta::selector::{FieldSelector, LabelSelector, Selector};
use meta::{Duration, Quantity, Time};

fuzz_target!(|text: &str| {
    if let Ok(selector) = text.parse::<Selector>() {
        let shown = selector.to_string();
        assert_eq!(shown.parse::<Selector>().expect("our own text"), selector, "{shown}");
    }
    let _ = LabelSelector::parse(text);
    if let Ok(selector) = text.parse::<FieldSelector>() {
        selector.to_string().parse::<FieldSelector>().expect("our own text");
    }
    let _ = ListOptions::from_query(&Query::parse(text));
    if let Ok(quantity) = text.parse::<Quantity>() {
        let shown = quantity.to_string();
        let again = shown.parse::<Quantity>().expect("our own text");
        assert_eq!(again.to_string(), shown);
    }
    if let Ok(duration) = text.parse::<Duration>() {
        assert_eq!(duration.to_string().parse::<Duration>().expect("our own text"), duration);
    }
    let _ = text.parse::<Time>();
});
