//! Columns that the user chose: `-o custom-columns=NAME:.metadata.name`.

use jsonpath::JsonPath;
use serde_json::Value;

use crate::error::{Result, bail};

/// The columns.
#[derive(Debug)]
pub struct Columns {
    columns: Vec<(String, JsonPath)>,
}

impl Columns {
    /// From `NAME:path,NAME:path`.
    pub fn parse(spec: &str) -> Result<Self> {
        if spec.is_empty() {
            bail!("custom-columns format specified but no custom columns given");
        }
        let mut columns = Vec::new();
        for part in spec.split(',') {
            let Some((header, path)) = part.split_once(':') else {
                bail!("unexpected custom-columns spec: {part}, expected <header>:<json-path-expr>");
            };
            columns.push(column(header, path)?);
        }
        Ok(Self { columns })
    }

    /// From a file of two lines: names, and paths below them.
    pub fn from_template(text: &str) -> Result<Self> {
        let expected = "Expected format is one line of space separated headers, one line of space separated column specs.";
        let mut lines = text.lines();
        let Some(headers) = lines.next() else { bail!("invalid template, missing header line. {expected}") };
        let Some(paths) = lines.next() else { bail!("invalid template, missing spec line. {expected}") };
        let (headers, paths): (Vec<_>, Vec<_>) =
            (headers.split_whitespace().collect(), paths.split_whitespace().collect());
        if headers.len() != paths.len() {
            bail!(
                "number of headers ({}) and field specifications ({}) don't match",
                headers.len(),
                paths.len()
            );
        }
        let columns =
            headers.iter().zip(paths).map(|(header, path)| column(header, path)).collect::<Result<_>>()?;
        Ok(Self { columns })
    }

    /// The line of names.
    pub fn header(&self) -> String {
        self.columns.iter().map(|(header, _)| header.as_str()).collect::<Vec<_>>().join("\t") + "\n"
    }

    /// The line of an object.
    pub fn row(&self, object: &Value) -> Result<String> {
        let mut cells = Vec::new();
        for (_, path) in &self.columns {
            let found = path.find(object)?;
            let mut values: Vec<String> = Vec::new();
            if found.first().is_none_or(Vec::is_empty) {
                values.push("<none>".to_owned());
            }
            values.extend(
                found.iter().flatten().map(|value| jsonpath::go_value(value).replace('\u{1b}', "^[")),
            );
            cells.push(values.join(","));
        }
        Ok(cells.join("\t") + "\n")
    }
}

fn column(header: &str, path: &str) -> Result<(String, JsonPath)> {
    let path = JsonPath::parse(&jsonpath::relaxed(path)?)?;
    Ok((header.to_owned(), path.allow_missing(true)))
}
