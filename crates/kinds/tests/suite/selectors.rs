//! Field selectors: which fields of a kind the stock server knows, and which objects it found by them.

use crate::corpus::locate;
use crate::spec;
use resource::Object;

/// `a=b,c!=d` into field, whether it must be equal, value. `None` for what is no selector at all.
fn requirements(text: &str) -> Option<Vec<(String, bool, String)>> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (field, value) =
                part.split_once("!=").or_else(|| part.split_once("==")).or_else(|| part.split_once('='))?;
            Some((field.to_owned(), !part.contains("!="), value.to_owned()))
        })
        .collect()
}

#[test]
fn known_fields_and_their_values_are_those_of_a_stock_server() {
    let (table, mut known, mut unknown, mut found) = (kinds::builtin(), 0, 0, 0);
    for case in spec::cases() {
        for step in &case.steps {
            let (Some(path), Some(selector)) =
                (step["path"].as_str(), step["query"]["fieldSelector"].as_str())
            else {
                continue;
            };
            let Some((kind, served, None, _)) = locate(&table, path) else { continue };
            let Some(wanted) = requirements(selector) else { continue };
            let selectable = |field: &str| {
                let own = kind.selectable.iter().any(|own| own == field);
                own || field == "metadata.name" || (field == "metadata.namespace" && kind.is_namespaced())
            };
            match step["status"].as_u64() {
                Some(200) => {
                    assert!(wanted.iter().all(|(field, ..)| selectable(field)), "{}: {selector}", case.name);
                    known += 1;
                }
                Some(400)
                    if step["response"]["message"].as_str().unwrap_or_default().contains("not supported") =>
                {
                    assert!(!wanted.iter().all(|(field, ..)| selectable(field)), "{}: {selector}", case.name);
                    unknown += 1;
                    continue;
                }
                _ => continue,
            }
            for item in step["response"]["items"].as_array().into_iter().flatten() {
                let mut object = Object::new(item.clone()).unwrap();
                if item.get("kind").is_some_and(|kind| kind == "PartialObjectMetadata") {
                    continue;
                }
                if let Some(conversion) = &kind.served[served].conversion {
                    (conversion.to_hub)(&mut object);
                }
                for (field, equal, value) in
                    wanted.iter().filter(|(field, ..)| !field.starts_with("metadata."))
                {
                    assert_eq!(
                        kind.strategy.field(&object, field) == *value,
                        *equal,
                        "{}: {field}",
                        case.name
                    );
                    found += 1;
                }
            }
        }
    }
    println!("{known} selectors known, {unknown} unknown, {found} values");
}

/// How long a deleted pod may take, as recorded.
#[test]
fn grace_periods_are_those_of_a_stock_server() {
    let (table, mut seen) = (kinds::builtin(), 0);
    for case in spec::cases() {
        let mut objects: Vec<(String, Object)> = Vec::new();
        for step in &case.steps {
            let Some((kind, _, name, None)) = step["path"].as_str().and_then(|path| locate(&table, path))
            else {
                continue;
            };
            let (response, ok) = (&step["response"], matches!(step["status"].as_u64(), Some(200 | 201)));
            if step["method"] == "DELETE" && ok && response["kind"] == *kind.kind {
                let asked = step["body"]["gracePeriodSeconds"].as_i64();
                let asked = asked.or_else(|| step["query"]["gracePeriodSeconds"].as_str()?.parse().ok());
                let old = objects.iter().rfind(|(known, _)| Some(known) == name.as_ref());
                let recorded = response["metadata"]["deletionGracePeriodSeconds"].as_i64();
                let fresh = old.filter(|(_, old)| !old.is_terminating());
                if let (Some((_, old)), Some(recorded)) = (fresh, recorded) {
                    let got = match kind.strategy.delete(old, asked) {
                        resource::Delete::Now => 0,
                        resource::Delete::Gracefully(seconds) => seconds,
                    };
                    assert_eq!(got, recorded, "{}", case.name);
                    seen += 1;
                }
            }
            if ok && response["kind"] == *kind.kind {
                let object = Object::new(response.clone()).unwrap();
                objects.push((object.name().to_owned(), object));
            }
        }
    }
    println!("{seen} deletions");
}

/// Whether `PUT` makes an object that is not there, as recorded.
#[test]
fn put_creates_what_a_stock_server_lets_it_create() {
    let (table, mut seen) = (kinds::builtin(), 0);
    for case in spec::cases() {
        let Some(step) = case.steps.first().filter(|step| step["method"] == "PUT") else { continue };
        let Some((kind, _, Some(_), None)) = step["path"].as_str().and_then(|path| locate(&table, path))
        else {
            continue;
        };
        let creates = match step["status"].as_u64() {
            Some(201) => true,
            Some(404) => false,
            _ => continue,
        };
        assert_eq!(kind.strategy.allow_create_on_update(), creates, "{}", case.name);
        seen += 1;
    }
    println!("{seen} kinds");
}
