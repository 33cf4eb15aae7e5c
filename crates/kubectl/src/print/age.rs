//! Spans of time for people: `5s`, `3m10s`, `2d4h`.

use serde_json::Value;

/// A span in seconds, upstream's `duration.HumanDuration`.
pub fn human(seconds: i64) -> String {
    let pair = |large: i64, unit: &str, small: i64, rest: &str| {
        if small == 0 { format!("{large}{unit}") } else { format!("{large}{unit}{small}{rest}") }
    };
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        0..120 => format!("{seconds}s"),
        _ if minutes < 10 => pair(minutes, "m", seconds % 60, "s"),
        _ if minutes < 180 => format!("{minutes}m"),
        _ if hours < 8 => pair(hours, "h", minutes % 60, "m"),
        _ if hours < 48 => format!("{hours}h"),
        _ if hours < 24 * 8 => pair(hours / 24, "d", hours % 24, "h"),
        _ if hours < 24 * 365 * 2 => format!("{}d", hours / 24),
        _ if hours < 24 * 365 * 8 => pair(hours / 24 / 365, "y", hours / 24 % 365, "d"),
        _ => format!("{}y", hours / 24 / 365),
    }
}

/// How long ago a time of the API was; `<unknown>` if it is none.
pub fn ago(time: &Value, now: i64) -> String {
    let text = time.as_str().unwrap_or_default();
    let then = text.parse::<meta::Time>().map(meta::Time::unix);
    let then = then.or_else(|_| text.parse::<meta::MicroTime>().map(|time| time.unix().0));
    then.map_or_else(|_| "<unknown>".to_owned(), |then| human(now - then))
}

#[cfg(test)]
mod tests {
    use super::human;

    #[test]
    fn spans_are_short() {
        for (seconds, text) in [
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (190, "3m10s"),
            (600, "10m"),
            (10_800, "3h"),
            (11_100, "3h5m"),
            (36_000, "10h"),
            (180_000, "2d2h"),
            (691_200, "8d"),
            (63_158_400, "2y1d"),
            (252_288_000, "8y"),
            (-5, "<invalid>"),
        ] {
            assert_eq!(human(seconds), text, "{seconds}");
        }
    }
}
