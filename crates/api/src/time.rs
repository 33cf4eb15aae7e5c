//! Times of the API from and to the system's, so that nobody else needs the library behind them. They are cut to what the API
//! carries (seconds, or microseconds), so that an object read back is equal to the one written.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use k8s_openapi::jiff::Timestamp;

use crate::meta::{MicroTime, Time};

/// The time in whole seconds.
pub fn time(at: SystemTime) -> Time {
    Time(Timestamp::from_second(seconds(at)).unwrap_or(Timestamp::UNIX_EPOCH))
}

/// The time in whole microseconds.
pub fn micro_time(at: SystemTime) -> MicroTime {
    let micros = at.duration_since(UNIX_EPOCH).map_or(0, |past| past.as_micros());
    let stamp = i64::try_from(micros).ok().and_then(|micros| Timestamp::from_microsecond(micros).ok());
    MicroTime(stamp.unwrap_or(Timestamp::UNIX_EPOCH))
}

/// The system's time of a time of the API; what lies before 1970 becomes 1970.
pub fn system(time: &Time) -> SystemTime {
    since_epoch(&time.0)
}

/// The system's time of a time with microseconds.
pub fn system_micro(time: &MicroTime) -> SystemTime {
    since_epoch(&time.0)
}

/// A time as the API writes it, from its text (`2026-11-15T08:00:00Z`).
pub fn parse(text: &str) -> Option<Time> {
    text.parse().ok().map(Time)
}

/// The text of a time as the API writes it.
pub fn render(time: &Time) -> String {
    let stamp = Timestamp::from_second(time.0.as_second()).unwrap_or(Timestamp::UNIX_EPOCH);
    stamp.to_string()
}

fn seconds(at: SystemTime) -> i64 {
    at.duration_since(UNIX_EPOCH).map_or(0, |past| i64::try_from(past.as_secs()).unwrap_or(i64::MAX))
}

fn since_epoch(stamp: &Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::try_from(stamp.as_duration()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_the_way_there_and_back() {
        let at = UNIX_EPOCH + Duration::new(1_800_000_000, 123_456_789);
        assert_eq!(system(&time(at)), UNIX_EPOCH + Duration::from_secs(1_800_000_000));
        assert_eq!(system_micro(&micro_time(at)), UNIX_EPOCH + Duration::new(1_800_000_000, 123_456_000));
        assert_eq!(render(&time(at)), "2027-01-15T08:00:00Z");
        assert_eq!(parse("2027-01-15T08:00:00Z"), Some(time(at)));
        assert_eq!(parse("yesterday"), None);
    }
}
