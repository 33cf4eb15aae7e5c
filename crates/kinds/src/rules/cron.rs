//! Schedules of cron jobs: five fields, or a descriptor such as `@daily`. Only whether a text is one; when it comes due is
//! the controller's to find out.

use meta::{Duration, go};

/// The bounds of one field, and the names that stand for numbers in it.
struct Field {
    low: i64,
    high: i64,
    names: &'static [&'static str],
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const FIELDS: [Field; 5] = [
    Field { low: 0, high: 59, names: &[] },
    Field { low: 0, high: 23, names: &[] },
    Field { low: 1, high: 31, names: &[] },
    Field { low: 1, high: 12, names: &MONTHS },
    Field { low: 0, high: 6, names: &DAYS },
];

/// What is wrong with a schedule. `zone` says whether a time zone exists.
pub fn check(schedule: &str, zone: impl Fn(&str) -> bool) -> Result<(), String> {
    if schedule.is_empty() {
        return Err("empty spec string".to_owned());
    }
    let mut rest = schedule;
    if schedule.starts_with("TZ=") || schedule.starts_with("CRON_TZ=") {
        let start = schedule.find('=').map_or(0, |at| at + 1);
        let Some(end) = schedule.find(' ') else {
            return Err("invalid schedule format: runtime error: slice bounds out of range [:-1]".to_owned());
        };
        let name = schedule.get(start..end).unwrap_or_default();
        if !zone(name) {
            return Err(format!("provided bad location {name}: unknown time zone {name}"));
        }
        rest = schedule[end..].trim();
    }
    if rest.starts_with('@') {
        return descriptor(rest);
    }
    let fields: Vec<&str> = rest.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        let found = fields.len();
        return Err(format!("expected exactly 5 fields, found {found}: [{}]", fields.join(" ")));
    }
    let pairs = fields.iter().zip(&FIELDS);
    let mut ranges = pairs.flat_map(|(text, field)| {
        text.split(',').filter(|part| !part.is_empty()).map(move |part| range(part, field))
    });
    ranges.try_for_each(|checked| checked)
}

fn descriptor(text: &str) -> Result<(), String> {
    const KNOWN: [&str; 7] =
        ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
    if KNOWN.contains(&text) {
        return Ok(());
    }
    match text.strip_prefix("@every ") {
        Some(period) => match period.parse::<Duration>() {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("failed to parse duration {text}: {error}")),
        },
        None => Err(format!("unrecognized descriptor: {text}")),
    }
}

/// `5`, `1-5`, `*/2`, `mon-fri/2`
fn range(text: &str, field: &Field) -> Result<(), String> {
    let (bounds, steps) = text.split_once('/').map_or((text, None), |(bounds, steps)| (bounds, Some(steps)));
    let ends: Vec<&str> = bounds.split('-').collect();
    let (start, mut end) = match ends.as_slice() {
        ["*" | "?", ..] => (field.low, field.high),
        [one] => (value(one, field)?, value(one, field)?),
        [low, high] => (value(low, field)?, value(high, field)?),
        _ => {
            value(ends[0], field)?;
            return Err(format!("too many hyphens: {text}"));
        }
    };
    let step = match steps {
        None => 1,
        Some(steps) if steps.contains('/') => return Err(format!("too many slashes: {text}")),
        Some(steps) => {
            let step = number(steps)?;
            if ends.len() == 1 {
                end = field.high;
            }
            step
        }
    };
    if start < field.low {
        return Err(format!("beginning of range ({start}) below minimum ({}): {text}", field.low));
    }
    if end > field.high {
        return Err(format!("end of range ({end}) above maximum ({}): {text}", field.high));
    }
    if start > end {
        return Err(format!("beginning of range ({start}) beyond end of range ({end}): {text}"));
    }
    if step == 0 {
        return Err(format!("step of range should be a positive number: {text}"));
    }
    Ok(())
}

fn value(text: &str, field: &Field) -> Result<i64, String> {
    let lower = text.to_lowercase();
    match field.names.iter().position(|name| *name == lower) {
        Some(at) => Ok(field.low + i64::try_from(at).unwrap_or(0)),
        None => number(text),
    }
}

fn number(text: &str) -> Result<i64, String> {
    match go::atoi(text) {
        Ok(number) if number < 0 => Err(format!("negative number ({number}) not allowed: {text}")),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("failed to parse int from {text}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn schedules_are_judged() {
        let table = [
            ("*/5 0 1,15 jan-jun sun", ""),
            ("? * * * MON-FRI/2", ""),
            ("@daily", ""),
            ("@every 1h30m", ""),
            ("TZ=UTC 0 0 * * *", ""),
            ("", "empty spec string"),
            ("* * *", "expected exactly 5 fields, found 3: [* * *]"),
            ("61 * * * *", "end of range (61) above maximum (59): 61"),
            ("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
            ("5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"),
            ("*/0 * * * *", "step of range should be a positive number: */0"),
            ("1-2-3 * * * *", "too many hyphens: 1-2-3"),
            ("1/2/3 * * * *", "too many slashes: 1/2/3"),
            ("x * * * *", r#"failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax"#),
            ("@never", "unrecognized descriptor: @never"),
            ("TZ=Mars 0 0 * * *", "provided bad location Mars: unknown time zone Mars"),
            ("TZ=0", "invalid schedule format: runtime error: slice bounds out of range [:-1]"),
        ];
        for (schedule, want) in table {
            let got = check(schedule, |zone| zone == "UTC").err().unwrap_or_default();
            assert_eq!(got, want, "{schedule}");
        }
    }
}
