//! Renderings of Go's standard library that reach users through API messages: `%q`, `%v` of a float, `encoding/json`
//! string escapes, and the errors of `strconv`.
//!
//! This is not a Go runtime: only what a message of the API server can contain. Called by `field`, `selector`, `options`.

mod float;
mod json;
mod quote;
mod strconv;

pub use float::format_float;
pub use json::to_json;
pub use quote::{is_print, quote, unicode_name};
pub use strconv::{NumError, atoi, parse_int, parse_uint};
