//! Amounts with units inside objects.

use meta::{BadValue, ErrorList, FieldError, Path, Quantity};

/// The quantity, if its text is one.
pub fn read(quantity: &api::Quantity) -> Option<Quantity> {
    quantity.0.parse().ok()
}

/// What a quantity is compared with zero; unreadable ones count as zero.
pub fn sign(quantity: &api::Quantity) -> std::cmp::Ordering {
    read(quantity).map_or(std::cmp::Ordering::Equal, |quantity| quantity.cmp(&Quantity::default()))
}

/// A quantity at `path` that must not be negative.
pub fn not_negative(quantity: &api::Quantity, path: &Path<'_>) -> ErrorList {
    if sign(quantity).is_lt() {
        return FieldError::invalid(path, shown(quantity), "must be greater than or equal to 0").into();
    }
    ErrorList::new()
}

/// The quantity as an error shows it.
pub fn shown(quantity: &api::Quantity) -> BadValue {
    BadValue::json(&text(quantity))
}

/// Gives a quantity in a tree its one spelling.
pub fn settle(tree: &mut serde_json::Value, name: &str) {
    if let Some(quantity) =
        tree.get(name).and_then(serde_json::Value::as_str).and_then(|text| text.parse::<Quantity>().ok())
    {
        tree[name] = quantity.to_string().into();
    }
}

/// The quantity in its one spelling.
pub fn text(quantity: &api::Quantity) -> String {
    read(quantity).map_or_else(|| quantity.0.clone(), |quantity| quantity.to_string())
}
