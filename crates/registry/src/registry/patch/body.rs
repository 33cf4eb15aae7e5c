//! What the client of a patch sent, read once: a list of operations, a tree to lay over the object, or a configuration to apply.

use meta::StatusError;
use meta::options::FieldValidation;
use meta::status::Response;
use patch::json_patch::{self, JsonPatch};
use patch::{merge, strategic};
use schema::Schema;
use serde_json::Value;

use super::{Patch, PatchKind};

/// A patch that was read. `findings` are duplicate and unknown fields of the patch itself.
pub(super) enum Body {
    /// `touched`: what it goes through, as an object for each object.
    Json {
        patch: JsonPatch,
        touched: Value,
        findings: Vec<String>,
    },
    Merge {
        patch: Value,
        findings: Vec<String>,
    },
    Strategic {
        patch: Value,
        findings: Vec<String>,
    },
    Apply {
        config: Value,
        duplicates: Vec<String>,
        strict: Option<String>,
    },
}

/// The members that an operation of a JSON patch has.
const OPERATION: [&str; 4] = ["op", "path", "from", "value"];

impl Body {
    pub(super) fn read(patch: &Patch, validation: FieldValidation) -> Result<Self, StatusError> {
        let strict = validation != FieldValidation::Ignore;
        if patch.kind == PatchKind::Apply {
            let problem = |error| {
                StatusError::bad_request(format!(
                    "error decoding YAML: error converting YAML to JSON: {error}"
                ))
            };
            let decoded = codec::yaml::decode(&patch.body).map_err(problem)?;
            let strict = decoded.strict_error();
            let config =
                if decoded.value.is_null() { Value::Object(serde_json::Map::new()) } else { decoded.value };
            return Ok(Self::Apply { config, duplicates: decoded.duplicates, strict });
        }
        let prefix = match patch.kind {
            PatchKind::Json | PatchKind::Merge if strict => "error decoding patch: ",
            _ => "",
        };
        let refuse = |text: String| StatusError::bad_request(format!("{prefix}{text}"));
        let decoded = codec::json::decode(&patch.body).map_err(|error| refuse(error.to_string()))?;
        let findings: Vec<String> = decoded.findings.iter().map(ToString::to_string).collect();
        let tree = decoded.value;
        match patch.kind {
            PatchKind::Json => read_operations(&tree, findings),
            PatchKind::Merge => Ok(Self::Merge { patch: as_map(tree).map_err(refuse)?, findings }),
            _ => Ok(Self::Strategic { patch: as_map(tree).map_err(refuse)?, findings }),
        }
    }

    /// Lays it over a tree.
    pub(super) fn run(&self, mut tree: Value, schema: &Schema) -> Result<Value, StatusError> {
        match self {
            Self::Json { patch, .. } => {
                patch.run(&mut tree).map_err(json_error)?;
                Ok(tree)
            }
            Self::Merge { patch, .. } => {
                merge::apply(&mut tree, patch);
                Ok(tree)
            }
            Self::Strategic { patch, .. } => strategic::apply(tree, patch, schema).map_err(strategic_error),
            Self::Apply { .. } => Ok(tree),
        }
    }

    /// Duplicate and unknown fields of the patch itself.
    pub(super) fn findings(&self) -> &[String] {
        match self {
            Self::Json { findings, .. } | Self::Merge { findings, .. } | Self::Strategic { findings, .. } => {
                findings
            }
            Self::Apply { .. } => &[],
        }
    }
}

fn read_operations(tree: &Value, duplicates: Vec<String>) -> Result<Body, StatusError> {
    let mut findings = duplicates;
    for (at, operation) in tree.as_array().into_iter().flatten().enumerate() {
        let members = operation.as_object().into_iter().flatten().map(|(name, _)| name);
        let unknown = members.filter(|name| !OPERATION.contains(&name.as_str()));
        findings.extend(unknown.map(|name| format!("unknown field \"[{at}].{name}\"")));
    }
    let findings = findings.into_iter().map(|finding| format!("json patch {finding}")).collect();
    let touched = super::shown::passed_by(tree);
    Ok(Body::Json { patch: JsonPatch::read(tree).map_err(json_error)?, touched, findings })
}

fn as_map(tree: Value) -> Result<Value, String> {
    let found = match &tree {
        Value::Object(_) => return Ok(tree),
        Value::Null => return Ok(Value::Object(serde_json::Map::new())),
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
    };
    Err(format!("json: cannot unmarshal {found} into Go value of type map[string]interface {{}}"))
}

fn json_error(error: json_patch::Error) -> StatusError {
    match error.class() {
        json_patch::Class::BadRequest => StatusError::bad_request(error.to_string()),
        json_patch::Class::TooLarge => StatusError::request_entity_too_large(&error.to_string()),
        json_patch::Class::Unprocessable => unprocessable(&error.to_string()),
    }
}

fn strategic_error(error: strategic::Error) -> StatusError {
    match error.class() {
        strategic::Class::BadRequest => StatusError::bad_request(error.to_string()),
        strategic::Class::Unprocessable => unprocessable(&error.to_string()),
        strategic::Class::Internal => StatusError::unknown(error.to_string()),
    }
}

/// The answer that keeps the reason to itself, as upstream's does.
fn unprocessable(message: &str) -> StatusError {
    StatusError::from_response(&Response { code: 422, message, ..Response::default() })
}
