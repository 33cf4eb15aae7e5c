//! Paths as people write them for columns and sorting, without braces or the leading dot.

use crate::Error;

/// `metadata.name`, `.metadata.name` and `{metadata.name}` as `{.metadata.name}`.
pub fn relaxed(path: &str) -> Result<String, Error> {
    if path.is_empty() {
        return Ok(String::new());
    }
    let inner = path.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(path);
    let field = match inner.strip_prefix('.') {
        Some(rest) if !rest.is_empty() => rest,
        _ => inner,
    };
    if field.is_empty() || field.contains(['{', '}']) {
        return Err(Error::new(
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        ));
    }
    Ok(format!("{{.{field}}}"))
}
