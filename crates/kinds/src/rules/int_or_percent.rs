//! Amounts that are a number or a percentage: how much of a workload may be missing, or too many, at a time.

use api::IntOrString;
use meta::{BadValue, ErrorList, FieldError, Path, go, validate};

/// What is wrong with an amount at `path`: it must not be negative, and text must be a percentage.
pub fn validate(value: &IntOrString, path: &Path<'_>) -> ErrorList {
    match value {
        IntOrString::Int(number) => validate::non_negative(i64::from(*number), path).into_iter().collect(),
        IntOrString::String(text) => {
            let problems = validate::percent(text).into_iter();
            problems.map(|problem| FieldError::invalid(path, shown(value), problem)).collect()
        }
    }
}

/// A percentage may not be more than everything.
pub fn within_all(value: &IntOrString, path: &Path<'_>) -> Option<FieldError> {
    let over = percent(value).is_some_and(|percent| percent > 100);
    over.then(|| FieldError::invalid(path, shown(value), "must not be greater than 100%"))
}

/// The number, or the number before the percent sign.
pub fn amount(value: &IntOrString) -> i64 {
    match value {
        IntOrString::Int(number) => i64::from(*number),
        IntOrString::String(text) => percent(value).or_else(|| go::atoi(text).ok()).unwrap_or(0),
    }
}

/// The amount as an error shows it.
pub fn shown(value: &IntOrString) -> BadValue {
    match value {
        IntOrString::Int(number) => BadValue::Int(i64::from(*number)),
        IntOrString::String(text) => BadValue::json(text),
    }
}

/// The amount as it stands in the JSON of a larger value.
pub fn json(value: Option<&IntOrString>) -> String {
    match value {
        None => "null".to_owned(),
        Some(IntOrString::Int(number)) => number.to_string(),
        Some(IntOrString::String(text)) => go::to_json(text).unwrap_or_default(),
    }
}

fn percent(value: &IntOrString) -> Option<i64> {
    let IntOrString::String(text) = value else { return None };
    let digits = text.strip_suffix('%').filter(|_| validate::percent(text).is_empty())?;
    Some(go::atoi(digits).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_judged() {
        let table = [
            (IntOrString::Int(3), 3, ""),
            (IntOrString::Int(-1), -1, "x: Invalid value: -1: must be greater than or equal to 0"),
            (IntOrString::String("25%".into()), 25, ""),
            (
                IntOrString::String("101%".into()),
                101,
                r#"x: Invalid value: "101%": must not be greater than 100%"#,
            ),
        ];
        let path = Path::new("x");
        for (value, want, error) in table {
            let mut errors = validate(&value, &path);
            errors.append(within_all(&value, &path));
            assert_eq!((amount(&value), errors.to_string().as_str()), (want, error));
        }
        assert!(!validate(&IntOrString::String("5".into()), &path).is_empty());
    }
}
