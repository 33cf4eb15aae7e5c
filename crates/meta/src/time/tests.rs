//! Tables of texts that Go's `time` package reads, refuses and prints.

use super::*;

#[test]
fn reads_and_prints_times() {
    let table = [
        ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
        ("2024-02-29T23:59:59Z", 1_709_251_199, "2024-02-29T23:59:59Z"),
        ("2024-03-01T01:00:00+02:00", 1_709_247_600, "2024-02-29T23:00:00Z"),
        ("2024-03-01T01:00:00.999999999-00:30", 1_709_256_600, "2024-03-01T01:30:00Z"),
        ("2024-03-01T1:00:00Z", 1_709_254_800, "2024-03-01T01:00:00Z"),
        ("1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59Z"),
        ("0001-01-01T00:00:00Z", ZERO_SECONDS, "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", 253_402_300_799, "9999-12-31T23:59:59Z"),
    ];
    for (text, seconds, printed) in table {
        let time: Time = text.parse().unwrap();
        assert_eq!(time.unix(), seconds, "{text}");
        assert_eq!(time.to_string(), printed);
    }
}

#[test]
fn refuses_times_with_gos_words() {
    let table = [
        ("x", r#"parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006""#),
        ("", r#"parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006""#),
        ("2024", r#"parsing time "2024" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "-""#),
        ("2024-13-01T00:00:00Z", r#"parsing time "2024-13-01T00:00:00Z": month out of range"#),
        ("2023-02-29T00:00:00Z", r#"parsing time "2023-02-29T00:00:00Z": day out of range"#),
        ("2024-01-01T24:00:00Z", r#"parsing time "2024-01-01T24:00:00Z": hour out of range"#),
        ("2024-01-01T00:00:00Zjunk", r#"parsing time "2024-01-01T00:00:00Zjunk": extra text: "junk""#),
        (
            "2024-01-01T00:00:00",
            r#"parsing time "2024-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00""#,
        ),
        (
            "2024-01-01 00:00:00Z",
            r#"parsing time "2024-01-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T""#,
        ),
    ];
    for (text, want) in table {
        assert_eq!(text.parse::<Time>().unwrap_err().to_string(), want);
    }
}

#[test]
fn micro_times_have_six_digits() {
    let time: MicroTime = "2024-01-01T00:00:00.000001+01:00".parse().unwrap();
    assert_eq!(time.to_string(), "2023-12-31T23:00:00.000001Z");
    let error = "2024-01-01T00:00:00Z".parse::<MicroTime>().unwrap_err().to_string();
    assert!(error.ends_with(r#"cannot parse "Z" as ".000000""#), "{error}");
}

#[test]
fn times_in_json() {
    assert_eq!(serde_json::to_string(&Time::from_unix(0)).unwrap(), r#""1970-01-01T00:00:00Z""#);
    assert_eq!(serde_json::to_string(&Time::from_unix(ZERO_SECONDS)).unwrap(), "null");
    assert!(serde_json::from_str::<Time>("null").unwrap().is_zero());
    assert!(serde_json::from_str::<Time>("3").is_err());
}

#[test]
fn system_times_before_the_epoch_round_down() {
    let at = SystemTime::UNIX_EPOCH - std::time::Duration::from_millis(1);
    assert_eq!(Time::from(at).unix(), -1);
    assert_eq!(MicroTime::from(at).unix(), (-1, 999_000));
}

#[test]
fn reads_and_prints_durations() {
    let table = [
        ("0", 0, "0s"),
        ("1h2m3.5s", 3_723_500_000_000, "1h2m3.5s"),
        ("90m", 5_400_000_000_000, "1h30m0s"),
        ("1.5h", 5_400_000_000_000, "1h30m0s"),
        ("-1.5h", -5_400_000_000_000, "-1h30m0s"),
        ("100ms", 100_000_000, "100ms"),
        ("1us", 1_000, "1µs"),
        ("1500ns", 1_500, "1.5µs"),
        ("12ns", 12, "12ns"),
        (".5s", 500_000_000, "500ms"),
        ("+5s", 5_000_000_000, "5s"),
        ("-9223372036854775808ns", i64::MIN, "-2562047h47m16.854775808s"),
    ];
    for (text, nanos, printed) in table {
        let duration: Duration = text.parse().unwrap();
        assert_eq!(duration.as_nanos(), nanos, "{text}");
        assert_eq!(duration.to_string(), printed);
    }
}

#[test]
fn refuses_durations_with_gos_words() {
    let table = [
        ("", r#"time: invalid duration """#),
        ("1", r#"time: missing unit in duration "1""#),
        ("1x", r#"time: unknown unit "x" in duration "1x""#),
        ("s", r#"time: invalid duration "s""#),
        ("9223372036854775808ns", r#"time: invalid duration "9223372036854775808ns""#),
    ];
    for (text, want) in table {
        assert_eq!(text.parse::<Duration>().unwrap_err().to_string(), want);
    }
}
