//! Writing trees. Floats are written as Go writes them, so that `1.0` is stored and served as `1`.
//!
//! Unlike Go we do not escape `<`, `>` and `&`: to every JSON reader the two are the same.

use std::io;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// Appends the tree in its compact form.
pub fn write(value: &Value, out: &mut Vec<u8>) {
    let mut serializer = Serializer::with_formatter(out, Go(CompactFormatter));
    value.serialize(&mut serializer).expect("a tree has string keys, and a vector takes every byte");
}

/// The tree in its compact form.
pub fn to_vec(value: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(512);
    write(value, &mut out);
    out
}

/// The tree with two spaces of indentation, as `?pretty=true` shows it.
pub fn to_vec_pretty(value: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024);
    let mut serializer = Serializer::with_formatter(&mut out, Go(PrettyFormatter::new()));
    value.serialize(&mut serializer).expect("a tree has string keys, and a vector takes every byte");
    out
}

/// A formatter with Go's floats.
struct Go<F>(F);

macro_rules! forward {
    ($($name:ident($($arg:ident: $ty:ty),*));* $(;)?) => {
        $(fn $name<W: ?Sized + io::Write>(&mut self, w: &mut W $(, $arg: $ty)*) -> io::Result<()> {
            self.0.$name(w $(, $arg)*)
        })*
    };
}

impl<F: Formatter> Formatter for Go<F> {
    fn write_f64<W: ?Sized + io::Write>(&mut self, w: &mut W, value: f64) -> io::Result<()> {
        w.write_all(go_float(value).as_bytes())
    }
    forward! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

/// A float as Go's JSON encoder writes it: plain digits between 1e-6 and 1e21, an exponent beyond.
pub(crate) fn go_float(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{value:e}");
        return match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        };
    }
    format!("{value}")
}
