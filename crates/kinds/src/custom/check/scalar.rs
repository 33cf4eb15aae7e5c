//! Texts and numbers: lengths, patterns, bounds, factors.

use meta::{BadValue, ErrorKind, FieldError, go};
use schema::{Format, Schema, Type, Validations};
use serde_json::Number;

use super::{Against, Findings};

impl Against<'_> {
    /// Lengths and pattern; the first that fails is told.
    pub(super) fn text(&self, v: &Validations, text: &str, path: &str) -> Findings {
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if let Some(max) = v.max_length.filter(|max| length > *max) {
            let plural = if max == 1 { "" } else { "s" };
            let detail = format!("may not be more than {max} byte{plural}");
            return self.error(ErrorKind::TooLong, path, BadValue::Omitted, detail).into();
        }
        if let Some(min) = v.min_length.filter(|min| length < *min) {
            let detail = format!("{path} in body should be at least {min} chars long");
            return self.invalid(path, text, detail).into();
        }
        let Some(pattern) = &v.pattern else { return Findings::default() };
        match self.patterns.matches(pattern, text) {
            Some(true) => Findings::default(),
            Some(false) => {
                self.invalid(path, text, format!("{path} in body should match '{pattern}'")).into()
            }
            None => {
                let detail =
                    format!("{path} in body should match '{pattern}, but pattern is invalid: unsupported'");
                self.invalid(path, text, detail).into()
            }
        }
    }

    /// Range, factor and bounds.
    pub(super) fn number(&self, schema: &Schema, v: &Validations, number: &Number, path: &str) -> Findings {
        let mut found = Findings::default();
        found.errors.extend(self.range(schema, number, path));
        found.errors.extend(self.factor(v, number, path));
        let shown = || match number.as_i64() {
            Some(whole) => BadValue::Int(whole),
            None => number.as_f64().map_or(BadValue::Null, BadValue::Float),
        };
        if let Some(min) = v.minimum.filter(|min| beyond(number, *min, v.exclusive_minimum, false)) {
            let words = if v.exclusive_minimum { "greater than" } else { "greater than or equal to" };
            let detail = format!("{path} in body should be {words} {}", bound(number, min));
            found.errors.push(self.invalid(path, shown(), detail));
        }
        if let Some(max) = v.maximum.filter(|max| beyond(number, *max, v.exclusive_maximum, true)) {
            let words = if v.exclusive_maximum { "less than" } else { "less than or equal to" };
            let detail = format!("{path} in body should be {words} {}", bound(number, max));
            found.errors.push(self.invalid(path, shown(), detail));
        }
        found
    }

    /// Whether the number is one of its type and format.
    fn range(&self, schema: &Schema, number: &Number, path: &str) -> Option<FieldError> {
        let as_float = number.as_f64().unwrap_or(f64::NAN);
        let (kind, format, fits) = match (&schema.ty, schema.format) {
            (Type::Integer, Format::Int32) => {
                ("integer", "int32", whole(number).is_some_and(|whole| i32::try_from(whole).is_ok()))
            }
            (Type::Integer, Format::Int64) => ("integer", "int64", whole(number).is_some()),
            (Type::Integer, _) => ("integer", "", whole(number).is_some()),
            (Type::Number, Format::Float) => ("number", "float", as_float.abs() <= f64::from(f32::MAX)),
            _ => return None,
        };
        let format =
            if format.is_empty() { "(default format)".into() } else { format!("with format {format}") };
        (!fits).then(|| self.unplaced(format!("Checked value must be of type {kind} {format} in {path}")))
    }

    fn factor(&self, v: &Validations, number: &Number, path: &str) -> Option<FieldError> {
        let factor = v.multiple_of?;
        let fits = match number.as_i64() {
            Some(whole) => to_whole(factor) != 0 && whole % to_whole(factor) == 0,
            None => (number.as_f64()? / factor).fract() == 0.0,
        };
        if fits {
            return None;
        }
        let detail = format!("{path} in body should be a multiple of {}", bound(number, factor));
        let shown =
            number.as_i64().map_or_else(|| BadValue::Float(number.as_f64().unwrap_or(0.0)), BadValue::Int);
        Some(self.invalid(path, shown, detail))
    }
}

/// The number as a whole one, if it is.
fn whole(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| number.as_f64().filter(|number| number.fract() == 0.0).map(to_whole))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "bounds of whole numbers are cut to whole numbers, as upstream does"
)]
fn to_whole(number: f64) -> i64 {
    number as i64
}

/// Whether a number lies beyond a bound: above it, or below it. Whole numbers are compared as such.
fn beyond(number: &Number, bound: f64, exclusive: bool, above: bool) -> bool {
    let order = match number.as_i64() {
        Some(whole) => Some(whole.cmp(&to_whole(bound))),
        None => number.as_f64().and_then(|number| number.partial_cmp(&bound)),
    };
    order.is_some_and(|order| {
        (if above { order.is_gt() } else { order.is_lt() }) || (exclusive && order.is_eq())
    })
}

/// A bound as Go prints it beside a number of its kind.
fn bound(number: &Number, bound: f64) -> String {
    if number.is_i64() { to_whole(bound).to_string() } else { go::format_float(bound) }
}
