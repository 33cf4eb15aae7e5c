//! Runs the tables in `cases/`: one expression a line, then ` => ` and what comes of it. `\n` stands for a line break.

use std::fmt::Write as _;
use std::sync::Arc;

use cel::{Bindings, DeclType, Environment, Type, Value};
use serde_json::json;

/// Compares each line's right side with what `run` makes of its left side; shows all that differ at once.
fn check(name: &str, table: &str, run: impl Fn(&str) -> String) {
    let mut wrong = String::new();
    for (number, line) in table.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (expression, wanted) = line.split_once(" => ").unwrap_or((line, ""));
        let found = run(&expression.replace("\\n", "\n")).replace('\n', "\\n");
        if found != wanted {
            let _ =
                writeln!(wrong, "{name}:{}: {expression}\n  wanted {wanted}\n  found  {found}", number + 1);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn show(result: cel::Result<Value<'_>>) -> String {
    match result {
        Ok(value) => match &value {
            Value::String(text) => format!("{:?}", &**text),
            other => other.to_string(),
        },
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn values() {
    let object = json!({
        "metadata": {"name": "web", "labels": {"app": "a", "x/y": "z"}},
        "spec": {"replicas": 3, "ratio": 0.5, "ports": [80, 443], "empty": [], "none": null,
                 "containers": [{"name": "a", "image": "i:1"}, {"name": "b"}]},
    });
    let environment =
        Environment::new().with_bind().variable("object", Type::Dyn).variable("absent", Type::Dyn);
    check("values.txt", include_str!("cases/values.txt"), |text| match environment.compile(text) {
        Err(error) => format!("does not compile: {error}"),
        Ok(program) => {
            let object = Value::from_json(&object, None).expect("plain data");
            show(program.eval(&Bindings::new().with("object", object), cel::PER_CALL_LIMIT).result)
        }
    });
}

#[test]
fn libraries() {
    let environment = Environment::new();
    check("libraries.txt", include_str!("cases/libraries.txt"), |text| match environment.compile(text) {
        Err(error) => format!("does not compile: {error}"),
        Ok(program) => show(program.eval(&Bindings::new(), cel::PER_CALL_LIMIT).result),
    });
}

#[test]
fn compile_errors() {
    let schema = schema::custom::resource(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
            "replicas": {"type": "integer"}, "name": {"type": "string"}, "at": {"type": "string", "format": "date-time"},
            "port": {"x-kubernetes-int-or-string": true},
            "tags": {"type": "array", "items": {"type": "string"}},
            "namespace": {"type": "string"}, "a-b": {"type": "string"},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}}}}}}))
    .expect("a schema");
    let decl = Arc::new(DeclType::of_schema(&schema, "selfType", true).expect("a type"));
    let environment = Environment::new().declared("self", &decl);
    check("errors.txt", include_str!("cases/errors.txt"), |text| match environment.compile(text) {
        Err(error) => error.to_string(),
        Ok(program) => format!("of type {}", program.output_type()),
    });
}
