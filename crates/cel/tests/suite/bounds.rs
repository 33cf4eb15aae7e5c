//! Whatever the expression: no panic, no overflow of the stack, no end beyond the cost limit.

use cel::{Bindings, Environment, Type, Value};
use serde_json::json;

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound.max(1)
    }
}

fn expressions() -> Vec<String> {
    let tables = [
        include_str!("cases/values.txt"),
        include_str!("cases/libraries.txt"),
        include_str!("cases/errors.txt"),
    ];
    let lines = tables
        .iter()
        .flat_map(|table| table.lines())
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split(" => ").next().unwrap_or(line).to_owned()).collect()
}

fn run(environment: &Environment, text: &str) {
    let object = json!({"spec": {"replicas": 3, "ports": [80, 443]}, "metadata": {"name": "a"}});
    if let Ok(program) = environment.compile(text) {
        let value = Value::from_json(&object, None).expect("plain data");
        let bindings = Bindings::new().with("object", value.clone()).with("self", value);
        let limit = 10_000;
        let evaluation = program.eval(&bindings, limit);
        let over = evaluation.cost.saturating_sub(limit);
        assert!(over == 0 || evaluation.result.is_err(), "{text} went on after its limit");
    }
}

#[test]
fn changed_expressions_never_break_it() {
    let environment = Environment::new()
        .with_bind()
        .with_patches()
        .variable("object", Type::Dyn)
        .variable("self", Type::Dyn);
    let seeds = expressions();
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ".",
        ",",
        "'",
        "\"",
        "\\",
        "?",
        ":",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&&",
        "||",
        "!",
        "==",
        " in ",
        "'''",
        "0x",
        "1u",
        "1e9",
        "9223372036854775807",
        "dyn(",
        ".map(x,",
        ".all(x,",
        ".?",
        "[?",
        "null",
        "é",
        "\u{0}",
        "b'",
        "r\"",
        "`a`",
        "has(",
        "optional.none()",
        "Object{",
        "__a__",
        "@",
        "$",
        "//",
    ];
    let mut random = Random(42);
    for _ in 0..4000 {
        let mut text: Vec<char> = seeds[random.below(seeds.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 => drop(text.splice(at..at, pieces[random.below(pieces.len())].chars())),
                1 if at < text.len() => drop(text.remove(at)),
                2 => {
                    let other: Vec<char> = seeds[random.below(seeds.len())].chars().collect();
                    let from = random.below(other.len());
                    text.splice(at..at, other[from..].iter().copied());
                }
                _ => text.truncate(at),
            }
        }
        run(&environment, &text.into_iter().collect::<String>());
    }
}

/// The deepest expressions of every shape, on a stack as small as a worker thread's.
#[test]
fn depth_is_limited() {
    let worker = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    let handle = worker.spawn(|| {
        let environment = Environment::new().with_bind().variable("object", Type::Dyn);
        for depth in [100, 249, 300, 10_000] {
            let wrap = |open: &str, middle: &str, close: &str| {
                format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
            };
            for text in [
                wrap("(", "1", ")"),
                wrap("[", "1", "]"),
                wrap("{1: ", "1", "}"),
                wrap("!(", "true", ")"),
                wrap("-(", "1", ")"),
                wrap("size([", "1", "])"),
                wrap("true ? ", "1", " : 2"),
                wrap("false ? 1 : ", "1", ""),
                wrap("[1].all(x, ", "true", ")"),
                wrap("cel.bind(x, 1, ", "x", ")"),
                wrap("optional.of(", "1", ")"),
                wrap("", "1", " + 1"),
                wrap("", "1 ", " == 1"),
                wrap("", "object", ".a"),
                wrap("", "object", "[0]"),
                wrap("", "object", ".?a"),
                wrap("", "'a'", ".trim()"),
                wrap("", "optional.of(1)", ".optMap(x, x)"),
                wrap("true && (", "true", ")"),
                wrap("", "true", " && true"),
                wrap("(1 + [", "1", "][0])"),
            ] {
                run(&environment, &text);
            }
        }
    });
    handle.expect("a thread").join().expect("no overflow");
}

#[test]
fn costs_are_limited() {
    let environment = Environment::new().with_bind().variable("object", Type::Dyn);
    let nested = (0..8).fold("true".to_owned(), |inner, at| format!("lists.range(1000).all(x{at}, {inner})"));
    let growing = (1..60)
        .rev()
        .fold("a59".to_owned(), |inner, at| format!("cel.bind(a{at}, a{0} + a{0}, {inner})", at - 1));
    let shared = (1..60)
        .rev()
        .fold("a59 == a59".to_owned(), |inner, at| format!("cel.bind(a{at}, [a{0}, a{0}], {inner})", at - 1));
    let replaced = (1..30).rev().fold("a29.size()".to_owned(), |inner, at| {
        format!("cel.bind(a{at}, a{0}.replace('', a{0}), {inner})", at - 1)
    });
    for text in [
        nested,
        format!("cel.bind(a0, [1], {growing}.map(x, x).size())"),
        format!("cel.bind(a0, [1], {shared})"),
        format!("cel.bind(a0, 'abcdefghij', {replaced})"),
        "lists.range(9000000000000).size()".to_owned(),
        "lists.range(1000000).distinct()".to_owned(),
        "lists.range(100000).map(x, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').join('bbbb').size()"
            .to_owned(),
    ] {
        let program = match environment.compile(&text) {
            Ok(program) => program,
            Err(error) => panic!("{text}: {error}"),
        };
        let evaluation = program.eval(&Bindings::new(), 1_000_000);
        assert!(evaluation.result.is_err() || evaluation.cost <= 1_000_000, "{text}");
    }
}
