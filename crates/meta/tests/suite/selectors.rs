//! Selectors on arbitrary text: parsing never panics, and what is accepted reads back as the same selector.

use meta::options::{ListOptions, Query};
use meta::selector::{FieldSelector, LabelSelector, Selector};
use proptest::prelude::*;

/// Text that is often a selector and sometimes nearly one.
fn selectorish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-c]{1,2}",
        Just("in".to_owned()),
        Just("notin".to_owned()),
        "[=!<>(),]",
        Just(" ".to_owned()),
        "[0-9]{1,2}",
        "[/\\\\\u{0}é-]",
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn label_selectors_never_panic(text in any::<String>()) {
        let _ = text.parse::<Selector>();
        let _ = LabelSelector::parse(&text);
    }

    #[test]
    fn label_selectors_read_back(text in selectorish()) {
        if let Ok(selector) = text.parse::<Selector>() {
            let canonical = selector.to_string();
            let again: Selector = canonical.parse().unwrap();
            prop_assert_eq!(&again, &selector, "{:?} became {:?}", text, canonical);
            prop_assert_eq!(again.to_string(), canonical);
        }
    }

    #[test]
    fn field_selectors_read_back(text in prop_oneof![any::<String>(), selectorish()]) {
        if let Ok(selector) = text.parse::<FieldSelector>() {
            let again: FieldSelector = selector.to_string().parse().unwrap();
            prop_assert_eq!(again.requirements().len(), selector.requirements().len());
            for one in selector.requirements() {
                prop_assert!(again.requirements().contains(one));
            }
        }
    }

    #[test]
    fn queries_never_panic(text in any::<String>()) {
        let _ = ListOptions::from_query(&Query::parse(&text));
    }
}
