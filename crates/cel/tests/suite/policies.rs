//! Admission policies: their variables, the authorizer, what mutations make; and the selectors of devices.

use std::sync::Arc;

use cel::admission::{Composed, Composition, Variables};
use cel::{Authorizer, Bindings, Decision, Requester, ResourceCheck, Type, Value};
use serde_json::json;

struct Allows(&'static str);

impl Authorizer for Allows {
    fn check_path(&self, _: Option<(&str, &str)>, path: &str, _: &str) -> Decision {
        Decision { allowed: path == self.0, ..Decision::default() }
    }

    fn check_resource(&self, account: Option<(&str, &str)>, check: &ResourceCheck, verb: &str) -> Decision {
        let asked = format!("{account:?} {verb} {}.{}/{}", check.resource, check.group, check.name);
        Decision { allowed: asked == self.0, reason: asked, error: None }
    }
}

#[test]
fn variables_build_on_one_another() {
    let mut composition = Composition::new(Variables::default());
    let mut programs = Vec::new();
    for (name, text) in
        [("a", "object.n + 1"), ("b", "variables.a * 2"), ("bad", "object.nope"), ("worse", "1 +")]
    {
        let program = composition.environment().compile(text).map_err(|error| error.to_string());
        composition.add(name, program.as_ref().ok());
        programs.push((name.to_owned(), program));
    }
    let object = json!({"n": 3});
    let bindings = Bindings::new().with("object", Value::from_json(&object, None).expect("plain"));
    let cases = [
        ("variables.b == 8 && variables.a == 4", "true"),
        ("variables.a == 4 || variables.bad == 1", "true"),
        ("variables.bad == 1", r#"composited variable "bad" fails to evaluate: no such key: nope"#),
        ("variables.a == 4 ? true : variables.worse", "true"),
    ];
    let mut composed = Composed::new(&programs);
    for (text, wanted) in cases {
        let program = composition.environment().compile(text).expect("compiles");
        let bindings = composed.bind(&program, &bindings);
        let found = match program.eval(&bindings, cel::PER_CALL_LIMIT).result {
            Ok(value) => value.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, wanted, "{text}");
    }
    let error = composition.environment().compile("variables.c == 1").expect_err("no such variable");
    assert!(error.to_string().contains("undefined field 'c'"), "{error}");
}

#[test]
fn authorizers_are_asked() {
    let environment = Variables { authorizer: true, ..Variables::default() }.environment();
    let cases = [
        ("authorizer.path('/healthz').check('get').allowed()", "/healthz", true),
        (
            "authorizer.group('apps').resource('deployments').name('x').check('get').allowed()",
            "None get deployments.apps/x",
            true,
        ),
        (
            "authorizer.serviceAccount('ns', 'sa').group('').resource('pods').check('list').allowed()",
            r#"Some(("ns", "sa")) list pods./"#,
            true,
        ),
        ("authorizer.requestResource.check('update').allowed()", "None update pods./", true),
        ("authorizer.requestResource.check('update').reason() == ''", "nothing", false),
    ];
    for (text, allowed, wanted) in cases {
        let program = environment.compile(text).expect("compiles");
        let requester = Requester::new(Arc::new(Allows(allowed)));
        let request = Value::resource_check(ResourceCheck::new(requester.clone(), "", "pods"));
        let bindings = Bindings::new()
            .with("authorizer", Value::authorizer(requester))
            .with("authorizer.requestResource", request);
        let evaluation = program.eval(&bindings, cel::PER_CALL_LIMIT);
        assert_eq!(evaluation.result.expect("a value").as_bool(), Some(wanted), "{text}");
        assert!(evaluation.cost > 350_000, "{text}");
    }
}

#[test]
fn mutations_make_objects() {
    let environment = Variables { patches: true, ..Variables::default() }.environment();
    let cases = [
        (
            "Object{metadata: Object.metadata{labels: {'a': 'b'}}}",
            "Object",
            json!({"metadata": {"labels": {"a": "b"}}}),
        ),
        (
            "[JSONPatch{op: 'add', path: '/a/' + jsonpatch.escapeKey('x/y'), value: [1]}]",
            "list(JSONPatch)",
            json!([{"op": "add", "path": "/a/x~1y", "value": [1]}]),
        ),
    ];
    for (text, ty, wanted) in cases {
        let program = environment.compile(text).expect("compiles");
        assert_eq!(program.output_type().to_string(), ty);
        let value = program.eval(&Bindings::new(), cel::PER_CALL_LIMIT).result.expect("a value");
        assert_eq!(value.to_json().expect("JSON"), wanted);
    }
    let error = Variables::default().environment().compile("Object{}").expect_err("no such type");
    assert!(error.to_string().contains("undeclared reference to 'Object'"), "{error}");
}

#[test]
fn devices_are_selected() {
    let environment = cel::devices::environment();
    let cases = [
        (
            "device.driver == 'd' && device.attributes['d'].model == 'x' && device.capacity['d'].memory.isGreaterThan(quantity('1Gi'))",
            Ok(true),
        ),
        ("cel.bind(d, device.attributes['d'], d.model.startsWith('x'))", Ok(true)),
        ("device.attributes['other'].?model.hasValue()", Ok(false)),
        ("device.driver", Err("must evaluate to bool or the unknown type, not string")),
        (
            "device.nope",
            Err("compilation failed: ERROR: <input>:1:7: undefined field 'nope'\n | device.nope\n | ......^"),
        ),
    ];
    for (text, wanted) in cases {
        let program = match cel::devices::compile(&environment, text) {
            Ok(program) => program,
            Err(error) => {
                assert_eq!(Err(&*error), wanted);
                continue;
            }
        };
        assert!(program.max_cost() < cel::devices::MAX_COST, "{text}: {}", program.max_cost());
        let device = cel::devices::device(
            "d",
            false,
            [("d", "model", Value::borrowed("x"))],
            [("d", "memory", "2Gi".parse().expect("a quantity"))],
        );
        let value = program.eval(&Bindings::new().with("device", device), cel::devices::MAX_COST).result;
        assert_eq!(value.expect("a value").as_bool(), wanted.ok(), "{text}");
    }
    assert_eq!(Type::Bool.full_name(), "bool");
}
