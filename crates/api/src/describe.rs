//! What upstream says about its types and their fields, in the words of its own documentation: taken at run time from the crate that
//! carries them. `apiserver` publishes them with OpenAPI and beside printed columns.

use std::collections::HashMap;

use k8s_openapi::schemars::SchemaGenerator;
use serde_json::Value;

/// The texts of all built-in types. Large: whoever needs a few of them lets go of the rest.
pub struct Descriptions(HashMap<String, Texts>);

struct Texts {
    own: Option<String>,
    fields: HashMap<String, String>,
}

impl Descriptions {
    /// Collects them.
    pub fn load() -> Self {
        let mut generator = SchemaGenerator::default();
        crate::typed::gather(&mut generator);
        let definitions = generator.definitions().iter();
        Self(definitions.map(|(name, schema)| (name.clone(), texts(schema))).collect())
    }

    /// The text about a type (`io.k8s.api.core.v1.Pod`), or about one of its fields.
    pub fn of(&self, name: &str, field: Option<&str>) -> Option<&str> {
        let texts = self.0.get(name)?;
        match field {
            None => texts.own.as_deref(),
            Some(field) => texts.fields.get(field).map(String::as_str),
        }
    }

    /// The text behind a reference such as `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#name`.
    pub fn resolve(&self, reference: &str) -> Option<&str> {
        let (name, field) = reference.split_once('#')?;
        self.of(name, Some(field))
    }
}

fn texts(schema: &Value) -> Texts {
    let text = |schema: &Value| schema.get("description").and_then(Value::as_str).map(str::to_owned);
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let fields = properties.filter_map(|(name, schema)| Some((name.clone(), text(schema)?))).collect();
    Texts { own: text(schema), fields }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_fields_have_texts() {
        let descriptions = Descriptions::load();
        let pod = descriptions.of("io.k8s.api.core.v1.Pod", None).unwrap();
        assert!(pod.starts_with("Pod is a collection of containers"), "{pod}");
        assert!(descriptions.of("io.k8s.api.core.v1.Container", Some("image")).is_some());
        let name = descriptions.resolve("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#name").unwrap();
        assert!(name.starts_with("Name must be unique"), "{name}");
        assert!(descriptions.resolve("io.k8s.api.core.v1.Pod#nothing").is_none());
    }
}
