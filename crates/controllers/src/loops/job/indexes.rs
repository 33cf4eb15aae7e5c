//! Sets of completion indexes, as the status writes them: `0-2,5`.

use std::collections::BTreeSet;

/// The set that a text describes; parts that make no sense are left out.
pub fn parse(text: &str) -> BTreeSet<i32> {
    let part = |part: &str| -> Option<std::ops::RangeInclusive<i32>> {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.split(',').filter_map(part).flatten().collect()
}

/// The text that describes a set.
pub fn render(indexes: &BTreeSet<i32>) -> String {
    let mut text = String::new();
    let mut rest = indexes.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if_eq(&(last + 1)) {
            last = next;
        }
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&first.to_string());
        if last > first {
            text.push(if last == first + 1 { ',' } else { '-' });
            text.push_str(&last.to_string());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_short() {
        for text in ["", "0", "0-2", "1,3-5,7", "0,1"] {
            assert_eq!(render(&parse(text)), text);
        }
        assert_eq!(render(&parse("2,0,1,9")), "0-2,9");
    }
}
