//! Rules for object names by kind of rule, and the making of names from `generateName`. Which kind of object follows
//! which rule is in `kinds`; the registry calls [`generate`] on create.

use crate::validate::{self, Messages};

/// Checks a name; `true` says that the name is a prefix to which a suffix will be added.
pub type NameRule = fn(&str, bool) -> Messages;

const NAME_MAX: usize = 63;
const SUFFIX_LENGTH: usize = 5;
/// The longest prefix that survives name generation whole.
pub const GENERATED_PREFIX_MAX: usize = NAME_MAX - SUFFIX_LENGTH;
/// Letters and digits that form no words and are not mistaken for one another.
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

/// A prefix that ends in a dash is valid, since a suffix follows: the check sees a letter in its place.
fn with_prefix_masked(name: &str, prefix: bool, check: fn(&str) -> Messages) -> Messages {
    if !prefix || name.len() < 2 || !name.ends_with('-') {
        return check(name);
    }
    // Upstream cuts two characters and adds one; the result is one shorter, which matters at the length limit.
    let cut = name.char_indices().nth_back(1).map_or(0, |(at, _)| at);
    check(&format!("{}a", &name[..cut]))
}

/// Names that must be DNS subdomains: most kinds.
pub fn dns_subdomain(name: &str, prefix: bool) -> Messages {
    with_prefix_masked(name, prefix, validate::dns1123_subdomain)
}

/// Names that must be DNS labels: namespaces among others.
pub fn dns_label(name: &str, prefix: bool) -> Messages {
    with_prefix_masked(name, prefix, validate::dns1123_label)
}

/// Names that must be DNS labels starting with a letter: services.
pub fn dns1035_label(name: &str, prefix: bool) -> Messages {
    with_prefix_masked(name, prefix, validate::dns1035_label)
}

/// Names that only have to fit a path segment: RBAC objects.
pub fn path_segment(name: &str, prefix: bool) -> Messages {
    if prefix { validate::path_segment_prefix(name) } else { validate::path_segment_name(name) }
}

/// `base` and five random characters. `random` is given a bound and returns a number below it.
pub fn generate(base: &str, mut random: impl FnMut(usize) -> usize) -> String {
    let end = base.floor_char_boundary(GENERATED_PREFIX_MAX.min(base.len()));
    let mut name = String::with_capacity(end + SUFFIX_LENGTH);
    name.push_str(&base[..end]);
    name.push_str(&random_string(SUFFIX_LENGTH, &mut random));
    name
}

/// `length` characters of the alphabet that generated names use. `random` is given a bound and returns a number below it.
pub fn random_string(length: usize, mut random: impl FnMut(usize) -> usize) -> String {
    (0..length).map(|_| char::from(ALPHABET[random(ALPHABET.len()) % ALPHABET.len()])).collect()
}

/// A number written in the alphabet that generated names use: each character replaced by the one of its code.
pub fn safe_encode(text: &str) -> String {
    text.bytes().map(|b| char::from(ALPHABET[usize::from(b) % ALPHABET.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generates_within_the_limit() {
        assert_eq!(generate("web-", |_| 0), "web-bbbbb");
        assert_eq!(generate("web-", |bound| bound - 1), "web-99999");
        assert_eq!(generate(&"a".repeat(70), |_| 1).len(), 63);
        assert_eq!(generate(&"é".repeat(40), |_| 2).chars().count(), 29 + 5);
    }

    #[test]
    fn a_prefix_may_end_in_a_dash() {
        assert!(dns_subdomain("web-", true).is_empty());
        assert!(!dns_subdomain("web-", false).is_empty());
        assert!(!dns_label("-", true).is_empty());
        assert!(dns_label(&format!("{}-", "a".repeat(63)), true).is_empty());
        assert!(path_segment("..", true).is_empty());
        assert_eq!(path_segment("..", false), ["may not be '..'"]);
    }

    #[test]
    fn safe_encoding_matches_upstream() {
        // The characters that the hashes in names of pods consist of.
        assert_eq!(safe_encode("0123456789"), "456789bcdf");
    }
}
