//! Queries for kubelets, from the options that clients send. Pure.

use std::fmt::Write as _;

use meta::options::Query;

/// A query that is being written.
#[derive(Debug, Default)]
pub(super) struct Parameters(String);

impl Parameters {
    /// Adds a pair, escaped as forms are.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push('&');
        }
        self.0.push_str(name);
        self.0.push('=');
        for byte in value.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    self.0.push(char::from(byte));
                }
                b' ' => self.0.push('+'),
                other => drop(write!(self.0, "%{other:02X}")),
            }
        }
    }

    /// A path with the query behind it.
    pub(super) fn after(self, path: &str) -> String {
        if self.0.is_empty() { path.to_owned() } else { format!("{path}?{}", self.0) }
    }
}

/// Whether an option is on. Anything but a clear no is yes, once it is there at all.
pub(super) fn is_on(query: &Query<'_>, name: &str) -> bool {
    query.get(name).is_some_and(|value| value != "0" && !value.eq_ignore_ascii_case("false"))
}

/// The streams of a command.
pub(super) fn streams(query: &Query<'_>, parameters: &mut Parameters) {
    for (asked, told) in [("stdin", "input"), ("stdout", "output"), ("stderr", "error"), ("tty", "tty")] {
        if is_on(query, asked) {
            parameters.add(told, "1");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kubelets_have_their_own_words() {
        let query = Query::parse("stdin=true&stdout=1&stderr=false&tty=&command=sh");
        let mut parameters = Parameters::default();
        streams(&query, &mut parameters);
        parameters.add("command", "a b&c=ü");
        assert_eq!(parameters.after("/exec"), "/exec?input=1&output=1&tty=1&command=a+b%26c%3D%C3%BC");
        assert_eq!(Parameters::default().after("/x"), "/x");
    }
}
