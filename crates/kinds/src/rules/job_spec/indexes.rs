//! Sets of indexes in text form: `1,3-5,7`.

use meta::go;

/// How many indexes a text names. `completions` is one more than the highest.
pub fn count(text: &str, completions: i32) -> Result<i32, String> {
    let mut total = 0;
    let mut last: Option<i64> = None;
    for part in text.split(',').filter(|_| !text.is_empty()) {
        let (low, high) = interval(part, completions)?;
        if let Some(last) = last.filter(|last| *last >= low) {
            return Err(format!("non-increasing order, previous: {last}, current: {low}"));
        }
        total += high - low + 1;
        last = Some(high);
    }
    Ok(i32::try_from(total).unwrap_or(i32::MAX))
}

/// The first index that two texts have in common. Parts that cannot be read are passed over.
pub fn overlap(a: &str, b: &str, completions: i32) -> Option<i64> {
    let read = |text: &str| -> Vec<(i64, i64)> {
        text.split(',').filter_map(|part| interval(part, completions).ok()).collect()
    };
    let (a, b) = (read(a), read(b));
    let pairs = a.iter().flat_map(|one| b.iter().map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
        .map(|(one, other)| one.0.max(other.0))
        .min()
}

fn interval(text: &str, completions: i32) -> Result<(i64, i64), String> {
    let limits: Vec<&str> = text.split('-').collect();
    if limits.len() > 2 {
        let text = go::quote(text);
        return Err(format!(
            "the fragment {text} violates the requirement that an index interval can have at most two parts separated by '-'"
        ));
    }
    let low = index(limits[0], completions)?;
    let Some(high) = limits.get(1) else { return Ok((low, low)) };
    let high = index(high, completions)?;
    if low >= high {
        return Err(format!("non-increasing order, previous: {low}, current: {high}"));
    }
    Ok((low, high))
}

fn index(text: &str, completions: i32) -> Result<i64, String> {
    match go::atoi(text) {
        Err(_) => Err(format!("cannot convert string to integer for index: {}", go::quote(text))),
        Ok(index) if index >= i64::from(completions) => Err(format!("too large index: {}", go::quote(text))),
        Ok(index) => Ok(index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted() {
        let table = [
            ("", Ok(0)),
            ("0,2-4", Ok(4)),
            ("3,1", Err("non-increasing order, previous: 3, current: 1")),
            ("4-2", Err("non-increasing order, previous: 4, current: 2")),
            ("9", Err("too large index: \"9\"")),
            ("x", Err("cannot convert string to integer for index: \"x\"")),
        ];
        for (text, want) in table {
            assert_eq!(count(text, 5), want.map_err(str::to_owned), "{text}");
        }
        assert_eq!(overlap("0,2-4", "1,3", 5), Some(3));
        assert_eq!(overlap("0", "1", 5), None);
    }
}
