//! Templates and what they give, by table; the cases are those of upstream's own tests and of its documentation.

use serde_json::{Value, json};

use super::{JsonPath, relaxed};

fn store() -> Value {
    json!({
        "name": "jsonpath",
        "bicycle": [{"color": "red", "price": 19.95, "new": true}, {"color": "green", "price": 20.01, "new": false}],
        "books": [
            {"category": "reference", "author": "Nigel Rees", "price": 8.95},
            {"category": "fiction", "author": "Evelyn Waugh", "price": 12.99},
            {"category": "fiction", "author": "Herman Melville", "price": 8.99},
        ],
        "labels": {"engieer": 10, "web/html": 15, "k8s-app": 20},
        "employees": {"jason": "manager", "dan": "clerk"},
        "kinds": {"a.b/c": "dotted"},
    })
}

#[test]
fn templates_render() {
    let cases = [
        ("hello jsonpath", "hello jsonpath"),
        ("hello {.name}!", "hello jsonpath!"),
        (r#"{"{"}"#, "{"),
        (r"{'a\tb'}", "a\tb"),
        ("{.books[*].author}", "Nigel Rees Evelyn Waugh Herman Melville"),
        ("{.books[0,2].author}", "Nigel Rees Herman Melville"),
        ("{.books[1:].author}", "Evelyn Waugh Herman Melville"),
        ("{.books[-1:].author}", "Herman Melville"),
        ("{.books[-1].author}", "Herman Melville"),
        ("{.books[0:3:2].author}", "Nigel Rees Herman Melville"),
        ("{.books[?(@.price < 9.0)].author}", "Nigel Rees Herman Melville"),
        (r#"{.books[?(@.category=="fiction")].price}"#, "12.99 8.99"),
        ("{.bicycle[?(@.new==true)].color}", "red"),
        ("{.bicycle[?(@.missing)].color}", ""),
        (r"{.kinds.a\.b/c}", "dotted"),
        (r"{.kinds['a\.b/c']}", "dotted"),
        ("{.labels.web/html}", "15"),
        ("{..author}", "Nigel Rees Evelyn Waugh Herman Melville"),
        (
            "{range .books[*]}{.author}: {.price}{\"\\n\"}{end}",
            "Nigel Rees: 8.95\nEvelyn Waugh: 12.99\nHerman Melville: 8.99\n",
        ),
        ("{range .nothing[*]}{.author}{end}after", "after"),
        ("{range .bicycle[*]}[{range $.price}{@}{end}]{end}", "[19.95][20.01]"),
        ("{.employees}", r#"{"dan":"clerk","jason":"manager"}"#),
        ("{.nope}", ""),
        ("{['name', 'nope']}", "jsonpath"),
    ];
    for (template, expected) in cases {
        let path = JsonPath::parse(template).unwrap_or_else(|error| panic!("{template}: {error}"));
        assert_eq!(path.allow_missing(true).render(&store()).as_deref(), Ok(expected), "{template}");
    }
}

#[test]
fn errors_have_upstreams_words() {
    for (template, expected) in [
        ("{.nope}", "nope is not found"),
        ("{.books[9]}", "array index out of bounds: index 9, length 3"),
        ("{.name[0]}", "string is not array or slice"),
        ("{end}", "not in range, nothing to end"),
        ("{.bicycle[?(@.new==1)]}", "incompatible types for comparison"),
    ] {
        let error = JsonPath::parse(template).unwrap().render(&store()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{template}");
    }
    for (template, expected) in [
        ("{.a", "unclosed action"),
        ("{[a]}", "invalid array index a"),
        ("{....}", "invalid multiple recursive descent"),
        ("{\"a}", "unterminated quoted string"),
        ("{.a[?(@.b}", "unterminated filter"),
        ("{.a[1}", "unterminated array"),
    ] {
        assert_eq!(JsonPath::parse(template).unwrap_err().to_string(), expected, "{template}");
    }
}

#[test]
fn paths_may_lack_braces_and_dot() {
    for path in ["metadata.name", ".metadata.name", "{metadata.name}", "{.metadata.name}"] {
        assert_eq!(relaxed(path).as_deref(), Ok("{.metadata.name}"));
    }
    assert!(relaxed("{a}{b}").is_err());
}
