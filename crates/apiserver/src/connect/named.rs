//! Names in proxied paths: `name`, `name:port`, `scheme:name:port`. Pure.

/// A name taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named<'a> {
    /// Over TLS.
    pub https: bool,
    /// The object.
    pub name: &'a str,
    /// A number or a name; empty if none was given.
    pub port: &'a str,
}

impl<'a> Named<'a> {
    /// `None` if it is none of the three.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let parts: Vec<&str> = text.split(':').collect();
        let (scheme, name, port) = match parts.as_slice() {
            [name] => ("", *name, ""),
            [name, port] => ("", *name, *port),
            [scheme, name, port] => (*scheme, *name, *port),
            _ => return None,
        };
        let sound = !name.is_empty() && matches!(scheme, "" | "http" | "https");
        sound.then_some(Self { https: scheme == "https", name, port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_forms_and_no_other() {
        let named = |https, name, port| Some(Named { https, name, port });
        for (text, expected) in [
            ("a", named(false, "a", "")),
            ("a:80", named(false, "a", "80")),
            ("https:a:web", named(true, "a", "web")),
            ("http:a:", named(false, "a", "")),
            ("ftp:a:1", None),
            (":80", None),
            ("a:b:c:d", None),
        ] {
            assert_eq!(Named::parse(text), expected, "{text}");
        }
    }
}
