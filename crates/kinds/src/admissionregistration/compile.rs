//! Whether expressions compile, and to what they should.

use cel::Type;
use cel::admission::Variables;
use meta::{ErrorList, Path};
use serde_json::Value;

use super::match_rules::each;
use crate::rules::object::text;
use crate::rules::report::Report;

/// What is wrong with the expressions of the conditions under `matchConditions` of a tree; what is missing is not judged here.
pub fn conditions(tree: &Value, variables: Variables, path: &Path<'_>, errors: &mut ErrorList) {
    if tree["matchConditions"].as_array().is_none_or(Vec::is_empty) {
        return;
    }
    let environment = variables.environment();
    for (i, condition) in each(tree, "matchConditions") {
        let expression = text(condition, "expression").trim();
        if expression.is_empty() {
            continue;
        }
        let at = path.index(i);
        let at = at.child("expression");
        match environment.compile(expression) {
            Err(error) => errors.invalid(&at, expression, format!("compilation failed: {error}")),
            Ok(program) if *program.output_type() != Type::Bool => {
                let got = program.output_type();
                errors.invalid(&at, expression, format!("must evaluate to bool but got {got}"));
            }
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn conditions_are_expressions_that_are_true_or_false() {
        let problems = |expression: &str| {
            let (tree, mut errors) =
                (json!({"matchConditions": [{"expression": expression}]}), ErrorList::new());
            let variables = Variables { authorizer: true, ..Variables::default() };
            conditions(&tree, variables, &Path::new("matchConditions"), &mut errors);
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            problems(
                " object.metadata.name != 'x' && authorizer.group('').resource('pods').check('get').allowed()"
            ),
            ""
        );
        assert_eq!(
            problems("object.x"),
            "matchConditions[0].expression: Invalid value: \"object.x\": must evaluate to bool but got dyn"
        );
        assert!(
            problems("params.x == 1")
                .contains("compilation failed: ERROR: <input>:1:1: undeclared reference to 'params'")
        );
        assert_eq!(problems(""), "");
    }
}
