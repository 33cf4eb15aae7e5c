//! Which objects of a collection, and how they become the query of a request.

/// Which objects a list, watch or delete is about. The default is all of them, in their latest state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Select {
    /// A label selector (`app=web,tier!=db`).
    pub labels: String,
    /// A field selector (`spec.nodeName=one`).
    pub fields: String,
    /// At most so many in one answer; 0 for all.
    pub limit: u32,
    /// Where the answer before this one ended.
    pub continue_token: String,
    /// A version that the answer must be no older than; empty for the latest, `0` for any.
    pub version: String,
}

impl Select {
    /// By labels.
    pub fn labels(selector: impl Into<String>) -> Self {
        Self { labels: selector.into(), ..Self::default() }
    }

    /// By fields.
    pub fn fields(selector: impl Into<String>) -> Self {
        Self { fields: selector.into(), ..Self::default() }
    }

    /// The parameters that say which objects.
    pub(crate) fn which(&self) -> Vec<(&'static str, String)> {
        let mut query = Vec::new();
        for (name, value) in [("labelSelector", &self.labels), ("fieldSelector", &self.fields)] {
            if !value.is_empty() {
                query.push((name, value.clone()));
            }
        }
        query
    }

    /// The parameters of a list.
    pub(crate) fn listed(&self) -> Vec<(&'static str, String)> {
        let mut query = self.which();
        if self.limit > 0 {
            query.push(("limit", self.limit.to_string()));
        }
        for (name, value) in [("continue", &self.continue_token), ("resourceVersion", &self.version)] {
            if !value.is_empty() {
                query.push((name, value.clone()));
            }
        }
        query
    }
}

/// A query string, with its question mark unless it is empty.
pub(crate) fn render(query: &[(&'static str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in query {
        text.push(if text.is_empty() { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        escape(value, &mut text);
    }
    text
}

/// Percent-encodes all but what needs no encoding anywhere.
pub(crate) fn escape(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_become_a_query() {
        let select = Select { fields: "a=b".into(), limit: 3, ..Select::labels("x in (1, 2)") };
        assert_eq!(
            render(&select.listed()),
            "?labelSelector=x%20in%20%281%2C%202%29&fieldSelector=a%3Db&limit=3"
        );
        assert_eq!(render(&Select::default().listed()), "");
    }
}
