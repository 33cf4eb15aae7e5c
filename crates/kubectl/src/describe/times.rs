//! Times as descriptions show them: `Mon, 02 Jan 2006 15:04:05 +0000`, in UTC.

use serde_json::Value;

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn seconds(time: &Value) -> Option<i64> {
    let text = time.as_str()?;
    let whole = text.parse::<meta::Time>().map(meta::Time::unix);
    whole.or_else(|_| text.parse::<meta::MicroTime>().map(|time| time.unix().0)).ok()
}

/// A time of the API, or Go's zero time.
pub fn rfc1123(time: &Value) -> String {
    let Some(unix) = seconds(time) else { return "Mon, 01 Jan 0001 00:00:00 +0000".to_owned() };
    let text = meta::Time::from_unix(unix).to_string();
    let day = DAYS[usize::try_from(unix.div_euclid(86400).rem_euclid(7)).unwrap_or_default()];
    let month = text[5..7].parse::<usize>().ok().and_then(|month| MONTHS.get(month - 1)).unwrap_or(&"Jan");
    format!("{day}, {} {month} {} {} +0000", &text[8..10], &text[..4], &text[11..19])
}

/// The span between two times, for people.
pub fn between(start: &Value, end: &Value) -> Option<String> {
    Some(crate::print::human(seconds(end)? - seconds(start)?))
}

#[cfg(test)]
mod tests {
    use super::rfc1123;
    use serde_json::json;

    #[test]
    fn times_have_their_weekday() {
        assert_eq!(rfc1123(&json!("2006-01-02T15:04:05Z")), "Mon, 02 Jan 2006 15:04:05 +0000");
        assert_eq!(rfc1123(&json!("2024-02-29T00:00:00.123456Z")), "Thu, 29 Feb 2024 00:00:00 +0000");
        assert_eq!(rfc1123(&json!(null)), "Mon, 01 Jan 0001 00:00:00 +0000");
    }
}
