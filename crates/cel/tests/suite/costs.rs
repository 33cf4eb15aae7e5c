//! What expressions cost, by estimate and at run time: the facts of upstream's own tests of cost stability. `@schema` and
//! `@object` hold for the lines that follow.

use std::fmt::Write as _;
use std::sync::Arc;

use cel::{Bindings, DeclType, Value};
use serde_json::Value as Json;

fn check(name: &str, table: &str, cost: impl Fn(&Arc<DeclType>, &Json, &str) -> Result<u64, String>) {
    let (mut wrong, mut count) = (String::new(), 0);
    let (mut decl, mut object) = (None, Json::Null);
    for (number, line) in table.lines().enumerate() {
        if let Some(schema) = line.strip_prefix("@schema ") {
            let schema = serde_json::from_str(schema).expect("JSON");
            let schema = schema::custom::structural(&schema).expect("a schema");
            decl = DeclType::of_schema(&schema, "selfType", true).map(Arc::new);
        } else if let Some(text) = line.strip_prefix("@object ") {
            object = serde_json::from_str(text).expect("JSON");
        } else if let (Some((expression, wanted)), Some(decl)) = (line.rsplit_once(" => "), &decl) {
            count += 1;
            let found = cost(decl, &object, expression);
            if found != Ok(wanted.parse().expect("a number")) {
                let _ =
                    writeln!(wrong, "{name}:{}: {expression}: wanted {wanted}, found {found:?}", number + 1);
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} differ\n{wrong}", wrong.lines().count());
}

fn rule(expression: &str) -> schema::Rule {
    schema::Rule { rule: expression.to_owned(), ..schema::Rule::default() }
}

#[test]
fn estimates() {
    check("estimates.txt", include_str!("cases/estimates.txt"), |decl, _, expression| {
        let compiled = cel::rules::compile(&[rule(expression)], decl);
        match &compiled[0].rule {
            Ok(Some(program)) => Ok(program.max_cost()),
            Ok(None) => Ok(0),
            Err(error) => Err(error.clone()),
        }
    });
}

#[test]
fn at_run_time() {
    check("run_costs.txt", include_str!("cases/run_costs.txt"), |decl, object, expression| {
        let compiled = cel::rules::compile(&[rule(expression)], decl).remove(0);
        let program = compiled.rule?.ok_or("empty")?;
        let this = Value::from_json(object, Some(decl)).map_err(|error| error.to_string())?;
        let evaluation = program.eval(&Bindings::new().with("self", this), cel::PER_CALL_LIMIT);
        match evaluation.result {
            Ok(Value::Bool(true)) => Ok(evaluation.cost),
            other => Err(format!("{other:?}")),
        }
    });
}
