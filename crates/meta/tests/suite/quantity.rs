//! Quantities: how each spelling is read and printed, arithmetic, rounding, and properties over arbitrary text.

use meta::Quantity;
use meta::quantity::{Format, MILLI, NANO};
use proptest::prelude::*;

fn q(text: &str) -> Quantity {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn canonical_spellings() {
    let table = [
        ("0", "0"),
        ("-0", "0"),
        ("+0", "0"),
        ("0Ki", "0"),
        ("0.0", "0"),
        ("00000", "0"),
        ("0m", "0"),
        ("0e5", "0"),
        ("1", "1"),
        ("-1", "-1"),
        ("100", "100"),
        ("1000", "1k"),
        ("1024", "1024"),
        ("12345", "12345"),
        ("1.5", "1500m"),
        ("0.5", "500m"),
        (".5", "500m"),
        ("-.5", "-500m"),
        ("1.", "1."),
        ("0.05", "50m"),
        ("1500m", "1500m"),
        ("1000m", "1"),
        ("2000m", "2"),
        ("100m", "100m"),
        ("1000000u", "1"),
        ("1000n", "1u"),
        ("1n", "1n"),
        ("1u", "1u"),
        ("1m", "1m"),
        ("0.001", "1m"),
        ("0.000001", "1u"),
        ("0.000000001", "1n"),
        ("1k", "1k"),
        ("1M", "1M"),
        ("1G", "1G"),
        ("1T", "1T"),
        ("1P", "1P"),
        ("1E", "1E"),
        ("10k", "10k"),
        ("1000k", "1M"),
        ("1000000", "1M"),
        ("1500k", "1500k"),
        ("1.5M", "1500k"),
        ("100000000000", "100G"),
        ("1Ki", "1Ki"),
        ("1Mi", "1Mi"),
        ("1Gi", "1Gi"),
        ("1Ti", "1Ti"),
        ("1Pi", "1Pi"),
        ("1Ei", "1Ei"),
        ("1024Ki", "1Mi"),
        ("1024Mi", "1Gi"),
        ("2048Mi", "2Gi"),
        ("0.5Gi", "512Mi"),
        ("1.5Gi", "1536Mi"),
        ("0.5Ki", "512"),
        ("1000Ki", "1000Ki"),
        ("1536Mi", "1536Mi"),
        ("8Ki", "8Ki"),
        ("0.1Mi", "104857600m"),
        ("0.3Ki", "307200m"),
        ("0.0001Ki", "102400u"),
        ("1023", "1023"),
        ("-1024Ki", "-1Mi"),
        ("-0.5Gi", "-512Mi"),
        ("1e3", "1e3"),
        ("1E3", "1E3"),
        ("1e0", "1e0"),
        ("12e6", "12e6"),
        ("1e4", "10e3"),
        ("1e-3", "1e-3"),
        ("1.5e3", "1500"),
        ("100e3", "100e3"),
        ("1000e3", "1e6"),
        ("1e100", "10e99"),
        ("1e-9", "1e-9"),
        ("1e-10", "1e-9"),
        ("1e-100", "1e-9"),
        ("1e-2000000000", "1e-9"),
        ("1e2000000000", "100e1999999998"),
        // Spellings that upstream takes for canonical and prints back as they are.
        ("+1", "+1"),
        ("001", "001"),
        ("1.500", "1.500"),
        ("1.123", "1.123"),
        ("+1Ki", "+1Ki"),
        ("01Ki", "01Ki"),
        // Texts without a digit before the suffix read as zero.
        (".", "0"),
        ("+", "0"),
        ("-", "0"),
        ("Ki", "0"),
        ("m", "0"),
        ("e5", "0"),
        // More digits than a 64-bit number takes.
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854775808"),
        ("1.1234567891", "1123456790n"),
        ("0.0000000001", "1n"),
        ("-0.0000000001", "-1n"),
        ("9223372036854775807Ki", "9223372036854775807"),
        ("8Ei", "9223372036854775807"),
        ("100Ei", "9223372036854775807"),
        ("-100Ei", "-9223372036854775807"),
        ("7Ei", "7Ei"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        // Past exa there is no suffix and upstream drops the exponent.
        ("1000000000000000000000", "1"),
    ];
    for (text, want) in table {
        assert_eq!(q(text).to_string(), want, "{text:?}");
    }
}

#[test]
fn refusals() {
    let format =
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    let (numeric, suffix) = ("unable to parse numeric part of quantity", "unable to parse quantity's suffix");
    let table = [
        ("", format),
        (" 1", format),
        ("1 ", format),
        ("1.1.1", format),
        ("a", format),
        ("1+1a", format),
        ("é", format),
        ("1é", format),
        ("--1", suffix),
        ("1e", suffix),
        ("1Kii", suffix),
        ("1i", suffix),
        ("1mi", suffix),
        ("1K", suffix),
        ("1ki", suffix),
        ("1e9999999999999999999", suffix),
        ("1+1", suffix),
        ("1m3", suffix),
        ("e-10", numeric),
    ];
    for (text, want) in table {
        assert_eq!(text.parse::<Quantity>().unwrap_err().to_string(), want, "{text:?}");
    }
}

#[test]
fn values_round_up() {
    let table: [(&str, i64, i64); 14] = [
        ("1", 1, 1000),
        ("1m", 1, 1),
        ("1u", 1, 1),
        ("-1m", -1, -1),
        ("1500m", 2, 1500),
        ("-1500m", -2, -1500),
        ("1.5Gi", 1_610_612_736, 1_610_612_736_000),
        ("1Ki", 1024, 1_024_000),
        ("1001m", 2, 1001),
        ("100n", 1, 1),
        ("1e3", 1000, 1_000_000),
        ("0", 0, 0),
        ("1.1234567891", 2, 1124),
        ("3M", 3_000_000, 3_000_000_000),
    ];
    for (text, value, milli) in table {
        assert_eq!((q(text).value(), q(text).milli_value()), (value, milli), "{text:?}");
    }
    assert_eq!(q("1").scaled_value(NANO), 1_000_000_000);
    assert_eq!(q("1001").scaled_value(3), 2);
    assert_eq!(q("5").as_i64(), Some(5));
    assert_eq!(q("5k").as_i64(), Some(5000));
    assert_eq!(q("5m").as_i64(), None);
}

#[test]
fn arithmetic_is_exact() {
    let sum = |a: &str, b: &str| {
        let mut x = q(a);
        x += &q(b);
        x.to_string()
    };
    let difference = |a: &str, b: &str| {
        let mut x = q(a);
        x -= &q(b);
        x.to_string()
    };
    let table = [
        ("1", "1", "2"),
        ("100m", "900m", "1"),
        ("1Gi", "1Gi", "2Gi"),
        ("0", "1Gi", "1Gi"),
        ("1Gi", "1M", "1074741824"),
        ("0.1", "0.2", "300m"),
        ("9223372036854775807", "1", "9223372036854775808"),
        ("1E", "1n", "1000000000000000000000000001n"),
        ("1e3", "1", "1001"),
        ("-1", "1", "0"),
    ];
    for (a, b, want) in table {
        assert_eq!(sum(a, b), want, "{a} + {b}");
    }
    assert_eq!(difference("1", "100m"), "900m");
    assert_eq!(difference("1Gi", "512Mi"), "512Mi");
    assert_eq!(difference("0", "1Gi"), "-1Gi");
    let mut product = q("500m");
    assert!(product.mul(4));
    assert_eq!(product.to_string(), "2");
    let mut huge = q("9223372036854775807");
    assert!(!huge.mul(2));
    assert_eq!(huge.to_string(), "18446744073709551614");
    assert_eq!((-q("1Gi")).to_string(), "-1Gi");
}

#[test]
fn comparison_ignores_the_spelling() {
    let equal =
        [("1", "1000m"), ("1Ki", "1024"), ("1e3", "1k"), ("0", "-0"), ("1.500", "1500m"), ("1E", "1e18")];
    for (a, b) in equal {
        assert_eq!(q(a), q(b));
    }
    let ascending = [
        "-1e30",
        "-1Gi",
        "-1m",
        "0",
        "1n",
        "1m",
        "1",
        "1k",
        "1Ki",
        "1E",
        "9223372036854775808",
        "1e30",
        "1e2000000000",
    ];
    for pair in ascending.windows(2) {
        assert!(q(pair[0]) < q(pair[1]), "{pair:?}");
    }
    // Sums of numbers that no memory could hold exactly still come back.
    let mut far = q("1e2000000000");
    far += &q("1n");
    assert_eq!(far, q("1e2000000000"));
}

#[test]
fn rounding_and_formats() {
    let mut fine = q("1234567n");
    assert!(!fine.round_up(MILLI));
    assert_eq!(fine.to_string(), "2m");
    let mut kept = q("1.500");
    assert!(kept.round_up(MILLI));
    assert_eq!(kept.to_string(), "1.500");
    assert_eq!(Quantity::new(1024, Format::BinarySi).to_string(), "1Ki");
    assert_eq!(Quantity::new(1023, Format::BinarySi).to_string(), "1023");
    assert_eq!(Quantity::milli(1500, Format::BinarySi).to_string(), "1500m");
    assert_eq!(Quantity::milli(2_048_000, Format::BinarySi).to_string(), "2Ki");
    assert_eq!(Quantity::scaled(5, 3, Format::DecimalExponent).to_string(), "5e3");
    assert_eq!(q("1Gi").with_format(Format::DecimalSi).to_string(), "1073741824");
    assert_eq!(q("1000000000").with_format(Format::DecimalExponent).to_string(), "1e9");
}

#[test]
fn floats() {
    for (text, want) in
        [("1", 1.0), ("100m", 0.1), ("1.5Gi", 1_610_612_736.0), ("-1n", -1e-9), ("1e400", f64::INFINITY)]
    {
        assert_eq!(q(text).as_f64(), want, "{text}");
        assert!((q(text).as_approximate_f64() - want).abs() < 1e-6 || want.is_infinite(), "{text}");
    }
}

#[test]
fn json_forms() {
    let read = |text: &str| serde_json::from_str::<Quantity>(text).map(|q| q.to_string());
    assert_eq!(read("\"1Gi\"").unwrap(), "1Gi");
    assert_eq!(read("\" 1Gi \"").unwrap(), "1Gi");
    assert_eq!(read("2").unwrap(), "2");
    assert_eq!(read("0.5").unwrap(), "500m");
    assert_eq!(read("null").unwrap(), "0");
    assert!(read("true").is_err() && read("\"x\"").is_err());
    assert_eq!(serde_json::to_string(&q("1.5")).unwrap(), "\"1500m\"");
}

fn spelled() -> impl Strategy<Value = String> {
    let suffix = prop::sample::select(vec![
        "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "e-3",
        "E5", "e18", "e-12",
    ]);
    ("[+-]?[0-9]{0,22}(\\.[0-9]{0,14})?", suffix).prop_map(|(number, suffix)| format!("{number}{suffix}"))
}

proptest! {
    #[test]
    fn never_panics(text in any::<String>()) {
        if let Ok(quantity) = text.parse::<Quantity>() {
            let _ = (quantity.to_string(), quantity.value(), quantity.milli_value(), quantity.as_f64());
        }
    }

    #[test]
    fn hostile_exponents_cost_nothing(
        a in "-?[0-9]{1,25}(\\.[0-9]{1,3})?[eE]-?[0-9]{1,18}",
        b in "-?[0-9]{1,25}(Ki|Ei|n|E|)",
    ) {
        let (Ok(mut x), Ok(y)) = (a.parse::<Quantity>(), b.parse::<Quantity>()) else { return Ok(()) };
        let _ = (x.cmp(&y), y.cmp(&x), x.value(), x.milli_value(), x.as_f64(), x.as_approximate_f64(), x.to_string());
        let mut sum = y.clone();
        sum += &x;
        sum.round_up(MILLI);
        let _ = (sum.to_string(), sum.value());
        x -= &y;
        x.mul(i64::MIN);
        let _ = x.with_format(Format::BinarySi).to_string();
    }

    #[test]
    fn what_is_printed_reads_back(text in spelled()) {
        let Ok(quantity) = text.parse::<Quantity>() else { return Ok(()) };
        let printed = quantity.to_string();
        let again: Quantity = printed.parse().unwrap();
        // Beyond exa the decimal family has no suffix, and upstream's own output is another number there.
        let beyond = Quantity::scaled(1, 21, Format::DecimalSi);
        if quantity.clone() < beyond && -quantity.clone() < beyond {
            prop_assert_eq!(&again, &quantity, "{} printed {}", text, printed);
        }
        prop_assert_eq!(again.to_string(), printed);
    }

    #[test]
    fn sums_agree_with_integers(a in any::<i64>(), b in any::<i64>(), s in -9..0_i32, t in -9..0_i32) {
        let wide = |v: i64, s: i32| i128::from(v) * 10_i128.pow(u32::try_from(s + 9).unwrap());
        let (x, y) = (Quantity::scaled(a, s, Format::DecimalSi), Quantity::scaled(b, t, Format::DecimalSi));
        prop_assert_eq!(x.cmp(&y), wide(a, s).cmp(&wide(b, t)));
        let mut sum = x.clone();
        sum += &y;
        let expected: Quantity = format!("{}n", wide(a, s) + wide(b, t)).parse().unwrap();
        prop_assert_eq!(&sum, &expected);
        sum -= &y;
        prop_assert_eq!(&sum, &x);
    }
}

/// What a client sends must not decide how long the server computes.
#[test]
fn endless_numbers_are_refused_and_endless_exponents_are_cheap() {
    for text in
        [format!("1{}", "0".repeat(1_000_000)), format!("0.{}1", "0".repeat(1_000_000)), "9".repeat(1025)]
    {
        assert!(text.parse::<Quantity>().is_err());
        assert!(format!("{text}Gi").parse::<Quantity>().is_err());
    }
    let long: Quantity = "9".repeat(1024).parse().unwrap();
    let far = ["1e2147483647", "1e-2147483648", "-9e2147483647", "1E1000000000"]
        .map(|text| text.parse::<Quantity>().unwrap());
    for one in far.iter().chain([&long]) {
        for other in &far {
            let _ = (one.cmp(other), one == other);
        }
        let shown = one.to_string();
        assert!(shown.len() < 2000, "{}", shown.len());
    }
}
