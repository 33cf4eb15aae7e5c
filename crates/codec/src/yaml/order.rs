//! The order of keys in printed YAML: letters after everything else, and runs of digits by their value.

use std::cmp::Ordering;

/// Compares two keys as go-yaml v2 sorts them.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    // Keys of the API are plain words nearly always: there this is bytewise order.
    if a.bytes().chain(b.bytes()).all(|byte| byte.is_ascii_alphabetic()) {
        return a.cmp(b);
    }
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    match a.iter().zip(&b).position(|(a, b)| a != b) {
        None => a.len().cmp(&b.len()),
        Some(at) => at_difference(&a, &b, at),
    }
}

fn at_difference(a: &[char], b: &[char], at: usize) -> Ordering {
    match (a[at].is_alphabetic(), b[at].is_alphabetic()) {
        (true, true) => return a[at].cmp(&b[at]),
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    // A nought inside a longer number weighs as a digit, not as a leading zero.
    let in_number = (a[at] == '0' || b[at] == '0')
        && a[..at].iter().rev().take_while(|digit| digit.is_ascii_digit()).any(|digit| *digit != '0');
    let (a_value, a_end) = digits(a, at, in_number);
    let (b_value, b_end) = digits(b, at, in_number);
    a_value.cmp(&b_value).then(a_end.cmp(&b_end)).then(a[at].cmp(&b[at]))
}

/// The number that begins here, and where it ends. Wraps around as Go does.
fn digits(text: &[char], at: usize, in_number: bool) -> (i64, usize) {
    let mut value = i64::from(in_number);
    let mut end = at;
    while let Some(digit) = text.get(end).and_then(|digit| digit.to_digit(10)) {
        value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
        end += 1;
    }
    (value, end)
}
