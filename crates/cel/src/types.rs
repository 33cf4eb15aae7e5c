//! The types of CEL, and how they are written in errors.

use std::fmt;
use std::sync::Arc;

/// A type. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// What a part with an error has; fits everything.
    Error,
    /// Known at run time only; fits everything.
    Dyn,
    /// Any value, as the types of schemas say it; the same as [`Type::Dyn`] to the checker.
    Any,
    /// `bool`
    Bool,
    /// `bytes`
    Bytes,
    /// `double`
    Double,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `string`
    String,
    /// The type of `null`.
    Null,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// A list and the type of its items.
    List(Arc<Type>),
    /// A map and the types of its keys and values.
    Map(Arc<(Type, Type)>),
    /// The type of a type.
    Type(Option<Arc<Type>>),
    /// A type parameter of a function.
    Param(Arc<str>),
    /// One the checker has not found yet; never the type of a compiled expression.
    Var(u32),
    /// A type with a name and parameters, such as `optional_type`.
    Opaque(Arc<str>, Arc<[Type]>),
    /// A type with named fields.
    Object(Arc<str>),
}

impl Type {
    /// A list of this type.
    pub fn list(items: Self) -> Self {
        Self::List(Arc::new(items))
    }

    /// A map from one type to another.
    pub fn map(key: Self, value: Self) -> Self {
        Self::Map(Arc::new((key, value)))
    }

    /// `optional_type(inner)`
    pub fn optional(inner: Self) -> Self {
        Self::Opaque("optional_type".into(), [inner].into())
    }

    /// An object type.
    pub fn object(name: &str) -> Self {
        Self::Object(name.into())
    }

    pub(crate) fn opaque(name: &str) -> Self {
        Self::Opaque(name.into(), [].into())
    }

    pub(crate) fn param(name: &str) -> Self {
        Self::Param(name.into())
    }

    pub(crate) fn of_type(inner: Self) -> Self {
        Self::Type(Some(Arc::new(inner)))
    }

    pub(crate) const fn is_dyn(&self) -> bool {
        matches!(self, Self::Dyn | Self::Any)
    }

    pub(crate) const fn is_dyn_or_error(&self) -> bool {
        matches!(self, Self::Dyn | Self::Any | Self::Error)
    }

    /// The type inside an optional.
    pub(crate) fn unwrap_optional(&self) -> Option<&Self> {
        match self {
            Self::Opaque(name, params) if &**name == "optional_type" => params.first(),
            _ => None,
        }
    }

    /// The name without parameters, as `type()` and run-time errors give it.
    pub fn name(&self) -> &str {
        match self {
            Self::Error => "!error!",
            Self::Dyn => "dyn",
            Self::Any => "google.protobuf.Any",
            Self::Bool => "bool",
            Self::Bytes => "bytes",
            Self::Double => "double",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::String => "string",
            Self::Null => "null_type",
            Self::Duration => "google.protobuf.Duration",
            Self::Timestamp => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Var(_) => "_var",
            Self::Param(name) | Self::Opaque(name, _) | Self::Object(name) => name,
        }
    }

    /// The type as it is named outside of the checker's errors: with the full names of all types.
    pub fn full_name(&self) -> String {
        let parameters = self.parameters();
        if parameters.is_empty() {
            return self.name().to_owned();
        }
        let parameters: Vec<_> = parameters.into_iter().map(Self::full_name).collect();
        format!("{}({})", self.name(), parameters.join(", "))
    }

    /// The parameters, for a type that has them.
    pub(crate) fn parameters(&self) -> Vec<&Self> {
        match self {
            Self::List(items) => vec![items],
            Self::Map(pair) => vec![&pair.0, &pair.1],
            Self::Type(Some(inner)) => vec![inner],
            Self::Opaque(_, params) => params.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// As the checker's errors write types.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters();
        if !parameters.is_empty() {
            let parameters: Vec<_> = parameters.iter().map(ToString::to_string).collect();
            return write!(f, "{}({})", self.name(), parameters.join(", "));
        }
        if let Self::Var(number) = self {
            return write!(f, "_var{number}");
        }
        f.write_str(match self {
            Self::Any => "any",
            Self::Null => "null",
            Self::Duration => "duration",
            Self::Timestamp => "timestamp",
            other => other.name(),
        })
    }
}

/// The types of the Kubernetes libraries.
pub(crate) mod kubernetes {
    use super::Type;

    pub const QUANTITY: &str = "kubernetes.Quantity";
    pub const URL: &str = "kubernetes.URL";
    pub const SEMVER: &str = "kubernetes.Semver";
    pub const FORMAT: &str = "kubernetes.NamedFormat";
    pub const IP: &str = "net.IP";
    pub const CIDR: &str = "net.CIDR";
    pub const AUTHORIZER: &str = "kubernetes.authorization.Authorizer";
    pub const PATH_CHECK: &str = "kubernetes.authorization.PathCheck";
    pub const GROUP_CHECK: &str = "kubernetes.authorization.GroupCheck";
    pub const RESOURCE_CHECK: &str = "kubernetes.authorization.ResourceCheck";
    pub const DECISION: &str = "kubernetes.authorization.Decision";

    /// The type of that name.
    pub fn of(name: &str) -> Type {
        if matches!(name, IP | CIDR) { Type::opaque(name) } else { Type::object(name) }
    }
}
