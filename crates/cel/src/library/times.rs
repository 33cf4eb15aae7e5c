//! The parts of instants and durations.

use super::arguments::text;
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::time::Part;
use crate::value::Value;

const NANOS: i64 = 1_000_000_000;

pub(super) const TABLE: &[Decl] = &[
    Decl("getFullYear", "timestamp_to_year", "timestamp.() int", Run::Values(year)),
    Decl("getFullYear", "timestamp_to_year_with_tz", "timestamp.(string) int", Run::Values(year)),
    Decl("getMonth", "timestamp_to_month", "timestamp.() int", Run::Values(month)),
    Decl("getMonth", "timestamp_to_month_with_tz", "timestamp.(string) int", Run::Values(month)),
    Decl("getDayOfYear", "timestamp_to_day_of_year", "timestamp.() int", Run::Values(day_of_year)),
    Decl(
        "getDayOfYear",
        "timestamp_to_day_of_year_with_tz",
        "timestamp.(string) int",
        Run::Values(day_of_year),
    ),
    Decl("getDayOfMonth", "timestamp_to_day_of_month", "timestamp.() int", Run::Values(day_of_month)),
    Decl(
        "getDayOfMonth",
        "timestamp_to_day_of_month_with_tz",
        "timestamp.(string) int",
        Run::Values(day_of_month),
    ),
    Decl("getDate", "timestamp_to_day_of_month_1_based", "timestamp.() int", Run::Values(date)),
    Decl("getDate", "timestamp_to_day_of_month_1_based_with_tz", "timestamp.(string) int", Run::Values(date)),
    Decl("getDayOfWeek", "timestamp_to_day_of_week", "timestamp.() int", Run::Values(day_of_week)),
    Decl(
        "getDayOfWeek",
        "timestamp_to_day_of_week_with_tz",
        "timestamp.(string) int",
        Run::Values(day_of_week),
    ),
    Decl("getHours", "timestamp_to_hours", "timestamp.() int", Run::Values(hours)),
    Decl("getHours", "timestamp_to_hours_with_tz", "timestamp.(string) int", Run::Values(hours)),
    Decl("getHours", "duration_to_hours", "duration.() int", Run::Values(hours)),
    Decl("getMinutes", "timestamp_to_minutes", "timestamp.() int", Run::Values(minutes)),
    Decl("getMinutes", "timestamp_to_minutes_with_tz", "timestamp.(string) int", Run::Values(minutes)),
    Decl("getMinutes", "duration_to_minutes", "duration.() int", Run::Values(minutes)),
    Decl("getSeconds", "timestamp_to_seconds", "timestamp.() int", Run::Values(seconds)),
    Decl("getSeconds", "timestamp_to_seconds_tz", "timestamp.(string) int", Run::Values(seconds)),
    Decl("getSeconds", "duration_to_seconds", "duration.() int", Run::Values(seconds)),
    Decl("getMilliseconds", "timestamp_to_milliseconds", "timestamp.() int", Run::Values(milliseconds)),
    Decl(
        "getMilliseconds",
        "timestamp_to_milliseconds_with_tz",
        "timestamp.(string) int",
        Run::Values(milliseconds),
    ),
    Decl("getMilliseconds", "duration_to_milliseconds", "duration.() int", Run::Values(milliseconds)),
];

/// A part of an instant, in a zone if one is given, or a duration in whole units.
fn part<'a>(args: &[Value<'a>], part: Part, unit: Option<i64>) -> Result<Value<'a>> {
    match (args.first(), unit) {
        (Some(Value::Timestamp(at)), _) => {
            let zone = if args.len() > 1 { Some(text(args, 1)?) } else { None };
            at.part(part, zone).map(Value::Int)
        }
        (Some(Value::Duration(nanos)), Some(unit)) => Ok(Value::Int(nanos / unit)),
        _ => Err(EvalError::no_such_overload()),
    }
}

fn year<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Year, None)
}

fn month<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Month, None)
}

fn day_of_year<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::DayOfYear, None)
}

fn day_of_month<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::DayOfMonth, None)
}

fn date<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Date, None)
}

fn day_of_week<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::DayOfWeek, None)
}

fn hours<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Hours, Some(3600 * NANOS))
}

fn minutes<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Minutes, Some(60 * NANOS))
}

fn seconds<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Seconds, Some(NANOS))
}

fn milliseconds<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    part(args, Part::Milliseconds, Some(NANOS / 1000))
}
