//! Values as text: what `string()` gives, and what errors show.

use std::fmt;

use super::Value;
use crate::time;

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Uint(value) => write!(f, "{value}"),
            Self::Double(value) => f.write_str(&meta::go::format_float(*value)),
            Self::String(text) => f.write_str(text),
            Self::Bytes(bytes) => f.write_str(&String::from_utf8_lossy(bytes)),
            Self::Duration(nanos) => f.write_str(&time::show_duration(*nanos)),
            Self::Timestamp(at) => write!(f, "{at}"),
            Self::Type(found) => f.write_str(found.name()),
            Self::Opaque(value) => write!(f, "{}", value.0),
            Self::List(list) => {
                f.write_str("[")?;
                for (number, item) in list.iter().take(100).flatten().enumerate() {
                    if number > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("]")
            }
            Self::Map(map) => {
                f.write_str("{")?;
                for (number, (key, value)) in map.iter().take(100).flatten().enumerate() {
                    if number > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{key}: {value}")?;
                }
                f.write_str("}")
            }
            Self::Struct(made) => f.write_str(&made.name),
            Self::Optional(Some(inner)) => write!(f, "optional({inner})"),
            Self::Optional(None) => f.write_str("optional.none()"),
            Self::Record(_) => f.write_str("variables"),
        }
    }
}
