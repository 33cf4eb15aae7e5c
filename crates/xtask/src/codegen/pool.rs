//! Shared nodes of the generated table: list items, map values, object bodies and extras that several places use once
//! each as a static. Named by what they say, so that a change of one leaves the others' names alone.

use std::collections::BTreeMap;

use super::names;

/// Statics by name.
#[derive(Default)]
pub struct Pool {
    statics: BTreeMap<String, (&'static str, String)>,
}

impl Pool {
    /// A reference to a static with this content, made when it is new.
    pub fn intern(&mut self, rust_type: &'static str, expression: String) -> String {
        format!("&{}", self.name(rust_type, expression))
    }

    /// A slice of texts; the empty one needs no name.
    pub fn texts(&mut self, texts: &str) -> String {
        if texts.is_empty() {
            return "&[]".to_owned();
        }
        self.name("&[Cow<'static, str>]", format!("&[{texts}]"))
    }

    /// The path of a static with this content.
    pub fn name(&mut self, rust_type: &'static str, expression: String) -> String {
        let base = base_name(&expression);
        let mut name = base.clone();
        let mut number = 2;
        while self.statics.get(&name).is_some_and(|(_, known)| *known != expression) {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.statics.insert(name.clone(), (rust_type, expression));
        format!("pool::{name}")
    }

    /// The module's items, one line each.
    pub fn render(&self) -> String {
        self.statics
            .iter()
            .map(|(name, (rust_type, expression))| {
                format!("pub(crate) static {name}: {rust_type} = {expression};\n")
            })
            .collect()
    }
}

// `&list(&pool::TEXT_zero)` is `list_TEXT_zero`; a bare word of the table's vocabulary may not be shadowed.
fn base_name(expression: &str) -> String {
    let words = names::identifier(&expression.replace("pool::", "").replace("text(", "("));
    let words: Vec<&str> = words.split('_').filter(|word| !word.is_empty()).collect();
    if words.len() == 1 { format!("only_{}", words[0]) } else { words.join("_") }
}
