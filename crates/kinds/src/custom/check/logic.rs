//! Combinations of schemas. Where none of several fits, the one that fits best says why.

use meta::go;
use schema::{Schema, Validations};
use serde_json::Value;

use super::{Against, Findings};

impl Against<'_> {
    pub(super) fn logic(&self, v: &Validations, value: &Value, path: &str) -> Findings {
        let mut found = Findings::default();
        let each = |schemas: &[Schema]| -> Vec<Findings> {
            schemas.iter().map(|schema| self.value(schema, value, path, None)).collect()
        };
        let place = go::quote(path);
        if !v.any_of.is_empty() {
            let results = each(&v.any_of);
            if !results.iter().any(Findings::is_sound) {
                let detail = format!("{place} must validate at least one schema (anyOf)");
                found.errors.push(self.unplaced(detail));
                found.merge(best(results));
            }
        }
        if !v.one_of.is_empty() {
            let results = each(&v.one_of);
            let sound = results.iter().filter(|result| result.is_sound()).count();
            if sound != 1 {
                let more = match sound {
                    0 => "Found none valid".to_owned(),
                    many => format!("Found {many} valid alternatives"),
                };
                let detail = format!("{place} must validate one and only one schema (oneOf). {more}");
                found.errors.push(self.unplaced(detail));
                if sound == 0 {
                    found.merge(best(results));
                }
            }
        }
        if !v.all_of.is_empty() {
            let results = each(&v.all_of);
            let sound = results.iter().filter(|result| result.is_sound()).count();
            let all = results.len();
            results.into_iter().for_each(|result| found.merge(result));
            if sound != all {
                let more = if sound == 0 { ". None validated" } else { "" };
                let detail = format!("{place} must validate all the schemas (allOf){more}");
                found.errors.push(self.unplaced(detail));
            }
        }
        if let Some(not) = &v.not
            && self.value(not, value, path, None).is_sound()
        {
            found.errors.push(self.unplaced(format!("{place} must not validate the schema (not)")));
        }
        found
    }
}

/// The first of those with most matches.
fn best(results: Vec<Findings>) -> Findings {
    results
        .into_iter()
        .reduce(|best, next| if next.matches > best.matches { next } else { best })
        .unwrap_or_default()
}
