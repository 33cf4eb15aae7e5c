//! Numbers as specs and statuses write them.

use api::IntOrString;

/// A count of a status, where zero is left out.
pub fn count(number: usize) -> Option<i32> {
    (number > 0).then(|| int(number))
}

/// A count as the API's integer.
pub fn int(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A number, or a percentage of a total.
pub fn scaled(value: &IntOrString, total: i32, round_up: bool) -> i32 {
    match value {
        IntOrString::Int(number) => *number,
        IntOrString::String(text) => {
            let percent: i64 = text.trim_end_matches('%').parse().unwrap_or_default();
            let product = percent * i64::from(total);
            let scaled = if round_up { (product + 99).div_euclid(100) } else { product.div_euclid(100) };
            i32::try_from(scaled).unwrap_or(i32::MAX)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_as_asked() {
        let percent = IntOrString::String("25%".to_owned());
        assert_eq!((scaled(&percent, 10, true), scaled(&percent, 10, false)), (3, 2));
        assert_eq!(scaled(&IntOrString::Int(4), 10, true), 4);
    }
}
