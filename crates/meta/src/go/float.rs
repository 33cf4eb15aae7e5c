//! A float the way Go's `%v` prints it: shortest digits, exponent form below 1e-4 and from 1e21 on.

/// Renders `value` as Go's `%v` does.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').expect("the e form always carries an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent of a float is a small integer");
    if value == 0.0 || (-4..21).contains(&exponent) {
        return format!("{value}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::format_float;

    #[test]
    fn prints_as_go_does() {
        let table = [
            (0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e100, "1.25e+100"),
            (f64::INFINITY, "+Inf"),
        ];
        for (value, want) in table {
            assert_eq!(format_float(value), want);
        }
    }
}
