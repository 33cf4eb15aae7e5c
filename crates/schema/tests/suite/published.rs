//! Every component schema of every GA document, written again from the table, equals the original without its texts.

use schema::openapi::{Dialect, Publisher, undescribed};

use super::spec::{documents, folder, without_text};

#[test]
fn table_reproduces_every_document() {
    let Some(folder) = folder() else { return };
    let publisher = Publisher::new(Dialect::V3, &undescribed);
    let (mut compared, mut versions) = (0, 0);
    for (group_version, document) in documents(&folder) {
        versions += usize::from(group_version.is_some());
        let own: Vec<(&str, &str)> =
            group_version.iter().map(|(group, version)| (group.as_str(), version.as_str())).collect();
        let Some(schemas) = document["components"]["schemas"].as_object() else { continue };
        for (name, original) in schemas {
            let definition = schema::definition(name).unwrap_or_else(|| panic!("{name} is missing"));
            assert!(definition.published);
            assert_eq!(publisher.definition(definition, &own), without_text(original), "{name}");
            compared += 1;
        }
    }
    assert_eq!(versions, 22, "GA group versions");
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn texts_land_beside_what_they_describe() {
    let pod = schema::definition("io.k8s.api.core.v1.Pod").unwrap();
    let describe = |definition: &schema::Definition, field: Option<&str>| {
        Some(format!("{}/{}", definition.short_name(), field.unwrap_or_default()))
    };
    let published = Publisher::new(Dialect::V3, &describe).definition(pod, &[("", "v1")]);
    assert_eq!(published["description"], "Pod/");
    assert_eq!(published["properties"]["spec"]["description"], "Pod/spec");
    assert_eq!(
        published["properties"]["spec"]["allOf"][0]["$ref"],
        "#/components/schemas/io.k8s.api.core.v1.PodSpec"
    );
}

#[test]
fn swagger_2_has_bare_references_and_no_alternatives() {
    let publisher = Publisher::new(Dialect::V2, &undescribed);
    let pod = publisher.definition(schema::definition("io.k8s.api.core.v1.Pod").unwrap(), &[]);
    assert_eq!(
        pod["properties"]["spec"],
        serde_json::json!({"$ref": "#/definitions/io.k8s.api.core.v1.PodSpec"})
    );
    let quantity = schema::definition("io.k8s.apimachinery.pkg.api.resource.Quantity").unwrap();
    assert_eq!(publisher.definition(quantity, &[]), serde_json::json!({"type": "string"}));
}
